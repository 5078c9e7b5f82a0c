export type SentPieces = {
  readonly pieces: AsyncIterable<string>;
  /** Disposed when sending ends: all is sent, the reader has left, or it has failed. */
  readonly work: Disposable;
  /** How long the reader may take. */
  readonly readingMsMax: number;
  /** Destroyed when sending fails. The stream gets no error, because the server would write it to standard error. */
  readonly exchange: { readonly requestId: string; readonly destroy: () => unknown };
  /** Reports why a file was aborted after it had begun. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/**
 * Returns a text stream with backpressure: it keeps one piece in memory and pauses while its reader pauses.
 *
 * A stream that fails is aborted instead of ended, so that a part is not mistaken for the whole.
 */
export function pieceStream({ pieces, work, readingMsMax, exchange, failed }: SentPieces): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    work[Symbol.dispose]();
  };
  return new ReadableStream(
    {
      start() {
        timer = setTimeout(() => {
          end();
          exchange.destroy();
          void iterator.return?.();
        }, readingMsMax).unref();
      },
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          // The reader left during the write.
          if (isOver) return;
          if (done !== true) return controller.enqueue(encoder.encode(value));
          end();
          controller.close();
        } catch (error) {
          end();
          failed(exchange.requestId, error);
          exchange.destroy();
        }
      },
      async cancel() {
        end();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
