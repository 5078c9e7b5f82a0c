import { orAborted } from '../../core/abort.ts';
import { type LanguagePair, pairName } from '../../core/languages/language.ts';
import { CircuitBreaker } from '../../core/scheduling/circuit-breaker.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel, ModelSource } from './model.ts';

export type ModelPullsOptions = {
  readonly engine: string;
  readonly source: Pick<ModelSource, 'pull'>;
  readonly limits: Pick<BergamotLimits, 'pullWaitMs' | 'pullsMax' | 'pullPauseMs'>;
  /** Called when a model may or may not be downloaded any more. */
  changed(): void;
};

/** Downloads the models that requests need, once for all requests of a pair, with a pause after a failure. */
export class ModelPulls implements AsyncDisposable {
  readonly #options: ModelPullsOptions;
  readonly #pulls = new Map<string, Promise<InstalledModel>>();
  readonly #breakers = new Map<string, CircuitBreaker>();
  readonly #closed = new AbortController();

  constructor(options: ModelPullsOptions) {
    this.#options = options;
  }

  /** Whether a download of the model failed so recently that it is not repeated yet. */
  isPausing(pair: LanguagePair): boolean {
    return this.#breakers.get(pairName(pair))?.isPausing === true;
  }

  /**
   * Waits at most `pullWaitMs` for the model of a pair. The download continues when no caller waits any more.
   *
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async pull(pair: LanguagePair, signal: AbortSignal): Promise<void> {
    if (this.isPausing(pair)) throw this.#refusal(pair, 'could not be fetched; to be tried again');
    const pull = this.#pulls.get(pairName(pair)) ?? this.#begin(pair);
    const waited = new AbortController();
    const timer = setTimeout(
      () => waited.abort(this.#refusal(pair, 'is being fetched')),
      this.#options.limits.pullWaitMs,
    );
    try {
      await orAborted(pull, AbortSignal.any([signal, waited.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the engine was closed'));
    for (const breaker of this.#breakers.values()) breaker[Symbol.dispose]();
    await Promise.allSettled(this.#pulls.values());
  }

  #begin(pair: LanguagePair): Promise<InstalledModel> {
    const { limits, source, changed } = this.#options;
    if (this.#pulls.size >= limits.pullsMax) throw this.#refusal(pair, 'waits for others that are being fetched');
    const name = pairName(pair);
    const breaker = this.#breakers.get(name) ?? new CircuitBreaker({ withdrawMs: limits.pullPauseMs, changed });
    this.#breakers.set(name, breaker);
    const pull = source.pull(pair, { signal: this.#closed.signal });
    this.#pulls.set(name, pull);
    pull.then(
      () => {
        this.#pulls.delete(name);
        this.#breakers.delete(name);
        changed();
      },
      () => {
        this.#pulls.delete(name);
        if (!this.#closed.signal.aborted) breaker.failed('could not be fetched', { isFinal: true });
      },
    );
    return pull;
  }

  #refusal(pair: LanguagePair, reason: string): ServiceError {
    const detail = { engine: this.#options.engine, pair: pairName(pair), reason: `the model ${reason}` };
    return new ServiceError('engine_unavailable', { detail });
  }
}
