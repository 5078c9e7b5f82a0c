import type { LanguageTag } from '../languages/language.ts';
import { ServiceError } from '../service-error.ts';
import { inRounds } from '../steps.ts';
import type { AccountTerms, FindSparedWords, FindTerms, TermQuery } from './find-terms.ts';
import type { Morphology } from './morphology.ts';
import { usesOf } from './target-form.ts';
import { anyLanguage, type TermLanguage } from './term.ts';
import { compileTermsInTurns, type TermBase } from './term-base.ts';
import type { TermStore, TermsVersion } from './term-store.ts';

export type TermBasesParts = {
  readonly store: Pick<TermStore, 'readTermBase'>;
  readonly morphology: Morphology;
  /** Of all cached glossaries. A larger one is read again for every request. */
  readonly termsMax: number;
};

type LoadedBase = { readonly base: TermBase; readonly version: TermsVersion };

type BaseQuery = Omit<TermQuery, 'sentences'>;

/** What a base counts for beside its terms, so that those without any have a bound too; the words that it met are most of it. */
const termsPerBase = 150;

/** Bases that are read and compiled at once: memory that no cache counts yet. */
const loadsMax = 4;

/** Requests that wait until they may read one; more are refused. */
const waitingMax = 1_000;

/**
 * The term bases that requests need, read from the database once for each version and kept by account and pair. Full, it
 * forgets what was not asked for the longest.
 */
export class TermBases implements AccountTerms {
  readonly #parts: TermBasesParts;
  /** The one that was not asked for the longest first. */
  readonly #kept = new Map<string, LoadedBase>();
  readonly #loading = new Map<string, Promise<LoadedBase>>();
  readonly #places = new Places();
  #termsHeld = 0;

  constructor(parts: TermBasesParts) {
    this.#parts = parts;
  }

  /** Of all bases that are kept, each of them counted for 150 more. */
  get termsHeld(): number {
    return this.#termsHeld;
  }

  /** `FindTerms`; without a term base, which is version 0, nothing is looked for. */
  readonly findTerms: FindTerms = async ({ sentences, ...query }) => {
    if (query.termsVersion === 0 || sentences.length === 0) return new Map();
    const { morphology } = this.#parts;
    const base = await this.#baseFor(query);
    return usesOf({ pair: query.pair, morphology, matches: await base.match(sentences, morphology) });
  };

  /** `FindSparedWords`, of the same term base. */
  readonly findSparedWords: FindSparedWords = async (query) => {
    return query.termsVersion === 0 ? undefined : (await this.#baseFor(query)).spared;
  };

  /** A glossary of the version in the request, or of a newer one. */
  async #baseFor(query: BaseQuery): Promise<TermBase> {
    const key = JSON.stringify([query.accountId, query.pair.source, query.pair.target]);
    const kept = this.#recall(key);
    if (kept !== undefined && kept.version >= query.termsVersion) return kept.base;
    // A running load may have begun before the version in this request.
    const begun = await this.#loading.get(key);
    if (begun !== undefined && begun.version >= query.termsVersion) return begun.base;
    const { base, version } = await (this.#loading.get(key) ?? this.#load(key, query));
    if (version >= query.termsVersion) return base;
    throw new ServiceError('store_unavailable', {
      detail: { reason: 'the database holds an older term base than it said before', version },
    });
  }

  #recall(key: string): LoadedBase | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  /** Shared by concurrent requests. A failed load fails them, and the next request tries again. */
  #load(key: string, query: BaseQuery): Promise<LoadedBase> {
    const reading = this.#places.use(() => this.#read(query));
    // Cached before it counts as loaded, so that no request in between reads it again.
    const loading = reading.then((loaded) => this.#keep(key, loaded)).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #read({ accountId, pair }: BaseQuery): Promise<LoadedBase> {
    const [sources, targets] = [languagesFor(pair.source), languagesFor(pair.target)];
    const { version, terms } = await this.#parts.store.readTermBase({ accountId, sources, targets });
    return { version, base: await inRounds(compileTermsInTurns(terms, pair)) };
  }

  #keep(key: string, loaded: LoadedBase): LoadedBase {
    this.#forget(key);
    const weight = weightOf(loaded);
    if (weight > this.#parts.termsMax) return loaded;
    for (const oldest of this.#kept.keys()) {
      if (this.#termsHeld + weight <= this.#parts.termsMax) break;
      this.#forget(oldest);
    }
    this.#kept.set(key, loaded);
    this.#termsHeld += weight;
    return loaded;
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#termsHeld -= weightOf(kept);
  }
}

function weightOf({ base }: LoadedBase): number {
  return base.size + termsPerBase;
}

/** What the language of a term may be for a pair's: itself, itself with subtags left out at the end, or any. */
export function languagesFor(language: LanguageTag): readonly TermLanguage[] {
  const subtags = language.split('-');
  const shorter = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-') as LanguageTag);
  return [...shorter, anyLanguage];
}

/** Limits concurrent loads. Others wait in order of arrival. */
class Places {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken < loadsMax) this.#taken++;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken--;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= waitingMax) {
      throw new ServiceError('overloaded', { detail: { waiting: waitingMax } });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
