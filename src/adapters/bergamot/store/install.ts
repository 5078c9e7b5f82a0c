import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { isSamePair } from '../../../core/languages/language.ts';
import type { ModelFiles } from '../model.ts';
import { namesIn, readSmallFile, writeFrom } from './files.ts';
import { digestOf, folderName, formatManifest, type Manifest, manifestName, modelFiles } from './manifest.ts';
import { damageIn, type ModelFolders, pairFolder } from './model-folders.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** A model to install. */
export type ModelToInstall = Pick<Manifest, 'pair' | 'name' | 'version'> & { readonly files: readonly FileToInstall[] };

export type FileToInstall = Pick<Manifest['files'][number], 'role' | 'name' | 'from'> & {
  readonly open: (signal: AbortSignal) => AsyncIterable<Buffer>;
  readonly isPacked: boolean;
  /** Of the content; undefined if unknown. */
  readonly sha256: string | undefined;
  /** Of the content, at most. */
  readonly bytes: number;
};

export type InstallOptions = {
  readonly folders: ModelFolders;
  /** What all models may take on the disk. */
  readonly diskBytesMax: number;
  /** @throws UnusableModel when the model cannot be used; anything else when it could not be tried */
  readonly tryModel: (files: ModelFiles) => Promise<void>;
  readonly signal: AbortSignal;
};

/** A valid model that the engine cannot use. */
export class RefusedModel extends StoreFailure {}

/** Writes, verifies, tries and places a model. The caller holds the pair's lock. @throws StoreFailure, RefusedModel */
export async function installModel(source: ModelToInstall, options: InstallOptions): Promise<void> {
  const { folders, tryModel, signal } = options;
  const staging = folders.own('pulls', pairFolder(source.pair));
  const model = join(staging, 'model');
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(model, { recursive: true });
    await reserve(source, options);
    const manifest = await writeFiles(source, model, signal);
    const current = (await folders.find()).installed.find(({ pair }) => isSamePair(pair, source.pair));
    // Replacing a model by the same one would leave none for a moment.
    if (current && folderName(current) === folderName(manifest) && !(await damageIn(current, signal))) return;
    await tryModel(modelFiles(manifest.files, model)).catch((cause: unknown) => {
      if (cause instanceof UnusableModel) throw new RefusedModel(`the model cannot be used here: ${reasonOf(cause)}`);
      throw new StoreFailure(`the model could not be tried: ${reasonOf(cause)}`, { cause });
    });
    signal.throwIfAborted();
    await folders.place(model, manifest);
  } finally {
    // After an abort, the last file may still be created.
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Checks that a model fits into the budget and on the disk. Other callers count it from now on. */
async function reserve({ pair, files }: ModelToInstall, { folders, diskBytesMax }: InstallOptions): Promise<void> {
  const needed = files.reduce((sum, file) => sum + file.bytes, 0);
  // Written before the others are counted: of two callers, both may be refused, but never both accepted.
  await writeFile(folders.own('pulls', pairFolder(pair), 'reserved'), String(needed));
  const others = (await folders.find()).installed.filter((model) => !isSamePair(model.pair, pair));
  let used = others.reduce((sum, model) => sum + model.bytes, 0);
  for (const name of await namesIn(folders.own('pulls'))) {
    if (name === pairFolder(pair)) continue;
    used += Number(await readSmallFile(folders.own('pulls', name, 'reserved'), 20).catch(() => '0'));
  }
  const [budget, taken, more] = [diskBytesMax, used, needed].map(mebibytes);
  if (used + needed > diskBytesMax) {
    const remedy = 'raise MODELS_DISK_MB or remove a model';
    throw new StoreFailure(`the disk budget for models is ${budget}: ${taken} are used and ${more} needed; ${remedy}`);
  }
  // What an ordinary user may still write. Source: statvfs(3), `f_bavail`.
  const { bavail, bsize } = await statfs(folders.dir);
  if (needed <= bavail * bsize) return;
  throw new StoreFailure(`the disk is full: ${more} are needed and ${mebibytes(bavail * bsize)} free`);
}

async function writeFiles(source: ModelToInstall, model: string, signal: AbortSignal): Promise<Manifest> {
  const written = [];
  for (const { role, name, from, open: read, isPacked, sha256, bytes: bytesMax } of source.files) {
    const file = await writeFrom(join(model, name), { chunks: read(signal), isPacked, bytesMax }, signal);
    if (sha256 !== undefined && sha256 !== file.sha256) {
      throw new StoreFailure(`${name}: its content is damaged, its SHA-256 is not the one that was announced`);
    }
    written.push({ role, name, from, ...file });
  }
  const placedAt = new Date().toISOString();
  const { pair, name, version } = source;
  const manifest = { pair, name, version, digest: digestOf(written), placedAt, files: written };
  await using file = await open(join(model, manifestName), 'w');
  await file.writeFile(formatManifest(manifest));
  await file.sync();
  return manifest;
}

/** Whole ones, rounded up. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
