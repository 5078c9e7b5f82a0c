import endings from './name-endings.json' with { type: 'json' };

export function wordsInList(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

/** Without endings that are common words ("to", "so", "la"). After `www.` or before a path any ending is accepted. */
export const topLevels = wordsInList(endings.topLevels);
export const fileExtensions = wordsInList(endings.fileExtensions);

const lowerEnding = /^[\p{Ll}\p{Lo}\p{N}]+$/u;

/** Whether `ending` is in `known`, in lower case or in capitals; a short one in capitals only if all of `name` is. */
export function isAmong(known: ReadonlySet<string>, ending: string, name: string): boolean {
  if (lowerEnding.test(ending)) return known.has(ending);
  const isSure = ending.length > 2 || name === name.toUpperCase();
  return isSure && ending === ending.toUpperCase() && known.has(ending.toLowerCase());
}
