import { mkdir, open, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { isSamePair, type LanguagePair } from '../../../core/languages/language.ts';
import type { ModelFiles } from '../model.ts';
import { copyFile, namesIn, readSmallFile } from './files.ts';
import {
  digestOf,
  folderName,
  formatManifest,
  manifestName,
  modelFiles,
  type PinnedFile,
  type Role,
} from './manifest.ts';
import { damageIn, type ModelFolders, pairFolder } from './model-folders.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** A file to install. */
export type SourceFile = {
  readonly role: Role;
  readonly name: string;
  readonly from: string;
  readonly path: string;
  /** Whether it is packed by Zstandard. */
  readonly isPacked: boolean;
  /** Of the content; undefined if unknown. */
  readonly sha256: string | undefined;
  /** Of the content; the largest size where the hash is unknown. */
  readonly bytes: number;
};

/** A model to install. */
export type ModelToInstall = {
  readonly pair: LanguagePair;
  readonly name: string;
  readonly version: string;
  readonly files: readonly SourceFile[];
};

export type InstallOptions = {
  /** What all models may take on the disk. */
  readonly diskBytesMax: number;
  /** @throws UnusableModel when the model cannot be used; anything else when it could not be tried */
  readonly tryModel: (files: ModelFiles) => Promise<void>;
  readonly signal: AbortSignal;
};

/** A valid model that the engine cannot use. */
export class RefusedModel extends StoreFailure {}

/** What to do before the files are complete: the bytes to download, and how. */
export type Download = { readonly bytes: number; readonly run: () => Promise<void> };

/**
 * Copies the files of a model, compares them with their hashes, tries the model and places it. The caller holds the pair's
 * lock. After a failure, downloaded files stay for the next try, unless the model was refused.
 *
 * @throws StoreFailure, RefusedModel
 */
export async function installModel(
  folders: ModelFolders,
  source: ModelToInstall,
  { download, ...options }: InstallOptions & { readonly download?: Download },
): Promise<void> {
  const staging = folders.stagingOf(source.pair);
  const model = join(staging, 'model');
  for (const path of (await namesIn(staging)).map((name) => join(staging, name))) {
    if (!source.files.some((file) => file.path === path)) await rm(path, { recursive: true });
  }
  await mkdir(model, { recursive: true });
  try {
    await reserve(folders, source, { ...options, bytesToDownload: download?.bytes ?? 0 });
    await download?.run();
    await assemble(folders, source, { ...options, model });
    await rm(staging, { recursive: true });
  } catch (cause) {
    if (cause instanceof RefusedModel) await rm(staging, { recursive: true });
    throw cause;
  } finally {
    await rm(model, { recursive: true, force: true });
    await rm(join(staging, 'reserved'), { force: true });
    await rmdir(staging).catch(() => {});
  }
}

type Assembly = InstallOptions & { readonly model: string };

async function assemble(
  folders: ModelFolders,
  source: ModelToInstall,
  { model, tryModel, signal }: Assembly,
): Promise<void> {
  const files: PinnedFile[] = [];
  for (const file of source.files) files.push(await copyPinned(file, join(model, file.name), signal));
  const { pair, name, version } = source;
  const manifest = { pair, name, version, digest: digestOf(files), placedAt: new Date().toISOString(), files };
  const { installed } = await folders.find();
  const current = installed.find((one) => isSamePair(one.pair, pair) && folderName(one) === folderName(manifest));
  // Replacing the current model by the same one would leave none for a moment.
  if (current !== undefined && (await damageIn(current, signal)) === undefined) return;
  await tryModel(modelFiles(files, (file) => join(model, file))).catch((cause: unknown) => {
    if (cause instanceof UnusableModel) throw new RefusedModel(`the model cannot be used here: ${reasonOf(cause)}`);
    throw new StoreFailure(`the model could not be tried: ${reasonOf(cause)}`, { cause });
  });
  signal.throwIfAborted();
  await using file = await open(join(model, manifestName), 'w');
  await file.writeFile(formatManifest(manifest));
  await file.sync();
  await folders.place(model, manifest);
}

async function copyPinned(file: SourceFile, to: string, signal: AbortSignal): Promise<PinnedFile> {
  const { role, name, from, path, isPacked, bytes: bytesMax } = file;
  const copied = await copyFile(path, to, { isPacked, bytesMax, signal }).catch((cause: unknown) => {
    throw cause instanceof StoreFailure ? new StoreFailure(`${name}: ${cause.message}`, { cause }) : cause;
  });
  if (file.sha256 === undefined || file.sha256 === copied.sha256) return { role, name, from, ...copied };
  throw new StoreFailure(`${name}: its content is damaged, its SHA-256 is not the one that was announced`);
}

type Reservation = Pick<InstallOptions, 'diskBytesMax'> & { readonly bytesToDownload: number };

/** Checks that a model fits into the budget and on the disk. Other callers count it from now on. */
async function reserve(folders: ModelFolders, { pair, files }: ModelToInstall, of: Reservation): Promise<void> {
  const needed = files.reduce((sum, file) => sum + file.bytes, 0);
  const staging = folders.stagingOf(pair);
  // Written before the others are counted: of two callers, both may be refused, but never both accepted.
  await writeFile(join(staging, 'reserved'), String(needed));
  const others = (await folders.find()).installed.filter((model) => !isSamePair(model.pair, pair));
  let used = others.reduce((sum, model) => sum + model.bytes, 0);
  for (const name of await namesIn(folders.own('pulls'))) {
    if (name === pairFolder(pair)) continue;
    used += Number(await readSmallFile(folders.own('pulls', name, 'reserved'), 20).catch(() => '0'));
  }
  if (used + needed > of.diskBytesMax) {
    const [budget, taken, more] = [of.diskBytesMax, used, needed].map(mebibytes);
    const remedy = 'raise MODELS_DISK_MB or remove a model';
    throw new StoreFailure(`the disk budget for models is ${budget}: ${taken} are used and ${more} needed; ${remedy}`);
  }
  // What an ordinary user may still write. Source: statvfs(3), `f_bavail`.
  const { bavail, bsize } = await statfs(staging);
  const [toWrite, free] = [needed + of.bytesToDownload, bavail * bsize];
  if (toWrite <= free) return;
  throw new StoreFailure(`the disk is full: ${mebibytes(toWrite)} are needed and ${mebibytes(free)} free`);
}

/** Whole ones, rounded up. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
