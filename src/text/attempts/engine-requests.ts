import { pauseFor } from '../../ground/abort.ts';
import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { nextRound, type Turns } from '../../ground/steps.ts';
import type { Engine, Job } from '../engine/engine.ts';
import { isSamePair, type LanguagePair } from '../languages/language.ts';
import { type EngineSegment, segmentText } from './segment.ts';

/** One pair of languages on a route. */
export type Hop = { readonly engine: Engine; readonly pair: LanguagePair };

/** Batches of one text that are sent at the same time: an engine translates one, and the next one waits. */
const underWayMax = 2;

/** Sizes of the first batches and of the largest, in units of `sizeOf`. */
const sizes = { first: 8_192, max: 65_536 };

/** Fixed cost of a segment in addition to its characters, in UTF-16 units. */
const segmentUnits = 32;

/** A batch that returns sooner than this may be followed by larger ones. */
const quickMs = 100;

/** Pauses before retries of a request that a full queue refused; about three seconds in total. */
const pausesMs = [50, 100, 200, 400, 800, 1_600];

/** Items of one text in progress at the same time. */
const runningMax = 4_096;

type Request = {
  readonly hop: Hop;
  readonly segment: EngineSegment;
  resolve(translation: string): void;
  reject(error: unknown): void;
};

export type EngineRequestsOptions = {
  /** The queue share, as in `Job.share`. */
  readonly share: string;
  readonly turns: Turns;
  readonly signal: AbortSignal;
};

/**
 * Collects the requests of one text into batches of one hop: small, so that other texts do not wait for all of it, but
 * large enough that the engine always has work. A full queue refuses the text at its first request. Later requests are
 * retried for some seconds, because a refusal would discard finished translations.
 */
export class EngineRequests {
  readonly #share: string;
  readonly #turns: Turns;
  readonly #ended = new AbortController();
  /** Rejects with the signal's reason. Shared, because a listener for each request would take quadratic time. */
  #aborted: PromiseWithResolvers<never> | undefined;
  #stopped: Map<Hop, unknown> | undefined;
  #waiting: Request[] = [];
  #waitingUnits = 0;
  /** Batches that engines have. */
  readonly #underWay = new Set<readonly Request[]>();
  #size = sizes.first;
  #calls = 0;
  #delivering = 0;
  #running = 0;
  /** Continues `#run`, which waits until something changes. */
  #wake: (() => void) | undefined;

  /**
   * Runs `work` for each item in order, while fewer requests than a batch wait. One failure fails all other requests.
   * @throws the error of the failed item, or the signal's reason, after the work of all items has ended
   */
  static async run<Item>(
    { share, turns, signal }: EngineRequestsOptions,
    items: Iterable<Item>,
    work: (item: Item, requests: EngineRequests) => Promise<void>,
  ): Promise<void> {
    const requests = new EngineRequests(share, turns);
    // Not AbortSignal.any: its weak references cost more garbage collection than a short text itself.
    const follow = (): void => requests.#abort(signal.reason);
    signal.addEventListener('abort', follow, { once: true });
    if (signal.aborted) follow();
    try {
      await requests.#run(items, work);
    } finally {
      signal.removeEventListener('abort', follow);
    }
    requests.signal.throwIfAborted();
    // Requests that remain after all items have ended would never settle.
    if (requests.#underWay.size > 0 || requests.#waiting.length > 0) requests.#abort(new Error('the text has ended'));
  }

  private constructor(share: string, turns: Turns) {
    this.#share = share;
    this.#turns = turns;
  }

  /** Aborts with the caller's signal, or after an item has failed. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Returns the translation of a segment. @throws any error of the engine, or the signal's reason when it aborts */
  ask(hop: Hop, segment: EngineSegment): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason);
      this.#waiting.push({ hop, segment, resolve, reject });
      this.#waitingUnits += sizeOf(segment);
      this.#wake?.();
    });
  }

  /** Waits for `promise`, at most until the signal aborts. @throws the signal's reason when it aborts first */
  orAborted<Value>(promise: Promise<Value>): Promise<Value> {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    this.#aborted ??= Promise.withResolvers();
    return Promise.race([promise, this.#aborted.promise]);
  }

  /** Sends no more requests of these hops: they fail with `reason`. */
  stop(hops: readonly Hop[], reason: unknown): void {
    this.#stopped ??= new Map();
    for (const hop of hops) this.#stopped.set(hop, reason);
  }

  async #run<Item>(
    items: Iterable<Item>,
    work: (item: Item, requests: EngineRequests) => Promise<void>,
  ): Promise<void> {
    const turn = this.#turns.begin();
    const left = items[Symbol.iterator]();
    let next = left.next();
    for (;;) {
      while (this.#underWay.size < underWayMax && this.#delivering === 0) {
        while (!next.done && this.#hasRoom) {
          this.#start(work(next.value, this));
          next = left.next();
          if (turn.isOver) await turn.pause();
        }
        if (this.#waiting.length === 0) break;
        this.#begin();
      }
      if (this.#running === 0 && (next.done || this.signal.aborted)) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      // Waits one round, so that requests of other items join the same batch.
      if (this.#waiting.length > 0) await nextRound();
    }
  }

  get #hasRoom(): boolean {
    return this.#waitingUnits < this.#size && this.#running < runningMax && !this.signal.aborted;
  }

  #start(work: Promise<void>): void {
    this.#running++;
    const end = (): void => {
      this.#running--;
      this.#wake?.();
    };
    work.then(end, (error: unknown) => {
      this.#abort(error);
      end();
    });
  }

  /** Sends the request that has waited longest, with others of its hop. */
  #begin(): void {
    const hop = this.#waiting[0]?.hop;
    assert(hop !== undefined, 'a request waits');
    const batch: Request[] = [];
    const others: Request[] = [];
    let units = 0;
    for (const request of this.#waiting) {
      const { engine, pair } = request.hop;
      const isTaken = units < this.#size && engine === hop.engine && isSamePair(pair, hop.pair);
      (isTaken ? batch : others).push(request);
      if (isTaken) units += sizeOf(request.segment);
    }
    this.#waiting = others;
    this.#waitingUnits -= units;
    void this.#translate(hop, batch);
  }

  async #translate(hop: Hop, batch: readonly Request[]): Promise<void> {
    this.#underWay.add(batch);
    const beganAt = performance.now();
    let settle: (request: Request, index: number) => void;
    try {
      if (this.#stopped?.has(hop)) throw this.#stopped.get(hop);
      const translations = await this.#call(hop, batch);
      settle = ({ resolve }, index) => resolve(translations[index] ?? '');
      if (performance.now() - beganAt < quickMs) this.#size = Math.min(2 * this.#size, sizes.max);
    } catch (error) {
      settle = ({ reject }) => reject(error);
    }
    this.#delivering++;
    const turn = this.#turns.begin();
    for (const [index, request] of batch.entries()) {
      settle(request, index);
      // During this await the translation is checked, or the next attempt begins.
      await Promise.resolve();
      if (turn.isOver) await turn.pause();
    }
    this.#delivering--;
    this.#underWay.delete(batch);
    this.#wake?.();
  }

  async #call({ engine, pair }: Hop, batch: readonly Request[]): Promise<readonly string[]> {
    const entries = batch.map(({ segment }) => (typeof segment === 'string' ? [] : segment.entries));
    const job: Job = {
      pair,
      segments: batch.map(({ segment }) => segmentText(segment)),
      entries: entries.some(({ length }) => length > 0) ? entries : undefined,
      share: this.#share,
    };
    const isFirst = this.#calls++ === 0;
    for (let refusals = 0; ; refusals++) {
      try {
        const translations = await engine.translate(job, this.signal);
        assert(translations.length === batch.length, `${engine.name} lost a segment`);
        return translations;
      } catch (error) {
        const pauseMs = isFirst ? undefined : pausesMs[refusals];
        const isOverloaded = error instanceof ServiceError && error.code === 'overloaded';
        if (!isOverloaded || pauseMs === undefined) throw error;
        await pauseFor(pauseMs, this.signal);
      }
    }
  }

  /** Does not wait for engines: later results are ignored. */
  #abort(cause: unknown): void {
    if (this.signal.aborted) return;
    this.#ended.abort(cause);
    const { reason } = this.signal;
    this.#aborted?.reject(reason);
    for (const batch of [...this.#underWay, this.#waiting]) for (const { reject } of batch) reject(reason);
    this.#waiting = [];
    this.#waitingUnits = 0;
    this.#wake?.();
  }
}

/** Estimated work for a segment, in UTF-16 units. */
function sizeOf(segment: EngineSegment): number {
  return segmentText(segment).length + segmentUnits;
}
