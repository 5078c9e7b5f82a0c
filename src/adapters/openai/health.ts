import { type Failure, failure } from './endpoint.ts';
import type { OpenAiLimits } from './options.ts';

export type HealthOptions = {
  readonly limits: Pick<OpenAiLimits, 'failuresMax' | 'startMsMax' | 'probePauseMs' | 'probePauseMsMax'>;
  /**
   * Has the endpoint translate something of ours. Says why it does not, or nothing.
   *
   * @throws the signal's reason when it aborts
   */
  probe(signal: AbortSignal): Promise<Failure | undefined>;
  /** The endpoint was found out of order; it will be tried again. */
  failed(found: Failure): void;
  /** It cannot be used from now on. */
  withdrawn(found: Failure): void;
};

/**
 * Knows whether the endpoint works. What customers send may fail for what is in it, so that failures in a row only bring
 * about a probe with a sentence of ours; when that fails the endpoint is withdrawn, and probed until it works again.
 */
export class Health implements AsyncDisposable {
  readonly #options: HealthOptions;
  readonly #closing = new AbortController();
  #obstacle: Failure | undefined = failure('timeout');
  #failures = 0;
  #pauses = 0;
  #probing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Why the endpoint cannot be used; undefined when it can. */
  get obstacle(): Failure | undefined {
    return this.#obstacle;
  }

  /** Probes the endpoint for the first time; a probe slower than `startMsMax` continues in the background. */
  async start(): Promise<void> {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.limits.startMsMax);
    await Promise.race([this.#probe(), tooLate]);
    clearTimeout(timer);
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** A request failed for what may have been in it. */
  suspect(): void {
    this.#failures++;
    if (this.#failures < this.#options.limits.failuresMax || this.#obstacle !== undefined) return;
    this.#failures = 0;
    void this.#probe();
  }

  /** A request failed as every other would. */
  withdraw(found: Failure): void {
    if (this.#obstacle === undefined && this.#probing === undefined) this.#found(found);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#probing;
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #probeOnce(): Promise<void> {
    try {
      this.#found(await this.#options.probe(this.#closing.signal));
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  #found(found: Failure | undefined): void {
    const wasUsable = this.#obstacle === undefined;
    this.#obstacle = found;
    if (found === undefined) {
      this.#failures = 0;
      this.#pauses = 0;
    } else {
      this.#probeLater(found);
      this.#options.failed(found);
      if (wasUsable) this.#options.withdrawn(found);
    }
  }

  #probeLater({ retryAfterMs = 0 }: Failure): void {
    if (this.#closing.signal.aborted) return;
    const { probePauseMs, probePauseMsMax } = this.#options.limits;
    const pauseMs = Math.min(Math.max(probePauseMs * 2 ** this.#pauses, retryAfterMs), probePauseMsMax);
    this.#pauses++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), pauseMs).unref();
  }
}
