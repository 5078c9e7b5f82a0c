import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../ground/semaphore.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { moduleBeside } from '../../ops/module-address.ts';
import type { FileCaller, FileFilters, ReadFile } from '../../shop/documents/file-filters.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { FromFilters, ToFilters } from './filter-thread.ts';

/** A small file: up to this size, and read or written within this time and memory. */
const small = { bytesMax: 128 * 1_024, msMax: 1_000, mib: { heap: 32, unpacked: 16 } };

/** How long any other file may take: several times what the largest ones need. */
const largeMsMax = { read: 10_000, write: 30_000 };

/** Heap of a thread for large files, in MiB: with less for each, there are fewer threads. */
const largeHeapMib = 512;
const largeThreadsMax = 4;

/**
 * Reads and writes files in threads, about half as many as processors. Small files have their own, and never wait for a
 * large one. A small file beyond its limits is tried again as a large one; one beyond those is refused.
 */
export class ThreadedFilters implements FileFilters, AsyncDisposable {
  readonly #small: FilterThreads;
  readonly #large: FilterThreads;
  readonly #events: Pick<ShopEvents, 'backgroundFailed'>;

  /**
   * @param mib MiB for the heaps of all threads for large files, and for the unpacked files beside them
   * @param events receive errors that no filter expected, which the sender of the file cannot correct
   * @param module what the threads run; tests replace it
   */
  constructor(
    mib: { readonly heap: number; readonly unpacked: number },
    events: Pick<ShopEvents, 'backgroundFailed'>,
    module = moduleBeside(import.meta.url, 'filter-thread'),
  ) {
    this.#events = events;
    const threads = Math.max(2, Math.floor(availableParallelism() / 2));
    const smallThreads = Math.min(2, threads - 1);
    const affordable = Math.max(1, Math.floor(mib.heap / largeHeapMib));
    const largeThreads = Math.min(largeThreadsMax, threads - smallThreads, affordable);
    const share = { heap: Math.ceil(mib.heap / largeThreads), unpacked: Math.ceil(mib.unpacked / largeThreads) };
    this.#small = new FilterThreads({ threadsMax: smallThreads, mib: small.mib, module });
    this.#large = new FilterThreads({ threadsMax: largeThreads, mib: share, module });
  }

  read: FileFilters['read'] = async (file, work) => {
    const reply = await this.#ask({ file, translations: undefined }, work, largeMsMax.read);
    if (reply.kind !== 'read') throw unexpected();
    return reply.file;
  };

  write: FileFilters['write'] = async (file, translations, work) => {
    const reply = await this.#ask({ file, translations }, work, largeMsMax.write);
    if (reply.kind !== 'written') throw unexpected();
    return reply.file;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#small[Symbol.asyncDispose](), this.#large[Symbol.asyncDispose]()]);
  }

  async #ask(message: ToFilters, work: FileCaller, msMax: number) {
    const isSmall = message.file.bytes.byteLength <= small.bytesMax;
    const first = isSmall ? await this.#small.ask(message, work, small.msMax) : undefined;
    const reply = first === undefined || isTooLarge(first) ? await this.#large.ask(message, work, msMax) : first;
    if (reply === undefined) throw unusable('the file takes too long or too much memory to read');
    if (reply.kind !== 'refused') return reply;
    if (reply.fault) this.#events.backgroundFailed({ task: 'reading of a file', cause: reply.fault });
    throw unusable(reply.message, reply.columns);
  }
}

const isTooLarge = (reply: FromFilters): boolean => reply.kind === 'refused' && reply.code === 'too_large';

const unusable = (message: string, columns?: ReadFile['columns']) =>
  new ServiceError('unusable_file', { data: { message, columns } });

const unexpected = () =>
  new ServiceError('server_error', { detail: { reason: 'a thread for files answered another message' } });

type FilterThreadsOptions = {
  readonly threadsMax: number;
  /** MiB for the heap of a thread, and for an unpacked file beside it. */
  readonly mib: { readonly heap: number; readonly unpacked: number };
  readonly module: URL;
};

/** Threads that read and write files, one file at a time each. They start with the first files; accounts take turns. */
class FilterThreads implements AsyncDisposable {
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

  /** Undefined if the file takes more than `msMax` or too much memory. @throws the signal's reason when it aborts */
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
