export type SentPieces = {
  readonly pieces: AsyncIterable<string>;
  /** What the sending is a part of: over once all is sent, once nobody reads any more, and after any failure. */
  readonly work: Disposable;
  /** For so long all of it may take to be read. */
  readonly readingMsMax: number;
  /** Told why a file that had begun was broken off. */
  readonly failed: (error: unknown) => void;
  /**
   * Cuts the reply off. Whoever reads the stream is not told of a failure, because the server would write it on the standard
   * error, beside the log and in whatever words it has.
   */
  readonly cutOff: () => void;
};

/**
 * A text as it is sent: written only as fast as it is read, one piece in memory at a time, and no further once nobody reads.
 * One that cannot be finished is cut off instead of ended, so that nobody takes a part for the whole.
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
          // Nobody reads any more what was being written meanwhile.
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
