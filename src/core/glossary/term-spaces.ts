import { unspacedLetter } from '../checks/words.ts';

const wordly = /[\p{L}\p{M}\p{N}]/u;
/** Articles and prepositions are written in one with the name behind them there, and Korean particles with the one before. */
const clingsBefore = /[\p{Script=Arabic}\p{Script=Hebrew}]$/u;
const clingsBehind = /^\p{Script=Hangul}/u;

/** Whether two words would grow together if nothing stood between them. */
export function lacksSpace(before: string, behind: string): boolean {
  const areSpaced = isOfSpacedWord(before.slice(-1)) && isOfSpacedWord(behind.charAt(0));
  return areSpaced && !clingsBefore.test(before.slice(-2)) && !clingsBehind.test(behind);
}

/** Whether both are of scripts that set no spaces between words. */
export function needsNoSpace(before: string, behind: string): boolean {
  return unspacedLetter.test(before.slice(-1)) && unspacedLetter.test(behind.charAt(0));
}

function isOfSpacedWord(unit: string): boolean {
  return wordly.test(unit) && !unspacedLetter.test(unit);
}
