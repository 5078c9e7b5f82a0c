import { orAborted } from '../../core/abort.ts';
import { type LanguagePair, pairName } from '../../core/languages/language.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel, ModelSource } from './model.ts';

const doublingsMax = 6;

type Pull = { readonly promise: Promise<InstalledModel> };
/** A pull that failed, and how often in a row. */
type Pause = { isOver: boolean; readonly failures: number; readonly timer: NodeJS.Timeout };

export type ModelPullsOptions = {
  readonly engine: string;
  readonly source: Pick<ModelSource, 'pull'>;
  readonly limits: Pick<BergamotLimits, 'pullWaitMs' | 'pullsMax' | 'pullPauseMs'>;
  /** Which models may be pulled has changed. */
  changed(): void;
};

/** Has models fetched that requests ask for: one pull for all that ask for a pair, and not again right after it failed. */
export class ModelPulls implements AsyncDisposable {
  readonly #options: ModelPullsOptions;
  readonly #pulls = new Map<string, Pull>();
  readonly #pauses = new Map<string, Pause>();
  readonly #closed = new AbortController();

  constructor(options: ModelPullsOptions) {
    this.#options = options;
  }

  /** Whether the model of a pair was tried in vain, and is not tried again for now. */
  isPausing(pair: LanguagePair): boolean {
    return this.#pauses.get(pairName(pair))?.isOver === false;
  }

  /**
   * Waits a while for the model of a pair, which is fetched all the same when nobody waits any more.
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
      await orAborted(pull.promise, AbortSignal.any([signal, waited.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the engine was closed'));
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    await Promise.allSettled([...this.#pulls.values()].map(({ promise }) => promise));
  }

  #begin(pair: LanguagePair): Pull {
    const { limits, source } = this.#options;
    if (this.#pulls.size >= limits.pullsMax) throw this.#refusal(pair, 'waits for others that are being fetched');
    const name = pairName(pair);
    const promise = source.pull(pair, { signal: this.#closed.signal }).then(
      (model) => {
        this.#pulls.delete(name);
        clearTimeout(this.#pauses.get(name)?.timer);
        this.#pauses.delete(name);
        this.#options.changed();
        return model;
      },
      (error: unknown) => {
        this.#pulls.delete(name);
        if (!this.#closed.signal.aborted) this.#pause(name);
        throw error;
      },
    );
    // It goes on when nobody waits any more, and then nobody hears what it comes to.
    promise.catch(() => undefined);
    const pull = { promise };
    this.#pulls.set(name, pull);
    return pull;
  }

  #pause(name: string): void {
    const earlier = this.#pauses.get(name);
    clearTimeout(earlier?.timer);
    const failures = (earlier?.failures ?? 0) + 1;
    const pauseMs = this.#options.limits.pullPauseMs * 2 ** Math.min(failures - 1, doublingsMax);
    const end = (): void => {
      pause.isOver = true;
      this.#options.changed();
    };
    const pause: Pause = { isOver: false, failures, timer: setTimeout(end, pauseMs).unref() };
    this.#pauses.set(name, pause);
    this.#options.changed();
  }

  #refusal(pair: LanguagePair, reason: string): ServiceError {
    const message = 'The model for this pair is not here yet. Try again later.';
    const detail = { engine: this.#options.engine, pair: pairName(pair), reason: `the model ${reason}` };
    return new ServiceError('engine_unavailable', { message, detail });
  }
}
