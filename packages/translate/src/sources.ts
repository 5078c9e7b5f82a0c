import { stat } from 'node:fs/promises';
import { posix, relative, resolve, sep } from 'node:path';
import { escapePath, glob } from 'tinyglobby';
import type { FormatId } from '../../documents/src/index.ts';
import { defaultConfigName } from './config.ts';
import type { FileGroup, FileOptions } from './file-group.ts';
import { formatOfPath } from './file-types.ts';
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

const ignoredFolders = ['**/.git/**', '**/node_modules/**'];

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
  const grouped = merge((await Promise.all(config.map((group) => expand(group, folder)))).flat(2));
  if (given === undefined) {
    const sources = [...grouped.values()].filter(isWanted);
    if (sources.length > 0) return sources;
    const patterns = config.flatMap(({ include }) => include).join(' ');
    throw new UsageError(`No file to translate matches the configuration: ${patterns}`);
  }
  const found = (await expand(given, folder)).map((sources) => sources.filter(isWanted));
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

/** Returns the files of each argument of `include`. */
async function expand(
  { include, exclude, ...rest }: FileGroup,
  folder: string,
): Promise<readonly (readonly Source[])[]> {
  const excluded = await Promise.all(exclude.map((argument) => readArgument(argument, folder)));
  const ignore = [...ignoredFolders, ...excluded.map(({ pattern }) => pattern)];
  const search = { cwd: folder, ignore, expandDirectories: false, followSymbolicLinks: false };
  return Promise.all(
    include.map(async (argument) => {
      const { kind, pattern } = await readArgument(argument, folder);
      if (kind === 'file') return [{ ...rest, path: pathIn(folder, argument), isNamed: true }];
      const paths = (await glob(pattern, search)).map((path) => pathIn(folder, path));
      const base = pathIn(folder, kind === 'folder' ? argument : fixedFolder(argument));
      const isFormatGiven = kind === 'pattern' && rest.format !== undefined;
      return paths
        .filter((path) => !ignoredNames.test(posix.basename(path)) && (isFormatGiven || isTranslatable(path)))
        .map((path) => ({ ...rest, path, below: path.slice(base === '' ? 0 : base.length + 1), isNamed: false }));
    }),
  );
}

/** Returns the folders of a pattern before its first wildcard. */
function fixedFolder(pattern: string): string {
  const names = pattern.split('/');
  return (
    names
      .slice(
        0,
        names.findIndex((name) => /[*?[{(!]/.test(name)),
      )
      .join('/') || '.'
  );
}

type Argument = { readonly kind: 'file' | 'folder' | 'pattern'; readonly pattern: string };

/** What exists is a file or folder, also with `{` or `[` in its name. */
async function readArgument(argument: string, folder: string): Promise<Argument> {
  const status = await stat(resolve(folder, argument)).catch(() => undefined);
  if (status === undefined) return { kind: 'pattern', pattern: argument };
  const escaped = escapePath(pathIn(folder, argument) || '.');
  return status.isDirectory() ? { kind: 'folder', pattern: `${escaped}/**` } : { kind: 'file', pattern: escaped };
}

const pathIn = (folder: string, path: string): string => relative(folder, resolve(folder, path)).replaceAll(sep, '/');

/** Other XML files than those of Android's `values` have no texts that we read. */
const isTranslatable = (path: string): boolean => {
  const format = formatOfPath(path);
  return format === 'android' ? /(^|\/)values[^/]*\/[^/]+$/.test(path) : format !== undefined;
};
