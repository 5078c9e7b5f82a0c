import type { RateDecision } from './rate-limiter.ts';

/** Length of the window in milliseconds. A request leaves it exactly this long after its admission. */
export const windowMs = 60_000;

/** How long after its due time a promise stays reserved: allows for timers, queues and the network. */
export const promiseGraceMs = 5_000;

/** Largest number of promises: per request that the limit allows, and in total. */
const promisesPerSlotMax = 4;
const promisesMax = 4_096;

/**
 * An account without a request for this long can be forgotten. It exceeds any promise: a window for each promise that
 * can queue for a slot, each rounded up by a second.
 */
export const keptMs = (promisesPerSlotMax + 1) * (windowMs + promiseGraceMs + 1_000);

const timesAtFirst = 8;

/** The state of a window as plain numbers, for storage elsewhere. */
export type WindowState = {
  /** Admission times of the requests in the window, oldest first. */
  readonly times: readonly number[];
  /** Due times of the promised retries, earliest first. */
  readonly promises: readonly number[];
};

/**
 * The requests of one account in the last 60 seconds, and the retries that it promised to admit, in milliseconds that
 * never run backwards.
 * A slot belongs to one admitted request, and is free when that request leaves the window. A denied request is promised
 * the oldest slot without a promise, and its reply says when that is free. Slots are interchangeable: with promises by
 * due time and slots by the time they are free, the n-th promise is never due before the n-th slot is free. Beyond the
 * last slot, a promise queues behind an earlier promise, which is assumed to be used as late as its grace allows. Every
 * method keeps this invariant. A retry within the grace after its due time is therefore admitted, unless another
 * request of the account took its place.
 * A window restored with a lower limit keeps only as many requests, the latest; promises beyond it are dropped.
 */
export class AccountWindow {
  readonly #limit: number;
  /** A ring buffer that grows up to the limit: times of the admitted requests, oldest first. */
  #times = new Float64Array(0);
  #oldest = 0;
  #counted = 0;
  /** Due times of the promises, earliest first. */
  #promises: number[] = [];

  constructor(limit: number, state: WindowState = { times: [], promises: [] }) {
    this.#limit = limit;
    this.#times = Float64Array.from(state.times.slice(-limit));
    this.#counted = this.#times.length;
    this.#promises = [...state.promises];
  }

  /** State after the last `admit`; a window restored from it behaves the same. */
  get state(): WindowState {
    const times = Array.from({ length: this.#counted }, (_, index) => this.#timeAt(index));
    return { times, promises: [...this.#promises] };
  }

  admit(now: number): RateDecision {
    this.#forgetOld(now);
    if (this.#promises.length > 0) this.#forgetLapsed(now);
    if (this.#counted === this.#limit) return this.#deny(now);
    if (this.#dueCount(now) > 0) this.#promises.shift();
    else if (this.#spareCount(now) <= 0) return this.#deny(now);
    this.#count(now);
    return {
      admitted: true,
      limit: this.#limit,
      remaining: Math.max(0, this.#dueCount(now) + this.#spareCount(now)),
      resetSeconds: this.#resetSeconds(now),
      retryAfterSeconds: 0,
    };
  }

  #deny(now: number): RateDecision {
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#nextSlotAt() - now) / 1_000));
    // Beyond the bound a denied request gets the same time without a promise: its retry may be denied.
    if (this.#promises.length < Math.min(this.#limit * promisesPerSlotMax, promisesMax)) {
      this.#promise(now + retryAfterSeconds * 1_000);
    }
    return {
      admitted: false,
      limit: this.#limit,
      remaining: 0,
      resetSeconds: this.#resetSeconds(now),
      retryAfterSeconds,
    };
  }

  /** Returns when the first slot without a promise is free. */
  #nextSlotAt(): number {
    const rank = this.#promises.length;
    const earlier = this.#promises[rank - this.#limit];
    if (earlier !== undefined) return earlier + promiseGraceMs + windowMs;
    return this.#timeAt(rank - this.#freeCount()) + windowMs;
  }

  /** Rounding to whole seconds can make a later promise due first, by less than a second. */
  #promise(dueAt: number): void {
    let index = this.#promises.length;
    while (index > 0 && (this.#promises[index - 1] ?? 0) > dueAt) index--;
    this.#promises.splice(index, 0, dueAt);
  }

  #freeCount(): number {
    return this.#limit - this.#counted;
  }

  /** Returns how many promises may be used now; there is a free slot for each. */
  #dueCount(now: number): number {
    let count = 0;
    while (count < this.#promises.length && (this.#promises[count] ?? now) <= now) count++;
    return count;
  }

  /** Returns how many requests could be admitted now in addition to due promises, with every promise kept. */
  #spareCount(now: number): number {
    const due = this.#dueCount(now);
    let reserved = 0;
    let leaving = 0;
    const rankMax = Math.min(this.#promises.length - due, this.#limit);
    for (let rank = 1; rank <= rankMax; rank++) {
      const dueAt = this.#promises[due + rank - 1] ?? 0;
      // Everything that is counted or admitted now has left the window by then.
      if (dueAt >= now + windowMs) break;
      while (leaving < Math.min(rank, this.#counted) && this.#timeAt(leaving) + windowMs <= dueAt) leaving++;
      reserved = Math.max(reserved, rank - leaving);
    }
    return this.#freeCount() - due - reserved;
  }

  #forgetOld(now: number): void {
    while (this.#counted > 0 && this.#timeAt(0) <= now - windowMs) {
      this.#oldest = (this.#oldest + 1) % this.#times.length;
      this.#counted--;
    }
  }

  /** A caller that does not come back counts as gone, and so do those that queue behind it for the same slot. */
  #forgetLapsed(now: number): void {
    const lapsed = this.#dueCount(now - promiseGraceMs - 1);
    if (lapsed === 0) return;
    const left = this.#limit - lapsed;
    this.#promises = this.#promises.slice(lapsed).filter((_, index) => index % this.#limit < left);
  }

  #count(now: number): void {
    if (this.#counted === this.#times.length) this.#grow();
    this.#times[(this.#oldest + this.#counted) % this.#times.length] = now;
    this.#counted++;
  }

  #grow(): void {
    const grown = new Float64Array(Math.min(this.#limit, Math.max(timesAtFirst, this.#counted * 2)));
    for (let index = 0; index < this.#counted; index++) grown[index] = this.#timeAt(index);
    this.#times = grown;
    this.#oldest = 0;
  }

  #timeAt(index: number): number {
    return this.#times[(this.#oldest + index) % this.#times.length] ?? 0;
  }

  #resetSeconds(now: number): number {
    return this.#counted === 0 ? 0 : Math.max(1, Math.ceil((this.#timeAt(0) + windowMs - now) / 1_000));
  }
}
