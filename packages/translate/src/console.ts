/** What the command prints, and where. */
export type Console = {
  /** A line for people on standard output; nothing with `--quiet` or `--json`. */
  readonly out: (line: string) => void;
  /** The value of `--json` on standard output; undefined without it. */
  readonly json: ((value: object) => void) | undefined;
  readonly error: (text: string) => void;
  /** Whether the progress is drawn: standard error is a terminal, and neither `--quiet` nor `--json` is given. */
  readonly hasProgress: boolean;
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

const redrawMs = 100;

type Amount = { readonly texts: number; readonly characters: number };

/** A line that says on a terminal how much of the texts is done, and how long the rest takes. */
export class ProgressLine {
  readonly #console: Console;
  readonly #total: Amount;
  readonly #startedAt = performance.now();
  #done: Amount = { texts: 0, characters: 0 };
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(console: Console, total: Amount) {
    this.#console = console;
    this.#total = total;
  }

  /** Counts a text. */
  advance(characters: number): void {
    this.#done = { texts: this.#done.texts + 1, characters: this.#done.characters + characters };
    if (performance.now() - this.#drawnAt >= redrawMs) this.draw();
  }

  draw(): void {
    this.#drawnAt = performance.now();
    if (this.#isShown) this.#console.error(`\r${this.#line()}\x1b[K`);
  }

  /** Removes the line: before another one, and at the end. */
  clear(): void {
    if (this.#isShown) this.#console.error('\r\x1b[K');
  }

  get #isShown(): boolean {
    return this.#console.hasProgress && this.#total.texts > 0;
  }

  #line(): string {
    const [done, total] = [this.#done, this.#total];
    const of = (what: keyof Amount): string => `${formatCount(done[what])} of ${formatCount(total[what])} ${what}`;
    const passedMs = this.#drawnAt - this.#startedAt;
    const seconds = Math.ceil(((total.characters - done.characters) * passedMs) / done.characters / 1_000);
    return `${of('texts')}, ${of('characters')}${done.characters > 0 ? `, ${formatTime(seconds)} left` : ''}`;
  }
}

/** `2 h 5 min`, `3 min 10 s` or `12 s`. */
function formatTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`;
  return `${minutes > 0 ? `${minutes} min ` : ''}${seconds % 60} s`;
}
