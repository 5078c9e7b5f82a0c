import { Worker } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import type { ModelBytes } from './model-bytes.ts';
import { compileLibrary } from './module.ts';
import type { EngineText, EngineTranslation, FromWorker, LoadOptions, ToWorker, WorkerData } from './worker.ts';

export type { EngineText, EngineTranslation } from './worker.ts';

/** Why a worker ended. `reason` is for the operator, in one line, and holds nothing of a text. */
export type WorkerEnd = {
  /** `failed`: the library gave up; `overdue`: a call took longer than it may; `died`: the thread ended by itself. */
  readonly kind: 'disposed' | 'failed' | 'overdue' | 'died';
  readonly reason: string;
};

/** What a call rejects with when its worker ended over it, or had ended before. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly end: WorkerEnd;

  constructor(end: WorkerEnd) {
    super(end.reason);
    this.end = end;
  }
}

/** Starting takes some 50 ms, loading 0.2 to 2 s; on a machine that swaps, more. */
const startMaxMs = 30_000;
const loadMaxMs = 60_000;
const unloadMaxMs = 10_000;

/** Of a worker's JavaScript; models are outside. */
const heapMib = 128;

/** Of one call. Node may end the whole process over a message that does not fit into the heap of its thread. */
const callMax = { texts: 4_096, units: 1_000_000 };

type Call = {
  readonly answer: (translations: readonly EngineTranslation[]) => void;
  readonly fail: (error: WorkerEnded) => void;
  readonly overdue: NodeJS.Timeout;
};

/** A thread with the library in it and the models that were loaded there. Takes one call at a time. */
export class WorkerThread implements AsyncDisposable {
  /** Resolves when the thread is gone and its memory with it. */
  readonly ended: Promise<WorkerEnd>;
  readonly #thread: Worker;
  #call: Call | undefined;
  #end: WorkerEnd | undefined;

  private constructor(data: WorkerData) {
    this.#thread = new Worker(new URL('worker.ts', import.meta.url), {
      name: 'neural translation',
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
    });
    this.#thread.on('message', (message: FromWorker) => this.#hear(message));
    this.#thread.on('error', (error: unknown) => this.#finish({ kind: 'died', reason: causeOf(error) }));
    this.ended = new Promise((resolve) => {
      this.#thread.on('exit', (code) =>
        resolve(this.#finish({ kind: 'died', reason: `the thread ended with code ${code}` })),
      );
    });
  }

  /** @throws WorkerEnded when the thread cannot start */
  static async start(): Promise<WorkerThread> {
    const worker = new WorkerThread({ library: await compileLibrary() });
    await worker.#wait(startMaxMs);
    return worker;
  }

  /**
   * Loads a model and has it translate a word, so that what is wrong with the model shows here.
   *
   * @param key what the other calls call it
   * @throws WorkerEnded when the library does not take the model, which ends the worker
   */
  async load(key: string, model: ModelBytes, options: LoadOptions = { isScored: false }): Promise<void> {
    await this.#ask({ kind: 'load', key, model, options }, loadMaxMs);
  }

  /** Gives the model's memory back to this worker; only its end gives any back to the system. */
  async unload(key: string): Promise<void> {
    await this.#ask({ kind: 'unload', key }, unloadMaxMs);
  }

  /**
   * Translates by a model that is loaded; one translation for each text, in order.
   *
   * @param texts at most 4,096, of a million UTF-16 units together
   * @param limitMs ends the worker when it takes longer: nothing else can interrupt the library
   * @throws WorkerEnded
   */
  translate(key: string, texts: readonly EngineText[], limitMs: number): Promise<readonly EngineTranslation[]> {
    const units = texts.reduce((sum, { text }) => sum + text.length, 0);
    assert(texts.length <= callMax.texts && units <= callMax.units, 'a call is bounded');
    return this.#ask({ kind: 'translate', key, texts }, limitMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#finish({ kind: 'disposed', reason: 'the worker was closed' });
    await this.ended;
  }

  #ask(message: ToWorker, limitMs: number): Promise<readonly EngineTranslation[]> {
    if (this.#end !== undefined) return Promise.reject(new WorkerEnded(this.#end));
    const answer = this.#wait(limitMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own has no origin
    this.#thread.postMessage(message);
    return answer;
  }

  #wait(limitMs: number): Promise<readonly EngineTranslation[]> {
    assert(this.#call === undefined, 'a worker takes one call at a time');
    return new Promise((answer, fail) => {
      const overdue = setTimeout(
        () => this.#finish({ kind: 'overdue', reason: `a call took longer than ${limitMs} ms` }),
        limitMs,
      );
      this.#call = { answer, fail, overdue };
    });
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'failed') this.#finish({ kind: 'failed', reason: message.reason });
    else this.#release()?.answer(message.kind === 'done' ? message.translations : []);
  }

  /** Only the first reason counts: what follows is a consequence of it. */
  #finish(end: WorkerEnd): WorkerEnd {
    if (this.#end !== undefined) return this.#end;
    this.#end = end;
    this.#release()?.fail(new WorkerEnded(end));
    void this.#thread.terminate();
    return end;
  }

  #release(): Call | undefined {
    const call = this.#call;
    this.#call = undefined;
    if (call !== undefined) clearTimeout(call.overdue);
    return call;
  }
}

/** A message might hold something of a text; what Node itself says of a thread has a code. */
function causeOf(error: unknown): string {
  const told = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
  return `the thread failed: ${told}`;
}
