import { countCharacters } from './units.ts';

/**
 * Whether `text` can be shown as a name: 1 to `lengthMax` characters in one line, without white space at its ends.
 * Invisible characters would make two names look the same in a list or on a receipt.
 */
export function isOneLine(text: string, lengthMax: number): boolean {
  const length = countCharacters(text);
  if (length < 1 || length > lengthMax || text !== text.trim()) return false;
  return text.isWellFormed() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}
