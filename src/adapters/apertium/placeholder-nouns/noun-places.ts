import type { Span } from '../../../text/document/span.ts';
import type { WordPlace } from '../../../text/engine/token-insertion.ts';
import type { TaggedSentence } from '../tagged-sentence.ts';
import { wordPattern } from './noun-heads.ts';

/** The spans that carry a word's blank, by the number of the word. */
export type CarriedWords = ReadonlyMap<number, readonly Span[]>;

/** Share and count of equal initial letters that two forms of one word have at least. */
const likenessMin = 0.5;
const likeLettersMin = 2;

/** The word in its blank, possibly with an ending or article; without a blank, the only match. None if ambiguous. */
export function placeNouns(
  text: string,
  { nouns, words }: Pick<TaggedSentence, 'nouns' | 'words'>,
  carried: CarriedWords,
): readonly WordPlace[] {
  if (nouns.size === 0) return [];
  const found = [...text.matchAll(wordPattern)].map(({ 0: word, index: start }) => {
    return { start, end: start + word.length, word: word.toLowerCase() };
  });
  return [...nouns].flatMap(([number, { target }]) => {
    const spans = carried.get(number);
    const own = spans && found.filter(({ start, end }) => spans.some((span) => span.start < end && span.end > start));
    const place = only(found, own, target);
    return place === undefined ? [] : [{ start: place.start, end: place.end, token: words[number] ?? '' }];
  });
}

type Found = Span & { readonly word: string };

function only(all: readonly Found[], own: readonly Found[] | undefined, target: string): Found | undefined {
  const exact = (own ?? all).filter(({ word }) => word === target);
  if (exact.length > 0 || own === undefined) return exact.length === 1 ? exact[0] : undefined;
  const alike = own.filter(({ word }) => isLike(word, target));
  return alike.length === 1 ? alike[0] : undefined;
}

function isLike(word: string, target: string): boolean {
  const length = Math.min(word.length, target.length);
  let same = 0;
  while (same < length && word.charAt(same) === target.charAt(same)) same++;
  return same >= likeLettersMin && same >= length * likenessMin;
}
