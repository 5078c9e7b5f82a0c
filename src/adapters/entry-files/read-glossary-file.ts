import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import { readEntryContent } from '../../shop/glossaries/entry-content.ts';
import {
  type GlossaryFile,
  type GlossaryFileOptions,
  glossaryFileFormats,
} from '../../shop/glossaries/glossary-files.ts';
import type { ImportEntry } from '../../shop/glossaries/import-plan.ts';
import { DelimitedFile, type Delimiter, type ReadRow } from './delimited-file.ts';
import { readEntryFile } from './entry-file.ts';
import { UnreadableFile } from './file-text.ts';

export async function readGlossaryFile(
  bytes: Uint8Array,
  options: Partial<GlossaryFileOptions> = {},
): Promise<GlossaryFile> {
  const entries: ImportEntry[] = [];
  const read = await readEntryFile<ReadRow, DelimitedFile>(bytes, {
    open: (start) => openFile(start, options),
    take: (row) => entries.push(entryOf(row)),
    onProgress: options.onProgress,
  });
  if (read.kind === 'unreadable') return read;
  const { delimiter, firstRow, skipped } = read.file;
  return { kind: 'read', format: delimiter === '\t' ? 'tsv' : 'csv', firstRow, entries, skipped };
}

function entryOf(row: ReadRow): ImportEntry {
  if (row.kind === 'problem') return row;
  const { line, raw } = row;
  const result = readEntryContent(raw);
  return result.kind === 'content'
    ? { ...result, line }
    : { kind: 'problem', line, problem: result.problem, message: result.message };
}

const xmlStart = /^\s*<(?:\?xml|!--|!doctype|tbx|martif|tmx)/i;

function openFile(start: string, options: Partial<GlossaryFileOptions>): DelimitedFile {
  if (xmlStart.test(start)) throw new UnreadableFile(1, 'XML such as TBX or TMX is not supported. Import CSV or TSV.');
  const { languages = {}, hasHeader } = options;
  const format = options.format ?? formatOfName(options.name ?? '', glossaryFileFormats);
  return new DelimitedFile(start, { candidates: delimiters(format), languages, hasHeader });
}

export function delimiters(format: 'csv' | 'tsv' | undefined): readonly Delimiter[] {
  if (format === undefined) return ['\t', ',', ';'];
  return format === 'csv' ? [',', ';'] : ['\t'];
}
