import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pauseFor } from '../../../ground/abort.ts';
import type { UnusableFolder } from '../../../text/events.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../text/languages/language.ts';
import type { InstalledModel } from '../model.ts';
import { folderName, type Manifest, manifestName, modelFiles, readManifest } from './manifest.ts';
import { reasonOf, StoreFailure, storeFailureCode } from './store-failure.ts';

export type PlacedModel = InstalledModel & {
  readonly folder: string;
  readonly manifest: Manifest;
  /** When a file was last written, replaced or given other rights (ms since 1970). */
  readonly changedAt: number;
};

export type FoundModels = {
  /** One for each pair, sorted by pair. */
  readonly installed: readonly PlacedModel[];
  readonly problems: readonly UnusableFolder[];
};

/**
 * `<source>-<target>/<name>-<version>-<digest>/` has the files and `manifest.json`. A model appears by one rename,
 * complete and verified. Unfinished work is in `.store`, on the same file system. Changes need the lock.
 */
export class ModelFolders {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Returns a path for unfinished work, where killed processes leave theirs too. */
  unfinished(...names: readonly string[]): string {
    return join(this.dir, '.store', 'unfinished', ...names);
  }

  /** Creates the folder if it is missing. @throws StoreFailure when it cannot be written */
  async create(): Promise<void> {
    const own = join(this.dir, '.store');
    try {
      await mkdir(own, { recursive: true });
      await access(own, constants.W_OK);
    } catch (cause) {
      throw new StoreFailure(`${this.dir} cannot be written: ${reasonOf(cause)}`, { cause });
    }
  }

  /** Locks the folder against other changes, and deletes unfinished work of killed processes. @throws StoreFailure */
  async lock(signal: AbortSignal): Promise<Disposable> {
    await this.create();
    using taken = new DisposableStack();
    taken.use(await takeLock(join(this.dir, '.store', 'lock'), signal));
    await rm(this.unfinished(), { recursive: true, force: true });
    await mkdir(this.unfinished());
    return taken.move();
  }

  /** Finds every model, and checks that its files exist and have the expected sizes, but does not read them. */
  async find(): Promise<FoundModels> {
    const entries = await readdir(this.dir, { withFileTypes: true });
    const folders = entries
      .filter(({ name }) => !name.startsWith('.') && name !== notOurs)
      .filter((entry) => !entry.isFile());
    const found = (await Promise.all(folders.map((entry) => findInPair(join(this.dir, entry.name))))).flat();
    const installed = lastPlaced(found.filter((one) => 'manifest' in one));
    return { installed, problems: found.filter((one) => 'reason' in one) };
  }

  /** Moves the complete folder `staged` to its place, and deletes the other models of its pair. */
  async place(staged: string, manifest: Manifest): Promise<void> {
    const pair = join(this.dir, pairFolder(manifest.pair));
    const folder = join(pair, folderName(manifest));
    await mkdir(pair, { recursive: true });
    // A model with the same content may be there.
    await this.#discard(folder);
    await rename(staged, folder);
    for (const other of await findInPair(pair)) {
      if ('manifest' in other && other.folder !== folder) await this.#discard(other.folder);
    }
  }

  async remove(pair: LanguagePair): Promise<void> {
    await this.#discard(join(this.dir, pairFolder(pair)));
  }

  /** Deletes a folder that may be missing. It disappears by one rename, so that no process finds half of it. */
  async #discard(folder: string): Promise<void> {
    const trash = this.unfinished(randomUUID());
    await rename(folder, trash).catch((cause: unknown) => {
      if (storeFailureCode(cause) !== 'ENOENT') throw cause;
    });
    await rm(trash, { recursive: true, force: true });
  }
}

/** The name of the folder of a pair: `es-en`. */
function pairFolder({ source, target }: LanguagePair): string {
  return `${source}-${target}`;
}

export function ofPair<Model extends { readonly pair: LanguagePair }>(models: readonly Model[], pair: LanguagePair) {
  return models.find((model) => isSamePair(model.pair, pair));
}

/** Returns the model of each pair that was placed last, sorted by pair. A killed process may leave two. */
export function lastPlaced<Model extends { readonly manifest: Manifest }>(models: readonly Model[]): readonly Model[] {
  const byTime = models.toSorted((one, other) => (one.manifest.placedAt < other.manifest.placedAt ? -1 : 1));
  const last = new Map(byTime.map((model) => [pairName(model.manifest.pair), model]));
  return [...last.keys()].toSorted().flatMap((name) => last.get(name) ?? []);
}

/** Reads every byte of a model. Returns the damage in one line. @throws the signal's reason */
export async function damageIn({ folder, manifest }: PlacedModel, signal: AbortSignal): Promise<string | undefined> {
  for (const { name, sha256 } of manifest.files) {
    try {
      const digest = createHash('sha256');
      for await (const chunk of createReadStream(join(folder, name), { signal })) digest.update(chunk as Buffer);
      if (digest.digest('hex') === sha256) continue;
      return `${name} is damaged: its SHA-256 is not the one in ${manifestName}`;
    } catch (cause) {
      signal.throwIfAborted();
      return `${name} cannot be read: ${reasonOf(cause)}`;
    }
  }
  return undefined;
}

/** In the root of every ext file system. */
const notOurs = 'lost+found';

async function findInPair(folder: string): Promise<readonly (PlacedModel | UnusableFolder)[]> {
  const entries = await readdir(folder).catch((cause: unknown) => reasonOf(cause));
  if (typeof entries === 'string') return await unlessGone([{ folder, reason: entries }]);
  const names = entries.filter((name) => !name.startsWith('.')).toSorted();
  return (
    await Promise.all(names.map((name) => findModel(join(folder, name)).then((one) => unlessGone([one]))))
  ).flat();
}

/** Another process may replace or remove a model in between. */
async function unlessGone<Found extends { readonly folder: string }>(found: readonly Found[]) {
  const [first] = found;
  return first && 'reason' in first && (await isGone(first.folder)) ? [] : found;
}

const isGone = (path: string) =>
  stat(path).then(
    () => false,
    (cause: unknown) => storeFailureCode(cause) === 'ENOENT',
  );

async function findModel(folder: string): Promise<PlacedModel | UnusableFolder> {
  try {
    const manifest = await readManifest(folder);
    if (manifest === undefined) return { folder, reason: `its ${manifestName} is damaged` };
    const { pair, name, version, digest, files } = manifest;
    const place = join(pairFolder(pair), folderName(manifest));
    if (join(basename(dirname(folder)), basename(folder)) !== place)
      return { folder, reason: `it belongs in ${place}` };
    let changedAt = 0;
    for (const file of files) {
      const path = join(folder, file.name);
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) return { folder, reason: `${file.name} is missing` };
      if (found.size !== file.bytes)
        return { folder, reason: `${file.name} has ${found.size} bytes instead of ${file.bytes}` };
      await access(path, constants.R_OK);
      changedAt = Math.max(changedAt, found.ctimeMs);
    }
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { pair, name, version, digest, files: modelFiles(files, folder), bytes, folder, manifest, changedAt };
  } catch (cause) {
    const isAlien = ['ENOENT', 'ENOTDIR'].includes(storeFailureCode(cause));
    return { folder, reason: isAlien ? `it has no ${manifestName}; use: dragoman model import` : reasonOf(cause) };
  }
}

/** Returns the size of a file, following links; undefined if it is missing or not a file. */
export async function fileBytes(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

const retryMs = 100;

/**
 * Waits for a lock that the operating system releases whenever the process ends. SQLite takes it alike on all systems.
 * No other code may open `file`: closing any descriptor of it would release all locks of the process. Source:
 * https://www.sqlite.org/howtocorrupt.html, "posix advisory locks canceled".
 * @throws StoreFailure when `file` cannot be written; the signal's reason
 */
async function takeLock(file: string, signal: AbortSignal): Promise<Disposable> {
  for (;;) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file, { timeout: 0 });
      // Nothing is written, so no journal may stay behind.
      database.exec('pragma journal_mode = memory; begin exclusive');
      return database;
    } catch (cause) {
      database?.close();
      // Source: https://www.sqlite.org/rescode.html, SQLITE_BUSY; the low byte is the primary code.
      const isBusy = cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;
      if (!isBusy) throw new StoreFailure(`the lock ${file} cannot be taken: ${reasonOf(cause)}`, { cause });
    }
    await pauseFor(retryMs, signal);
  }
}
