import type { Writable } from 'node:stream';
import { pino, stdTimeFunctions } from 'pino';
import { describeError } from './error-description.ts';
import { fileOf, writeWhole } from './standard-file.ts';
import { terminalText } from './terminal-text.ts';

/** The lowest level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Values for the message: numbers, codes and ids. Never a key, an address, a text or a request's body. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Only the safe parts of `cause` are written, see `describeError`. */
type WriteLine = (message: string, fields?: LogFields, cause?: unknown) => void;

/** One line per event; `message` is constant, and `fields` holds the values. */
export type Log = {
  readonly debug: WriteLine;
  readonly info: WriteLine;
  readonly warn: WriteLine;
  readonly error: WriteLine;
};

/** `linesLost` returns how many lines could not be written so far. */
export type OpenLog = Log & AsyncDisposable & { readonly linesLost: () => number };

export type LogOptions = {
  readonly level: LogLevel;
  /** Standard output or standard error. */
  readonly stream: Writable & { readonly isTTY?: boolean };
  /** Returns whether the program created this error's message, so that it may be logged. */
  readonly isOurs: (error: Error) => boolean;
};

// A slow reader loses lines, but never fills the server's memory.
const waitingBytesMax = 4 * 2 ** 20;
const fieldLengthMax = 500;

/**
 * Opens the log: one JSON object per line with `level`, `time` (ISO 8601, UTC), `message`, the fields, and `error`; on
 * a terminal short readable lines instead.
 *
 * Writing never waits for the reader. A slow reader and a full disk lose lines; the next line that is written counts them
 * in `lines_lost`. When the reader has closed the stream, the log ends, but not the program. Disposing waits until all
 * lines are written.
 */
export function openLog(options: LogOptions): OpenLog {
  const lines = new Lines(options.stream);
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => lines.write(options.stream.isTTY === true ? humanLine(line) : line) },
  );
  const writer =
    (level: 'debug' | 'info' | 'warn' | 'error'): WriteLine =>
    (message, fields, cause) => {
      if (!logger.isLevelEnabled(level) || !lines.hasRoom()) return;
      const error = cause === undefined ? undefined : describeError(cause, options.isOurs);
      logger[level]({ ...shortened(fields), error, lines_lost: lines.lostLately }, message);
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    linesLost: () => lines.lost,
    [Symbol.asyncDispose]: () => lines.close(),
  };
}

/** Writes to a stream while its reader keeps up, or to a file while it can be written. */
class Lines {
  readonly #stream: Writable;
  readonly #file: number | undefined;
  /** All lines that were lost, and how many of them before the line that was written last. */
  #lost = 0;
  #lostBefore = 0;
  /** Whether the last line in the file is incomplete. */
  #cut = false;
  #gone = false;
  readonly #readerLeft = (): void => {
    this.#gone = true;
  };

  constructor(stream: Writable) {
    this.#stream = stream;
    this.#file = fileOf(stream);
    stream.on('error', this.#readerLeft);
  }

  hasRoom(): boolean {
    if (!this.#gone && this.#stream.writableLength < waitingBytesMax) return true;
    this.#lost++;
    return false;
  }

  get lost(): number {
    return this.#lost;
  }

  /** Since the last line that was written; undefined for none. */
  get lostLately(): number | undefined {
    return this.#lost - this.#lostBefore || undefined;
  }

  write(line: string): void {
    if (this.#file === undefined) this.#stream.write(line);
    else if (!this.#writeToFile(this.#file, line)) return;
    this.#lostBefore = this.#lost;
  }

  #writeToFile(file: number, line: string): boolean {
    const { written, failure } = writeWhole(file, Buffer.from(this.#cut ? `\n${line}` : line));
    if (written > 0) this.#cut = failure !== undefined;
    if (failure !== undefined) this.#lost++;
    return failure === undefined;
  }

  async close(): Promise<void> {
    // The last write's callback runs after all others, even when the reader has closed the stream.
    if (!this.#gone) await new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
    this.#stream.off('error', this.#readerLeft);
  }
}

function shortened(fields: LogFields | undefined): LogFields {
  if (fields === undefined) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > fieldLengthMax ? `${value.slice(0, fieldLengthMax)}...` : value,
    ]),
  );
}

/** Formats a JSON log line for a terminal: time of day in UTC, level, message, fields. */
function humanLine(json: string): string {
  const { level, time, message, error, ...fields } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const clock = String(time).slice('2026-01-01T'.length, -1);
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`);
  const head = [clock, String(level).toUpperCase().padEnd(5), String(message), ...facts].join(' ');
  return terminalText(error === undefined ? `${head}\n` : `${head}\n${errorLines(error)}`);
}

/** Returns readable values unchanged, others quoted, so that no value can control the terminal. */
function plain(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function errorLines(error: unknown): string {
  const { stack, cause, type, ...rest } = error as Readonly<Record<string, unknown>>;
  const frames = Array.isArray(stack) ? stack.map((frame) => `      at ${String(frame)}\n`) : [];
  const head = `    ${String(type)}${Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''}\n`;
  return head + frames.join('') + (cause === undefined ? '' : errorLines(cause));
}
