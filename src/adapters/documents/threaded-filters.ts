import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../ground/semaphore.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { moduleBeside } from '../../ops/module-address.ts';
import type { FileFilters } from '../../shop/documents/file-filters.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { FromFilters, ToFilters } from './filter-thread.ts';

/** How long one file may take. Far more than any file that people send. */
const fileMsMax = 60_000;

type FileMemory = { readonly heap: number; readonly unpacked: number };

/**
 * Reads and writes files in one thread, which starts with the first file. A file that takes too long or too much memory is
 * refused, and the next one gets a new thread. Disposing ends the thread.
 */
export class ThreadedFilters implements FileFilters, AsyncDisposable {
  readonly #turns = new Semaphore(1);
  readonly #mib: FileMemory;
  readonly #events: Pick<ShopEvents, 'backgroundFailed'>;
  readonly #module: URL;
  #thread: Worker | undefined;

  /**
   * @param mib MiB for the heap of the thread, and for an unpacked file beside it
   * @param events receive errors that no filter expected, which the sender of the file cannot correct
   * @param module what the thread runs; tests replace it
   */
  constructor(
    mib: FileMemory,
    events: Pick<ShopEvents, 'backgroundFailed'>,
    module = moduleBeside(import.meta.url, 'filter-thread'),
  ) {
    this.#mib = mib;
    this.#events = events;
    this.#module = module;
  }

  read: FileFilters['read'] = async (file, signal) => {
    const reply = await this.#ask({ file, translations: undefined }, signal);
    if (reply.kind !== 'read') throw unexpected();
    return reply.file;
  };

  write: FileFilters['write'] = async (file, translations, signal) => {
    const reply = await this.#ask({ file, translations }, signal);
    if (reply.kind !== 'written') throw unexpected();
    return reply.file;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(message: ToFilters, signal: AbortSignal): Promise<Exclude<FromFilters, { readonly kind: 'refused' }>> {
    return this.#turns.run(signal, async () => {
      const thread = (this.#thread ??= this.#open());
      const late = AbortSignal.timeout(fileMsMax);
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.postMessage(message);
        const [reply] = (await once(thread, 'message', { signal: AbortSignal.any([signal, late]) })) as [FromFilters];
        if (reply.kind !== 'refused') return reply;
        const { message: reason, columns, fault } = reply;
        if (fault) this.#events.backgroundFailed({ task: 'reading of a file', cause: fault });
        throw new ServiceError('unusable_file', { data: { message: reason, columns } });
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        // It may be in the middle of a file.
        this.#thread = undefined;
        await thread.terminate();
        signal.throwIfAborted();
        if (late.aborted || isOutOfMemory(error)) throw tooComplex();
        throw error;
      }
    });
  }

  #open(): Worker {
    const thread = new Worker(this.#module, {
      name: 'files',
      resourceLimits: { maxOldGenerationSizeMb: this.#mib.heap },
      workerData: this.#mib.unpacked * 2 ** 20,
    });
    // Without a listener, an error between two files would end the process.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    thread.unref();
    return thread;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooComplex = () =>
  new ServiceError('unusable_file', { data: { message: 'the file takes too long or too much memory to read' } });

const unexpected = () =>
  new ServiceError('server_error', { detail: { reason: 'the thread for files answered another message' } });
