import { formatCount } from '../../ground/counts.ts';
import { type DocumentRequest, documentBytesMax, documentCharactersMax } from '../../shop/documents/document.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Form, FormFile } from '../form.ts';
import type { FormProblem } from '../pieces.ts';
import { blankDraft, servedTag } from '../playground/draft.ts';

/** The form as typed and chosen, without its file, which a browser never restores. */
export type DocumentDraft = { readonly source: string; readonly target: string; readonly columns: readonly string[] };

const nameLengthMax = 255;
const columnsMax = 200;

export const fileTooLarge = `The file has more than ${documentBytesMax / 1_000_000} MB. Split it.`;

export const fileLimits = `At most ${documentBytesMax / 1_000_000} MB and ${formatCount(documentCharactersMax)} characters`;

export function emptyDraft(catalogue: Pick<LanguageCatalogue, 'entries'>): DocumentDraft {
  const { source, target } = blankDraft(catalogue);
  return { source, target, columns: [] };
}

export function documentDraft(form: Form): DocumentDraft {
  const columns = form.texts('columns').map((name) => name.replaceAll('\r\n', '\n'));
  return { source: form.text('source') || 'auto', target: form.text('target'), columns };
}

export async function chosenDocument(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  form: Form,
): Promise<Pick<DocumentRequest, 'file' | 'source' | 'target'> | { readonly problems: readonly FormProblem[] }> {
  const { columns, ...languages } = documentDraft(form);
  const file = await form.file('file');
  const source = languages.source === 'auto' ? 'auto' : servedTag(catalogue, languages.source, 'source');
  const target = servedTag(catalogue, languages.target, 'target');
  const problems: FormProblem[] = [];
  const wrongFile = fileProblem(file);
  if (wrongFile !== undefined) problems.push({ param: 'file', message: wrongFile });
  if (source === undefined) problems.push({ param: 'source', message: 'Choose a language from the list.' });
  if (target === undefined) problems.push({ param: 'target', message: 'Choose a language from the list.' });
  if (columns.length > columnsMax) problems.push({ param: 'columns', message: 'Choose fewer columns.' });
  if (file === undefined || source === undefined || target === undefined || problems.length > 0) return { problems };
  const options = columns.length === 0 ? {} : { columns };
  return { file: { ...file, format: undefined, options }, source, target };
}

function fileProblem(file: FormFile | undefined): string | undefined {
  if (file === undefined) return 'Choose a file.';
  if (file.bytes.byteLength > documentBytesMax) return fileTooLarge;
  return file.name.length > nameLengthMax
    ? `The name of the file has more than ${nameLengthMax} characters.`
    : undefined;
}
