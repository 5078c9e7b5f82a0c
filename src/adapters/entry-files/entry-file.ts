import { nextRound } from '../../ground/steps.ts';
import { decodeText, UnreadableFile } from './file-text.ts';

export const fileBytesMax = 64 * 1024 * 1024;

/** A file that is read in pieces. */
export type EntryFile<Row> = {
  /** Of the end of the last piece. */
  readonly line: number;
  /** Returns the rows that end in `text`. */
  write(text: string): readonly Row[] | Promise<readonly Row[]>;
  end(): readonly Row[] | Promise<readonly Row[]>;
};

type ReadingOptions<Row, File extends EntryFile<Row>> = {
  readonly open: (start: string) => File;
  readonly take: (row: Row) => void;
  readonly onProgress?: ((progress: { bytesDone: number; bytesTotal: number }) => void) | undefined;
};

export type Unreadable = { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

/** Passes each row of a file to `take`, with pauses for other work. */
export async function readEntryFile<Row, File extends EntryFile<Row>>(
  bytes: Uint8Array,
  options: ReadingOptions<Row, File>,
): Promise<{ readonly kind: 'read'; readonly file: File } | Unreadable> {
  try {
    return { kind: 'read', file: await read(bytes, options) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', line: error.line, message: error.message };
    throw error;
  }
}

async function read<Row, File extends EntryFile<Row>>(
  bytes: Uint8Array,
  { open, take, onProgress }: ReadingOptions<Row, File>,
): Promise<File> {
  if (bytes.length > fileBytesMax) throw new UnreadableFile(undefined, 'The file is larger than 64 MB.');
  let file: File | undefined;
  const pace = new ReadingPace();
  /** Parses rows. A long one takes up to a millisecond. */
  const takeAll = async (rows: readonly Row[], line: number) => {
    if (pace.isDue()) await pace.rest(line);
    for (const row of rows) {
      take(row);
      if (pace.isDue()) await pace.rest(line);
    }
  };
  for (const { text, bytesDone } of decodeText(bytes)) {
    file ??= open(text);
    await takeAll(await file.write(text), file.line);
    onProgress?.({ bytesDone, bytesTotal: bytes.length });
  }
  if (file === undefined) throw new UnreadableFile(undefined, 'The file is empty.');
  await takeAll(await file.end(), file.line);
  return file;
}

/** Maximum time without a pause for other work. */
const turnMsMax = 2;
/** Maximum time for one file, without pauses: several times the time of the largest file. */
const workSecondsMax = 30;

/** Lets other work run every few milliseconds while a file is read, and refuses a file that takes too long. */
class ReadingPace {
  #beganAt = performance.now();
  #turnMs = 0;
  #workedMs = 0;

  /** Whether other work has waited long enough. */
  isDue(): boolean {
    this.#turnMs = performance.now() - this.#beganAt;
    return this.#turnMs >= turnMsMax;
  }

  /** @throws UnreadableFile with `line` after 30 seconds of work */
  async rest(line: number): Promise<void> {
    this.#workedMs += this.#turnMs;
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
