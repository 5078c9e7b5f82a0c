import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguagePair } from '../../../core/languages/language.ts';
import type { ModelFiles } from '../model.ts';
import { bytesIn, freeBytes, readSmallFile, sizeOf } from './disk.ts';
import { digestOf, formatManifest, type Manifest, manifestName, modelFiles, type PinnedFile } from './manifest.ts';
import { type ModelFolders, pairFolder } from './model-folders.ts';
import { type LockWait, ModelLock } from './model-lock.ts';
import { StoreFailure } from './store-failure.ts';

const reservedName = 'reserved';

/** What a model is called before its digest is known. */
export type StagedName = { readonly pair: LanguagePair; readonly name: string; readonly version: string };

/**
 * Where the next model of a pair is put together, by whoever holds the pair's lock: `model/` becomes the model's folder,
 * and what was fetched lies beside it, so that whoever comes next goes on with it.
 */
export class Staging implements Disposable {
  readonly #folders: ModelFolders;
  readonly #pair: LanguagePair;
  readonly #lock: ModelLock;

  private constructor(folders: ModelFolders, pair: LanguagePair, lock: ModelLock) {
    this.#folders = folders;
    this.#pair = pair;
    this.#lock = lock;
  }

  /** Waits until nobody else works on the pair, and throws away what nobody can go on with. */
  static async open(folders: ModelFolders, pair: LanguagePair, wait: LockWait): Promise<Staging> {
    return new Staging(folders, pair, await ModelLock.take(folders.lockFile(pair), wait));
  }

  [Symbol.dispose](): void {
    this.#lock[Symbol.dispose]();
  }

  /** The file to fetch an attachment to. */
  attachmentFile(sha256: string): string {
    return attachmentFile(this.#folders, this.#pair, sha256);
  }

  /** How much of `attachments` is there already. */
  async fetchedBytes(attachments: readonly { readonly sha256: string; readonly bytes: number }[]): Promise<number> {
    let there = 0;
    for (const { sha256, bytes } of attachments) there += Math.min(bytes, await sizeOf(this.attachmentFile(sha256)));
    return there;
  }

  modelFile(name: string): string {
    return join(this.#dir, 'model', name);
  }

  files(pinned: readonly PinnedFile[]): ModelFiles {
    return modelFiles(pinned, (name) => this.modelFile(name));
  }

  /** Empties `model/` and forgets attachments that are not among `attachments`. */
  async prepare(attachments: readonly string[]): Promise<void> {
    await rm(this.modelFile(''), { recursive: true, force: true });
    const kept = new Set(attachments.map((sha256) => `${sha256}.part`));
    for (const name of await readdir(this.#dir).catch(() => [])) {
      if (!kept.has(name)) await rm(join(this.#dir, name), { recursive: true, force: true });
    }
    await mkdir(this.modelFile(''), { recursive: true });
  }

  /**
   * Makes sure that a model of `bytesInstalled` may be put on the disk, and has room on it together with
   * `bytesBeside` that are needed until it is there. Others who do the same count it from now on.
   *
   * @throws StoreFailure
   */
  async reserve({ bytesInstalled, bytesBeside, diskBytesMax }: Reservation): Promise<void> {
    // Said before it is asked, so that of two who do this at once both may be refused, but never both let through.
    await writeFile(join(this.#dir, reservedName), String(bytesInstalled));
    const used = await usedBytes(this.#folders, this.#pair);
    if (used + bytesInstalled > diskBytesMax) {
      throw new StoreFailure(
        `the disk budget for models is ${mebibytes(diskBytesMax)}: ${mebibytes(used)} are used and ` +
          `${mebibytes(bytesInstalled)} needed; raise MODELS_DISK_MB or remove a model`,
      );
    }
    const needed = bytesInstalled + bytesBeside;
    const free = await freeBytes(this.#dir);
    if (needed > free) {
      throw new StoreFailure(`the disk is full: ${mebibytes(needed)} are needed and ${mebibytes(free)} free`);
    }
  }

  /** Writes the manifest of the files that lie in `model/`, and down to the disk. */
  async seal({ pair, name, version }: StagedName, files: readonly PinnedFile[]): Promise<Manifest> {
    const placedAt = new Date().toISOString();
    const manifest: Manifest = { format: 1, pair, name, version, digest: digestOf(files), placedAt, files };
    await using file = await open(this.modelFile(manifestName), 'w');
    await file.writeFile(formatManifest(manifest));
    await file.sync();
    return manifest;
  }

  /** Makes the sealed model the pair's. */
  async place(manifest: Manifest): Promise<void> {
    await this.#folders.place(this.modelFile(''), manifest);
    await this.clear();
  }

  /** Nothing stays. */
  async clear(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** What can be gone on with stays. */
  async leave(): Promise<void> {
    await rm(this.modelFile(''), { recursive: true, force: true });
    await rm(join(this.#dir, reservedName), { force: true });
  }

  get #dir(): string {
    return this.#folders.stagingOf(this.#pair);
  }
}

/** What is being fetched of an attachment; to look at, for who does not hold the lock. */
export function attachmentFile(folders: ModelFolders, pair: LanguagePair, sha256: string): string {
  return join(folders.stagingOf(pair), `${sha256}.part`);
}

export type Reservation = {
  readonly bytesInstalled: number;
  /** What has to lie on the disk besides, for a while. */
  readonly bytesBeside: number;
  readonly diskBytesMax: number;
};

/**
 * What counts against the disk budget: the models, what others are about to put there, and what lies about unfinished.
 * What `except` has is left out, since a new model of that pair takes its place.
 */
async function usedBytes(folders: ModelFolders, except: LanguagePair): Promise<number> {
  const { installed } = await folders.look();
  const others = installed.filter(({ pair }) => pairFolder(pair) !== pairFolder(except));
  const models = others.reduce((sum, model) => sum + model.bytes, 0);
  const pulls = folders.own('pulls');
  let unfinished = 0;
  for (const name of await readdir(pulls).catch(() => [])) {
    if (name === pairFolder(except)) continue;
    const reserved = Number(await readSmallFile(join(pulls, name, reservedName), 20).catch(() => '0'));
    unfinished += Math.max(Number.isSafeInteger(reserved) ? reserved : 0, await bytesIn(join(pulls, name)));
  }
  return models + unfinished;
}

/** For people: whole ones, rounded up. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
