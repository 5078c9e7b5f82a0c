import { assert } from '../assert.ts';
import type { LanguageTag } from '../languages/language.ts';
import { cutLong } from './long-sentence.ts';
import { splitSentences } from './sentences.ts';

/** A piece of a text: what an engine translates, or what stays as it is. */
export type Segment = { readonly translatable: boolean; readonly text: string };

/** Code points. */
export const segmentCharactersMax = 2_000;

const breaks = /[\p{Cc}\u2028\u2029]+/gu;
const letter = /\p{L}/u;

/**
 * Cuts `text` into sentences and what stands between them; joined without a separator they are `text` again.
 *
 * A translatable piece holds a letter, no line break or other control character, no white space at either end, and at
 * most `segmentCharactersMax` code points. A sentence longer than that is cut where a clause ends, else between words,
 * else anywhere but inside a character as people see it. No two pieces that stay as they are follow each other.
 *
 * @param language the language of `text`: it decides which points end a sentence
 */
export function splitSegments(text: string, language: LanguageTag): readonly Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const found of text.matchAll(breaks)) {
    splitLine(text.slice(end, found.index), language, segments);
    keep(found[0], segments);
    end = found.index + found[0].length;
  }
  splitLine(text.slice(end), language, segments);
  return segments;
}

/** The texts to translate, in order. */
export function translatableTexts(segments: readonly Segment[]): readonly string[] {
  return segments.filter((segment) => segment.translatable).map((segment) => segment.text);
}

/**
 * Puts the whole text together again.
 *
 * @param translations one for each translatable segment, in order
 */
export function joinSegments(segments: readonly Segment[], translations: readonly string[]): string {
  let used = 0;
  const texts = segments.map((segment) => (segment.translatable ? translations[used++] : segment.text));
  assert(used === translations.length, `${translations.length} translations for ${used} segments`);
  return texts.join('');
}

function splitLine(line: string, language: LanguageTag, segments: Segment[]): void {
  if (!letter.test(line)) return keep(line, segments);
  for (const sentence of splitSentences(line, language)) {
    for (const piece of cutLong(sentence, segmentCharactersMax)) addTrimmed(piece, segments);
  }
}

function addTrimmed(piece: string, segments: Segment[]): void {
  const text = piece.trim();
  if (!letter.test(text)) return keep(piece, segments);
  const start = piece.length - piece.trimStart().length;
  keep(piece.slice(0, start), segments);
  segments.push({ translatable: true, text });
  keep(piece.slice(start + text.length), segments);
}

function keep(text: string, segments: Segment[]): void {
  if (text === '') return;
  const last = segments.at(-1);
  if (last?.translatable === false) segments[segments.length - 1] = { translatable: false, text: last.text + text };
  else segments.push({ translatable: false, text });
}
