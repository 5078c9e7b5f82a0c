/**
 * What spreadsheets may take for the beginning of a formula, and run. Such a cell is written with an apostrophe before it.
 * Source: OWASP, CSV Injection.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

/** Whole numbers of the program's own, of which none is negative. */
type Cell = string | number | undefined;

/** One row as RFC 4180 has it, its line break included. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : String(cell ?? ''))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const guarded = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * Rows as a file that is sent: written only as fast as it is read, one page of rows in memory at a time, and no further
 * once nobody reads. `ended` is called once, however it ends.
 */
export function csvStream(pages: AsyncIterable<string>, ended: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = pages[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done !== true) return controller.enqueue(encoder.encode(value));
          ended();
          controller.close();
        } catch (error) {
          ended();
          // Cut off instead of ended, so that nobody takes a part for the whole.
          controller.error(error);
        }
      },
      async cancel() {
        ended();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
