import { likeCapitals } from '../../../packages/morphology/src/index.ts';
import type { Events } from '../../core/events.ts';
import { lightForm } from '../../core/glossary/light-morphology.ts';
import type { GrammaticalNumber, Morphology, WordReading } from '../../core/glossary/morphology.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import { matchLanguage } from '../../core/languages/language-match.ts';
import { readAnalysis, readingsOf } from './analyses.ts';
import { type Dictionaries, type Dictionary, findDictionaries } from './dictionaries.ts';
import { DictionaryPools, defaultMorphologyLimits, type MorphologyLimits } from './dictionary-pools.ts';
import { analyserWire, generatorWire, isAskable } from './dictionary-wire.ts';
import { caseAnalyses } from './noun-cases.ts';
import { otherNumbersOf } from './noun-numbers.ts';
import { RecentWords } from './recent-words.ts';

export type MorphologyOptions = {
  /** Where the language pairs put their modes; Debian's folder unless said otherwise. */
  readonly modesDir?: string;
  readonly events: Pick<Events, 'engineRestarted'>;
  /** What is not given is as in `defaultMorphologyLimits`. */
  readonly limits?: Partial<MorphologyLimits>;
};

const debianModesDir = '/usr/share/apertium/modes';

/**
 * Opens the dictionaries of the language pairs that are installed. Where there are none, endings alone are known. No
 * program is started before the first word of its language.
 */
export async function openMorphology(options: MorphologyOptions): Promise<Morphology & AsyncDisposable> {
  const limits = { ...defaultMorphologyLimits(), ...options.limits };
  const dictionaries = await findDictionaries(options.modesDir ?? debianModesDir, limits.memoryBytesMax / 2);
  return new ApertiumMorphology(dictionaries, limits, options.events);
}

/** Failed lookups are not cached. */
type Numbered = { readonly form: string | undefined };

class ApertiumMorphology implements Morphology, AsyncDisposable {
  readonly #dictionaries: Dictionaries;
  readonly #pools: DictionaryPools;
  readonly #readings: RecentWords<readonly WordReading[]>;
  readonly #numbered: RecentWords<Numbered>;
  readonly #forms: RecentWords<readonly string[]>;

  constructor(dictionaries: Dictionaries, limits: MorphologyLimits, events: Pick<Events, 'engineRestarted'>) {
    this.#dictionaries = dictionaries;
    this.#pools = new DictionaryPools(limits, events);
    this.#readings = new RecentWords(limits.wordsKeptMax);
    this.#numbered = new RecentWords(limits.wordsKeptMax);
    this.#forms = new RecentWords(limits.wordsKeptMax);
  }

  async read(
    language: LanguageTag,
    words: readonly string[],
  ): Promise<{ readonly known: boolean; readonly readings: ReadonlyMap<string, readonly WordReading[]> }> {
    const analyser = dictionaryOf(language, this.#dictionaries.analysers);
    if (analyser === undefined) return { known: false, readings: new Map() };
    const found = new Map<string, readonly WordReading[]>();
    const missing: string[] = [];
    for (const word of new Set(words)) {
      const kept = this.#readings.recall(`${analyser.name} ${word}`);
      if (kept === undefined) missing.push(word);
      else if (kept.length > 0) found.set(word, kept);
    }
    const analyses = await this.#analyse(analyser, missing);
    for (const [word, raws] of analyses ?? []) {
      const readings = readingsOf(word, raws);
      this.#readings.keep(`${analyser.name} ${word}`, readings);
      if (readings.length > 0) found.set(word, readings);
    }
    return { known: analyses !== undefined, readings: found };
  }

  pluralsOf(language: LanguageTag, nouns: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#numbersOf(language, nouns, 'plural');
  }

  singularsOf(language: LanguageTag, nouns: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#numbersOf(language, nouns, 'singular');
  }

  async formsOf(language: LanguageTag, nouns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const forms = new Map<string, readonly string[]>();
    const missing: string[] = [];
    for (const noun of new Set(nouns)) {
      const kept = this.#forms.recall(`${language} ${noun}`);
      if (kept === undefined) missing.push(noun);
      else if (kept.length > 0) forms.set(noun, kept);
    }
    const found = missing.length === 0 ? undefined : await this.#generateForms(language, missing);
    for (const [noun, all] of found ?? []) {
      this.#forms.keep(`${language} ${noun}`, all);
      if (all.length > 0) forms.set(noun, all);
    }
    return forms;
  }

  /** The forms of each noun, empty if the dictionary has none; undefined when the lookup failed. */
  async #generateForms(
    language: LanguageTag,
    nouns: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    const analyser = dictionaryOf(language, this.#dictionaries.analysers);
    const generator = dictionaryOf(language, this.#dictionaries.generators);
    if (analyser === undefined || generator === undefined) return undefined;
    const read = await this.#analyse(analyser, nouns);
    if (read === undefined) return undefined;
    const wanted = nouns.map((noun) => {
      const analyses = (read.get(noun) ?? []).map(readAnalysis).filter((one) => one !== undefined);
      return { noun, units: caseAnalyses(analyses) };
    });
    const written = await this.#generate(generator, [...new Set(wanted.flatMap(({ units }) => units))]);
    return (
      written &&
      new Map(wanted.map(({ noun, units }) => [noun, withGenitives(language, formsIn(noun, units, written))]))
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pools[Symbol.asyncDispose]();
  }

  async #numbersOf(
    language: LanguageTag,
    nouns: readonly string[],
    number: GrammaticalNumber,
  ): Promise<ReadonlyMap<string, string>> {
    const forms = new Map<string, string>();
    const missing: string[] = [];
    for (const noun of new Set(nouns)) {
      const kept = this.#numbered.recall(`${language} ${number} ${noun}`);
      if (kept === undefined) missing.push(noun);
      else if (kept.form !== undefined) forms.set(noun, kept.form);
    }
    const { isSure, found } = await this.#generateNumbers(language, missing, number);
    for (const noun of missing) {
      const form = found.has(noun) ? found.get(noun) : lightForm(language, noun, number);
      if (form !== undefined) forms.set(noun, form);
      if (isSure) this.#numbered.keep(`${language} ${number} ${noun}`, { form });
    }
    return forms;
  }

  async #generateNumbers(
    language: LanguageTag,
    nouns: readonly string[],
    number: GrammaticalNumber,
  ): Promise<{ readonly isSure: boolean; readonly found: ReadonlyMap<string, string | undefined> }> {
    const analyser = dictionaryOf(language, this.#dictionaries.analysers);
    const generator = dictionaryOf(language, this.#dictionaries.generators);
    if (analyser === undefined || generator === undefined) return { isSure: true, found: new Map() };
    const found = await otherNumbersOf(nouns, {
      language,
      number,
      analyse: (words) => this.#analyse(analyser, words),
      generate: (units) => this.#generate(generator, units),
    });
    return { isSure: found !== undefined, found: found ?? new Map() };
  }

  /** The analyses of each of `words`; undefined when the lookup failed. */
  async #analyse(
    analyser: Dictionary,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    const lines = words.filter(isAskable);
    const answers = await this.#ask(analyser, analyserWire, lines);
    if (answers === undefined) return undefined;
    const analyses = new Map(words.map((word): [string, readonly string[]] => [word, []]));
    for (const [index, line] of lines.entries()) {
      const answer = answers[index] ?? '';
      if (answer !== '') analyses.set(line, answer.split('/'));
    }
    return analyses;
  }

  async #generate(generator: Dictionary, units: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    const answers = await this.#ask(generator, generatorWire, units);
    return answers && new Map(units.map((unit, index) => [unit, answers[index] ?? '']));
  }

  async #ask(
    dictionary: Dictionary,
    wire: typeof analyserWire,
    lines: readonly string[],
  ): Promise<readonly string[] | undefined> {
    return lines.length === 0 ? [] : await this.#pools.ask({ dictionary, wire, lines });
  }
}

/** None unless the noun itself is among them: else the generator is of another dictionary. */
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
