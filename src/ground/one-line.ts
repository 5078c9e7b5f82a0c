import { countCharacters } from './units.ts';

/** Whether `text` can be shown as a name. Invisible characters would make two names look the same in a list. */
export function isOneLine(text: string, lengthMax: number): boolean {
  const length = countCharacters(text);
  if (length < 1 || length > lengthMax || text !== text.trim()) return false;
  return text.isWellFormed() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}
