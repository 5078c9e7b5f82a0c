import type { Engine } from '../src/text/engine/engine.ts';
import type { Morphology, WordReading } from '../src/text/glossary/morphology.ts';
import type { LanguagePair, LanguageTag } from '../src/text/languages/language.ts';
import { alignWords, type ParallelWords } from './word-alignment.ts';

/** A noun of the source as the dictionary lists it, and its translation in the reference. */
export type NounEntry = { readonly term: string; readonly translation: string };

export type ParallelLines = { readonly source: readonly string[]; readonly target: readonly string[] };

/**
 * An engine's translation of a single noun counts as much as this many sentences: it decides between nouns seen once.
 */
const hintWeight = 2;
/** Below it, two words are hardly ever translations of each other. */
const likelihoodMin = 0.02;
/** The share of lines with the noun whose reference must have its translation. */
const shareMin = 0.5;
const lettersMin = 3;
const words = /[\p{L}\p{M}]+/gu;
const never = new AbortController().signal;

/**
 * Nouns of `lines` with the nouns that their references use for them, at most `count`, chosen at random by a fixed seed.
 *
 * @param hints whose translations of single nouns help to tell which word of the reference belongs to which
 */
export async function chooseNounEntries(
  { pair, lines, morphology, hints }: NounWork,
  count: number,
): Promise<readonly NounEntry[]> {
  const source = await readLemmas(morphology, pair.source, lines.source);
  const target = await readLemmas(morphology, pair.target, lines.target);
  const nouns = [...source.nouns].filter((noun) => noun.length > lettersMin);
  const hinted = await translateEach(hints, pair, nouns);
  const hintLemmas = await readLemmas(morphology, pair.target, hinted);
  const hint: ParallelWords = { source: nouns.map((noun) => [noun]), target: hintLemmas.lines };
  const repeated = Array.from({ length: hintWeight }, () => hint);
  const aligned = alignWords({
    source: [source.lines, ...repeated.map((one) => one.source)].flat(),
    target: [target.lines, ...repeated.map((one) => one.target)].flat(),
  });
  const found = nouns.flatMap((noun): NounEntry[] => {
    const best = aligned.get(noun);
    if (best === undefined || best.likelihood < likelihoodMin) return [];
    const isLikely = target.nouns.has(best.target) && best.target.length >= lettersMin;
    return isLikely && shareOf(noun, best.target, { source, target }) >= shareMin
      ? [{ term: source.spellings.get(noun) ?? noun, translation: target.spellings.get(best.target) ?? best.target }]
      : [];
  });
  return sample(found, count);
}

export type NounWork = {
  readonly pair: LanguagePair;
  readonly lines: ParallelLines;
  readonly morphology: Morphology;
  readonly hints: Engine;
};

type Lemmas = {
  readonly lines: readonly (readonly string[])[];
  /** Words that can be nouns, among other parts of speech. */
  readonly nouns: ReadonlySet<string>;
  /** By lemma in lower case: with the capitals that it has inside lines, if it always has them. */
  readonly spellings: ReadonlyMap<string, string>;
};

async function readLemmas(morphology: Morphology, language: LanguageTag, lines: readonly string[]): Promise<Lemmas> {
  const split = lines.map((line) => line.toLowerCase().match(words) ?? []);
  const { readings } = await morphology.read(language, [...new Set(split.flat())]);
  const nouns = new Set<string>();
  const lemmas = new Map<string, string>();
  for (const [word, all] of readings) {
    const lemma = (all.find(isNoun) ?? all[0])?.lemma.toLowerCase();
    if (lemma === undefined || !/^[\p{L}\p{M}]+$/u.test(lemma)) continue;
    lemmas.set(word, lemma);
    if (all.some(isNoun)) nouns.add(lemma);
  }
  return {
    lines: split.map((line) => line.map((word) => lemmas.get(word) ?? word)),
    nouns,
    spellings: spellingsIn(lines, lemmas),
  };
}

function spellingsIn(lines: readonly string[], lemmas: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const capital = new Set<string>();
  const small = new Set<string>();
  for (const [word] of lines.flatMap((line) => [...line.matchAll(words)].slice(1))) {
    const lemma = lemmas.get(word.toLowerCase());
    if (lemma !== undefined) (word === word.toLowerCase() ? small : capital).add(lemma);
  }
  const spelled = [...without(capital, small)].map((lemma): [string, string] => {
    return [lemma, lemma.charAt(0).toUpperCase() + lemma.slice(1)];
  });
  return new Map(spelled);
}

function isNoun({ partOfSpeech }: WordReading): boolean {
  return partOfSpeech === 'noun';
}

async function translateEach(engine: Engine, pair: LanguagePair, nouns: readonly string[]): Promise<readonly string[]> {
  const translated: string[] = [];
  const atOnce = 100;
  for (let from = 0; from < nouns.length; from += atOnce) {
    const segments = nouns.slice(from, from + atOnce).map((noun) => `${noun}.`);
    translated.push(...(await engine.translate({ pair, segments, share: 'eval' }, never)));
  }
  return translated;
}

/** Returns the share of lines with `noun` whose reference contains `translation`. */
function shareOf(noun: string, translation: string, { source, target }: { source: Lemmas; target: Lemmas }): number {
  const having = source.lines.flatMap((line, index) => (line.includes(noun) ? [target.lines[index]] : []));
  return having.filter((line) => line?.includes(translation)).length / Math.max(1, having.length);
}

function without(lemmas: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...lemmas].filter((lemma) => !others.has(lemma)));
}

/** The same choice every time. Source: Park and Miller (1988), "Random number generators: good ones are hard to find". */
function sample<Item>(items: readonly Item[], count: number): readonly Item[] {
  let state = 20_061;
  const keyed = items.map((item) => {
    state = (state * 48_271) % 2_147_483_647;
    return { item, key: state };
  });
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ item }) => item);
}
