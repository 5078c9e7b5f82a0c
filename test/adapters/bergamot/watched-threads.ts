import type { Worker } from 'node:worker_threads';
import type { EngineText } from '../../../src/adapters/bergamot/worker-thread.ts';

type Message = { readonly kind: string; readonly texts?: readonly EngineText[] };

/**
 * The threads that are started while it exists, as Node tells of them, and what they are sent. The seam for real faults:
 * a thread can be terminated, and a text be replaced on its way into the library.
 */
export class WatchedThreads implements Disposable {
  readonly started: Worker[] = [];
  /** How many texts each call had, in the order in which they were sent. */
  readonly calls: number[] = [];
  /** Texts whose translations came back. */
  translated = 0;
  ended = 0;
  /** What goes into the library instead of a text. */
  replace: (text: EngineText) => EngineText = (text) => text;
  readonly #waiting: { readonly calls: number; readonly resolve: () => void }[] = [];
  readonly #watch = (thread: Worker): void => this.#note(thread);

  constructor() {
    process.on('worker', this.#watch);
  }

  /** Resolves once so many calls were sent to threads, all together. */
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
    const sizes: number[] = [];
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message: Message) => {
      if (message.kind !== 'translate' || message.texts === undefined) return post(message);
      sizes.push(message.texts.length);
      this.calls.push(message.texts.length);
      post({ ...message, texts: message.texts.map((text) => this.replace(text)) });
      for (const { calls, resolve } of this.#waiting) if (this.calls.length >= calls) resolve();
    };
    thread.on('message', ({ kind, translations }: { kind: string; translations?: readonly unknown[] }) => {
      // A model that is loaded is answered as well, by no translations.
      if (kind === 'done' && (translations?.length ?? 0) > 0) this.translated += sizes.shift() ?? 0;
    });
    thread.on('exit', () => this.ended++);
  }
}
