import { within } from '../../ground/abort.ts';

type EndpointFailure = {
  /** Pause that the server requests before the next request. */
  readonly retryAfterMs: number | undefined;
};

export type EndpointHealthOptions<Failure> = {
  readonly limits: {
    readonly failuresMax: number;
    /** How long `start` waits for the first probe. */
    readonly startMsMax: number;
    /** Pause after a first failed probe; doubled after each further one, up to the maximum. */
    readonly probePauseMs: number;
    readonly probePauseMsMax: number;
  };
  /** The obstacle until the first probe has ended. */
  readonly unprobed: Failure;
  /** Returns why a fixed request fails; undefined if it works. @throws the signal's reason when it aborts */
  probe(signal: AbortSignal): Promise<Failure | undefined>;
  /** Called when the endpoint does not work. It is probed again later. */
  failed(found: Failure): void;
  withdrawn(found: Failure): void;
};

/**
 * The circuit breaker of a network endpoint. A text may be at fault, so failures in a row only cause a probe. If it
 * fails, the endpoint is withdrawn, and probed until it works again.
 */
export class EndpointHealth<Failure extends EndpointFailure> implements AsyncDisposable {
  readonly #options: EndpointHealthOptions<Failure>;
  readonly #closing = new AbortController();
  #obstacle: Failure | undefined;
  #failures = 0;
  #pauses = 0;
  #probing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EndpointHealthOptions<Failure>) {
    this.#options = options;
    this.#obstacle = options.unprobed;
  }

  get obstacle(): Failure | undefined {
    return this.#obstacle;
  }

  /** Probes the endpoint for the first time; a probe slower than `startMsMax` continues in the background. */
  async start(): Promise<void> {
    await within(this.#probe(), this.#options.limits.startMsMax, undefined);
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Reports a failure that the text of the request may have caused. */
  suspect(): void {
    this.#failures++;
    if (this.#failures < this.#options.limits.failuresMax || this.#obstacle !== undefined) return;
    this.#failures = 0;
    void this.#probe();
  }

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
