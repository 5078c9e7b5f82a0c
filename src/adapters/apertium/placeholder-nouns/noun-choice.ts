import { writeToken } from '../../../text/document/token.ts';
import type { SegmentEntry } from '../../../text/engine/engine.ts';
import type { GrammaticalGender } from '../../../text/glossary/morphology.ts';
import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import table from './gender-endings.json' with { type: 'json' };
import { type Head, headOf, type WordReadings } from './noun-heads.ts';
import type { CandidateNoun } from './noun-table.ts';

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

/** Limit for a sentence. Further entries are sent as unknown names. */
const placeholdersMax = 12;

/** Skips entries that are not nouns, and nouns that the segment contains. Undefined if none is left. */
export function choosePlaceholderNouns(
  segment: string,
  entries: readonly SegmentEntry[],
  choice: NounChoice,
): PlaceholderNouns | undefined {
  const text = segment.toLowerCase();
  let free = choice.nouns.filter(({ source, target }) => !text.includes(source) && !text.includes(target));
  const chosen = new Map<number, PlaceholderNoun>();
  for (const entry of entries) {
    const at = segment.indexOf(writeToken('word', entry.number));
    if (at === -1 || chosen.size === placeholdersMax) continue;
    const begins = !/[\p{L}\p{N}\uFDD0]/u.test(segment.slice(0, at));
    const head = headOf(entry.words, choice.pair.source, choice.known.source);
    const hasCapital = /^\P{L}*\p{Lu}/u.test(entry.words);
    const isNoun = entry.isNoun ?? (head.isNoun || (!head.isKnown && (begins || !hasCapital)));
    const noun = isNoun && !inOtherCase(head, choice.pair) ? nearestNoun(free, { entry, head }, choice) : undefined;
    if (noun === undefined) continue;
    chosen.set(entry.number, { source: noun.source, target: noun.target, isCapital: begins && hasCapital });
    free = free.filter((other) => !overlap(other.source, noun.source) && !overlap(other.target, noun.target));
  }
  return chosen.size === 0 ? undefined : chosen;
}

function overlap(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

/** Languages with agreement in case: a placeholder noun in another case breaks it. */
const withCases = new Set(['be', 'bs', 'hr', 'pl', 'ru', 'sl', 'sr', 'szl', 'uk']);

/** Placeholder nouns are in their dictionary form. */
function inOtherCase({ isNoun, isListed }: Head, { source, target }: LanguagePair): boolean {
  return isNoun && !isListed && [source, target].every((tag) => withCases.has(tagParts(tag).language));
}

function nearestNoun(
  free: readonly CandidateNoun[],
  { entry: { words, wanted, isPlural = false }, head: own }: { readonly entry: SegmentEntry; readonly head: Head },
  { pair, known }: NounChoice,
): CandidateNoun | undefined {
  const other = wanted === undefined ? undefined : headOf(wanted, pair.target, known.target);
  const number = isPlural ? 'plural' : (own.number ?? other?.number ?? 'singular');
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
  const groups = order.map((one) => nouns.filter(({ targetGender }) => targetGender === one));
  return groups.find((group) => group.length > 0) ?? nouns;
}

/** Many languages have a different article before a vowel. */
function beginsWithVowel(words: string): boolean {
  return /^[^\p{L}]*h?[aeiouàáâäæèéêëìíîïòóôöøùúûü]/iu.test(words);
}

/** The gender that an ending indicates if no dictionary has the noun. Other nouns are masculine or common. */
const endings = table.endings.map(({ languages, ending, gender }) => ({
  languages: languages.split(' '),
  pattern: new RegExp(`(?:${ending})$`),
  gender: gender as GrammaticalGender,
}));

/** A noun of another language with a known gender. */
type Kin = { readonly language: LanguageTag; readonly word: string; readonly gender: GrammaticalGender };

/** Equal initial letters that make two words the same word. "noche" and "nuit" have only one. */
const sameLettersMin = 2;

/** @param kin the noun that it translates: mostly of the same gender in a related language, always if the same word */
function guessGender(noun: string, language: LanguageTag, kin?: Kin): GrammaticalGender | undefined {
  const own = endings.filter(({ languages }) => languages.includes(tagParts(language).language));
  if (own.length === 0) return undefined;
  const related = kin !== undefined && familyOf(kin.language) === familyOf(language) ? kin : undefined;
  const isSame = related && noun.slice(0, sameLettersMin).toLowerCase() === related.word.slice(0, sameLettersMin);
  if (isSame) return related?.gender;
  const ending = own.find(({ pattern }) => pattern.test(noun.toLowerCase()));
  return ending?.gender ?? related?.gender ?? 'masculine';
}

function familyOf(language: LanguageTag): number {
  return table.families.findIndex((family) => family.split(' ').includes(tagParts(language).language));
}
