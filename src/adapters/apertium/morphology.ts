import { likeCapitals } from '../../../packages/morphology/src/index.ts';
import type { TextEvents } from '../../text/events.ts';
import type { GrammaticalNumber, Morphology, WordReading } from '../../text/glossary/morphology.ts';
import { lightForm } from '../../text/glossary/noun-phrases.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { matchLanguage } from '../../text/languages/language-match.ts';
import { type Analysis, readAnalysis, readingsOf } from './analyses.ts';
import { type Dictionaries, type Dictionary, findDictionaries } from './dictionaries.ts';
import {
  analyserWire,
  DictionaryPools,
  defaultMorphologyLimits,
  generatorWire,
  isAskable,
  type MorphologyLimits,
} from './dictionary-pools.ts';
import { otherNumbersOf } from './noun-numbers.ts';

export type MorphologyOptions = {
  /** The folder with the mode files; Debian's by default. */
  readonly modesDir?: string;
  readonly events: Pick<TextEvents, 'engineRestarted'>;
  readonly limits?: Partial<MorphologyLimits>;
};

/** Locates dictionaries on the first lookup: a service without glossaries needs none. Without any, uses endings. */
export function openMorphology(options: MorphologyOptions): Morphology & AsyncDisposable {
  return new ApertiumMorphology(options);
}

class ApertiumMorphology implements Morphology, AsyncDisposable {
  readonly #find: () => Promise<Dictionaries>;
  readonly #pools: DictionaryPools;
  readonly #readings: RecentWords<readonly WordReading[]>;
  readonly #numbered: RecentWords<string>;
  readonly #forms: RecentWords<readonly string[]>;
  #found: Promise<Dictionaries> | undefined;

  constructor({ modesDir, events, ...options }: MorphologyOptions) {
    const limits = { ...defaultMorphologyLimits(), ...options.limits };
    this.#find = () => findDictionaries(modesDir, limits.memoryBytesMax / 2);
    this.#pools = new DictionaryPools(limits, events);
    this.#readings = new RecentWords(limits.wordsKeptMax);
    this.#numbered = new RecentWords(limits.wordsKeptMax);
    this.#forms = new RecentWords(limits.wordsKeptMax);
  }

  async read(language: LanguageTag, words: readonly string[]): ReturnType<Morphology['read']> {
    const analyser = dictionaryOf(language, (await this.#dictionaries()).analysers);
    if (analyser === undefined) return { known: false, readings: new Map() };
    const { isSure, found } = await this.#readings.lookUp(analyser.name, words, async (missing) => {
      const analyses = await this.#analyse(analyser, missing);
      return lookupOf(analyses && new Map([...analyses].map(([word, raws]) => [word, readingsOf(word, raws)])));
    });
    return { known: isSure, readings: found };
  }

  async formsOf(language: LanguageTag, nouns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { found } = await this.#forms.lookUp(language, nouns, async (missing) => {
      return lookupOf(await this.#generateForms(language, missing));
    });
    return found;
  }

  /** Returns the forms of each noun, empty if the dictionary has none; undefined when the lookup failed. */
  async #generateForms(
    language: LanguageTag,
    nouns: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    const { analysers, generators } = await this.#dictionaries();
    const analyser = dictionaryOf(language, analysers);
    const generator = dictionaryOf(language, generators);
    if (analyser === undefined || generator === undefined) return undefined;
    const read = await this.#analyse(analyser, nouns);
    if (read === undefined) return undefined;
    const wanted = nouns.map((noun) => {
      const analyses = (read.get(noun) ?? []).map(readAnalysis).filter((one) => one !== undefined);
      return { noun, units: caseAnalyses(analyses) };
    });
    const written = await this.#generate(generator, [...new Set(wanted.flatMap(({ units }) => units))]);
    if (written === undefined) return undefined;
    return new Map(wanted.map(({ noun, units }) => [noun, withGenitives(language, formsIn(noun, units, written))]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pools[Symbol.asyncDispose]();
  }

  #dictionaries(): Promise<Dictionaries> {
    this.#found ??= this.#find();
    return this.#found;
  }

  async numbersOf(
    language: LanguageTag,
    nouns: readonly string[],
    number: GrammaticalNumber,
  ): ReturnType<Morphology['numbersOf']> {
    const { found } = await this.#numbered.lookUp(`${language} ${number}`, nouns, async (missing) => {
      const { isSure, found: generated } = await this.#generateNumbers(language, missing, number);
      const formOf = (noun: string): string | undefined =>
        generated.has(noun) ? generated.get(noun) : lightForm(language, noun, number);
      return { isSure, found: new Map(missing.map((noun) => [noun, formOf(noun) ?? ''])) };
    });
    return found;
  }

  async #generateNumbers(
    language: LanguageTag,
    nouns: readonly string[],
    number: GrammaticalNumber,
  ): Promise<Lookup<string | undefined>> {
    const { analysers, generators } = await this.#dictionaries();
    const analyser = dictionaryOf(language, analysers);
    const generator = dictionaryOf(language, generators);
    if (analyser === undefined || generator === undefined) return { isSure: true, found: new Map() };
    const found = await otherNumbersOf(nouns, {
      language,
      number,
      analyse: (words) => this.#analyse(analyser, words),
      generate: (units) => this.#generate(generator, units),
    });
    return lookupOf(found);
  }

  /** Returns the analyses of each of `words`; undefined when the lookup failed. */
  async #analyse(
    analyser: Dictionary,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    const lines = words.filter(isAskable);
    const answers = await this.#pools.ask(analyser, analyserWire, lines);
    if (answers === undefined) return undefined;
    const answered = lines.map((line, index) => [line, (answers[index] ?? '').split('/').filter(Boolean)] as const);
    return new Map<string, readonly string[]>([...words.map((word) => [word, []] as const), ...answered]);
  }

  async #generate(generator: Dictionary, units: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    const answers = await this.#pools.ask(generator, generatorWire, units);
    return answers && new Map(units.map((unit, index) => [unit, answers[index] ?? '']));
  }
}

function lookupOf<Value>(found: ReadonlyMap<string, Value> | undefined): Lookup<Value> {
  return { isSure: found !== undefined, found: found ?? new Map() };
}

/** Empty unless the noun itself is among them: otherwise the generator and the analyser do not match. */
function formsIn(noun: string, units: readonly string[], written: ReadonlyMap<string, string>): readonly string[] {
  const forms = new Set(units.map((unit) => likeCapitals(noun, written.get(unit) ?? '')).filter((form) => form !== ''));
  return forms.has(noun) ? [...forms] : [];
}

/** Languages whose dictionaries read the genitive ending as a separate word. */
const addsGenitive = new Set(['sv', 'da', 'nb', 'nn']);

function withGenitives(language: LanguageTag, forms: readonly string[]): readonly string[] {
  return addsGenitive.has(language)
    ? forms.flatMap((form) => (/[sxz]$/.test(form) ? [form] : [form, `${form}s`]))
    : forms;
}

function dictionaryOf(
  language: LanguageTag,
  dictionaries: ReadonlyMap<LanguageTag, Dictionary>,
): Dictionary | undefined {
  const match = matchLanguage(language, new Set(dictionaries.keys()), 'source');
  return match && dictionaries.get(match);
}

/** The tags of each list exclude each other: a noun has at most one of them. */
const numbers = ['sg', 'pl'];
const cases = ['nom', 'acc', 'gen', 'dat', 'ins', 'prp', 'loc', 'voc', 'abl'];
const definiteness = ['ind', 'def'];

/** A noun in every number, case and definiteness, existing or not. Empty if it only inflects for number. */
function caseAnalyses(read: readonly Analysis[]): readonly string[] {
  const nouns = read.filter(({ tags }) => tags[0] === 'n' && !tags.includes('compound-R'));
  const declined = nouns.find(({ tags }) => tags.some((tag) => cases.includes(tag) || definiteness.includes(tag)));
  if (declined === undefined) return [];
  const swapped = [numbers, cases, definiteness].reduce(swapTags, [declined.tags]);
  const lemma = declined.raw.slice(0, declined.raw.indexOf('<'));
  return swapped.map((tags) => lemma + tags.map((tag) => `<${tag}>`).join(''));
}

/** Returns each of `all` once with each of `choices` instead of the one that it has. */
function swapTags(all: readonly (readonly string[])[], choices: readonly string[]): readonly (readonly string[])[] {
  return all.flatMap((tags) => {
    const at = tags.findIndex((tag) => choices.includes(tag));
    return at === -1 ? [tags] : choices.map((choice) => tags.with(at, choice));
  });
}

/** The value of each word that has one. `isSure` is false if the lookup failed: then the values are not cached. */
type Lookup<Value> = { readonly isSure: boolean; readonly found: ReadonlyMap<string, Value> };

/**
 * Cache of recent words: after `freshMax` new ones, drops older ones without a hit, so at most twice `freshMax` stay.
 * An empty value is cached as well, and means that the word has none.
 */
class RecentWords<Value extends { readonly length: number }> {
  readonly #freshMax: number;
  #fresh = new Map<string, Value>();
  #stale = new Map<string, Value>();

  constructor(freshMax: number) {
    this.#freshMax = freshMax;
  }

  /** @param find looks up those of `words` that are not cached for `context` */
  async lookUp(
    context: string,
    words: readonly string[],
    find: (missing: readonly string[]) => Promise<Lookup<Value>>,
  ): Promise<Lookup<Value>> {
    const cached = [...new Set(words)].map((word) => [word, this.#recall(`${context} ${word}`)] as const);
    const missing = cached.filter(([, value]) => value === undefined).map(([word]) => word);
    const { isSure, found } = await find(missing);
    if (isSure) for (const [word, value] of found) this.#keep(`${context} ${word}`, value);
    return { isSure, found: new Map([...cached, ...found].filter(hasValue)) };
  }

  #recall(key: string): Value | undefined {
    const fresh = this.#fresh.get(key);
    if (fresh !== undefined) return fresh;
    const stale = this.#stale.get(key);
    if (stale !== undefined) this.#keep(key, stale);
    return stale;
  }

  #keep(key: string, value: Value): void {
    if (this.#fresh.size >= this.#freshMax) {
      this.#stale = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
  }
}

function hasValue<Value extends { readonly length: number }>(
  entry: readonly [string, Value | undefined],
): entry is readonly [string, Value] {
  return entry[1] !== undefined && entry[1].length > 0;
}
