import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSamePair, type LanguagePair } from '../../../core/languages/language.ts';
import type { ModelFolders } from './model-folders.ts';
import { pairFolder } from './model-folders.ts';
import { ModelLock } from './model-lock.ts';

export type SweepOptions = {
  /** How long a model stays on disk after another took its place. */
  readonly supersededKeptMs: number;
  /** How long what was fetched of a model waits for somebody to go on. */
  readonly unfinishedKeptMs: number;
};

/**
 * Deletes what killed processes left behind and what nobody reads any more. Whatever somebody is working on, here or in
 * another process, is left alone: it is locked.
 */
export async function sweep(folders: ModelFolders, options: SweepOptions): Promise<void> {
  // Not the folder itself, which somebody may be about to move something to.
  for (const name of await namesIn(folders.own('trash'))) {
    await rm(folders.own('trash', name), { recursive: true, force: true });
  }
  await sweepFiles(folders.own(), /^index\.json\.\d+$/, options.unfinishedKeptMs);
  for (const name of await namesIn(folders.own('pulls'))) await sweepUnfinished(folders, name, options);
  await sweepSuperseded(folders, options);
}

async function sweepUnfinished(folders: ModelFolders, name: string, options: SweepOptions): Promise<void> {
  using lock = await ModelLock.tryTake(folders.own('locks', name));
  if (lock === undefined) return;
  const folder = folders.own('pulls', name);
  await rm(join(folder, 'model'), { recursive: true, force: true });
  await rm(join(folder, 'reserved'), { force: true });
  await sweepFiles(folder, /\.part$/, options.unfinishedKeptMs);
  if ((await namesIn(folder)).length === 0) await rm(folder, { recursive: true, force: true });
}

async function sweepSuperseded(folders: ModelFolders, { supersededKeptMs }: SweepOptions): Promise<void> {
  const { superseded } = await folders.look();
  const pairs = new Map(superseded.map(({ pair }) => [pairFolder(pair), pair]));
  for (const pair of pairs.values()) {
    using lock = await ModelLock.tryTake(folders.lockFile(pair));
    if (lock !== undefined) await discardSuperseded(folders, pair, supersededKeptMs);
  }
}

/** For who holds the pair's lock: until then another process may make an old model the pair's again. */
async function discardSuperseded(folders: ModelFolders, pair: LanguagePair, keptMs: number): Promise<void> {
  const { installed, superseded } = await folders.look();
  const successor = installed.find((model) => isSamePair(model.pair, pair));
  if (successor === undefined || ageMs(successor.manifest.placedAt) < keptMs) return;
  for (const old of superseded) if (isSamePair(old.pair, pair)) await folders.discard(old.folder);
}

async function sweepFiles(folder: string, shape: RegExp, keptMs: number): Promise<void> {
  for (const name of (await namesIn(folder)).filter((found) => shape.test(found))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs >= keptMs) await rm(join(folder, name), { force: true });
  }
}

function ageMs(time: string): number {
  return Date.now() - Date.parse(time);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}
