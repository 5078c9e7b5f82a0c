import { mkdir, open, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { isSamePair } from '../../../core/languages/language.ts';
import type { DownloadProgress, ModelFiles } from '../model.ts';
import { type Attachment, bytesOnDisk, downloadFile, type Transfer } from './download.ts';
import { copyFile, namesIn, readSmallFile } from './files.ts';
import {
  digestOf,
  folderName,
  formatManifest,
  type Manifest,
  manifestName,
  modelFiles,
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
  readonly isPacked: boolean;
  /** Of the content; undefined if unknown. */
  readonly sha256: string | undefined;
  /** Of the content, at most. */
  readonly bytes: number;
  /** To download to `path` first. */
  readonly attachment?: Attachment;
};

/** A model to install. */
export type ModelToInstall = Pick<Manifest, 'pair' | 'name' | 'version'> & { readonly files: readonly SourceFile[] };

export type InstallParts = Pick<Transfer, 'http' | 'retryAfterMs'> & {
  readonly folders: ModelFolders;
  /** What all models may take on the disk. */
  readonly diskBytesMax: number;
  /** @throws UnusableModel when the model cannot be used; anything else when it could not be tried */
  readonly tryModel: (files: ModelFiles) => Promise<void>;
};

export type InstallOptions = {
  readonly signal: AbortSignal;
  readonly progress?: ((progress: DownloadProgress) => void) | undefined;
};

/** A valid model that the engine cannot use. */
export class RefusedModel extends StoreFailure {}

/**
 * Downloads the files of a model, compares them with their hashes, tries the model and places it. The caller holds the
 * pair's lock. After a failure, downloaded files stay for the next try, unless the model was refused.
 *
 * @throws StoreFailure, RefusedModel
 */
export async function installModel(
  source: ModelToInstall,
  parts: InstallParts,
  options: InstallOptions,
): Promise<void> {
  const staging = parts.folders.own('pulls', pairFolder(source.pair));
  const model = join(staging, 'model');
  for (const path of (await namesIn(staging)).map((name) => join(staging, name))) {
    if (!source.files.some((file) => file.path === path)) await rm(path, { recursive: true });
  }
  await mkdir(model, { recursive: true });
  try {
    await reserve(source, parts);
    await download(source, parts, options);
    await assemble(source, model, { ...parts, ...options });
    await rm(staging, { recursive: true });
  } catch (cause) {
    if (cause instanceof RefusedModel) await rm(staging, { recursive: true });
    throw cause;
  } finally {
    await rm(model, { recursive: true, force: true });
    await rm(join(staging, 'reserved'), { force: true });
    // Only when it is empty.
    await rmdir(staging).catch(() => {});
  }
}

/** Checks that a model fits into the budget and on the disk. Other callers count it from now on. */
async function reserve({ pair, files }: ModelToInstall, { folders, diskBytesMax }: InstallParts): Promise<void> {
  const needed = files.reduce((sum, file) => sum + file.bytes, 0);
  // Written before the others are counted: of two callers, both may be refused, but never both accepted.
  await writeFile(folders.own('pulls', pairFolder(pair), 'reserved'), String(needed));
  const others = (await folders.find()).installed.filter((model) => !isSamePair(model.pair, pair));
  let used = others.reduce((sum, model) => sum + model.bytes, 0);
  for (const name of await namesIn(folders.own('pulls'))) {
    if (name === pairFolder(pair)) continue;
    used += Number(await readSmallFile(folders.own('pulls', name, 'reserved'), 20).catch(() => '0'));
  }
  if (used + needed > diskBytesMax) {
    const [budget, taken, more] = [diskBytesMax, used, needed].map(mebibytes);
    const remedy = 'raise MODELS_DISK_MB or remove a model';
    throw new StoreFailure(`the disk budget for models is ${budget}: ${taken} are used and ${more} needed; ${remedy}`);
  }
  const attachments = files.flatMap(({ attachment }) => attachment ?? []);
  const missing = attachments.map(async (attachment) => attachment.bytes - (await bytesOnDisk(attachment)));
  const toWrite = (await Promise.all(missing)).reduce((sum, bytes) => sum + bytes, needed);
  // What an ordinary user may still write. Source: statvfs(3), `f_bavail`.
  const { bavail, bsize } = await statfs(folders.dir);
  if (toWrite <= bavail * bsize) return;
  throw new StoreFailure(`the disk is full: ${mebibytes(toWrite)} are needed and ${mebibytes(bavail * bsize)} free`);
}

async function download({ files }: ModelToInstall, parts: InstallParts, { signal, progress }: InstallOptions) {
  const attachments = files.flatMap(({ attachment }) => attachment ?? []);
  const totalBytes = attachments.reduce((sum, { bytes }) => sum + bytes, 0);
  let doneBytes = 0;
  for (const attachment of attachments) {
    const onBytes = (bytes: number) => progress?.({ doneBytes: doneBytes + bytes, totalBytes });
    await downloadFile(attachment, { ...parts, signal, onBytes });
    doneBytes += attachment.bytes;
    progress?.({ doneBytes, totalBytes });
  }
}

async function assemble(source: ModelToInstall, model: string, parts: InstallParts & InstallOptions): Promise<void> {
  const { folders, tryModel, signal } = parts;
  const files = [];
  for (const { role, name, from, path, isPacked, sha256, bytes } of source.files) {
    const copied = await copyFile(path, join(model, name), { isPacked, bytesMax: bytes, signal }).catch(
      (cause: unknown) => {
        throw cause instanceof StoreFailure ? new StoreFailure(`${name}: ${cause.message}`, { cause }) : cause;
      },
    );
    if ((sha256 ?? copied.sha256) !== copied.sha256) {
      throw new StoreFailure(`${name}: its content is damaged, its SHA-256 is not the one that was announced`);
    }
    files.push({ role, name, from, ...copied });
  }
  const { pair, name, version } = source;
  const manifest = { pair, name, version, digest: digestOf(files), placedAt: new Date().toISOString(), files };
  const current = (await folders.find()).installed.find((one) => isSamePair(one.pair, pair));
  // Replacing a model by the same one would leave none for a moment.
  if (current && folderName(current) === folderName(manifest) && !(await damageIn(current, signal))) return;
  await tryModel(modelFiles(files, model)).catch((cause: unknown) => {
    if (cause instanceof UnusableModel) throw new RefusedModel(`the model cannot be used here: ${reasonOf(cause)}`);
    throw new StoreFailure(`the model could not be tried: ${reasonOf(cause)}`, { cause });
  });
  signal.throwIfAborted();
  await using file = await open(join(model, manifestName), 'w');
  await file.writeFile(formatManifest(manifest));
  await file.sync();
  await folders.place(model, manifest);
}

/** Whole ones, rounded up. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
