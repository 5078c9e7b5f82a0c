export type SetbacksOptions = {
  /** How long a first withdrawal lasts; each further one twice as long, up to `withdrawalsMax` doublings. */
  readonly withdrawMs: number;
  /** The pause after a failed start is over. */
  resume(): void;
  withdrawn(): void;
  /** A withdrawal is over: what failed may be tried again. */
  restored(): void;
};

const startsMax = 3;
const deliveriesMax = 8;
const firstPauseMs = 100;
const doublingsMax = 4;

/** Counts failures in a row, and says when to pause and when to give a mode up for a while. */
export class Setbacks implements Disposable {
  readonly #options: SetbacksOptions;
  #failedStarts = 0;
  #failedDeliveries = 0;
  #withdrawals = 0;
  #isPausing = false;
  #isWithdrawn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SetbacksOptions) {
    this.#options = options;
  }

  get isWithdrawn(): boolean {
    return this.#isWithdrawn;
  }

  /** Whether to wait before the next start; true while withdrawn. */
  get isPausing(): boolean {
    return this.#isPausing;
  }

  started(): void {
    this.#failedStarts = 0;
  }

  delivered(): void {
    this.#failedDeliveries = 0;
    this.#withdrawals = 0;
  }

  /** A pipeline could not be started. */
  failedToStart(): void {
    this.#failedStarts++;
    if (this.#failedStarts >= startsMax) this.#withdraw();
    else this.#pause(firstPauseMs * 2 ** this.#failedStarts, () => this.#options.resume());
  }

  /** A pipeline started and failed before it delivered anything. */
  failedToDeliver(): void {
    this.#failedDeliveries++;
    if (this.#failedDeliveries >= deliveriesMax) this.#withdraw();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #withdraw(): void {
    if (this.#isWithdrawn) return;
    this.#isWithdrawn = true;
    this.#pause(this.#options.withdrawMs * 2 ** Math.min(this.#withdrawals, doublingsMax), () => this.#restore());
    this.#withdrawals++;
    this.#options.withdrawn();
  }

  #restore(): void {
    this.#isWithdrawn = false;
    // One more failure is enough to withdraw again.
    this.#failedStarts = startsMax - 1;
    this.#failedDeliveries = deliveriesMax - 1;
    this.#options.restored();
    this.#options.resume();
  }

  #pause(pauseMs: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#isPausing = true;
    this.#timer = setTimeout(() => {
      this.#isPausing = false;
      then();
    }, pauseMs).unref();
  }
}
