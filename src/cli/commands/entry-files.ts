import { open, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { counted } from '../../ground/counts.ts';
import { InputError } from '../failure.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';

type GivenFile = {
  /** `-`: standard input. */
  readonly path: string;
  readonly openInput: CommandParts['openInput'];
  readonly bytesMax: number;
  readonly print: Print;
};

type Reading = {
  readonly name: string | undefined;
  readonly onProgress: (progress: { readonly bytesDone: number; readonly bytesTotal: number }) => void;
};

/** Passes the bytes of a file to `read`, and shows its progress. @throws InputError beyond `bytesMax`; the system's error */
export async function readGivenFile<File>(
  { path, openInput, bytesMax, print }: GivenFile,
  read: (bytes: Uint8Array, options: Reading) => Promise<File>,
): Promise<File> {
  const bytes = await readInput(path, openInput, bytesMax);
  const name = path === '-' ? undefined : path;
  using shown = print.progress(name === undefined ? 'standard input' : basename(name));
  return await read(bytes, { name, onProgress: ({ bytesDone, bytesTotal }) => shown.tell(bytesDone, bytesTotal) });
}

async function readInput(path: string, openInput: CommandParts['openInput'], bytesMax: number): Promise<Buffer> {
  await using file = path === '-' ? undefined : await open(path);
  const stream = file?.createReadStream({ autoClose: false }) ?? openInput();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new InputError(`The file is larger than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param line undefined for a problem of the whole file */
export function printUnreadable(
  print: Print,
  { line, message }: { readonly line: number | undefined; readonly message: string },
): void {
  const where = line === undefined ? '' : `line ${line}: `;
  print.verdict(
    false,
    { outcome: 'unreadable', line: line ?? null, message },
    `${where}${message}\nThe file cannot be read: nothing was changed.`,
  );
}

/** Problem lines in text output; `--json` has more of them. */
export const problemsShown = 100;

export type Export = {
  readonly pieces: Iterable<string> | AsyncIterable<string>;
  /** What `--json` has beside the file. Called when all pieces are written. */
  readonly facts: () => { readonly entries: number };
};

/** Writes an export to a new file, or to standard output. */
export async function printExport(print: Print, out: string | undefined, { pieces, facts }: Export): Promise<void> {
  if (out === undefined) return await print.file(pieces, (text) => ({ ...facts(), text }));
  await writeNew(out, pieces);
  const { entries } = facts();
  print.result({ ...facts(), file: out }, `Wrote ${counted(entries, 'entry', 'entries')} to ${out}.`);
}

/** Removes a file that is only partly written. */
async function writeNew(path: string, pieces: Export['pieces']): Promise<void> {
  await writeFile(path, '', { flag: 'wx' });
  try {
    await writeFile(path, pieces);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
