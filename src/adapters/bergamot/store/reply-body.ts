import type { IncomingMessage } from 'node:http';

/** What may wait to be read, so that a slow disk does not fill the memory. */
const waitingBytesMax = 2 ** 20;

/**
 * The body of a reply, of which nothing is lost when the connection is cut: Node's own iterators drop what came before
 * and was not read yet, and it would be fetched once more.
 */
export class ReplyBody {
  readonly #response: IncomingMessage;
  readonly #onBytes: (bytes: number) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #end: { readonly failure: unknown } | undefined;
  #wake = (): void => {};

  /** @param onBytes told of every piece when it comes */
  constructor(response: IncomingMessage, onBytes: (bytes: number) => void) {
    this.#response = response;
    this.#onBytes = onBytes;
    response.on('data', (chunk: Buffer) => this.#take(chunk));
    response.once('end', () => this.#finish(undefined));
    response.on('error', (cause) => this.#finish(cause));
    response.once('close', () => this.#finish(new Error('closed before its end')));
  }

  /** @throws what ended the connection, after all that came before */
  async *chunks(): AsyncIterable<Uint8Array> {
    for (;;) {
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      yield* waiting;
      if (this.#waiting.length > 0) continue;
      if (this.#end !== undefined) break;
      this.#response.resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#end.failure !== undefined) throw this.#end.failure;
  }

  #take(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#waitingBytes >= waitingBytesMax) this.#response.pause();
    this.#onBytes(chunk.byteLength);
    this.#wake();
  }

  #finish(failure: unknown): void {
    this.#end ??= { failure };
    this.#wake();
  }
}
