import type { FormatId } from './file.ts';

const lengthMax = 500;

/** Formats whose units have the paths of their keys as ids. */
export const keyedFormats: ReadonlySet<FormatId> = new Set([
  'android',
  'json',
  'properties',
  'strings',
  'xcstrings',
  'yaml',
]);

/** Returns whether a pattern of `excludeKeys` is in the path of a unit. A repeated path ends with its number. */
export function excludes(patterns: readonly string[]): (id: string) => boolean {
  const all = patterns.map((pattern) => pattern.split('.'));
  return (id) => {
    const keys = id.replace(/#\d+$/, '').split('.');
    return all.some((pattern) =>
      keys.some((_, at) =>
        pattern.every((key, index) => keys[at + index] === key || (key === '*' && at + index < keys.length)),
      ),
    );
  };
}

/**
 * The path of a key: `home.title`, `items.0`. A long one is cut: ids repeat the keys around them, so that a file of long
 * keys would need memory of its length squared. Ids that are equal then are numbered.
 */
export const keyPath = (parent: string, key: string | number): string =>
  `${parent}${parent && '.'}${key}`.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
