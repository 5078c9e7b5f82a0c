export type CircuitBreakerOptions = {
  /** How long a first withdrawal lasts; each further one twice as long, up to `doublingsMax` times. */
  readonly withdrawMs: number;
  /** Called when what failed was withdrawn, and when it may be tried again. */
  changed(): void;
};

const failuresMax = 3;
const firstPauseMs = 100;
const doublingsMax = 4;

/** Counts failures in a row, and says when to pause before the next try and when to give up for a while. */
export class CircuitBreaker implements Disposable {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  #withdrawals = 0;
  #reason: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether to wait before the next try; true while withdrawn. */
  get isPausing(): boolean {
    return this.#timer !== undefined;
  }

  /** Why it has been given up for now; undefined unless it has. */
  get reason(): string | undefined {
    return this.#reason;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#withdrawals = 0;
  }

  /** @param isFinal another try would fail as well, until something has changed */
  failed(reason: string, { isFinal }: { readonly isFinal: boolean } = { isFinal: false }): void {
    this.#failures++;
    if (this.#reason !== undefined) return;
    if (!isFinal && this.#failures < failuresMax) {
      this.#pause(firstPauseMs * 2 ** this.#failures);
      return;
    }
    this.#reason = reason;
    this.#pause(this.#options.withdrawMs * 2 ** Math.min(this.#withdrawals, doublingsMax));
    this.#withdrawals++;
    // After it one more failure is enough.
    this.#failures = failuresMax - 1;
    this.#options.changed();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #pause(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#reason = undefined;
      this.#options.changed();
    }, pauseMs).unref();
  }
}
