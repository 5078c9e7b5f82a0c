import { tokenPattern } from '../../../core/document/token.ts';
import type { LanguagePair } from '../../../core/languages/language.ts';
import { tagParts } from '../../../core/languages/language-tag.ts';

/** In longer segments words may well come twice: it takes a sentence for that. */
const wordsMax = 8;
const periodMax = 4;
/** Shorter words come twice by grammar: "vous vous trompez", "die die", "had had"; and "bye bye" is said. */
const lettersMin = 5;

/** Languages where a doubled word is an error. Turkish, Hindi, Malay and Greek double words for emphasis. */
const withoutDoubling = new Set(
  'en es pt gl ca ast fr de nl da nb nn sv is cs sk pl sl hr bs sr mk bg ru uk be lt lv et fi sq mt ga cy'.split(' '),
);

const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
const pause = /^[\s,…]*$/;
/** Where one begins, between the words of what comes a second time as well. */
const token = /[\uFDD0-\uFDD4]/;

type Word = { readonly written: string; readonly start: number; readonly end: number };

/**
 * Takes out what a model says twice in a short translation though the segment does not: "However, however", "the
 * minister minister". The test model does that in 36 of 2,123 short segments.
 */
export function withoutStutter(segment: string, translation: string, { target }: LanguagePair): string {
  if (!withoutDoubling.has(tagParts(target).language)) return translation;
  const [said, given] = [wordsOf(segment), wordsOf(translation)];
  if (said.length > wordsMax || given.length > 2 * wordsMax || findRepeat(segment, said, 1) !== undefined)
    return translation;
  const repeat = findRepeat(translation, given, lettersMin);
  if (repeat === undefined || token.test(translation.slice(repeat.start, repeat.end))) return translation;
  const single = translation.slice(0, repeat.start) + translation.slice(repeat.end);
  // Said three times it is a loop, which is not mended but found out.
  return findRepeat(single, wordsOf(single), 1) === undefined ? single : translation;
}

/** What comes a second time, with what divides the two; the longest first. */
function findRepeat(
  text: string,
  words: readonly Word[],
  letters: number,
): { readonly start: number; readonly end: number } | undefined {
  for (let period = Math.min(periodMax, Math.floor(words.length / 2)); period > 0; period--) {
    for (let at = 0; at + 2 * period <= words.length; at++) {
      const [first, last, again, end] = [at, at + period - 1, at + period, at + 2 * period - 1].map(
        (place) => words[place],
      );
      if (first === undefined || last === undefined || again === undefined || end === undefined) continue;
      const isSame = writtenFrom(words, at, period) === writtenFrom(words, at + period, period);
      if (!isSame || last.end - first.start < letters || !pause.test(text.slice(last.end, again.start))) continue;
      return { start: last.end, end: end.end };
    }
  }
  return undefined;
}

function writtenFrom(words: readonly Word[], from: number, count: number): string {
  return words
    .slice(from, from + count)
    .map(({ written }) => written)
    .join(' ');
}

function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  // Tokens keep their place, so that nothing that holds one is taken for a repeat.
  const bare = text.replace(tokenPattern, '\uFDD0\uFDD0');
  for (const { 0: written, index } of bare.matchAll(word)) {
    found.push({ written: written.toLowerCase(), start: index, end: index + written.length });
    if (found.length > 2 * wordsMax) break;
  }
  return found;
}
