import { spansOf } from '../document/span.ts';
import { readWords } from './words.ts';

const mark = /["“”„«»]/;
const marks = /["“”„«»]/g;
const pairs = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
] as const;
/** Single quotation marks, which are no apostrophes in a word. */
const singles = /(?<![\p{L}\p{M}\p{N}])['‘‚](?=[\p{L}\p{N}¿¡])|(?<=[\p{L}\p{N}.,!?…])['’](?![\p{L}\p{M}\p{N}])/gu;
/** Other signs of speech and quotations, which a translation may replace. */
const otherSigns = /[—–'‘’‚‹›「『《-]/;
const atStart = /^[\s¿¡([\uFDD0-\uFDD4\uE000-\uEF9F]*["“”„«»]/u;
const atEnd = /["“”„«»][\s.,;:!?…)\]\uFDD0-\uFDD4\uE000-\uEF9F]*$/u;
const stop = /[.,;:!?…]{0,4}$/;
const closedFirst = /(["“”»])([.!?…]{1,3})$/;
const stoppedFirst = /([.!?…]{1,3})(["“”»])$/;

/** Returns the translation with as many quotation marks as the sentence, at the same ends, if it needs no others inside. */
export function withLikeQuotes(sentence: string, translation: string): string {
  if (!mark.test(sentence) && !mark.test(translation)) return translation;
  const [wanted, given] = [countMarks(sentence), countMarks(translation)];
  if (wanted === given) return withLikeEnd(sentence, translation);
  const changed = wanted < given ? withFewer(sentence, translation, wanted) : withMore(sentence, translation, wanted);
  return countMarks(changed) === wanted ? withLikeEnd(sentence, changed) : translation;
}

function countMarks(text: string): number {
  return text.match(marks)?.length ?? 0;
}

function withFewer(sentence: string, translation: string, wanted: number): string {
  // A single one may be the sign of an inch.
  if (wanted === 0)
    return otherSigns.test(sentence) || countMarks(translation) % 2 > 0
      ? translation
      : translation.replaceAll(marks, '');
  const own = new Set(sentence.match(marks));
  let text = translation.replaceAll(marks, (found) => (own.has(found) ? found : ''));
  if (countMarks(text) < wanted) text = translation;
  if (countMarks(text) > wanted && atStart.test(text) && !atStart.test(sentence)) text = text.replace(mark, '');
  if (countMarks(text) > wanted && atEnd.test(text) && !atEnd.test(sentence)) text = withoutLast(text);
  return text;
}

function withoutLast(text: string): string {
  const { start = text.length, end = text.length } = spansOf(text, marks).at(-1) ?? {};
  return text.slice(0, start) + text.slice(end);
}

function withMore(sentence: string, translation: string, wanted: number): string {
  const own = sentence.match(marks) ?? [];
  const isSingle = countMarks(translation) === 0 && sentence.search(singles) < 0;
  if (isSingle && translation.match(singles)?.length === wanted) {
    let next = 0;
    return translation.replaceAll(singles, () => own[next++] ?? '');
  }
  // In the form of those that came.
  const kind = pairs.find((pair) => pair.some((each) => translation.includes(each)));
  const [opening = own[0], closing = own.at(-1)] = kind ?? [];
  let text = translation;
  if (atStart.test(sentence) && !atStart.test(text)) text = opening + text;
  if (!atEnd.test(sentence) || atEnd.test(text)) return text;
  const stopLength = mark.test(sentence.slice(-1)) ? 0 : (stop.exec(text)?.[0].length ?? 0);
  return text.slice(0, text.length - stopLength) + closing + text.slice(text.length - stopLength);
}

/** `¿` and `¡` before the quotation mark of a question that it encloses. */
const openedFirst = /^([¿¡])(["“«])(?=[^"”»]*[?!]["”»])/;

/** Puts the last quotation mark on the same side of the full stop. */
function withLikeEnd(sentence: string, given: string): string {
  const translation = given.replace(openedFirst, '$2$1');
  if (closedFirst.test(sentence)) return translation.replace(stoppedFirst, '$2$1');
  return stoppedFirst.test(sentence) ? translation.replace(closedFirst, '$2$1') : translation;
}

/** Longer sentences are translated better as a whole, also without their quotation marks. */
const wordsMax = 12;

/** Whether a translation lacks quotation marks of speech or of a short sentence. */
export function losesQuotes(sentence: string, translation: string): boolean {
  if (!mark.test(sentence) || countMarks(translation) >= countMarks(sentence) || countMarks(sentence) % 2 > 0)
    return false;
  return atStart.test(sentence) || readWords(sentence).length <= wordsMax;
}
