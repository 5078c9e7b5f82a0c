import { assert } from '../../ground/assert.ts';
import { type Place, Ring } from '../../ground/ring.ts';
import type { Issue } from '../checks/check.ts';
import type { Route } from '../languages/routes.ts';

/** The result of a translated and checked sentence. */
export type Outcome =
  | { readonly kind: 'valid'; readonly translation: string }
  | { readonly kind: 'invalid'; readonly issue: Issue };

export type CacheClaim =
  | { readonly kind: 'kept'; readonly translation: string }
  /** Another request is translating it. Resolves with undefined when that was given up; never rejects. */
  | { readonly kind: 'awaited'; readonly ended: Promise<Outcome | undefined> }
  /** The caller must translate it, and call `end` in every case, even without outcome. Repeated calls are ignored. */
  | { readonly kind: 'new'; readonly end: (outcome: Outcome | undefined) => void };

/** Counters since the last read, and the present size. */
export type CacheUse = {
  readonly kept: number;
  readonly awaited: number;
  readonly missed: number;
  readonly evicted: number;
  readonly bytesHeld: number;
};

/** Memory of an entry beside the characters of its strings. Measured on Node 24 with 200,000 entries: 200 bytes. */
const entryBytes = 240;

/** Latin-1 strings take one byte per character; strings with any other character, and with placeholder tokens, two. */
const unitBytes = 2;

/** Sentences in translation that others may wait for; beyond this, each caller translates its own. */
const underWayMax = 100_000;

/**
 * Sentences translated before, and those being translated now; in memory only, least recently used evicted first.
 * Operations take constant time. Two translations are interchangeable exactly when their keys are equal.
 */
export class TranslationCache {
  readonly #bytesMax: number;
  readonly #kept = new Map<string, Kept>();
  /** Least recently used first. Not by a map: an old iterator retains old tables, a new one skips deleted entries. */
  readonly #byAge = new Ring<string>();
  readonly #underWay = new Map<string, UnderWay>();
  #bytesHeld = 0;
  #use = { kept: 0, awaited: 0, missed: 0, evicted: 0 };

  /** @param bytesMax for keys and translations together; 0 disables caching and sharing */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  claim(key: string): CacheClaim {
    if (this.#bytesMax === 0) return { kind: 'new', end: () => {} };
    const translation = this.#recall(key);
    if (translation !== undefined) {
      this.#use.kept++;
      return { kind: 'kept', translation };
    }
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      this.#use.awaited++;
      return { kind: 'awaited', ended: underWay.ended };
    }
    this.#use.missed++;
    return { kind: 'new', end: this.#open(key) };
  }

  takeUse(): CacheUse {
    const use = { ...this.#use, bytesHeld: this.#bytesHeld };
    this.#use = { kept: 0, awaited: 0, missed: 0, evicted: 0 };
    return use;
  }

  #recall(key: string): string | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#byAge.remove(kept.place);
    kept.place = this.#byAge.add(key);
    return kept.translation;
  }

  #open(key: string): (outcome: Outcome | undefined) => void {
    if (this.#underWay.size >= underWayMax) return (outcome) => this.#keep(key, outcome);
    const underWay = new UnderWay();
    this.#underWay.set(key, underWay);
    return (outcome) => {
      if (this.#underWay.get(key) !== underWay) return;
      this.#underWay.delete(key);
      this.#keep(key, outcome);
      underWay.end(outcome);
    };
  }

  #keep(key: string, outcome: Outcome | undefined): void {
    if (outcome?.kind !== 'valid' || this.#kept.has(key)) return;
    const bytes = bytesOf(key, outcome.translation);
    if (bytes > this.#bytesMax) return;
    while (this.#bytesHeld + bytes > this.#bytesMax) this.#evictOldest();
    this.#kept.set(key, { translation: ownCopy(outcome.translation), place: this.#byAge.add(key) });
    this.#bytesHeld += bytes;
  }

  #evictOldest(): void {
    const key = this.#byAge.first;
    const kept = key === undefined ? undefined : this.#kept.get(key);
    assert(key !== undefined && kept !== undefined, 'an empty cache holds no bytes');
    this.#byAge.remove(kept.place);
    this.#kept.delete(key);
    this.#bytesHeld -= bytesOf(key, kept.translation);
    this.#use.evicted++;
  }
}

type Kept = { readonly translation: string; place: Place<string> };

/** A sentence being translated. Few are waited for, so the promise is created for the first waiter. */
class UnderWay {
  #waiting: PromiseWithResolvers<Outcome | undefined> | undefined;

  get ended(): Promise<Outcome | undefined> {
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  end(outcome: Outcome | undefined): void {
    this.#waiting?.resolve(outcome);
  }
}

/** Copies a substring, because it would keep the whole string in memory, possibly an engine's whole answer. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1);
}

function bytesOf(key: string, translation: string): number {
  return unitBytes * (key.length + translation.length) + entryBytes;
}

/** Everything other than the sentence that its translation depends on. */
export type CacheConditions = {
  readonly route: Route;
  /** Whose request it is. */
  readonly share: string;
  /** Identifies the entries of the sentence, their translations and other engine input; empty without entries. */
  readonly glossaryKey: string;
};

/** Different shares get the same translation only if the engine is deterministic and no glossary entry is in it. */
export function cacheKeys({ route, share, glossaryKey }: CacheConditions): (sentence: string) => string {
  const { engine, path } = route;
  const isShared = engine.isDeterministic && glossaryKey === '';
  const hops = path.slice(1).map((target, hop) => engine.versionOf({ source: path[hop] ?? target, target }));
  const conditions = JSON.stringify([isShared ? '' : share, glossaryKey, engine.name, path.join('>'), ...hops]);
  // JSON escapes line breaks, so the first line break of a key ends the conditions.
  return (sentence) => `${conditions}\n${sentence}`;
}
