import { orAborted, within } from '../../core/abort.ts';
import { type LanguagePair, pairName } from '../../core/languages/language.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { BergamotLimits } from './limits.ts';
import type { ModelSource } from './model.ts';

export type ModelDownloadsOptions = {
  readonly engine: string;
  readonly source: Pick<ModelSource, 'download'>;
  readonly limits: Pick<BergamotLimits, 'downloadWaitMs' | 'downloadsMax'>;
};

/** Downloads the models that requests need, once for all requests of a pair. */
export class ModelDownloads implements AsyncDisposable {
  readonly #options: ModelDownloadsOptions;
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #closed = new AbortController();

  constructor(options: ModelDownloadsOptions) {
    this.#options = options;
  }

  /**
   * Waits at most `downloadWaitMs` for the model of a pair. The download continues when no caller waits any more.
   *
   * @throws ServiceError `engine_unavailable`, `model_failed`
   * @throws the signal's reason when it aborts
   */
  async download(pair: LanguagePair, signal: AbortSignal): Promise<void> {
    const { engine, limits, source } = this.#options;
    const name = pairName(pair);
    const refusal = (reason: string) =>
      new ServiceError('engine_unavailable', { detail: { engine, pair: name, reason } });
    let download = this.#running.get(name);
    if (download === undefined) {
      if (this.#running.size >= limits.downloadsMax) throw refusal('the model waits for other downloads');
      download = source.download(pair, { signal: this.#closed.signal }).finally(() => this.#running.delete(name));
      this.#running.set(name, download);
    }
    const outcome = await within(orAborted(download, signal), limits.downloadWaitMs, 'late');
    if (outcome === 'late') throw refusal('the model is being downloaded');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the engine was closed'));
    await Promise.allSettled(this.#running.values());
  }
}
