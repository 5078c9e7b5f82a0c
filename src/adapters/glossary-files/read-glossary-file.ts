import { nextRound } from '../../ground/steps.ts';
import { formatOfName, type GlossaryFile, type GlossaryFileOptions } from '../../shop/glossaries/glossary-files.ts';
import { DelimitedFile, type Delimiter } from './delimited-file.ts';
import { EntryList } from './entry-list.ts';
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
  const entries = new EntryList();
  let file: DelimitedFile | undefined;
  const pace = new ReadingPace();
  for (const { text, bytesDone } of decodeText(bytes)) {
    file ??= openFile(text, options, entries);
    await file.write(text);
    await readAdded(entries, () => pace.step(file?.line ?? 1));
    options.onProgress?.({ bytesDone, bytesTotal: bytes.length });
  }
  if (file === undefined) throw new UnreadableFile(undefined, 'The file is empty.');
  await file.end();
  await readAdded(entries, () => pace.step(file.line));
  const format = file.delimiter === '\t' ? 'tsv' : 'csv';
  return { kind: 'read', format, firstRow: file.firstRow, entries: entries.entries, skipped: entries.skipped };
}

function openFile(start: string, options: Partial<GlossaryFileOptions>, entries: EntryList): DelimitedFile {
  if (looksLikeXml(start)) throw new UnreadableFile(1, 'XML such as TBX or TMX is not supported. Import CSV or TSV.');
  const { languages = {}, hasHeader } = options;
  const format = options.format ?? formatOfName(options.name ?? '');
  return new DelimitedFile(start, { candidates: delimiters(format), languages, entries, hasHeader });
}

function looksLikeXml(start: string): boolean {
  return /^\s*<(?:\?xml|!--|!doctype|tbx|martif|tmx)/i.test(start);
}

function delimiters(format: 'csv' | 'tsv' | undefined): readonly Delimiter[] {
  if (format === undefined) return ['\t', ',', ';'];
  return format === 'csv' ? [',', ';'] : ['\t'];
}

async function readAdded(entries: EntryList, step: () => Promise<void>): Promise<void> {
  const steps = entries.readAdded();
  do await step();
  while (steps.next().done !== true);
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
