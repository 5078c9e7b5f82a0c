import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import type { InstalledModel } from '../model.ts';
import { fileBytes, namesIn, readSmallFile, sha256OfFile, syncFolder } from './files.ts';
import { folderName, type Manifest, manifestBytesMax, manifestName, modelFiles, parseManifest } from './manifest.ts';
import { tryLock } from './model-lock.ts';
import { codeOf, reasonOf } from './store-failure.ts';

/** A model in its folder, and the manifest there. */
export type PlacedModel = InstalledModel & { readonly folder: string; readonly manifest: Manifest };

/** A folder that contains no usable model. `reason` is one line. */
export type ModelProblem = { readonly folder: string; readonly reason: string };

export type FoundModels = {
  /** The model of each pair that was placed last, sorted by pair. */
  readonly installed: readonly PlacedModel[];
  /** Earlier models of these pairs. A server may be about to read them. */
  readonly replaced: readonly PlacedModel[];
  readonly problems: readonly ModelProblem[];
};

/**
 * The folder of models: `<source>-<target>/<name>-<version>-<digest>/` with the files and `manifest.json`. A model
 * appears there by one rename, complete and verified. Everything unfinished is in `.store`, on the same file system.
 */
export class ModelFolders {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** A path of the store's own: `index.json`, `locks`, `pulls` (unfinished downloads and imports), `trash`. */
  own(...names: readonly string[]): string {
    return join(this.dir, '.store', ...names);
  }

  /** Finds every model, and checks that its files exist and have their lengths, but does not read them. */
  async find(): Promise<FoundModels> {
    const entries = await readdir(this.dir, { withFileTypes: true }).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return [];
      throw cause;
    });
    const folders = entries.filter((entry) => !entry.name.startsWith('.') && !entry.isFile());
    const found = (await Promise.all(folders.map((entry) => findInPair(join(this.dir, entry.name))))).flat();
    const models = found.filter((one) => 'manifest' in one);
    models.sort((one, other) => (one.manifest.placedAt < other.manifest.placedAt ? -1 : 1));
    const last = new Map(models.map((model) => [pairName(model.pair), model]));
    const installed = [...last.keys()].toSorted().flatMap((name) => last.get(name) ?? []);
    return {
      installed,
      replaced: models.filter((model) => !installed.includes(model)),
      problems: found.filter((one) => 'reason' in one),
    };
  }

  /** Moves the complete folder `staged` to its place. The caller holds the pair's lock. */
  async place(staged: string, manifest: Manifest): Promise<void> {
    const pair = join(this.dir, pairFolder(manifest.pair));
    const folder = join(pair, folderName(manifest));
    await mkdir(pair, { recursive: true });
    await this.discard(folder);
    await syncFolder(staged);
    await rename(staged, folder);
    await syncFolder(pair);
    await syncFolder(this.dir);
  }

  /** Deletes a folder that may be missing. It disappears by one rename, so that no process finds half of it. */
  async discard(folder: string): Promise<void> {
    const trash = this.own('trash', randomUUID());
    await mkdir(this.own('trash'), { recursive: true });
    await rename(folder, trash).catch((cause: unknown) => {
      if (codeOf(cause) !== 'ENOENT') throw cause;
    });
    await rm(trash, { recursive: true, force: true });
  }

  /** Deletes the models of a pair and what was downloaded. The caller holds the pair's lock. */
  async remove(pair: LanguagePair): Promise<void> {
    await this.discard(join(this.dir, pairFolder(pair)));
    await rm(this.own('pulls', pairFolder(pair)), { recursive: true, force: true });
  }

  /** Deletes what killed processes left, and replaced models after a while, except where another caller holds the lock. */
  async sweep(replacedKeptMs: number): Promise<void> {
    for (const name of await namesIn(this.own('trash')))
      await rm(this.own('trash', name), { recursive: true, force: true });
    const pairs = (await this.find()).replaced.map(({ pair }) => pairFolder(pair));
    for (const pair of new Set([...pairs, ...(await namesIn(this.own('pulls')))])) {
      using lock = await tryLock(this.own('locks', pair));
      if (lock === undefined) continue;
      await rm(this.own('pulls', pair), { recursive: true, force: true });
      // Found again: before this lock, another process may have made a replaced model the pair's again.
      const { installed, replaced } = await this.find();
      const successor = installed.find((model) => pairFolder(model.pair) === pair);
      if (successor && Date.now() - Date.parse(successor.manifest.placedAt) >= replacedKeptMs) {
        for (const old of replaced) if (pairFolder(old.pair) === pair) await this.discard(old.folder);
      }
    }
  }
}

/** The name of the folder of a pair: `es-en`. */
export function pairFolder({ source, target }: LanguagePair): string {
  return `${source}-${target}`;
}

/** Reads every byte of a model. Returns what is wrong in one line. @throws the signal's reason */
export async function damageIn({ folder, manifest }: PlacedModel, signal: AbortSignal): Promise<string | undefined> {
  for (const { name, sha256 } of manifest.files) {
    try {
      if ((await sha256OfFile(join(folder, name), signal)) === sha256) continue;
      return `${name} is damaged: its SHA-256 is not the one in ${manifestName}`;
    } catch (cause) {
      signal.throwIfAborted();
      return `${name} cannot be read: ${reasonOf(cause)}`;
    }
  }
  return undefined;
}

async function findInPair(folder: string): Promise<readonly (PlacedModel | ModelProblem)[]> {
  const names = await namesIn(folder);
  if (!names.some((name) => /^model.*\.bin$/.test(name))) {
    return await Promise.all(names.map((name) => findModel(join(folder, name))));
  }
  return [{ folder, reason: `a model that was not imported; use: dragoman model import ${folder}` }];
}

async function findModel(folder: string): Promise<PlacedModel | ModelProblem> {
  try {
    const manifest = parseManifest(await readSmallFile(join(folder, manifestName), manifestBytesMax));
    if (manifest === undefined) return { folder, reason: `its ${manifestName} is damaged` };
    const { pair, name, version, digest, files } = manifest;
    const place = join(pairFolder(pair), folderName(manifest));
    if (join(basename(dirname(folder)), basename(folder)) !== place)
      return { folder, reason: `it belongs in ${place}` };
    for (const file of files) {
      const found = await fileBytes(join(folder, file.name));
      if (found === undefined) return { folder, reason: `${file.name} is missing` };
      if (found !== file.bytes) return { folder, reason: `${file.name} has ${found} bytes instead of ${file.bytes}` };
    }
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { pair, name, version, digest, files: modelFiles(files, folder), bytes, folder, manifest };
  } catch (cause) {
    return { folder, reason: codeOf(cause) === 'ENOENT' ? `it has no ${manifestName}` : reasonOf(cause) };
  }
}
