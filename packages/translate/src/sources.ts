import { stat } from 'node:fs/promises';
import { posix, relative, resolve, sep } from 'node:path';
import type { FormatId } from '../../documents/src/index.ts';
import { defaultConfigName } from './config.ts';
import type { FileGroup, FileOptions } from './file-group.ts';
import { formatOfPath } from './file-types.ts';
import {
  alternativesOf,
  type Budget,
  findFiles,
  type Glob,
  globOf,
  globOfFile,
  globOfFolder,
  newBudget,
} from './glob.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** A file to translate. */
export type Source = {
  /** Relative to the current folder, with `/`. */
  readonly path: string;
  /** The path below the folder that was included. Default: the name of the file. */
  readonly below?: string;
  readonly out?: string;
  readonly format?: FormatId;
  readonly options?: FileOptions;
  /** Whether it was named itself, and not found by a folder or pattern. */
  readonly isNamed: boolean;
};

/** How a file is read: its options, and its format if that is not the one of its extension. */
export type Reading = FileOptions & { readonly format?: FormatId };

/** Sorted by name, so that equal ones are written alike. */
export function readingOf({ path, format, options }: Source): Reading {
  const isOther = format !== undefined && format !== formatOfPath(path);
  const entries = Object.entries({ ...options, ...(isOther && { format }) });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Files of tools, in formats that can be translated. */
const ignoredNames = new RegExp(
  `^(${defaultConfigName}|package(-lock)?\\.json|npm-shrinkwrap\\.json|packages\\.lock\\.json|pnpm-lock\\.yaml|tsconfig.*\\.json)$`,
);

/**
 * Finds the files of the command line, or of the configuration if the command line has none, sorted by path.
 *
 * @param knownOutputs outputs of the lock file that are not sources themselves: folders and patterns leave them out
 * @throws UsageError for an argument without a file, or if the configuration has none
 */
export async function findSources(
  settings: Pick<Settings, 'folder' | 'config' | 'given'>,
  knownOutputs: ReadonlySet<string>,
): Promise<readonly Source[]> {
  const { folder, config, given } = settings;
  const isWanted = ({ isNamed, path }: Source): boolean => isNamed || !knownOutputs.has(path);
  const search = { folder, budget: newBudget() };
  const configured: Source[] = [];
  for (const group of config) configured.push(...(await expand(group, search)).flat());
  const grouped = merge(configured);
  if (given === undefined) {
    const sources = [...grouped.values()].filter(isWanted);
    if (sources.length > 0) return sources;
    const patterns = config.flatMap(({ include }) => include).join(' ');
    throw new UsageError(`No file to translate matches the configuration: ${patterns}`);
  }
  const found = (await expand(given, search)).map((sources) => sources.filter(isWanted));
  const missing = given.include.find((_, index) => found[index]?.length === 0);
  if (missing !== undefined) {
    throw new UsageError(
      `${missing}: no such file, or none that can be translated. See --help for folders and patterns.`,
    );
  }
  const sources = [...merge(found.flat()).values()];
  return sources.map((source) => ({ ...source, ...grouped.get(source.path), isNamed: source.isNamed }));
}

/** Returns the first source of each path, sorted by path. */
function merge(sources: readonly Source[]): ReadonlyMap<string, Source> {
  const sorted = [...sources];
  sorted.sort(({ path }, other) => Number(path > other.path) - Number(path < other.path));
  const merged = new Map<string, Source>();
  for (const source of sorted) {
    const first = merged.get(source.path) ?? source;
    merged.set(source.path, { ...first, isNamed: first.isNamed || source.isNamed });
  }
  return merged;
}

type Search = { readonly folder: string; readonly budget: Budget };

/** Returns the files of each argument of `include`. */
async function expand(
  { include, exclude, ...rest }: FileGroup,
  { folder, budget }: Search,
): Promise<readonly (readonly Source[])[]> {
  const excluded: Glob[] = [];
  for (const argument of exclude) excluded.push(...(await readArgument(argument, { folder, budget }, true)).globs);
  const found: (readonly Source[])[] = [];
  for (const argument of include) {
    const { kind, globs } = await readArgument(argument, { folder, budget }, false);
    if (kind === 'file') {
      found.push([{ ...rest, path: pathIn(folder, argument), isNamed: true }]);
      continue;
    }
    const paths: string[] = [];
    for (const glob of globs) paths.push(...(await findFiles(glob, { folder, excluded, budget })));
    const base = pathIn(folder, kind === 'folder' ? argument : fixedFolder(argument));
    const isFormatGiven = kind === 'pattern' && rest.format !== undefined;
    const wanted = [...new Set(paths)].filter(
      (path) => !ignoredNames.test(posix.basename(path)) && (isFormatGiven || isTranslatable(path)),
    );
    const start = base === '' ? 0 : base.length + 1;
    found.push(wanted.map((path) => ({ ...rest, path, below: path.slice(start), isNamed: false })));
  }
  return found;
}

/** Returns the folders of a pattern before its first wildcard. */
function fixedFolder(pattern: string): string {
  const names = pattern.split('/');
  const wild = names.findIndex((name) => /[*?[{]/.test(name));
  return names.slice(0, wild).join('/') || '.';
}

type Argument = { readonly kind: 'file' | 'folder' | 'pattern'; readonly globs: readonly Glob[] };

/** What exists is a file or folder, also with `{` or `[` in its name. */
async function readArgument(argument: string, { folder, budget }: Search, hasHidden: boolean): Promise<Argument> {
  const status = await stat(resolve(folder, argument)).catch(() => undefined);
  const path = pathIn(folder, argument);
  if (status?.isDirectory()) return { kind: 'folder', globs: [globOfFolder(path, hasHidden)] };
  if (status !== undefined) return { kind: 'file', globs: [globOfFile(path)] };
  const globs = alternativesOf(argument, budget).map((each) => globOf(pathIn(folder, each), { hasHidden, budget }));
  return { kind: 'pattern', globs };
}

const pathIn = (folder: string, path: string): string => relative(folder, resolve(folder, path)).replaceAll(sep, '/');

/** Other XML files than those of Android's `values` have no texts that we read. */
const isTranslatable = (path: string): boolean => {
  const format = formatOfPath(path);
  return format === 'android' ? /(^|\/)values[^/]*\/[^/]+$/.test(path) : format !== undefined;
};
