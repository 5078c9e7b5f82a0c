import type { LanguageTag } from '../languages/language.ts';
import { abbreviationsOf } from './abbreviations.ts';

const sentenceEnd = /\p{Sentence_Terminal}/u;
const letter = /\p{L}/u;

/** The longest abbreviation that is looked for, with its point, in UTF-16 units. */
const abbreviationLengthMax = 16;

/** What may stand before an abbreviation in the same word. */
const opening = /^[\p{Ps}\p{Pi}\p{Pd}"'’/]+/u;
const initials = /^(?:\p{Lu}\p{M}?[.]|(?:\p{L}\p{M}?[.]){2,})$/u;
const ordinal = /^\d{1,2}[.]$/;
const digit = /^\s*\d/;
/** French and others set white space before a closing quotation mark. */
const closing = /^[\p{Pe}\p{Pf}]/u;

const segmenters = new Map<LanguageTag, Intl.Segmenter>();
const segmentersMax = 200;

/**
 * Cuts one line into its sentences, each with the white space that follows it; joined they are `line` again.
 *
 * Unicode's rules take every point before a capital for an end (source: UAX #29, Sentence Boundaries). Here one that
 * belongs to an abbreviation, to initials or to a German ordinal is none: half a sentence translates worse than two.
 *
 * @param line without line breaks
 */
export function splitSentences(line: string, language: LanguageTag): readonly string[] {
  // Mostly a line is one sentence: asking the segmenter costs more than looking.
  const firstEnd = line.search(sentenceEnd);
  if (firstEnd < 0 || !letter.test(line.slice(firstEnd))) return [line];
  const sentences: string[] = [];
  let start = 0;
  for (const { index, segment } of segmenterOf(language).segment(line)) {
    const end = index + segment.length;
    if (end < line.length && (closing.test(line.slice(end, end + 1)) || pointEndsNothing(line, end, language)))
      continue;
    sentences.push(line.slice(start, end));
    start = end;
  }
  return sentences;
}

function pointEndsNothing(line: string, end: number, language: LanguageTag): boolean {
  // Bounded on both sides, so that a line of nothing but points and spaces takes no longer than any other.
  const before = line.slice(Math.max(0, end - 2 * abbreviationLengthMax), end).trimEnd();
  if (!before.endsWith('.')) return false;
  const word = before.slice(before.search(/\S+$/u)).replace(opening, '');
  const { always, beforeNumber, ends, ordinals } = abbreviationsOf(language);
  if (ends.has(word)) return false;
  if (always.has(word) || initials.test(word)) return true;
  if (ordinals && ordinal.test(word)) return true;
  return beforeNumber.has(word.toLowerCase()) && digit.test(line.slice(end, end + abbreviationLengthMax));
}

function segmenterOf(language: LanguageTag): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  if (segmenters.size >= segmentersMax) segmenters.clear();
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, segmenter);
  return segmenter;
}
