import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import type { InstalledModel } from '../model.ts';
import { fileBytes, readSmallFile, syncFolder } from './disk.ts';
import { folderName, type Manifest, manifestBytesMax, manifestName, modelFiles, parseManifest } from './manifest.ts';
import { codeOf, reasonOf } from './store-failure.ts';

/** A model in its place, with what its folder says of it. */
export type PlacedModel = InstalledModel & { readonly folder: string; readonly manifest: Manifest };

/** A folder that holds no model that can be used. */
export type ModelProblem = { readonly folder: string; readonly reason: string };

/** What the folder of models holds at one moment. */
export type Look = {
  /** The one of each pair that was placed last, by name of the pair. */
  readonly installed: readonly PlacedModel[];
  /** Those that another one took the place of; somebody may still be reading their files. */
  readonly superseded: readonly PlacedModel[];
  readonly problems: readonly ModelProblem[];
};

/** The store's own things lie beside the models, so that what is renamed never leaves the file system. */
const ownFolder = '.store';

/** Far more than there are pairs; what is beyond them is not looked at. */
const pairsMax = 2_000;
const modelsPerPairMax = 20;

/**
 * The folder of models: `<source>-<target>/<name>-<version>-<digest>/` with the files and `manifest.json`. A model
 * appears there by one rename, whole and verified; everything unfinished lies in `.store`.
 */
export class ModelFolders {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Where the store keeps what is no model: `index.json`, locks, unfinished pulls. */
  own(...names: readonly string[]): string {
    return join(this.dir, ownFolder, ...names);
  }

  /** Held by whoever changes anything of a pair. */
  lockFile(pair: LanguagePair): string {
    return this.own('locks', pairFolder(pair));
  }

  /** What is being put together for a pair; only for who holds its lock. */
  stagingOf(pair: LanguagePair): string {
    return this.own('pulls', pairFolder(pair));
  }

  /** Looks at every model, at whether its files are there and as long as they should be; what is in them costs too much. */
  async look(): Promise<Look> {
    const pairs = await this.#pairFolders();
    const looks = await Promise.all(pairs.map((pair) => lookAtPair(pair)));
    return {
      installed: looks.flatMap((look) => look.installed).toSorted(byPair),
      superseded: looks.flatMap((look) => look.superseded),
      problems: looks.flatMap((look) => look.problems),
    };
  }

  /** Another text whenever a model came, went or was replaced, whoever did it. */
  async trace(): Promise<string> {
    const pairs = await this.#pairFolders();
    const traces = await Promise.all(pairs.map(async (pair) => [pair, ...(await tracesIn(pair))].join('\n')));
    return traces.join('\n');
  }

  /** Moves the finished folder `staged` to where its model is found. For who holds the pair's lock. */
  async place(staged: string, manifest: Manifest): Promise<void> {
    const pair = join(this.dir, pairFolder(manifest.pair));
    const folder = join(pair, folderName(manifest));
    await mkdir(pair, { recursive: true });
    // One of the same content is in the way only when it is damaged.
    await this.discard(folder);
    await syncFolder(staged);
    await rename(staged, folder);
    await syncFolder(pair);
    await syncFolder(this.dir);
  }

  /** Takes a folder away at once and then deletes it, so that nobody ever finds half of it. */
  async discard(folder: string): Promise<void> {
    const aside = this.own('trash', `${basename(folder)}-${randomBytes(6).toString('hex')}`);
    await mkdir(dirname(aside), { recursive: true });
    try {
      await rename(folder, aside);
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return;
      throw cause;
    }
    await rm(aside, { recursive: true, force: true });
  }

  /** Takes away everything of a pair: its models, and what was fetched of another. For who holds the pair's lock. */
  async removePair(pair: LanguagePair): Promise<void> {
    await this.discard(join(this.dir, pairFolder(pair)));
    await rm(this.stagingOf(pair), { recursive: true, force: true });
  }

  async #pairFolders(): Promise<readonly string[]> {
    const entries = await readdir(this.dir, { withFileTypes: true }).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return [];
      throw cause;
    });
    return entries
      .filter((entry) => !entry.name.startsWith('.') && !entry.isFile())
      .map((entry) => join(this.dir, entry.name))
      .toSorted()
      .slice(0, pairsMax);
  }
}

/** How the folder of a pair is called: `es-en`. */
export function pairFolder({ source, target }: LanguagePair): string {
  return `${source}-${target}`;
}

function byPair(one: PlacedModel, other: PlacedModel): number {
  return pairName(one.pair) < pairName(other.pair) ? -1 : 1;
}

async function lookAtPair(folder: string): Promise<Look> {
  const names = await namesIn(folder);
  if (names.some((name) => /^model.*\.bin$/.test(name))) {
    const reason = `a model that was not imported; use: dragoman model import ${folder}`;
    return { installed: [], superseded: [], problems: [{ folder, reason }] };
  }
  const found = await Promise.all(names.slice(0, modelsPerPairMax).map((name) => lookAtModel(join(folder, name))));
  const [last, ...superseded] = found
    .filter((model) => 'manifest' in model)
    .toSorted((one, other) => (one.manifest.placedAt > other.manifest.placedAt ? -1 : 1));
  const problems = found.filter((model) => 'reason' in model);
  return { installed: last === undefined ? [] : [last], superseded, problems };
}

async function lookAtModel(folder: string): Promise<PlacedModel | ModelProblem> {
  try {
    const manifest = parseManifest(await readSmallFile(join(folder, manifestName), manifestBytesMax));
    if (typeof manifest === 'string') return { folder, reason: manifest };
    const problem = placeProblem(folder, manifest) ?? (await fileProblem(folder, manifest));
    return problem === undefined ? placed(folder, manifest) : { folder, reason: problem };
  } catch (cause) {
    return { folder, reason: codeOf(cause) === 'ENOENT' ? `it has no ${manifestName}` : reasonOf(cause) };
  }
}

function placed(folder: string, manifest: Manifest): PlacedModel {
  const { pair, name, version, digest, files } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const paths = modelFiles(files, (file) => join(folder, file));
  return { pair, name, version, digest, files: paths, bytes, folder, manifest };
}

function placeProblem(folder: string, manifest: Manifest): string | undefined {
  const isHome = basename(folder) === folderName(manifest) && basename(dirname(folder)) === pairFolder(manifest.pair);
  return isHome ? undefined : `it belongs in ${pairFolder(manifest.pair)}/${folderName(manifest)}`;
}

async function fileProblem(folder: string, { files }: Manifest): Promise<string | undefined> {
  for (const { name, bytes } of files) {
    const found = await fileBytes(join(folder, name));
    if (found === undefined) return `${name} is missing`;
    if (found !== bytes) return `${name} has ${found} bytes instead of ${bytes}`;
  }
  return undefined;
}

async function tracesIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  return await Promise.all(
    names.slice(0, modelsPerPairMax).map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return `${name} ${found?.ino} ${found?.mtimeMs}`;
    }),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).toSorted();
}
