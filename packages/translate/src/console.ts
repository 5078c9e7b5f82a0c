import type { DragomanError } from '../../../sdk/src/dragoman.ts';

/** What the command prints, and where. */
export type Console = {
  /** A line for people on standard output; nothing with `--quiet` or `--json`. */
  readonly out: (line: string) => void;
  /** The value of `--json` on standard output; undefined without it. */
  readonly json: ((value: object) => void) | undefined;
  /** A line on standard error. */
  readonly error: (line: string) => void;
  /** Draws a line over the last one that was drawn. Undefined without a terminal, and with `--quiet` or `--json`. */
  readonly draw: ((line: string) => void) | undefined;
};

type Stream = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };
type Streams = { readonly stdout: Stream; readonly stderr: Stream };

/** Everything that the command prints, but a translation on standard output, passes here. */
export function openConsole(
  { stdout, stderr }: Streams,
  { isJson, isQuiet }: { readonly isJson?: boolean; readonly isQuiet?: boolean },
): Console {
  const isForPeople = !isQuiet && !isJson;
  return {
    out: (line) => void (isForPeople && stdout.write(terminalLine(line))),
    json: isJson ? (value) => void stdout.write(terminalJson(value)) : undefined,
    error: (line) => void stderr.write(terminalLine(line)),
    draw: isForPeople && stderr.isTTY ? (line) => void stderr.write(`\r${line}\x1b[K`) : undefined,
  };
}

/** Controls of a terminal and of writing directions, which make a line look like another one. Sources: ECMA-48, UAX 9. */
const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** No value, such as the name of a file, controls the terminal or begins another line. */
const terminalLine = (line: string): string => `${line.replace(/\n$/, '').replaceAll(controls, '\uFFFD')}\n`;

const terminalJson = (value: object): string => {
  const escape = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const json = JSON.stringify(value, null, 2);
  return `${json.replaceAll(controls, (control) => (control === '\n' ? control : escape(control)))}\n`;
};

/** A line of standard error: `path:line: what is wrong. What to do.` */
export function problem(console: Console, path: string, message: string, line?: number | null): void {
  console.error(`${path}:${line ? `${line}:` : ''} ${message}\n`);
}

const ownNames: ReadonlyMap<string, string> = new Map([
  ['baseUrl', '--url or DRAGOMAN_URL'],
  ['key', 'DRAGOMAN_KEY'],
  ['source_lang', '--from'],
  ['target_lang', '--to'],
]);

/** The message of an error of the client, with our names of its options and fields. */
export function messageOf({ code, message }: DragomanError): string {
  if (code === 'invalid_api_key') {
    return 'DRAGOMAN_KEY is not a key of the service. Copy it again, or create another key in your account.';
  }
  return message.replaceAll(/`(\w+)`|\bbaseUrl\b/g, (all, name = all) => ownNames.get(name) ?? all);
}

export const formatCount = (count: number): string => count.toLocaleString('en');

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const namedMax = 3;

/** `, 2 removed (home.old, home.title)`; nothing if nothing is. */
export function removedNote(ids: readonly string[] = []): string {
  if (ids.length === 0) return '';
  const named = ids.slice(0, namedMax).join(', ');
  return `, ${formatCount(ids.length)} removed (${named}${ids.length > namedMax ? ', …' : ''})`;
}

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
    if (this.#total.texts > 0) this.#console.draw?.(this.#line());
  }

  /** Removes the line: before another one, and at the end. */
  clear(): void {
    if (this.#total.texts > 0) this.#console.draw?.('');
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
