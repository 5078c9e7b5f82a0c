import { writeToken } from '../../../text/document/token.ts';
import type { SegmentTerm } from '../../../text/engine/engine.ts';
import type { GrammaticalGender } from '../../../text/glossary/morphology.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { guessGender } from './gender-endings.ts';
import { type Head, headOf, type WordReadings } from './noun-heads.ts';
import type { CandidateNoun } from './noun-table.ts';

/** The placeholder noun of a term in a sentence. */
export type PlaceholderNoun = {
  readonly source: string;
  readonly target: string;
  /** Whether it begins its sentence with a capital. */
  readonly isCapital: boolean;
};

/** By the number of the `word` token that each replaces. */
export type PlaceholderNouns = ReadonlyMap<number, PlaceholderNoun>;

export type NounChoice = {
  readonly pair: LanguagePair;
  readonly nouns: readonly CandidateNoun[];
  readonly known: { readonly source: WordReadings; readonly target: WordReadings };
};

/** Limit for a sentence. Further terms are sent as unknown names. */
const placeholdersMax = 12;

/**
 * Chooses placeholder nouns with the same grammar for the terms of a segment that are sent as `word` tokens. Skips
 * terms that are not nouns, and nouns that the segment contains.
 *
 * @returns undefined if there are none
 */
export function choosePlaceholderNouns(
  segment: string,
  terms: readonly SegmentTerm[],
  choice: NounChoice,
): PlaceholderNouns | undefined {
  const text = segment.toLowerCase();
  const free = choice.nouns.filter(({ source, target }) => !text.includes(source) && !text.includes(target));
  const chosen = new Map<number, PlaceholderNoun>();
  for (const term of terms) {
    const at = segment.indexOf(writeToken('word', term.number));
    if (at === -1 || chosen.size === placeholdersMax) continue;
    const begins = !/[\p{L}\p{N}\uFDD0]/u.test(segment.slice(0, at));
    if (!actsAsNoun(term, begins, choice)) continue;
    const noun = nearestNoun(free, term, choice);
    if (noun === undefined) continue;
    const isCapital = begins && /^\P{L}*\p{Lu}/u.test(term.words);
    chosen.set(term.number, { source: noun.source, target: noun.target, isCapital });
    const isTaken = (word: string): boolean => word.includes(noun.source) || noun.source.includes(word);
    const isAlike = (word: string): boolean => word.includes(noun.target) || noun.target.includes(word);
    for (let index = free.length - 1; index >= 0; index--) {
      const other = free[index];
      if (other !== undefined && (isTaken(other.source) || isAlike(other.target))) free.splice(index, 1);
    }
  }
  return chosen.size === 0 ? undefined : chosen;
}

/** Returns whether a term acts as a noun. Names act as unknown words, as do `word` tokens without a noun. */
function actsAsNoun({ partOfSpeech, words }: SegmentTerm, begins: boolean, { pair, known }: NounChoice): boolean {
  const head = headOf(words, pair.source, known.source);
  if (inOtherCase(head, pair)) return false;
  if (partOfSpeech !== undefined) return partOfSpeech === 'noun';
  if (head.isNoun) return true;
  if (head.isKnown) return false;
  return begins || !/^\P{L}*\p{Lu}/u.test(words);
}

/** Languages with agreement in case: a placeholder noun in another case breaks it. */
const withCases = new Set(['be', 'bs', 'hr', 'pl', 'ru', 'sl', 'sr', 'szl', 'uk']);

/** Placeholder nouns are in their dictionary form. */
function inOtherCase({ isNoun, isListed }: Head, { source, target }: LanguagePair): boolean {
  return isNoun && !isListed && [source, target].every((tag) => withCases.has(tag.split('-')[0] ?? ''));
}

function nearestNoun(
  free: readonly CandidateNoun[],
  { words, wanted, grammaticalNumber }: SegmentTerm,
  { pair, known }: NounChoice,
): CandidateNoun | undefined {
  const own = headOf(words, pair.source, known.source);
  const other = wanted === undefined ? undefined : headOf(wanted, pair.target, known.target);
  const number = grammaticalNumber ?? own.number ?? other?.number ?? 'singular';
  const ofNumber = free.filter((noun) => noun.number === number);
  const kin = own.gender && { language: pair.source, word: own.word.toLowerCase(), gender: own.gender };
  const gender = other && (other.gender ?? guessGender(other.word, pair.target, kin));
  const fitting = other === undefined ? ofNumber : ofGender(ofNumber, gender);
  const sourceGender = own.gender ?? guessGender(own.word, pair.source);
  const likeness = (noun: CandidateNoun): number =>
    (noun.sourceGender === sourceGender ? 4 : 0) +
    (wanted !== undefined && beginsWithVowel(noun.target) === beginsWithVowel(wanted) ? 2 : 0) +
    (beginsWithVowel(noun.source) === beginsWithVowel(words) ? 1 : 0);
  const [first, ...others] = fitting;
  return first && others.reduce((best, noun) => (likeness(noun) > likeness(best) ? noun : best), first);
}

/** Returns the nouns of the gender or, if the language lacks it, of the gender that replaces it. */
function ofGender(nouns: readonly CandidateNoun[], gender: GrammaticalGender | undefined): readonly CandidateNoun[] {
  const order: readonly (GrammaticalGender | undefined)[] =
    gender === 'common' || gender === 'feminine'
      ? [gender, 'common', 'masculine', undefined]
      : [gender, 'masculine', 'common', undefined];
  for (const one of order) {
    const own = nouns.filter(({ targetGender }) => targetGender === one);
    if (own.length > 0) return own;
  }
  return nouns;
}

/** Many languages have a different article before a vowel. */
function beginsWithVowel(words: string): boolean {
  return /^[^\p{L}]*h?[aeiouàáâäæèéêëìíîïòóôöøùúûü]/iu.test(words);
}
