import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { LanguagePair } from '../../core/languages/language.ts';
import { readModeName } from './language-tags.ts';
import { type Mode, modeFiles, modePrograms, readMode } from './mode.ts';
import { leftOutReason } from './mode-faults.ts';

/** A mode that the engine serves. */
export type ServedMode = {
  readonly mode: Mode;
  readonly pairs: readonly LanguagePair[];
  /** What one pipeline of it is going to take, guessed from the size of its data. */
  readonly bytesEstimated: number;
};

export type LeftOutMode = { readonly name: string; readonly reason: string };

export type Catalogue = { readonly served: readonly ServedMode[]; readonly leftOut: readonly LeftOutMode[] };

/** Measured over all pairs of Debian 12: a program's own memory, and how much its data grows when read (high side). */
const bytesPerProgram = 4_000_000;
const growth = 60;

/** Looks at every mode that is installed. A folder that is missing holds none. */
export async function readCatalogue(modesDir: string): Promise<Catalogue> {
  const files = (await readdir(modesDir).catch(() => [])).filter((file) => file.endsWith('.mode')).toSorted();
  const served: ServedMode[] = [];
  const leftOut: LeftOutMode[] = [];
  const taken = new Set<string>();
  for (const file of files) {
    const name = file.slice(0, -'.mode'.length);
    const found = await examine(name, join(modesDir, file));
    const pairs = 'reason' in found ? [] : found.pairs.filter((pair) => !taken.has(`${pair.source}>${pair.target}`));
    for (const pair of pairs) taken.add(`${pair.source}>${pair.target}`);
    if ('reason' in found) leftOut.push(found);
    else if (pairs.length > 0) served.push({ ...found, pairs });
    else leftOut.push({ name, reason: 'another mode serves the same pair' });
  }
  return { served, leftOut };
}

async function examine(name: string, path: string): Promise<ServedMode | LeftOutMode> {
  const known = leftOutReason(name);
  if (known !== undefined) return { name, reason: known };
  const languages = readModeName(name);
  if (languages === undefined)
    return { name, reason: 'a variant or an experiment that has no language tag of its own' };
  const mode = readMode(name, await readFile(path, 'utf8'));
  if (mode === undefined) return { name, reason: 'its mode file is not a plain pipeline' };
  for (const program of modePrograms(mode)) {
    if (!(await isInstalled(program))) return { name, reason: `the program ${program} is not installed` };
  }
  let bytes = 0;
  for (const file of modeFiles(mode)) {
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) return { name, reason: `the file ${file} is missing` };
    bytes += found.size;
  }
  const pairs = languages.sources.map((source) => ({ source, target: languages.target }));
  return { mode, pairs, bytesEstimated: mode.stages.length * bytesPerProgram + bytes * growth };
}

async function isInstalled(program: string): Promise<boolean> {
  const folders = program.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    const found = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
