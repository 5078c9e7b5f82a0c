import type { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../../../src/adapters/bergamot/worker.ts';

/** Why the thread never answers a call that contains a text. It never receives the call, which it might answer first. */
export type Fault = 'exit' | 'hang' | undefined;

/** The threads that start while it exists, and their messages. The seam for faults. */
export class WatchedThreads implements Disposable {
  readonly started: Worker[] = [];
  /** The texts of each call, in the order the calls were sent. */
  readonly calls: (readonly string[])[] = [];
  loads = 0;
  abandoned = 0;
  ended = 0;
  faultOf: (text: string) => Fault = () => undefined;
  readonly #waiting: { readonly calls: number; readonly resolve: () => void }[] = [];
  readonly #watch = (thread: Worker): void => this.#note(thread);

  constructor() {
    process.on('worker', this.#watch);
  }

  /** Resolves once threads were sent so many calls, all together. */
  async sent(calls: number): Promise<void> {
    if (this.calls.length >= calls) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ calls, resolve });
    await promise;
  }

  [Symbol.dispose](): void {
    process.off('worker', this.#watch);
  }

  #note(thread: Worker): void {
    this.started.push(thread);
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message: ToWorker) => {
      if (message.kind === 'load') this.loads++;
      const texts = message.kind === 'translate' ? message.texts.map(({ text }) => text) : [];
      const faults = texts.map((text) => this.faultOf(text)).filter((fault) => fault !== undefined);
      if (faults.length === 0) post(message);
      if (faults.includes('exit')) void thread.terminate();
      if (message.kind !== 'translate') return;
      this.calls.push(texts);
      for (const { calls, resolve } of this.#waiting) if (this.calls.length >= calls) resolve();
    };
    thread.on('message', (message: FromWorker) => {
      if (message.kind === 'translated' && message.translations === undefined) this.abandoned++;
    });
    thread.on('exit', () => this.ended++);
  }
}
