import { assert } from '../assert.ts';
import type { Fault } from '../fidelity/examine.ts';
import { type Place, Ring } from '../ring.ts';

/** How the translation of a sentence ended once it was examined. */
export type Outcome =
  | { readonly kind: 'faithful'; readonly translation: string }
  | { readonly kind: 'unfaithful'; readonly fault: Fault };

/** What the memory says to whoever needs a sentence translated. */
export type Claim =
  | { readonly kind: 'kept'; readonly translation: string }
  /** Somebody translates it now. Resolves with undefined when that was given up, and never rejects. */
  | { readonly kind: 'awaited'; readonly ended: Promise<Outcome | undefined> }
  /**
   * Nobody does, so the one who claimed it must, and must call `end` on every way out: with the outcome, or with
   * undefined when there is none. Whatever is called after the first time is not heard.
   */
  | { readonly kind: 'new'; readonly end: (outcome: Outcome | undefined) => void };

/** What happened since it was last asked for, beside what is held now. */
export type MemoryUse = {
  readonly kept: number;
  readonly awaited: number;
  readonly missed: number;
  readonly evicted: number;
  readonly bytesHeld: number;
};

/**
 * What an entry takes beside the characters of its two strings: their headers, its place, the map's slots and room to grow.
 * Measured on Node 24 with 200,000 entries: 200.
 */
const entryBytes = 240;

/** Strings of Latin letters take one byte for each; with any other character, and with tokens, two. */
const unitBytes = 2;

/** Sentences that are being translated and may be waited for; beyond, each is translated by whoever brings it. */
const underWayMax = 100_000;

/**
 * Sentences translated before, and those being translated now, in this process alone: nothing of it is ever written
 * anywhere. Full, it forgets what was not asked for the longest. Every step takes the same time, however much is held.
 *
 * Two translations may stand for each other exactly when their keys are equal (`memory-key.ts`).
 */
export class SentenceMemory {
  readonly #bytesMax: number;
  readonly #kept = new Map<string, Kept>();
  /**
   * Keys, the one that was not asked for the longest first. A map has an order of its own, but an iterator that stays at
   * its oldest entry keeps every table alive that the map ever had, and a new one walks over all that was deleted.
   */
  readonly #byAge = new Ring<string>();
  readonly #underWay = new Map<string, UnderWay>();
  #bytesHeld = 0;
  #use = { kept: 0, awaited: 0, missed: 0, evicted: 0 };

  /** @param bytesMax of keys and translations together; 0 keeps nothing and shares nothing */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  claim(key: string): Claim {
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

  takeUse(): MemoryUse {
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
    if (outcome?.kind !== 'faithful' || this.#kept.has(key)) return;
    const bytes = bytesOf(key, outcome.translation);
    if (bytes > this.#bytesMax) return;
    while (this.#bytesHeld + bytes > this.#bytesMax) this.#evictOldest();
    this.#kept.set(key, { translation: ownCopy(outcome.translation), place: this.#byAge.add(key) });
    this.#bytesHeld += bytes;
  }

  #evictOldest(): void {
    const key = this.#byAge.first;
    const kept = key === undefined ? undefined : this.#kept.get(key);
    assert(key !== undefined && kept !== undefined, 'bytes are held by no entry');
    this.#byAge.remove(kept.place);
    this.#kept.delete(key);
    this.#bytesHeld -= bytesOf(key, kept.translation);
    this.#use.evicted++;
  }
}

type Kept = { readonly translation: string; place: Place<string> };

/** A sentence that is being translated. Few are ever waited for, so the promise is made for the first who does. */
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

/** Part of a string keeps the whole in memory, which may be all that an engine ever answered at once. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1);
}

function bytesOf(key: string, translation: string): number {
  return unitBytes * (key.length + translation.length) + entryBytes;
}
