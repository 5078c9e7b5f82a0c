import { Admission } from '../../text/engine/admission.ts';
import type { DescribedEngine, EngineUnit, Job } from '../../text/engine/engine.ts';
import type { MemoryBudget } from '../../text/engine/memory-budget.ts';
import type { TextEvents } from '../../text/events.ts';
import type { Morphology } from '../../text/glossary/morphology.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../../text/languages/language.ts';
import { type ModeCatalogue, readCatalogue, type ServedMode } from './catalogue.ts';
import shippedClasses from './known-classes.json' with { type: 'json' };
import { type ApertiumLimitOptions, type ApertiumLimits, defaultLimits } from './limits.ts';
import { markovTagger } from './mode.ts';
import { sentenceWire } from './mode-faults.ts';
import type { Pipeline } from './pipeline.ts';
import { type EntryRoute, translateEntries } from './placeholder-nouns/entry-translation.ts';
import { measuredNouns, measuredNounsVersion, nounsOf } from './placeholder-nouns/noun-table.ts';
import { openBudget, Pool } from './pool.ts';
import scores from './quality.json' with { type: 'json' };
import { translateSegments } from './segments.ts';
import { sweepTaggerFiles, TaggerData } from './tagger-data.ts';

export type ApertiumOptions = {
  /** The folder with the mode files; Debian's by default. */
  readonly modesDir?: string;
  /** A folder for files derived from the data of language pairs; some hundred KB. */
  readonly cacheDir: string;
  readonly events: Pick<TextEvents, 'engineRestarted'>;
  /** Ambiguity classes that taggers lack; the project's list by default. */
  readonly knownClasses?: ClassesByModes;
  /** Returns gender and number of entries, so that nouns with the same grammar can replace them. */
  readonly morphology?: Morphology;
  readonly limits: ApertiumLimitOptions;
};

/** Opens the installed pairs; `pairs()` may be empty. A program starts with the first job for its pair. */
export async function openApertium(options: ApertiumOptions): Promise<DescribedEngine> {
  const catalogue = await readCatalogue(options.modesDir);
  await sweepTaggerFiles(options.cacheDir);
  return new Apertium(catalogue, { ...defaultLimits(), ...options.limits }, options);
}

type Route = EntryRoute & { readonly version: string };

class Apertium implements DescribedEngine {
  readonly name = 'apertium';
  readonly isDeterministic = true;
  readonly missedEntries = 'placeholder';
  readonly keepsUnknownWords = true;
  readonly pivotsMax = 2;
  readonly measuredScore = measuredScore;
  readonly #catalogue: ModeCatalogue;
  readonly #limits: ApertiumLimits;
  readonly #options: ApertiumOptions;
  readonly #budget: MemoryBudget<Pipeline>;
  readonly #admission: Admission;
  readonly #pools = new Map<string, Pool>();
  readonly #routes = new Map<string, Route>();
  #pairs: readonly LanguagePair[] | undefined;

  constructor(catalogue: ModeCatalogue, limits: ApertiumLimits, options: ApertiumOptions) {
    this.#catalogue = catalogue;
    this.#limits = limits;
    this.#options = options;
    this.#budget = openBudget(limits);
    this.#admission = new Admission({ engine: this.name, unitsMax: limits.queueUnitsMax, unitsPerSegment });
    for (const served of catalogue.served) this.#add(served);
  }

  pairs(): readonly LanguagePair[] {
    this.#pairs ??= [...this.#routes.values()]
      .filter(({ pool }) => pool.obstacle === undefined)
      .map(({ pair }) => pair);
    return this.#pairs;
  }

  isReady(pair: LanguagePair): boolean {
    const route = this.#routes.get(pairName(pair));
    return route !== undefined && route.pool.obstacle === undefined;
  }

  versionOf(pair: LanguagePair): string {
    return this.#routes.get(pairName(pair))?.version ?? '';
  }

  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const route = this.#routes.get(pairName(job.pair));
    if (route === undefined) throw this.#admission.refusal('engine_unavailable', job.pair);
    const { entries } = job;
    return await this.#admission.run(job, () =>
      entries === undefined
        ? translateSegments(route, job, signal)
        : translateEntries(route, { ...job, entries }, signal),
    );
  }

  describeUnits(): readonly EngineUnit[] {
    const served = this.#catalogue.served.map(({ mode, pairs }) => this.#describe(mode.name, pairs));
    const leftOut = this.#catalogue.leftOut.map(({ name, reason }): EngineUnit => {
      return { unit: name, pairs: [], score: undefined, state: 'left_out', reason };
    });
    return [...served, ...leftOut];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#budget[Symbol.dispose]();
    await Promise.all([...this.#pools.values()].map((pool) => pool[Symbol.asyncDispose]()));
  }

  #add({ mode, pairs, bytesEstimated, version }: ServedMode): void {
    const pool = new Pool({
      mode,
      wire: sentenceWire(mode),
      taggerData: this.#taggerData(mode),
      bytesEstimated,
      budget: this.#budget,
      limits: this.#limits,
      restarted: (reason) => this.#options.events.engineRestarted({ engine: this.name, unit: mode.name, reason }),
      availabilityChanged: () => (this.#pairs = undefined),
    });
    this.#pools.set(mode.name, pool);
    const nouns = nounsOf(measuredNouns, mode.name);
    for (const pair of pairs) {
      this.#routes.set(pairName(pair), {
        pair,
        pool,
        prepare: (segment) => normaliseSource(segment, pair.source),
        nouns,
        morphology: this.#options.morphology,
        version: `${version}.${measuredNounsVersion}`,
      });
    }
  }

  #taggerData(mode: ServedMode['mode']): TaggerData | undefined {
    const source = markovTagger(mode.stages)?.dataFile;
    if (source === undefined) return undefined;
    const shipped = classesOf(this.#options.knownClasses ?? knownClasses, mode.name);
    return new TaggerData({ source, cacheDir: this.#options.cacheDir, name: mode.name, shipped });
  }

  #describe(unit: string, pairs: readonly LanguagePair[]): EngineUnit {
    const pool = this.#pools.get(unit);
    const reason = pool?.obstacle;
    const working = (pool?.pipelineCount ?? 0) > 0 ? 'running' : 'ready';
    const score = pairs[0] && measuredScore([pairs[0].source, pairs[0].target]);
    return { unit, pairs, score, state: reason === undefined ? working : 'unavailable', reason };
  }
}

/** The cost of a segment in addition to its characters, in UTF-16 units: a single letter takes 13 times as long. */
const unitsPerSegment = 12;

/**
 * Ambiguity classes that taggers lack, by the modes that share a tagger, separated by spaces. A class is the names of
 * its tags, joined by commas.
 */
export type ClassesByModes = Readonly<Record<string, readonly string[]>>;

/** Classes found in running text so far (written by `eval/apertium-classes.ts`). */
export const knownClasses: ClassesByModes = shippedClasses;

export function classesOf(known: ClassesByModes, modeName: string): readonly string[] {
  const lists = Object.entries(known).filter(([modes]) => modes.split(' ').includes(modeName));
  return lists.flatMap(([, names]) => names);
}

const scoreByPath = new Map<string, { readonly chrF2: number }>(Object.entries(scores));

/** chrF2 of a route through these languages, 0-100; undefined if not measured. */
export function measuredScore(path: readonly LanguageTag[]): number | undefined {
  return scoreByPath.get(path.join('>'))?.chrF2;
}

/** Returns the text with the letters and quotation marks that the dictionaries of `language` use. */
function normaliseSource(text: string, language: LanguageTag): string {
  const written = language === 'en' ? withGenitives(text) : text;
  return openSingleQuotes((language === 'sr' ? latinizeSerbian(written) : written).replace(accented, composed));
}

/** An apostrophe after a plural, not a name. In a quotation it may close it. */
const pluralGenitive = /(?<=(?<!\p{L})\p{Ll}{1,40}s)['’](?= \p{Ll})/gu;
const opened = /(?<![\p{L}\p{N}])['‘]/u;

/** The end of tags before the ending of their last word: "<b>Ana</b>'s". */
const tagBeforeGenitive = /((?:\uFDD2[\uE000-\uEF9F])+)(['’]s?)(?![\p{L}\p{N}])/gu;

/** Writes each genitive at its word and with an "s", because some dictionaries lack "users'". */
function withGenitives(text: string): string {
  const whole = text.replace(tagBeforeGenitive, '$2$1');
  return opened.test(whole) ? whole : whole.replace(pluralGenitive, '$&s');
}

/** Composed, and nothing else normalised: the dictionaries read "nin\u0303a" as two words. */
const accented = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{Mn}+/gu;
const composed = (letter: string): string => letter.normalize('NFC');

/** Before a word of three letters or more: shorter ones are contractions, as in "rock 'n' roll" and "'s morgens". */
const opening = /(?<![\p{L}\p{M}\p{N}'’])'(?=\p{L}{3})/gu;

/** Writes opening quotation marks: dictionaries read a straight one as an apostrophe, and "'really" as "are". */
export function openSingleQuotes(text: string): string {
  const last = text.lastIndexOf("'");
  return text.replace(opening, (quote, index: number) => (index < last ? '‘' : quote));
}

/** Serbian Cyrillic letters in Serbian Latin ones; three of them take two. Source: the Serbian orthography (Pravopis). */
const latinLetters: Readonly<Record<string, string>> = Object.fromEntries(
  [...'абвгдђежзијклљмнњопрстћуфхцчџш'].flatMap((letter, index) => {
    const latin = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ')[index] ?? letter;
    const title = latin.charAt(0).toUpperCase() + latin.slice(1);
    return [
      [letter, latin],
      [letter.toUpperCase(), title],
    ];
  }),
);

/** Inside a word of capitals, Љ, Њ and Џ become two capitals. There is no reverse function: it is ambiguous. */
export function latinizeSerbian(text: string): string {
  return text.replace(/[А-ШЂЈЉЊЋЏа-шђјљњћџ]/g, (letter, index: number) => {
    const latin = latinLetters[letter] ?? letter;
    return latin.length === 2 && isInCapitals(text, index) ? latin.toUpperCase() : latin;
  });
}

function isInCapitals(text: string, index: number): boolean {
  const isCapital = (letter: string): boolean => /\p{Lu}/u.test(letter);
  if (!isCapital(text.charAt(index))) return false;
  const next = text.charAt(index + 1);
  // At the end of a word the letter before decides: ИЊ ends in NJ, while Њ alone is Nj.
  return /\p{L}/u.test(next) ? isCapital(next) : isCapital(text.charAt(index - 1));
}
