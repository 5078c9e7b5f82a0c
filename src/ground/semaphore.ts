import { orAborted } from './abort.ts';

/** Lets at most `max` pieces of work run at the same time; the others wait in their order. */
export class Semaphore {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(max: number) {
    this.#free = max;
  }

  /** @throws the signal's reason when `signal` aborts while waiting */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const enter = (): void => {
      this.#waiting.delete(enter);
      resolve();
    };
    this.#waiting.add(enter);
    try {
      await orAborted(promise, signal);
    } catch (reason) {
      // It may have been its turn in the same moment.
      if (!this.#waiting.delete(enter)) this.#leave();
      throw reason;
    }
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
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
      return await entry.semaphore.run(signal, work);
    } finally {
      if (--entry.users === 0) this.#byKey.delete(key);
    }
  }
}
