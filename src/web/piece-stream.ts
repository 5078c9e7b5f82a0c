export type SentPieces = {
  readonly pieces: AsyncIterable<string>;
  /** Disposed when sending ends: all is sent, the reader has left, or it has failed. */
  readonly work: Disposable;
  /** How long the reader may take. */
  readonly readingMsMax: number;
  /** Reports why a file was aborted after it had begun. */
  readonly failed: (error: unknown) => void;
  /**
   * Aborts the reply. The stream's reader receives no error, because the server would write it to standard error
   * instead of the log.
   */
  readonly cutOff: () => void;
};

/**
 * Returns a text stream with backpressure: it keeps one piece in memory and pauses while its reader pauses.
 *
 * A stream that fails is aborted instead of ended, so that a part is not mistaken for the whole.
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
