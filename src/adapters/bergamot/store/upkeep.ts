import type { Events } from '../../../core/events.ts';
import type { Shelf } from './shelf.ts';
import { codeOf, reasonOf } from './store-failure.ts';
import { sweep } from './sweep.ts';
import type { StoreTiming } from './timing.ts';

export type UpkeepOptions = {
  readonly shelf: Shelf;
  readonly timing: StoreTiming;
  readonly events: Pick<Events, 'backgroundFailed'>;
};

/** Keeps a folder of models tidy, and sees what others change in it. */
export class Upkeep implements AsyncDisposable {
  readonly #options: UpkeepOptions;
  #looking: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #swept = Promise.resolve();
  #isOver = false;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /** Deletes what nobody needs any more. Never rejects. */
  sweep(): Promise<void> {
    this.#swept = this.#swept.then(() => this.#sweep());
    return this.#swept;
  }

  /** Looks and sweeps again and again. Does not keep the process alive. */
  startBackground(): void {
    this.#lookSoon('');
    this.#sweeping = setInterval(() => void this.sweep(), this.#options.timing.supersededKeptMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#looking);
    clearInterval(this.#sweeping);
    await this.#swept;
  }

  /** Other processes change the folder too. A folder that is shared by machines tells nobody, so it is asked. */
  #lookSoon(seen: string): void {
    this.#looking = setTimeout(() => {
      void this.#lookIfChanged(seen).then((trace) => {
        if (!this.#isOver) this.#lookSoon(trace);
      });
    }, this.#options.timing.lookEveryMs).unref();
  }

  async #lookIfChanged(seen: string): Promise<string> {
    const { shelf, events } = this.#options;
    try {
      const trace = await shelf.folders.trace();
      // What is broken may be put right without a trace, and may only have seemed so while the machine lacked something.
      if (trace !== seen || shelf.look.problems.length > 0) await shelf.lookAgain();
      return trace;
    } catch (cause) {
      const trace = `failed: ${reasonOf(cause)}`;
      if (trace !== seen) events.backgroundFailed({ task: 'look at the models', cause });
      return trace;
    }
  }

  async #sweep(): Promise<void> {
    const { shelf, events, timing } = this.#options;
    if (!shelf.isWritable) return;
    try {
      await sweep(shelf.folders, timing);
      await shelf.lookAgain();
    } catch (cause) {
      if (codeOf(cause) !== 'ENOENT') events.backgroundFailed({ task: 'sweep the models', cause });
    }
  }
}
