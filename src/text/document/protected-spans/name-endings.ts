import endings from './name-endings.json' with { type: 'json' };

/** The words of the lines of a list in a JSON file. */
export function wordsInList(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

/**
 * Endings of domains and of file names. Those that are common words ("to", "so", "la") are left out: after `www.` or
 * before a path they need not be known.
 */
export const topLevels = wordsInList(endings.topLevels);
export const fileExtensions = wordsInList(endings.fileExtensions);

const lowerEnding = /^[\p{Ll}\p{Lo}\p{N}]+$/u;

/** Whether `ending` is in `known`, in lower case or in capitals: a short one only if the whole `name` is. */
export function isAmong(known: ReadonlySet<string>, ending: string, name: string): boolean {
  if (lowerEnding.test(ending)) return known.has(ending);
  const isSure = ending.length > 2 || name === name.toUpperCase();
  return isSure && ending === ending.toUpperCase() && known.has(ending.toLowerCase());
}
