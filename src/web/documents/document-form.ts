import { counted, formatCount } from '../../ground/counts.ts';
import { type DocumentRequest, documentBytesMax, documentCharactersMax } from '../../shop/documents/document.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Form, FormFile } from '../form.ts';
import type { FormProblem } from '../pieces.ts';
import { blankDraft, servedTag } from '../playground/draft.ts';

/** The form as typed and chosen, without its file, which a browser never restores. */
export type DocumentDraft = {
  readonly source: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly wantsMail: boolean;
};

/** Files of one form. */
export const filesMax = 10;

const nameLengthMax = 255;
const columnsMax = 200;

export const fileTooLarge = `The file has more than ${documentBytesMax / 1_000_000} MB. Split it.`;

export const tooManyFiles = (max: number) => `Choose at most ${counted(max, 'file')} at a time.`;

export const fileLimits = `At most ${filesMax} files, each with ${documentBytesMax / 1_000_000} MB and ${formatCount(documentCharactersMax)} characters`;

export function emptyDraft(catalogue: Pick<LanguageCatalogue, 'entries'>): DocumentDraft {
  const { source, target } = blankDraft(catalogue);
  return { source, target, columns: [], wantsMail: false };
}

export function documentDraft(form: Form): DocumentDraft {
  const columns = form.texts('columns').map((name) => name.replaceAll('\r\n', '\n'));
  return { source: form.text('source') || 'auto', target: form.text('target'), columns, wantsMail: form.has('mail') };
}

type ChosenDocument = Pick<DocumentRequest, 'file' | 'source' | 'target' | 'wantsMail'>;

export async function chosenDocuments(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  form: Form,
  max: number,
): Promise<readonly ChosenDocument[] | { readonly problems: readonly FormProblem[] }> {
  const { columns, wantsMail, ...languages } = documentDraft(form);
  const chosen = await form.files('file');
  const source = languages.source === 'auto' ? 'auto' : servedTag(catalogue, languages.source, 'source');
  const target = servedTag(catalogue, languages.target, 'target');
  const problems: FormProblem[] = [];
  const wrong = chosen.length === 0 ? 'Choose a file.' : chosen.map(fileProblem).join('');
  const wrongFile = chosen.length > max ? tooManyFiles(max) : wrong;
  if (wrongFile !== '') problems.push({ param: 'file', message: wrongFile });
  if (source === undefined) problems.push({ param: 'source', message: 'Choose a language from the list.' });
  if (target === undefined) problems.push({ param: 'target', message: 'Choose a language from the list.' });
  if (columns.length > columnsMax) problems.push({ param: 'columns', message: 'Choose fewer columns.' });
  if (source === undefined || target === undefined || problems.length > 0) return { problems };
  // Each table has columns of its own.
  const options = columns.length === 0 || chosen.length > 1 ? {} : { columns };
  return chosen.map((file) => ({ file: { ...file, format: undefined, options }, source, target, wantsMail }));
}

/** Empty for a file that can be read. */
function fileProblem({ name, bytes }: FormFile): string {
  if (bytes.byteLength > documentBytesMax) return fileTooLarge;
  return name.length > nameLengthMax ? `The name of the file has more than ${nameLengthMax} characters.` : '';
}
