import type { Span } from '../../../text/document/span.ts';
import { tokenPattern } from '../../../text/document/token.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';

/** Sentences of more words may repeat words. */
const wordsMax = 8;
const periodMax = 4;
/** Shorter words are doubled by grammar: "vous vous trompez", "die die", "had had"; so is "bye bye". */
const lettersMin = 5;

/** Languages where a doubled word is an error. Turkish, Hindi, Malay and Greek double words for emphasis. */
const withoutDoubling = new Set(
  'en es pt gl ca ast fr de nl da nb nn sv is cs sk pl sl hr bs sr mk bg ru uk be lt lv et fi sq mt ga cy'.split(' '),
);

const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
const pause = /^[\s,…]*$/;
/** The first half of a token. */
const tokenLead = /[\uFDD0-\uFDD4]/;

/** A word in lower case, and its place. */
type Word = Span & { readonly text: string };

/**
 * Removes a repetition from a short translation if the segment has none: "However, however", "the minister minister".
 * The starter model repeats words in 5 of 5,729 short segments, smaller ones in more.
 */
export function removeStutter(segment: string, translation: string, { target }: LanguagePair): string {
  if (!withoutDoubling.has(tagParts(target).language)) return translation;
  const [sourceWords, words] = [wordsOf(segment), wordsOf(translation)];
  if (sourceWords.length > wordsMax || words.length > 2 * wordsMax) return translation;
  if (findRepetition(segment, sourceWords, 1) !== undefined) return translation;
  const repetition = findRepetition(translation, words, lettersMin);
  if (repetition === undefined || tokenLead.test(translation.slice(repetition.start, repetition.end)))
    return translation;
  const single = translation.slice(0, repetition.start) + translation.slice(repetition.end);
  // A third repetition is a loop, which the quality check reports.
  return findRepetition(single, wordsOf(single), 1) === undefined ? single : translation;
}

/** Finds the second copy of repeated words and the gap before it; the longest first. */
function findRepetition(text: string, words: readonly Word[], lettersLeast: number): Span | undefined {
  for (let period = Math.min(periodMax, Math.floor(words.length / 2)); period > 0; period--) {
    for (let at = 0; at + 2 * period <= words.length; at++) {
      const [first, second] = [words.slice(at, at + period), words.slice(at + period, at + 2 * period)];
      if (!first.every((one, index) => one.text === second[index]?.text)) continue;
      const [start, end] = [first.at(-1)?.end ?? 0, second.at(-1)?.end ?? 0];
      const isPause = pause.test(text.slice(start, second[0]?.start));
      if (isPause && start - (first[0]?.start ?? 0) >= lettersLeast) return { start, end };
    }
  }
  return undefined;
}

/** One word more than is compared, at most. */
function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  // Tokens keep their place, so that no repetition contains one.
  const bare = text.replace(tokenPattern, '\uFDD0\uFDD0');
  for (const { 0: own, index } of bare.matchAll(word)) {
    found.push({ text: own.toLowerCase(), start: index, end: index + own.length });
    if (found.length > 2 * wordsMax) break;
  }
  return found;
}
