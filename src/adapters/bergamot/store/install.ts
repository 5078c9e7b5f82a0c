import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, constants as zlib } from 'node:zlib';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { isSamePair, type LanguagePair } from '../../../text/languages/language.ts';
import type { ModelFiles } from '../model.ts';
import { formatManifest, type Manifest, manifestName, modelDigest, modelFiles } from './manifest.ts';
import type { ModelFolders, PlacedModel } from './model-folders.ts';
import { reasonOf, StoreFailure, storeFailureCode } from './store-failure.ts';

export type ModelToInstall = Pick<Manifest, 'pair' | 'name' | 'version'> & { readonly files: readonly FileToInstall[] };

export type FileToInstall = Pick<Manifest['files'][number], 'role' | 'name'> & {
  readonly open: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Whether Zstandard must unpack it. */
  readonly isPacked: boolean;
  /** Of the content; undefined if unknown. */
  readonly sha256: string | undefined;
  /** Of the content, at most. */
  readonly bytes: number;
};

export type InstallOptions = {
  readonly folders: ModelFolders;
  readonly installed: readonly PlacedModel[];
  readonly diskBytesMax: number;
  /** @throws UnusableModel when the model cannot be used; anything else when it could not be tried */
  readonly tryModel: (files: ModelFiles, pair: LanguagePair) => Promise<void>;
  readonly signal: AbortSignal;
};

/** Writes, verifies, tries and places a model. The caller holds the lock. @throws StoreFailure */
export async function installModel(source: ModelToInstall, options: InstallOptions): Promise<void> {
  const { folders, tryModel, signal } = options;
  const staged = folders.unfinished('model');
  try {
    checkBudget(source, options);
    await mkdir(staged);
    const manifest = await writeModel(source, staged, signal);
    await tryModel(modelFiles(manifest.files, staged), source.pair).catch((cause: unknown) => {
      const outcome = cause instanceof UnusableModel ? 'cannot be used here' : 'could not be tried';
      throw new StoreFailure(`the model ${outcome}: ${reasonOf(cause)}`, { cause });
    });
    signal.throwIfAborted();
    await folders.place(staged, manifest);
  } finally {
    // After an abort, the last file may still be created.
    await rm(staged, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the disk space of the models of other pairs. */
export function bytesBeside(pair: LanguagePair, installed: readonly PlacedModel[]): number {
  return installed.reduce((sum, model) => sum + (isSamePair(model.pair, pair) ? 0 : model.bytes), 0);
}

function checkBudget({ pair, files }: ModelToInstall, { installed, diskBytesMax }: InstallOptions): void {
  const needed = files.reduce((sum, file) => sum + file.bytes, 0);
  const used = bytesBeside(pair, installed);
  if (used + needed <= diskBytesMax) return;
  const [budget, taken, more] = [diskBytesMax, used, needed].map((bytes) => `${Math.ceil(bytes / 2 ** 20)} MiB`);
  const remedy = 'raise MODELS_DISK_MB or remove a model';
  throw new StoreFailure(`the disk budget for models is ${budget}: ${taken} are used and ${more} needed; ${remedy}`);
}

async function writeModel(source: ModelToInstall, folder: string, signal: AbortSignal): Promise<Manifest> {
  const files = [];
  for (const file of source.files) files.push(await copyFile(file, folder, signal));
  const { pair, name, version } = source;
  const manifest = { pair, name, version, digest: modelDigest(files), placedAt: new Date().toISOString(), files };
  await writeFile(join(folder, manifestName), formatManifest(manifest), { flush: true });
  return manifest;
}

/** The longest window that the `zstd` program accepts by default; bounds the memory. Source: zstd(1), --long */
const params = { [zlib.ZSTD_d_windowLogMax]: 27 };

async function copyFile(
  source: FileToInstall,
  folder: string,
  signal: AbortSignal,
): Promise<Manifest['files'][number]> {
  const { role, name, isPacked } = source;
  const digest = createHash('sha256');
  let bytes = 0;
  async function* measure(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > source.bytes) throw new StoreFailure(`${name}: it has more than the announced ${source.bytes} bytes`);
      digest.update(chunk);
      yield chunk;
    }
  }
  const [read, target] = [source.open(signal), createWriteStream(join(folder, name), { flush: true })];
  try {
    if (isPacked) await pipeline(read, createZstdDecompress({ params }), measure, target, { signal });
    else await pipeline(read, measure, target, { signal });
  } catch (cause) {
    if (!storeFailureCode(cause).startsWith('Z')) throw cause;
    throw new StoreFailure(`${name}: it is not a complete Zstandard file`, { cause });
  }
  const sha256 = digest.digest('hex');
  if (source.sha256 === undefined || source.sha256 === sha256) return { role, name, bytes, sha256 };
  throw new StoreFailure(`${name}: its content is damaged (its SHA-256 differs)`);
}
