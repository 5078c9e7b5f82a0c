import { open } from 'node:fs/promises';
import type { ModelFiles } from './model.ts';
import { type ModelFormat, readModelFormat, UnusableModel } from './model-format.ts';

/** A model as workers are given it. All of them share these bytes. */
export type ModelBytes = {
  readonly format: ModelFormat;
  readonly model: SharedArrayBuffer;
  /** Present only where it is used. */
  readonly shortlist: SharedArrayBuffer | undefined;
  /** One that both languages share, or the source's and the target's. */
  readonly vocabularies: readonly SharedArrayBuffer[];
  /**
   * Whether texts may be translated together: only then does the company of a text change nothing in its translation.
   * Otherwise the worker translates one after another, however many it is given.
   */
  readonly isBatched: boolean;
};

/** Mozilla's largest model has 60 MB; more than this would not fit into a worker. */
const fileBytesMax = 512 * 1_048_576;

/**
 * Reads the files of a model, and refuses what cannot work as far as that shows in them.
 *
 * @throws UnusableModel with the reason
 */
export async function readModel(files: ModelFiles): Promise<ModelBytes> {
  const model = await readShared(files.model);
  const format = readModelFormat(new Uint8Array(model));
  const vocabularies = await Promise.all(files.vocabularies.map(readShared));
  return { format, model, shortlist: undefined, vocabularies, isBatched: format.precision !== 'int8shiftAll' };
}

async function readShared(path: string): Promise<SharedArrayBuffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > fileBytesMax) throw new UnusableModel(`a file of ${size} bytes is too large for a model`);
  const shared = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(shared);
  for (let position = 0; position < size; ) {
    const { bytesRead } = await file.read(bytes, position, size - position, position);
    if (bytesRead === 0) throw new UnusableModel('a file of the model became shorter while it was read');
    position += bytesRead;
  }
  return shared;
}
