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
  const forms = await formsOf(nouns, pair.target, morphology);
  return inRounds(usesInSteps(matches, forms));
}

/** A long text has tens of thousands of matches, each of a few microseconds. */
const matchesInStep = 500;

function* usesInSteps(matches: EntryForms['matches'], forms: Forms): Steps<ReadonlyMap<string, readonly EntryUse[]>> {
  const uses = new Map<string, readonly EntryUse[]>();
  let count = 0;
  for (const [sentence, found] of matches) {
    uses.set(
      sentence,
      found.map((match) => useOf(match, sentence, forms)),
    );
    count += found.length;
    if (count < matchesInStep) continue;
    yield;
    count = 0;
  }
  return uses;
}

async function formsOf(nouns: readonly string[], language: LanguageTag, morphology: Morphology): Promise<Forms> {
  const forms = {
    plurals: new Map<string, string>(),
    singulars: new Map<string, string>(),
    others: new Map<string, readonly string[]>(),
  };
  for (let from = 0; from < nouns.length; from += matchesInStep) {
    if (from > 0) await nextRound();
    const some = nouns.slice(from, from + matchesInStep);
    const [plurals, singulars, others] = await Promise.all([
      morphology.pluralsOf(language, some),
      morphology.singularsOf(language, some),
      morphology.formsOf(language, some),
    ]);
    for (const [noun, form] of plurals) forms.plurals.set(noun, form);
    for (const [noun, form] of singulars) forms.singulars.set(noun, form);
    for (const [noun, all] of others) forms.others.set(noun, all);
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

/** Returns the text with a space for each `space` token, and without other tokens. */
function plainWords(text: string): string {
  const plain = text.replaceAll(tokenPattern, (token) => (readToken(token).role === 'space' ? ' ' : ''));
  return plain.replaceAll(/\s+/gu, ' ').trim();
}
