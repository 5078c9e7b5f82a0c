import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { InputError } from './failure.ts';

export type InputSource = {
  /** A file, or `-`. */
  readonly path: string;
  readonly openInput: () => Readable;
  readonly bytesMax: number;
};

/**
 * Returns the bytes of a file, or of standard input.
 *
 * @throws InputError when there are more than `bytesMax`
 * @throws the system's error on a file that cannot be read
 */
export async function readInput({ path, openInput, bytesMax }: InputSource): Promise<Buffer> {
  if (path === '-') return await readAll(openInput(), bytesMax);
  await using file = await open(path);
  return await readAll(file.createReadStream({ autoClose: false }), bytesMax);
}

async function readAll(stream: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new InputError(`The file is larger than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
