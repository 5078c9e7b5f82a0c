/** What the command prints, and where. */
export type Console = {
  /** A line for people on standard output; nothing with `--quiet` or `--json`. */
  readonly out: (line: string) => void;
  /** The value of `--json` on standard output; undefined without it. */
  readonly json: ((value: object) => void) | undefined;
  readonly error: (text: string) => void;
  /** Whether the progress bar is drawn: standard error is a terminal, and neither `--quiet` nor `--json` is given. */
  readonly hasBar: boolean;
};

/** A line of standard error: `path:line: what is wrong. What to do.` */
export function problem(console: Console, path: string, message: string, line?: number | null): void {
  console.error(`${path}:${line ? `${line}:` : ''} ${message}\n`);
}

const ownNames: Readonly<Record<string, string>> = {
  baseUrl: '--url or DRAGOMAN_URL',
  key: 'DRAGOMAN_KEY',
  source_lang: '--from',
  target_lang: '--to',
};

/** The message of an error of the client, with our names of its options and fields. */
export const messageOf = ({ message }: Error): string =>
  message.replaceAll(/`(\w+)`|\bbaseUrl\b/g, (all, name = all) => ownNames[name] ?? all);

export const formatCount = (count: number): string => count.toLocaleString('en');

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const barWidth = 24;
const redrawMs = 100;

/** A bar with characters, rate and time left, on a terminal. */
export class ProgressBar {
  readonly #console: Console;
  readonly #total: number;
  readonly #startedAt = performance.now();
  #done = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(console: Console, total: number) {
    this.#console = console;
    this.#total = total;
  }

  advance(count: number): void {
    this.#done += count;
    const now = performance.now();
    if (now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    if (this.#isShown) this.#console.error(`\r${this.#line(now)}\x1b[K`);
  }

  /** Removes the bar: before a line, and at the end. */
  clear(): void {
    if (this.#isShown) this.#console.error('\r\x1b[K');
    this.#drawnAt = Number.NEGATIVE_INFINITY;
  }

  get #isShown(): boolean {
    return this.#console.hasBar && this.#total > 0;
  }

  #line(now: number): string {
    const filled = Math.floor((this.#done / this.#total) * barWidth);
    const rate = (this.#done / (now - this.#startedAt)) * 1_000;
    const seconds = Math.ceil((this.#total - this.#done) / rate);
    const left = Number.isFinite(seconds) ? `, ${formatCount(Math.round(rate))}/s, ${formatCount(seconds)} s left` : '';
    const bar = '#'.repeat(filled) + '.'.repeat(barWidth - filled);
    return `[${bar}] ${formatCount(this.#done)} of ${formatCount(this.#total)} characters${left}`;
  }
}
