export type CircuitBreakerOptions = {
  /** Duration of the first open state; each further one is twice as long, up to `doublingsMax` doublings. */
  readonly withdrawMs: number;
  /** Called when the circuit opens, and when a new attempt is allowed. */
  changed(): void;
};

const failuresMax = 3;
const firstPauseMs = 100;
const doublingsMax = 4;

/** Counts consecutive failures; decides when to pause before the next attempt and when to open the circuit. */
export class CircuitBreaker implements Disposable {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  #withdrawals = 0;
  #reason: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether to wait before the next attempt; true while the circuit is open. */
  get isPausing(): boolean {
    return this.#timer !== undefined;
  }

  /** Why the circuit is open; undefined while it is closed. */
  get reason(): string | undefined {
    return this.#reason;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#withdrawals = 0;
  }

  /** @param isFinal whether every retry would fail too, so that the circuit opens immediately */
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
    // After the pause, one failure opens it again.
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
