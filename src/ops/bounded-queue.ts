export type QueueBounds = {
  /** How many tasks run at once. */
  readonly running: number;
  /** How many more may wait; one beyond that is refused at once. */
  readonly waiting: number;
};

type Waiter = { readonly start: () => void };

/** Runs tasks a few at a time, first come first served, and refuses what would wait too long. */
export class BoundedQueue {
  readonly #bounds: QueueBounds;
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `task` as soon as there is room; `undefined`, at once, when the queue is full.
   *
   * The promise settles as the task does, or rejects with the signal's reason when `signal` aborts while the task
   * still waits; a task that has begun minds the signal itself.
   */
  run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> | undefined {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#running < this.#bounds.running) return this.#start(task);
    if (this.#waiting.size >= this.#bounds.waiting) return undefined;
    return this.#wait(task, signal);
  }

  async #wait<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { promise: turn, resolve: start, reject } = Promise.withResolvers<void>();
    const waiter = { start };
    const leave = () => {
      if (this.#waiting.delete(waiter)) reject(signal.reason);
    };
    this.#waiting.add(waiter);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await turn;
    } finally {
      signal.removeEventListener('abort', leave);
    }
    return this.#finish(task);
  }

  #start<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#running++;
    return this.#finish(task);
  }

  async #finish<Result>(task: () => Promise<Result>): Promise<Result> {
    try {
      return await task();
    } finally {
      this.#passOn();
    }
  }

  /** The place goes straight to the next waiter, so that nobody who comes in between can overtake it. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }
}
