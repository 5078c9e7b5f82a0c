import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type LanguagePair, pairName } from '../languages/language.ts';
import type { Job } from './engine.ts';

export type AdmissionOptions = {
  readonly engine: string;
  readonly unitsMax: number;
  /** The cost of a segment in addition to its characters. */
  readonly unitsPerSegment: number;
  /** The work of a segment in UTF-16 units; its length by default. */
  unitsAt?(job: Job, index: number): number;
};

/** Accepts the jobs of an engine while there is room for their work. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #backlog: Backlog;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#backlog = new Backlog(options.unitsMax);
  }

  /** Returns the result of `translate`; empty for an empty job. @throws ServiceError `overloaded` without room */
  async run(job: Job, translate: () => Promise<readonly string[]>): Promise<readonly string[]> {
    if (job.segments.length === 0) return [];
    using admitted = this.#backlog.admit(job.share, this.#unitsOf(job));
    if (admitted === undefined) throw this.refusal('overloaded', job.pair);
    return await translate();
  }

  refusal(reason: 'engine_unavailable' | 'overloaded', pair: LanguagePair): ServiceError {
    return new ServiceError(reason, { detail: { engine: this.#options.engine, pair: pairName(pair) } });
  }

  #unitsOf(job: Job): number {
    const { unitsPerSegment, unitsAt } = this.#options;
    const own = (segment: string, index: number) => unitsAt?.(job, index) ?? segment.length;
    return job.segments.reduce((sum, segment, index) => sum + own(segment, index) + unitsPerSegment, 0);
  }
}

/**
 * Counts unfinished work in total and per share. No share may hold more than the room that is left: one alone at most
 * half, a second at most a quarter, and a small job of a new share always has room. Source: Choudhury and Hahne (1998),
 * "Dynamic queue length thresholds for shared-memory packet switches".
 */
export class Backlog {
  readonly #amountMax: number;
  readonly #amountOf = new Map<string, number>();
  #amount = 0;

  constructor(amountMax: number) {
    this.#amountMax = amountMax;
  }

  get amount(): number {
    return this.#amount;
  }

  /** Admits a job of `share`, until the returned object is disposed of. @returns undefined when there is no room */
  admit(share: string, amount: number): Disposable | undefined {
    const after = (this.#amountOf.get(share) ?? 0) + amount;
    if (after > this.#amountMax - this.#amount - amount) return undefined;
    this.#add(share, amount);
    let isDone = false;
    return {
      [Symbol.dispose]: () => {
        if (!isDone) this.#add(share, -amount);
        isDone = true;
      },
    };
  }

  #add(share: string, amount: number): void {
    this.#amount += amount;
    const own = (this.#amountOf.get(share) ?? 0) + amount;
    assert(own >= 0 && this.#amount >= 0, 'no job ends twice');
    if (own === 0) this.#amountOf.delete(share);
    else this.#amountOf.set(share, own);
  }
}
