import type { Writable } from 'node:stream';
import { terminalText } from '../ops/terminal-text.ts';
import { openProgress, type Progress } from './progress.ts';

/** The output of a command. */
export type Print = Pick<Output, 'result' | 'list' | 'file' | 'verdict' | 'progress'>;

/**
 * The two streams of a command line, as text or JSON. Text is written without control characters, so that no value
 * controls the terminal; JSON and files are written unchanged.
 */
export class Output {
  readonly #out: Writable;
  readonly #err: Writable;
  readonly #json: boolean;
  #status: 0 | 1 = 0;

  constructor({ out, err, json }: { readonly out: Writable; readonly err: Writable; readonly json: boolean }) {
    this.#out = out;
    this.#err = err;
    this.#json = json;
    // `finish` reports it.
    for (const stream of [out, err]) stream.on('error', () => {});
  }

  /** Waits until all is written. @returns 0; 1 if that failed, which it reports, unless the reader closed its pipe */
  async finish(): Promise<0 | 1> {
    await new Promise<void>((resolve) => this.#out.write('', () => resolve()));
    const failure: NodeJS.ErrnoException | null = this.#out.errored;
    if (failure === null || failure.code === 'EPIPE') return this.#status;
    this.#err.write(`error: standard output cannot be written: ${failure.message}\n`);
    return 1;
  }

  /** `json` is the one value under `--json`; `text` is the same for people, without its last line break. */
  result(json: unknown, text: string): void {
    this.#out.write(this.#json ? `${JSON.stringify(json)}\n` : `${terminalText(text)}\n`);
  }

  /** A list, page by page: one array under `--json`, else a table for each page. `none`: the text if it is empty. */
  async list<Row>(
    pages: AsyncIterable<readonly Row[]>,
    table: (rows: readonly Row[]) => string,
    none: string,
  ): Promise<void> {
    let count = 0;
    for await (const page of pages) {
      if (page.length === 0) continue;
      if (this.#json) this.#out.write(`${count === 0 ? '[' : ','}${page.map((row) => JSON.stringify(row)).join(',')}`);
      else this.#out.write(`${terminalText(table(page))}\n`);
      count += page.length;
    }
    if (this.#json) this.#out.write(count === 0 ? '[]\n' : ']\n');
    else if (count === 0) this.#out.write(`${none}\n`);
  }

  /** Writes a file unchanged. `json` returns the value under `--json`, which has the whole text. */
  async file(pieces: Iterable<string> | AsyncIterable<string>, json: (text: string) => unknown): Promise<void> {
    let text = '';
    for await (const piece of pieces) {
      if (this.#json) text += piece;
      else this.#out.write(piece);
    }
    if (this.#json) this.result(json(text), '');
  }

  /** The result of a check; the exit status is 1 unless it `passed`. */
  verdict(passed: boolean, json: unknown, text: string): void {
    if (!passed) this.#status = 1;
    this.result(json, text);
  }

  /** Shows progress on standard error; nothing under `--json`. */
  progress(label: string): Progress {
    return this.#json ? { tell: () => {}, [Symbol.dispose]: () => {} } : openProgress(this.#err, label);
  }

  /** @param hint the next step; omitted under `--json` */
  error({ code, message }: { readonly code: string; readonly message: string }, hint?: string): void {
    if (this.#json) this.#out.write(`${JSON.stringify({ error: { code, message } })}\n`);
    else this.#err.write(`error: ${terminalText(message)}\n${hint === undefined ? '' : `${terminalText(hint)}\n`}`);
  }

  /** The stack trace of a bug, in both forms. */
  trace(text: string): void {
    this.#err.write(`${terminalText(text)}\n`);
  }
}
