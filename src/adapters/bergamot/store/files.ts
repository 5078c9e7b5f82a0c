import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, constants as zlib } from 'node:zlib';
import { codeOf, StoreFailure } from './store-failure.ts';

/** @throws StoreFailure when it is larger than `bytesMax` or not a file */
export async function readSmallFile(path: string, bytesMax: number): Promise<string> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer. Source: open(2).
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = await file.stat();
  if (!found.isFile()) throw new StoreFailure(`${path} is not a file`);
  if (found.size > bytesMax) throw new StoreFailure(`${path} is larger than ${bytesMax} bytes`);
  return await file.readFile('utf8');
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The size of a file, also behind a link; undefined when there is none, or something else. */
export async function fileBytes(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** The visible entries of a folder, in order; none when it cannot be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).toSorted();
}

export function chunksOf(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 2 ** 20, signal });
}

/** In hexadecimal. */
export async function sha256OfFile(path: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of chunksOf(path, signal)) digest.update(chunk);
  return digest.digest('hex');
}

/** The longest window that the `zstd` program accepts by default; bounds the memory. Source: zstd(1), --long */
const params = { [zlib.ZSTD_d_windowLogMax]: 27 };

/** What a file is written from. `isPacked`: to be unpacked by Zstandard. */
export type Content = { readonly chunks: AsyncIterable<Buffer>; readonly isPacked: boolean; readonly bytesMax: number };

/** Writes a file, down to the disk. @throws StoreFailure when there is more than `bytesMax`, or no Zstandard */
export async function writeFrom(path: string, { chunks, isPacked, bytesMax }: Content, signal: AbortSignal) {
  const [name, digest] = [basename(path), createHash('sha256')];
  let bytes = 0;
  async function* measured(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      if (bytes > bytesMax) throw new StoreFailure(`${name}: it has more than the announced ${bytesMax} bytes`);
      digest.update(piece);
      yield piece;
    }
  }
  const target = createWriteStream(path, { flush: true });
  try {
    if (isPacked) await pipeline(chunks, createZstdDecompress({ params }), measured, target, { signal });
    else await pipeline(chunks, measured, target, { signal });
  } catch (cause) {
    if (!codeOf(cause).startsWith('Z')) throw cause;
    throw new StoreFailure(`${name}: it is not a complete Zstandard file`, { cause });
  }
  return { bytes, sha256: digest.digest('hex') };
}

/** Makes created and renamed entries of a folder survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
