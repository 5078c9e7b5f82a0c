import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import { readEntryContent } from '../../shop/glossaries/entry-content.ts';
import {
  type GlossaryFile,
  type GlossaryFileOptions,
  glossaryFileFormats,
} from '../../shop/glossaries/glossary-files.ts';
import type { ImportEntry, ImportProblem } from '../../shop/glossaries/import-plan.ts';
import { DelimitedFile, type ReadRow } from './delimited-file.ts';
import { readEntryFile } from './entry-file.ts';
import { UnreadableFile } from './file-text.ts';

export async function readGlossaryFile(
  bytes: Uint8Array,
  options: Partial<GlossaryFileOptions> = {},
): Promise<GlossaryFile> {
  const entries: ImportEntry[] = [];
  const skipped: ImportProblem[] = [];
  const read = await readEntryFile<ReadRow, DelimitedFile>(bytes, {
    open: (start) => openFile(start, options),
    take: (row) => void (row.kind === 'skipped' ? skipped.push(row) : entries.push(entryOf(row))),
    onProgress: options.onProgress,
  });
  if (read.kind === 'unreadable') return read;
  const { format, firstRow } = read.file;
  return { kind: 'read', format, firstRow, entries, skipped };
}

function entryOf(row: Exclude<ReadRow, { readonly kind: 'skipped' }>): ImportEntry {
  if (row.kind === 'problem') return row;
  const { line, raw } = row;
  const result = readEntryContent(raw);
  return result.kind === 'content' ? { ...result, line } : { ...result, kind: 'problem', line };
}

const xmlStart = /^\s*<(?:\?xml|!--|!doctype|tbx|martif|tmx)/i;

function openFile(
  start: string,
  { name = '', languages = {}, ...options }: Partial<GlossaryFileOptions>,
): DelimitedFile {
  if (xmlStart.test(start)) throw new UnreadableFile(1, 'XML such as TBX or TMX is not supported. Import CSV or TSV.');
  const format = options.format ?? formatOfName(name, glossaryFileFormats);
  return new DelimitedFile(start, { format, languages, hasHeader: options.hasHeader });
}
