import { hash } from 'node:crypto';
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type LanguagePair, pairName } from '../../text/languages/language.ts';
import { readModeName } from './language-tags.ts';
import { carryWordBlanks, type Mode, modeFiles, modePrograms, readMode } from './mode.ts';
import { findFault, repairMode } from './mode-faults.ts';

export type ServedMode = {
  readonly mode: Mode;
  readonly pairs: readonly LanguagePair[];
  /** Memory of one pipeline, estimated from the size of its data. */
  readonly bytesEstimated: number;
  /** Changes when the mode file or its data are replaced. */
  readonly version: string;
};

export type LeftOutMode = { readonly name: string; readonly reason: string };

export type ModeCatalogue = { readonly served: readonly ServedMode[]; readonly leftOut: readonly LeftOutMode[] };

/** Upper estimates over all pairs of Debian 12: a program's own memory, and the growth factor of its data in memory. */
export const bytesPerProgram = 4_000_000;
export const growth = 60;

/** Returns all modes in a folder, Debian's by default; none if the folder is missing. */
export async function readCatalogue(modesDir = '/usr/share/apertium/modes'): Promise<ModeCatalogue> {
  const files = (await readdir(modesDir).catch(() => [])).filter((file) => file.endsWith('.mode')).toSorted();
  const isInstalled = openProgramSearch();
  const found = await Promise.all(
    files.map((file) => examine(file.slice(0, -'.mode'.length), join(modesDir, file), isInstalled)),
  );
  const served: ServedMode[] = [];
  const leftOut = found.filter((mode) => 'reason' in mode);
  const taken = new Set<string>();
  for (const candidate of found.filter((mode) => 'pairs' in mode)) {
    const pairs = candidate.pairs.filter((pair) => !taken.has(pairName(pair)));
    for (const pair of pairs) taken.add(pairName(pair));
    if (pairs.length > 0) served.push({ ...candidate, pairs });
    else leftOut.push({ name: candidate.mode.name, reason: 'another mode serves the same pair' });
  }
  return { served, leftOut };
}

async function examine(name: string, path: string, isInstalled: ProgramSearch): Promise<ServedMode | LeftOutMode> {
  const known = findFault(name, 'left_out')?.why;
  if (known !== undefined) return { name, reason: known };
  const languages = readModeName(name);
  if (languages === undefined) return { name, reason: 'a variant or an experiment without its own language tag' };
  const written = readMode(name, await readFile(path, 'utf8'));
  const mode = written && carryWordBlanks(repairMode(written));
  if (mode === undefined) return { name, reason: 'its mode file is not a plain pipeline' };
  for (const program of modePrograms(mode)) {
    if (!(await isInstalled(program))) return { name, reason: `the program ${program} is not installed` };
  }
  const files = modeFiles(mode);
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  const found = stats.map((file) => file && { size: file.size, mtimeMs: file.mtimeMs });
  const missing = files[found.indexOf(undefined)];
  if (missing !== undefined) return { name, reason: `the file ${missing} is missing` };
  const bytes = found.reduce<number>((sum, file) => sum + (file?.size ?? 0), 0);
  const version = hash('sha256', JSON.stringify([mode.stages, found])).slice(0, 16);
  const pairs = languages.sources.map((source) => ({ source, target: languages.target }));
  return { mode, pairs, bytesEstimated: mode.stages.length * bytesPerProgram + bytes * growth, version };
}

type ProgramSearch = (program: string) => Promise<boolean>;

/** Searches for each program once: a hundred modes share a dozen of them. */
function openProgramSearch(): ProgramSearch {
  const found = new Map<string, Promise<boolean>>();
  return (program) => {
    const known = found.get(program) ?? isExecutable(program);
    found.set(program, known);
    return known;
  };
}

async function isExecutable(program: string): Promise<boolean> {
  const folders = program.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    const isRefused = await access(join(folder, program), constants.X_OK).catch(() => true);
    if (isRefused !== true) return true;
  }
  return false;
}
