import { inRounds, nextRound, type Steps } from '../../ground/steps.ts';
import { readToken, tokenPattern } from '../document/token.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import type { EntryMatch, EntryUse } from './glossary-entry.ts';
import type { Morphology } from './morphology.ts';

export type EntryForms = {
  readonly pair: LanguagePair;
  readonly morphology: Morphology;
  /** By sentence, with its tokens. */
  readonly matches: ReadonlyMap<string, readonly EntryMatch[]>;
};

/** Forms of nouns, by noun. */
type Forms = {
  readonly plurals: ReadonlyMap<string, string>;
  readonly singulars: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, readonly string[]>;
};

/** Returns the form of each matched entry in the translation of its sentence. Looks up some hundred at a time. */
export async function usesOf({
  pair,
  morphology,
  matches,
}: EntryForms): Promise<ReadonlyMap<string, readonly EntryUse[]>> {
  const translations = new Set([...matches.values()].flat().map(({ entry }) => entry.translation));
  const nouns = [...translations].filter((translation) => translation !== undefined);
  const [plurals, singulars, others] = await Promise.all([
    lookUp(nouns, (some) => morphology.numbersOf(pair.target, some, 'plural')),
    lookUp(nouns, (some) => morphology.numbersOf(pair.target, some, 'singular')),
    lookUp(nouns, (some) => morphology.formsOf(pair.target, some)),
  ]);
  return inRounds(usesInSteps(matches, { plurals, singulars, others }));
}

/** A long text has tens of thousands of matches, each of a few microseconds. */
const matchesInStep = 500;

function* usesInSteps(matches: EntryForms['matches'], forms: Forms): Steps<ReadonlyMap<string, readonly EntryUse[]>> {
  const uses = new Map<string, readonly EntryUse[]>();
  let count = 0;
  for (const [sentence, found] of matches) {
    const own = found.map((match) => useOf(match, sentence, forms));
    uses.set(sentence, own);
    count += found.length;
    if (count < matchesInStep) continue;
    yield;
    count = 0;
  }
  return uses;
}

async function lookUp<Form>(
  nouns: readonly string[],
  lookUpSome: (some: readonly string[]) => Promise<ReadonlyMap<string, Form>>,
): Promise<ReadonlyMap<string, Form>> {
  const forms = new Map<string, Form>();
  for (let from = 0; from < nouns.length; from += matchesInStep) {
    if (from > 0) await nextRound();
    for (const [noun, form] of await lookUpSome(nouns.slice(from, from + matchesInStep))) forms.set(noun, form);
  }
  return forms;
}

function useOf(match: EntryMatch, sentence: string, forms: Forms): EntryUse {
  const words = plainWords(sentence.slice(match.start, match.end));
  const { translation } = match.entry;
  if (translation === undefined) return { ...match, words, wanted: words, accepted: [words] };
  if (isSameInPlural(match)) return { ...match, words, wanted: translation, accepted: [translation] };
  const plural = forms.plurals.get(translation);
  const wanted = match.number === 'plural' ? (plural ?? translation) : translation;
  const numbers = [translation, plural, forms.singulars.get(translation)];
  // The sentence decides the case, not the account, unless the entry has an exact translation.
  const cases = match.entry.caseRule === 'exact' ? [] : (forms.others.get(translation) ?? []);
  const accepted = [...new Set([wanted, ...numbers.filter((form) => form !== undefined), ...cases])];
  return { ...match, words, wanted, accepted };
}

/** English adjectives have no plural, even if they are also nouns: "binding". */
function isSameInPlural({ entry }: EntryMatch): boolean {
  return entry.partOfSpeech === 'adjective' && tagParts(entry.target as LanguageTag).language === 'en';
}

/** Returns the text without tokens, with single spaces for white space and `space` tokens. */
export function plainWords(text: string): string {
  const plain = text.replaceAll(tokenPattern, (token) => (readToken(token).role === 'space' ? ' ' : ''));
  return plain.replaceAll(/\s+/gu, ' ').trim();
}
