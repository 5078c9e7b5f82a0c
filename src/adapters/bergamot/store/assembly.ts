import { rm } from 'node:fs/promises';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import type { ModelFiles } from '../model.ts';
import { writeChunks } from './disk.ts';
import type { ImportedFile, ImportSource } from './import-source.ts';
import { digestOf, type PinnedFile } from './manifest.ts';
import { oneVocabulary } from './offers.ts';
import type { Staging } from './staging.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** A model whose files are as they should be, and that cannot be used all the same. */
export class RefusedModel extends StoreFailure {
  readonly digest: string;

  constructor(digest: string, cause: unknown) {
    super(`the model cannot be used here: ${reasonOf(cause)}`, { cause });
    this.digest = digest;
  }
}

export type AssemblyOptions = {
  /** @throws UnusableModel when the model cannot be used; anything else when it could not be tried */
  readonly tryModel: (files: ModelFiles) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Puts the files of a model together in `staging`, compares each with what is known of it, tries the model and places it.
 *
 * @throws StoreFailure, RefusedModel
 */
export async function assemble(staging: Staging, source: ImportSource, options: AssemblyOptions): Promise<void> {
  const { tryModel, signal } = options;
  const written: PinnedFile[] = [];
  for (const file of source.files) written.push(await writeFile(staging, file, signal));
  const pinned = oneVocabulary(written);
  for (const { name } of written.filter((file) => !pinned.some((kept) => kept.name === file.name))) {
    await rm(staging.modelFile(name));
  }
  try {
    await tryModel(staging.files(pinned));
  } catch (cause) {
    if (cause instanceof UnusableModel) throw new RefusedModel(digestOf(pinned), cause);
    throw new StoreFailure(`the model could not be tried: ${reasonOf(cause)}`, { cause });
  }
  signal.throwIfAborted();
  await staging.place(await staging.seal(source, pinned));
}

async function writeFile(staging: Staging, file: ImportedFile, signal: AbortSignal): Promise<PinnedFile> {
  const { role, name, from } = file;
  const written = await writeChunks(staging.modelFile(name), file.open(signal), file.bytes).catch((cause: unknown) => {
    throw cause instanceof StoreFailure ? new StoreFailure(`${name}: ${cause.message}`, { cause }) : cause;
  });
  if (file.sha256 !== undefined && file.sha256 !== written.sha256) {
    throw new StoreFailure(`${name}: its content is damaged, its SHA-256 is not the one that was announced`);
  }
  return { role, name, from, ...written };
}
