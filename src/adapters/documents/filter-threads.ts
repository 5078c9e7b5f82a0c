import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../ground/semaphore.ts';
import type { FileCaller } from '../../shop/documents/file-filters.ts';
import type { FromFilters, ToFilters } from './filter-thread.ts';

export type FilterThreadsOptions = {
  readonly threadsMax: number;
  /** MiB for the heap of a thread, and for an unpacked file beside it. */
  readonly mib: { readonly heap: number; readonly unpacked: number };
  /** What a thread runs. */
  readonly module: URL;
};

/** Threads that read and write files, one file at a time each. They start with the first files; accounts take turns. */
export class FilterThreads implements AsyncDisposable {
  readonly #options: FilterThreadsOptions;
  readonly #turns: Semaphore;
  readonly #threads = new Set<Worker>();
  readonly #idle: Worker[] = [];

  constructor(options: FilterThreadsOptions) {
    this.#options = options;
    this.#turns = new Semaphore(options.threadsMax);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  /**
   * Returns the reply of a thread; undefined if the file takes more than `msMax` milliseconds or too much memory.
   *
   * @throws the signal's reason when `signal` aborts
   */
  ask(message: ToFilters, { accountId, signal }: FileCaller, msMax: number): Promise<FromFilters | undefined> {
    return this.#turns.run(accountId, signal, async () => {
      const thread = this.#idle.pop() ?? this.#open();
      const late = AbortSignal.timeout(msMax);
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.postMessage(message);
        const [reply] = (await once(thread, 'message', { signal: AbortSignal.any([signal, late]) })) as [FromFilters];
        this.#idle.push(thread);
        return reply;
      } catch (error) {
        // It may be in the middle of a file.
        await thread.terminate();
        signal.throwIfAborted();
        if (late.aborted || isOutOfMemory(error)) return undefined;
        throw error;
      }
    });
  }

  #open(): Worker {
    const { module, mib } = this.#options;
    const thread = new Worker(module, {
      name: 'files',
      resourceLimits: { maxOldGenerationSizeMb: mib.heap },
      workerData: mib.unpacked * 2 ** 20,
    });
    this.#threads.add(thread);
    // Without a listener, an error between two files would end the process.
    thread.on('error', () => this.#forget(thread));
    thread.on('exit', () => this.#forget(thread));
    thread.unref();
    return thread;
  }

  #forget(thread: Worker): void {
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
