import { orAborted } from './abort.ts';
import { FairQueue } from './fair-queue.ts';
import { ServiceError } from './service-error.ts';

/** Lets at most `max` pieces of work run at the same time. Shares take turns, then the pieces of a share. */
export class Semaphore {
  readonly #waiting = new FairQueue<Entry, Entry>();
  readonly #waitingMax: number;
  #free: number;

  constructor(max: number, waitingMax = Number.POSITIVE_INFINITY) {
    this.#free = max;
    this.#waitingMax = waitingMax;
  }

  /** @throws ServiceError `overloaded` when `waitingMax` pieces wait already; the signal's reason when it aborts */
  async run<Result>(share: string, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(share, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(share: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting.size >= this.#waitingMax) {
      throw new ServiceError('overloaded', { detail: { waiting: this.#waitingMax } });
    }
    const entry = new Entry(share);
    this.#waiting.add(entry);
    try {
      await (signal === undefined ? entry.turn : orAborted(entry.turn, signal));
    } catch (reason) {
      // It may have been its turn in the same moment.
      if (entry.hasMore) this.#waiting.remove(entry);
      else this.#leave();
      throw reason;
    }
  }

  #leave(): void {
    if (this.#waiting.take() === undefined) this.#free++;
  }
}

/** A piece of work that waits. */
class Entry {
  readonly job = this;
  readonly share: string;
  hasMore = true;
  readonly #turn = Promise.withResolvers<void>();

  constructor(share: string) {
    this.share = share;
  }

  get turn(): Promise<void> {
    return this.#turn.promise;
  }

  take(): Entry {
    this.hasMore = false;
    this.#turn.resolve();
    return this;
  }
}

/** One piece of work at a time for each key; the others wait in their order. */
export class KeyedSemaphore {
  readonly #byKey = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  /** @throws as `Semaphore.run` */
  async run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const entry = this.#byKey.get(key) ?? { semaphore: new Semaphore(1), users: 0 };
    this.#byKey.set(key, entry);
    entry.users++;
    try {
      return await entry.semaphore.run(key, signal, work);
    } finally {
      if (--entry.users === 0) this.#byKey.delete(key);
    }
  }
}
