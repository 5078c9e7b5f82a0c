import { hasNoPlural, likeCapitals } from '../../../packages/morphology/src/index.ts';
import type { GrammaticalNumber } from '../../text/glossary/morphology.ts';
import {
  isAdjectiveIn,
  isInvariable,
  joinWords,
  lightWord,
  type NounWord,
  type NumberPlace,
  numberPlace,
  wordsOfNoun,
} from '../../text/glossary/noun-phrases.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { type Analysis, readAnalysis } from './analyses.ts';

export type NumberQuestion = {
  readonly language: LanguageTag;
  readonly number: GrammaticalNumber;
  /** The analyses of each word; undefined when the lookup failed. */
  analyse(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
  /** The word for each analysis, or other text if it cannot generate one; undefined when the lookup failed. */
  generate(analyses: readonly string[]): Promise<ReadonlyMap<string, string> | undefined>;
};

type Change = { readonly index: number; readonly word: string } & (
  | { readonly from: string; readonly to: string }
  /** Formed by its ending, because no dictionary has the word. */
  | { readonly form: string }
);

type Plan = {
  readonly noun: string;
  readonly parts: readonly NounWord[];
  readonly words: readonly string[];
  readonly changes: readonly Change[];
};

const tagOf: Readonly<Record<GrammaticalNumber, string>> = { singular: 'sg', plural: 'pl' };
const otherNumber: Readonly<Record<GrammaticalNumber, GrammaticalNumber>> = { singular: 'plural', plural: 'singular' };

/** Marks a word that is the same in both numbers. */
const eitherNumber = 'sp';
const eitherGender = ['mf', 'GD'];
const gendersTold = ['m', 'f', 'nt', 'ut', ...eitherGender];

/**
 * An undefined value: the noun has no such form. No entry: the noun is unknown. The result is undefined when a lookup
 * failed.
 */
export async function otherNumbersOf(
  nouns: readonly string[],
  question: NumberQuestion,
): Promise<ReadonlyMap<string, string | undefined> | undefined> {
  const { language } = question;
  const asked = nouns.flatMap((noun) => [...noun.split(' '), ...wordsOfNoun(language, noun).map(({ word }) => word)]);
  const analyses = await question.analyse([...new Set(asked)]);
  if (analyses === undefined) return undefined;
  const isKnown = (word: string): boolean => (analyses.get(word) ?? []).length > 0;
  const known = nouns.map((noun) => {
    const parts = wordsOfNoun(language, noun, (word) =>
      (analyses.get(word) ?? []).some((raw) => readAnalysis(raw) !== undefined),
    );
    const own = parts.map(({ word }) => word);
    return { noun, parts, words: own, changes: changesOf(own, analyses, question) };
  });
  const plans = known.filter(({ changes }) => changes.length > 0);
  const without = known.filter(({ words, changes }) => changes.length === 0 && words.every(isKnown));
  const changes = plans.flatMap((plan) => plan.changes).filter((change) => 'from' in change);
  const written = await question.generate([...new Set(changes.flatMap(({ from, to }) => [from, to]))]);
  if (written === undefined) return undefined;
  const forms = new Map<Change, string | undefined>(changes.map((change) => [change, formOf(change, written)]));
  const made = [...new Set(forms.values())].filter((form) => form !== undefined);
  const readBack = await question.analyse(made);
  if (readBack === undefined) return undefined;
  const isSound = (form: string): boolean =>
    (readBack.get(form) ?? []).some((raw) => isIn(question.number, readAnalysis(raw)));
  return new Map([
    ...without.map(({ noun }): [string, undefined] => [noun, undefined]),
    ...plans.flatMap((plan) => numbered(plan, forms, isSound)),
  ]);
}

function numbered(
  { noun, parts, words, changes }: Plan,
  forms: ReadonlyMap<Change, string | undefined>,
  isSound: (form: string) => boolean,
): readonly (readonly [string, string])[] {
  const written = [...words];
  for (const change of changes) {
    const form = 'form' in change ? change.form : forms.get(change);
    if (form === undefined || !('form' in change || isSound(form))) return [];
    written[change.index] = form;
  }
  const form = joinWords(parts, written);
  return form === noun ? [] : [[noun, form]];
}

function changesOf(
  words: readonly string[],
  analyses: ReadonlyMap<string, readonly string[]>,
  { language, number }: NumberQuestion,
): readonly Change[] {
  const place = numberPlace(language, words);
  if (place === undefined) return [];
  const read = words.map((word) => (analyses.get(word) ?? []).map(readAnalysis).filter((one) => one !== undefined));
  const head = headOf(read, place, number);
  if (head === undefined || (number === 'plural' && hasNoPlural(language, words[head.index] ?? ''))) return [];
  const changes: Change[] = [];
  for (const [index, word] of words.slice(0, place.to).entries()) {
    const own = read[index] ?? [];
    if (index < place.from || (own.length === 0 && isInvariable(word))) continue;
    if (own.length === 0) {
      const form = isAdjectiveIn(language, word, number) ? lightWord(language, word, number) : undefined;
      if (form === undefined) return [];
      changes.push({ index, word, form });
      continue;
    }
    const analysis = index === head.index ? head.analysis : agreeing(own, head.analysis, number);
    const change = analysis && changeOf(analysis, number);
    if (change !== undefined) changes.push({ index, word, ...change });
  }
  return changes;
}

/** The first noun that is in the other number, or the same in both, and not yet in the wanted one. */
function headOf(
  read: readonly (readonly Analysis[])[],
  { from, to }: NumberPlace,
  number: GrammaticalNumber,
): { readonly index: number; readonly analysis: Analysis } | undefined {
  for (let index = from; index < to; index++) {
    const nouns = (read[index] ?? []).filter(({ tags }) => tags[0] === 'n');
    if (nouns.length === 0) continue;
    const analysis =
      nouns.find((noun) => noun.tags.includes(tagOf[otherNumber[number]])) ??
      nouns.find((noun) => noun.tags.includes(eitherNumber));
    return analysis && { index, analysis };
  }
  return undefined;
}

/** Returns an adjective or participle that agrees with the head in number and gender. */
function agreeing(read: readonly Analysis[], head: Analysis, number: GrammaticalNumber): Analysis | undefined {
  const gender = head.tags.find((tag) => gendersTold.includes(tag));
  return read.find(({ tags }) => {
    const own = tags.find((tag) => gendersTold.includes(tag));
    const isModifier = tags[0] === 'adj' || tags.includes('pp');
    const isOfGender = [own, gender].some((one) => one === undefined || eitherGender.includes(one)) || own === gender;
    return isModifier && isOfGender && tags.includes(tagOf[otherNumber[number]]);
  });
}

function changeOf(
  { raw }: Analysis,
  number: GrammaticalNumber,
): { readonly from: string; readonly to: string } | undefined {
  const to = raw.replace(`<${tagOf[otherNumber[number]]}>`, `<${tagOf[number]}>`);
  return to === raw ? undefined : { from: raw, to };
}

/** Undefined if the generator does not reproduce the word itself: then the generator and the analyser do not match. */
function formOf(
  { word, from, to }: Extract<Change, { readonly from: string }>,
  written: ReadonlyMap<string, string>,
): string | undefined {
  const [own = '', other = ''] = [written.get(from), written.get(to)];
  const small = word.toLowerCase();
  if (own === '' || other === '' || !small.endsWith(own.toLowerCase())) return undefined;
  // The text before it is the first part of a compound.
  const before = word.slice(0, word.length - own.length);
  return before + likeCapitals(word.slice(before.length), before === '' ? other : other.toLowerCase());
}

function isIn(number: GrammaticalNumber, analysis: Analysis | undefined): boolean {
  return analysis !== undefined && [tagOf[number], eitherNumber].some((tag) => analysis.tags.includes(tag));
}
