import {
  FileError,
  type Filter,
  type FormatId,
  filterFor,
  type ParsedFile,
  type ParseOptions,
} from '../../documents/src/index.ts';
import { type Content, TaskError } from './content.ts';
import type { Source } from './sources.ts';
import { isKeyed } from './standing.ts';

export type Languages = { readonly from?: string | undefined; readonly to: string };

export const filterOf = ({ path, format }: Source, { bytes }: Pick<Content, 'bytes'>): Filter =>
  filterFor(path, bytes, format);

/** Formats whose units depend on the language of the translation. */
const targetFormats: ReadonlySet<FormatId> = new Set(['android', 'csv', 'json', 'po', 'tsv', 'xcstrings', 'xliff']);

/** The last source file, which is read for each language. */
let last: { readonly key: string; readonly file: ParsedFile } | undefined;

/** @throws TaskError if it is no file of its format */
export async function parseSource(
  source: Source,
  content: Content,
  languages: Languages & Pick<ParseOptions, 'overwrite'>,
): Promise<ParsedFile> {
  const key = JSON.stringify([content.path, content.hash, languages.from, source.options, source.format]);
  if (last?.key === key) return last.file;
  const file = await parse(source, content, languages);
  if (!targetFormats.has(file.format)) last = { key, file };
  return file;
}

/** Reads the translation of a source, in its format, as a file of the target language unless it has both. @throws TaskError */
export function parseTarget(
  { source, file }: { readonly source: Source; readonly file: ParsedFile },
  content: Content,
  { from, to }: Languages,
): Promise<ParsedFile> {
  return parse(source, content, { from: file.isBilingual ? from : to, to, isTranslation: isKeyed(file) });
}

async function parse(
  source: Source,
  content: Content,
  { from, to, ...options }: Languages & Pick<ParseOptions, 'overwrite' | 'isTranslation'>,
): Promise<ParsedFile> {
  const languages = { sourceLang: from, targetLang: to };
  try {
    return await filterOf(source, content).parse(content.bytes, { ...source.options, ...options, ...languages });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const part = error.part === undefined ? '' : `${error.part}: `;
    throw new TaskError(error.code, `${part}${error.message}.`, { path: content.path, line: error.line });
  }
}

/** Whether a file holds translations into a language, or would get them. @throws TaskError */
export async function holdsLanguage(source: Source, content: Content, languages: Languages): Promise<boolean> {
  const { isBilingual, target } = await parseSource(source, content, languages);
  return isBilingual && target?.toLowerCase() === languages.to.toLowerCase();
}
