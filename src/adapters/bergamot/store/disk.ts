import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, lstat, open, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreFailure } from './store-failure.ts';

/** @throws StoreFailure when it is larger than `bytesMax` or no file */
export async function readSmallFile(path: string, bytesMax: number): Promise<string> {
  // A pipe would otherwise be waited for until somebody writes to it. Source: open(2), O_NONBLOCK.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = await file.stat();
  if (!found.isFile()) throw new StoreFailure(`${path} is no file`);
  if (found.size > bytesMax) throw new StoreFailure(`${path} is larger than ${bytesMax} bytes`);
  return await file.readFile('utf8');
}

/** In hexadecimal. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  const chunks = createReadStream(path, { highWaterMark: 2 ** 20, ...(signal && { signal }) });
  for await (const chunk of chunks as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.digest('hex');
}

export type Written = { readonly bytes: number; readonly sha256: string };

/**
 * Writes `chunks` to a new file, down to the disk.
 *
 * @throws StoreFailure as soon as there is more than `bytesMax`
 */
export async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Written> {
  await using file = await open(path, 'w');
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new StoreFailure(`it holds more than the ${bytesMax} bytes that were announced`);
    digest.update(chunk);
    await writeAll(file, chunk);
  }
  await file.sync();
  return { bytes, sha256: digest.digest('hex') };
}

/** A full disk may take a part of what it is given. */
export async function writeAll(file: FileHandle, chunk: Uint8Array, at?: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const position = at === undefined ? null : at + done;
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done, position);
    done += bytesWritten;
  }
}

/** Makes what was renamed or created in a folder outlive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** The bytes of all files in a folder, four folders deep; 0 when it is not there. */
export async function bytesIn(path: string, depth = 4): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const at = join(path, entry.name);
    if (entry.isDirectory()) bytes += depth === 0 ? 0 : await bytesIn(at, depth - 1);
    else bytes += await sizeOf(at);
  }
  return bytes;
}

/** 0 when it is not there. */
export async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.size ?? 0;
}

/** Of a file, also behind a link; undefined when there is none, or something else. */
export async function fileBytes(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** What an ordinary user may still write. Source: statvfs(3), `f_bavail`. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
