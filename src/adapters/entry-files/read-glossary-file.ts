import { nextRound } from '../../ground/steps.ts';
import { readEntryContent } from '../../shop/glossaries/entry-content.ts';
import { formatOfName, type GlossaryFile, type GlossaryFileOptions } from '../../shop/glossaries/glossary-files.ts';
import type { ImportEntry } from '../../shop/glossaries/import-plan.ts';
import { DelimitedFile, type Delimiter, type ReadRow } from './delimited-file.ts';
import { decodeText, UnreadableFile } from './file-text.ts';

export const fileBytesMax = 64 * 1024 * 1024;

export async function readGlossaryFile(
  bytes: Uint8Array,
  options: Partial<GlossaryFileOptions> = {},
): Promise<GlossaryFile> {
  try {
    return await read(bytes, options);
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', line: error.line, message: error.message };
    throw error;
  }
}

async function read(bytes: Uint8Array, options: Partial<GlossaryFileOptions>): Promise<GlossaryFile> {
  if (bytes.length > fileBytesMax) throw new UnreadableFile(undefined, 'The file is larger than 64 MB.');
  const entries: ImportEntry[] = [];
  let file: DelimitedFile | undefined;
  const pace = new ReadingPace();
  /** Parses entries. A long one takes up to a millisecond. */
  const readRows = async (rows: readonly ReadRow[], line: number) => {
    await pace.step(line);
    for (const row of rows) {
      entries.push(entryOf(row));
      await pace.step(line);
    }
  };
  for (const { text, bytesDone } of decodeText(bytes)) {
    file ??= openFile(text, options);
    await readRows(await file.write(text), file.line);
    options.onProgress?.({ bytesDone, bytesTotal: bytes.length });
  }
  if (file === undefined) throw new UnreadableFile(undefined, 'The file is empty.');
  await readRows(await file.end(), file.line);
  const { firstRow, skipped } = file;
  const format = file.delimiter === '\t' ? 'tsv' : 'csv';
  return { kind: 'read', format, firstRow, entries, skipped };
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
  const format = options.format ?? formatOfName(options.name ?? '');
  return new DelimitedFile(start, { candidates: delimiters(format), languages, hasHeader });
}

function delimiters(format: 'csv' | 'tsv' | undefined): readonly Delimiter[] {
  if (format === undefined) return ['\t', ',', ';'];
  return format === 'csv' ? [',', ';'] : ['\t'];
}

/** Maximum time without a pause for other work. */
const turnMsMax = 2;
/** Maximum time for one file, without pauses: several times the time of the largest file. */
const workSecondsMax = 30;

/** Lets other work run every few milliseconds while a file is read, and refuses a file that takes too long. */
class ReadingPace {
  #beganAt = performance.now();
  #workedMs = 0;

  /** @throws UnreadableFile with `line` after 30 seconds of work */
  async step(line: number): Promise<void> {
    const turnMs = performance.now() - this.#beganAt;
    if (turnMs < turnMsMax) return;
    this.#workedMs += turnMs;
    if (this.#workedMs > workSecondsMax * 1_000) {
      throw new UnreadableFile(
        line,
        `Reading the file up to here took over ${workSecondsMax} seconds. Split the file.`,
      );
    }
    await nextRound();
    this.#beganAt = performance.now();
  }
}
