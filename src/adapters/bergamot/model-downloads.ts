import { orAborted } from '../../core/abort.ts';
import { CircuitBreaker } from '../../core/engine-runtime/circuit-breaker.ts';
import { type LanguagePair, pairName } from '../../core/languages/language.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel, ModelSource } from './model.ts';

export type ModelDownloadsOptions = {
  readonly engine: string;
  readonly source: Pick<ModelSource, 'download'>;
  readonly limits: Pick<BergamotLimits, 'downloadWaitMs' | 'downloadsMax' | 'downloadPauseMs'>;
  /** Called when a download becomes possible or is paused. */
  changed(): void;
};

/** Downloads the models that requests need, once for all requests of a pair, with a pause after a failure. */
export class ModelDownloads implements AsyncDisposable {
  readonly #options: ModelDownloadsOptions;
  readonly #downloads = new Map<string, Promise<InstalledModel>>();
  readonly #breakers = new Map<string, CircuitBreaker>();
  readonly #closed = new AbortController();

  constructor(options: ModelDownloadsOptions) {
    this.#options = options;
  }

  /** Whether a download of the model failed so recently that it is not repeated yet. */
  isPausing(pair: LanguagePair): boolean {
    return this.#breakers.get(pairName(pair))?.isPausing === true;
  }

  /**
   * Waits at most `downloadWaitMs` for the model of a pair. The download continues when no caller waits any more.
   *
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async download(pair: LanguagePair, signal: AbortSignal): Promise<void> {
    if (this.isPausing(pair)) throw this.#refusal(pair, 'could not be downloaded; retried later');
    const download = this.#downloads.get(pairName(pair)) ?? this.#begin(pair);
    const waited = new AbortController();
    const timer = setTimeout(
      () => waited.abort(this.#refusal(pair, 'is being downloaded')),
      this.#options.limits.downloadWaitMs,
    );
    try {
      await orAborted(download, AbortSignal.any([signal, waited.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the engine was closed'));
    for (const breaker of this.#breakers.values()) breaker[Symbol.dispose]();
    await Promise.allSettled(this.#downloads.values());
  }

  #begin(pair: LanguagePair): Promise<InstalledModel> {
    const { limits, source, changed } = this.#options;
    if (this.#downloads.size >= limits.downloadsMax) throw this.#refusal(pair, 'waits for other downloads');
    const name = pairName(pair);
    const breaker = this.#breakers.get(name) ?? new CircuitBreaker({ withdrawMs: limits.downloadPauseMs, changed });
    this.#breakers.set(name, breaker);
    const download = source.download(pair, { signal: this.#closed.signal });
    this.#downloads.set(name, download);
    download.then(
      () => {
        this.#downloads.delete(name);
        this.#breakers.delete(name);
        changed();
      },
      () => {
        this.#downloads.delete(name);
        if (!this.#closed.signal.aborted) breaker.failed('could not be downloaded', { isFinal: true });
      },
    );
    return download;
  }

  #refusal(pair: LanguagePair, reason: string): ServiceError {
    const detail = { engine: this.#options.engine, pair: pairName(pair), reason: `the model ${reason}` };
    return new ServiceError('engine_unavailable', { detail });
  }
}
