import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createZstdDecompress } from 'node:zlib';
import { StoreFailure } from './store-failure.ts';

/** What a file is as it is served, and what it holds. */
export type Packed = { readonly attachment: { readonly sha256: string }; readonly sha256: string };

/** The longest window that Zstandard's own program takes without being asked to; bounds the memory. Source: zstd(1), --long */
const windowLogMax = 27;

/**
 * What a Zstandard file holds, piece by piece. A mirror may serve it unpacked, which shows in the hashes.
 *
 * Whoever reads it bounds how much it takes: a small file may hold very much.
 *
 * @throws StoreFailure when it is no such file
 */
export async function* unpacked(
  path: string,
  { attachment, sha256 }: Packed,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const packed = createReadStream(path, { signal, highWaterMark: 2 ** 18 });
  if (attachment.sha256 === sha256) {
    yield* packed as AsyncIterable<Buffer>;
    return;
  }
  const plain = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowLogMax } });
  // The reader gets the error from `plain`, which is destroyed with it.
  pipeline(packed, plain, () => {});
  try {
    yield* plain as AsyncIterable<Buffer>;
  } catch (cause) {
    signal.throwIfAborted();
    throw new StoreFailure('it is not a whole Zstandard file', { cause });
  }
}
