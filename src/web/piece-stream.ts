export type SentPieces = {
  readonly pieces: AsyncIterable<string>;
  /** Signals the end of sending: all is sent, the reader has left, or a failure. */
  readonly work: Disposable;
  /** For so long all of it may take to be read. */
  readonly readingMsMax: number;
  /** Told why a file that had begun was broken off. */
  readonly failed: (error: unknown) => void;
  /**
   * Cuts the reply off. The reader of the stream receives no error, because the server would write it to standard
   * error instead of the log.
   */
  readonly cutOff: () => void;
};

/**
 * A text stream with backpressure: it keeps one piece in memory and stops when its reader stops.
 * A stream that fails is cut off instead of ended, so that a part is not mistaken for the whole.
 */
export function pieceStream({ pieces, work, readingMsMax, failed, cutOff }: SentPieces): ReadableStream<Uint8Array> {
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
          cutOff();
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
          failed(error);
          cutOff();
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
