import { type CheckedTranslation, isCopy } from './copies.ts';
import { hasAbsurdLength } from './lengths.ts';
import { loops } from './loops.ts';
import { keepsNumbers } from './numbers.ts';
import { isInWrongScript } from './scripts.ts';
import { keepsProtectedSpans } from './tokens.ts';
import { readWords } from './words.ts';

/** Issues of a translation, in the order of the checks. */
export type Issue = 'empty' | 'tokens' | 'numbers' | 'copy' | 'loop' | 'length' | 'script';

const letter = /\p{L}/u;
const figure = /\p{Nd}/u;
const shortWordMax = 3;

/** Returns the first issue of a translation, or undefined if it is valid. Time is linear in the length of the texts. */
export function findIssue(checked: CheckedTranslation): Issue | undefined {
  const { pair, sentence, translation } = checked;
  if (isEmpty(sentence, translation)) return 'empty';
  if (!keepsProtectedSpans(sentence, translation)) return 'tokens';
  if (!keepsNumbers(sentence, translation)) return 'numbers';
  if (isCopy(checked)) return 'copy';
  if (loops(sentence, translation)) return 'loop';
  if (hasAbsurdLength(sentence, translation)) return 'length';
  if (isInWrongScript(pair, { sentence, translation })) return 'script';
  return undefined;
}

/** The translation of a sentence with only short words may be just a number: "3º", "Nº 5", "el 21". */
function isEmpty(sentence: string, translation: string): boolean {
  if (letter.test(translation) || !letter.test(sentence)) return false;
  return !figure.test(translation) || readWords(sentence).some((word) => word.length > shortWordMax);
}
