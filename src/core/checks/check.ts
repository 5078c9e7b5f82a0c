import type { Detector } from '../languages/detector.ts';
import type { LanguagePair } from '../languages/language.ts';
import { isCopy } from './copies.ts';
import { hasAbsurdLength } from './lengths.ts';
import { loops } from './loops.ts';
import { keepsNumbers } from './numbers.ts';
import { isInWrongScript } from './scripts.ts';
import { keepsProtectedSpans } from './tokens.ts';
import { readWords } from './words.ts';

/** Issues of a translation, in the order of the checks. */
export type Issue = 'empty' | 'marks' | 'numbers' | 'copy' | 'loop' | 'length' | 'script';

export type CheckedTranslation = {
  readonly pair: LanguagePair;
  /** As the engine got it. */
  readonly sentence: string;
  /** Its translation, mended. */
  readonly translation: string;
  readonly detector: Detector;
};

const letter = /\p{L}/u;
const figure = /\p{Nd}/u;
const shortWordMax = 3;

/**
 * Says what shows, without understanding it, that `translation` cannot be one of `sentence`; the first fault found.
 * A translation that is merely bad has none. Pure; linear in the length of both.
 */
export function findIssue(examined: CheckedTranslation): Issue | undefined {
  const { pair, sentence, translation } = examined;
  if (isEmpty(sentence, translation)) return 'empty';
  if (!keepsProtectedSpans(sentence, translation)) return 'marks';
  if (!keepsNumbers(sentence, translation)) return 'numbers';
  if (isCopy(examined)) return 'copy';
  if (loops(sentence, translation)) return 'loop';
  if (hasAbsurdLength(sentence, translation)) return 'length';
  if (isInWrongScript(pair, { sentence, translation })) return 'script';
  return undefined;
}

/** A figure may stay of one with a short word beside it: "3º", "Nº 5", "el 21". */
function isEmpty(sentence: string, translation: string): boolean {
  if (letter.test(translation) || !letter.test(sentence)) return false;
  return !figure.test(translation) || readWords(sentence).some((word) => word.length > shortWordMax);
}
