import type { Model } from '../../../packages/marian/src/index.ts';
import { CircuitBreaker } from '../../core/engine-runtime/circuit-breaker.ts';
import { type Lane, LaneQueue, lanes } from '../../core/engine-runtime/lane-queue.ts';
import type { LanguagePair } from '../../core/languages/language.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel } from './model.ts';
import type { PendingJob, TextRequest } from './pending-job.ts';
import type { Knows } from './post-edit/unknown-signs.ts';
import type { LoadedModel } from './worker.ts';

/** Texts in one call. */
const textsMax = 64;

export type ServedModelOptions = {
  readonly limits: BergamotLimits;
  /** Called when the model is withdrawn, or may be tried again. */
  changed(): void;
};

let keys = 0;

/** A model on disk, its waiting work and its state. */
export class ServedModel implements Disposable {
  /** Identifies the model in threads. The same files may serve two pairs, or one pair from two folders. */
  readonly key = ++keys;
  readonly installed: InstalledModel;
  readonly queue = new LaneQueue<TextRequest, PendingJob>();
  /** Callers who need `knows` before they can add work to the queue. */
  readonly opening = new Set<PromiseWithResolvers<Knows>>();
  readonly breaker: CircuitBreaker;
  /** Whether it was removed or replaced on disk. Accepted work is still translated. */
  isGone = false;
  /** The pool's turn that used it last. */
  turn = 0;
  isLoading = false;
  /** Undefined while it is not in memory. */
  memory: Model | undefined;
  /** Returns whether its source vocabulary has a character. Undefined until the first load. */
  knows: Knows | undefined;
  /** By `performance.now()`. */
  usedAt = 0;
  readonly #callUnits: number;
  #isSuspectsTurn = false;
  #lane: Lane = 'long';
  #loadedAt = 0;

  constructor(installed: InstalledModel, { limits, changed }: ServedModelOptions) {
    this.installed = installed;
    this.#callUnits = limits.callUnits;
    this.breaker = new CircuitBreaker({ withdrawMs: limits.withdrawMs, changed });
  }

  get pair(): LanguagePair {
    return this.installed.pair;
  }

  get isWanted(): boolean {
    return !this.queue.isEmpty || this.opening.size > 0;
  }

  /**
   * Takes the texts of the next call: every other time one suspect alone; else from the lanes in turn.
   *
   * @param idle threads that share the waiting texts
   * @param only takes from this lane only, and no suspects
   */
  takeBatch(idle: number, only?: Lane): readonly TextRequest[] {
    this.#isSuspectsTurn = !this.#isSuspectsTurn || !lanes.some((lane) => this.queue.has(lane));
    const suspect = only === undefined && this.#isSuspectsTurn ? this.queue.takeSuspect() : undefined;
    if (suspect !== undefined) return [suspect];
    const other = this.#lane === 'long' ? 'short' : 'long';
    if (this.queue.has(other)) this.#lane = other;
    const batch: TextRequest[] = [];
    for (let units = 0; units < this.#callUnits / idle && batch.length < textsMax; ) {
      const request = this.queue.take(only ?? this.#lane);
      if (request === undefined) break;
      batch.push(request);
      units += request.units;
    }
    return batch;
  }

  loaded({ model, characters }: LoadedModel): void {
    const known = new Set(characters);
    const knows: Knows = (character) =>
      known.has(character) || [...character.normalize('NFKC')].every((one) => known.has(one));
    this.memory = model;
    this.knows = knows;
    this.#loadedAt = performance.now();
    this.breaker.succeeded();
    for (const { resolve } of this.opening) resolve(knows);
    this.opening.clear();
  }

  /** Whether it was loaded before `moment` and used since; then other models may replace it. */
  hasHadItsTime(moment: number): boolean {
    return this.#loadedAt < moment && this.usedAt > this.#loadedAt;
  }

  /** Rejects everything that waits for it. */
  fail(reason: Error): void {
    for (const job of this.queue.clear()) job.fail(reason);
    for (const { reject } of this.opening) reject(reason);
    this.opening.clear();
  }

  [Symbol.dispose](): void {
    this.breaker[Symbol.dispose]();
  }
}
