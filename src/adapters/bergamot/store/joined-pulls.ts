import { orAborted } from '../../../core/abort.ts';
import type { InstalledModel, PullProgress } from '../model.ts';

export type Waiting = {
  readonly signal: AbortSignal;
  readonly progress?: ((progress: PullProgress) => void) | undefined;
};

type Pull = {
  readonly done: Promise<InstalledModel>;
  readonly stop: AbortController;
  readonly waiting: Set<Waiting>;
  latest: PullProgress | undefined;
};

/** One pull for all who want the same model; it goes on as long as anybody waits for it. */
export class JoinedPulls {
  readonly #pulls = new Map<string, Pull>();

  /** @throws what `start` does, or the reason of the signal of who asks */
  async join(
    name: string,
    waiting: Waiting,
    start: (signal: AbortSignal, progress: (progress: PullProgress) => void) => Promise<InstalledModel>,
  ): Promise<InstalledModel> {
    waiting.signal.throwIfAborted();
    const pull = this.#pulls.get(name) ?? this.#start(name, start);
    pull.waiting.add(waiting);
    if (pull.latest !== undefined) waiting.progress?.(pull.latest);
    try {
      return await orAborted(pull.done, waiting.signal);
    } finally {
      pull.waiting.delete(waiting);
      if (pull.waiting.size === 0) this.#forget(name, pull);
    }
  }

  #start(name: string, start: Parameters<JoinedPulls['join']>[2]): Pull {
    const stop = new AbortController();
    const waiting = new Set<Waiting>();
    const tell = (progress: PullProgress) => {
      pull.latest = progress;
      for (const { progress: listen } of waiting) listen?.(progress);
    };
    const done = Promise.resolve().then(() => start(stop.signal, tell));
    const pull: Pull = { done, stop, waiting, latest: undefined };
    this.#pulls.set(name, pull);
    const forget = () => this.#forget(name, pull);
    done.then(forget, forget);
    return pull;
  }

  /** Whoever comes next starts anew; a pull that still runs has nobody left who wants it. */
  #forget(name: string, pull: Pull): void {
    if (this.#pulls.get(name) === pull) this.#pulls.delete(name);
    pull.stop.abort(new DOMException('nobody waits for the model any more', 'AbortError'));
  }
}
