import type { Writable } from 'node:stream';
import { pino, stdTimeFunctions } from 'pino';
import { describeError } from './error-description.ts';
import { humanLine } from './human-line.ts';

/** What is written: the level itself and everything worse. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Facts beside the message: numbers, codes and ids. Never a key, an address, a text or a request's body. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** `cause` is described by what is safe in it, see `describeError`. */
type WriteLine = (message: string, fields?: LogFields, cause?: unknown) => void;

/** One line for each event; `message` is a constant of the program, what varies stands in `fields`. */
export type Log = {
  readonly debug: WriteLine;
  readonly info: WriteLine;
  readonly warn: WriteLine;
  readonly error: WriteLine;
};

export type LogOptions = {
  readonly level: LogLevel;
  /** Standard output or standard error. */
  readonly stream: Writable & { readonly isTTY?: boolean };
  /** Whether the program itself wrote this error's message, so that it may be logged. */
  readonly isOurs: (error: Error) => boolean;
};

// A reader that stalls costs lines, never the server's memory.
const waitingBytesMax = 4 * 2 ** 20;
const fieldLengthMax = 500;

/**
 * Opens the log: one JSON object a line with `level`, `time` (ISO 8601, UTC), `message`, the fields, and `error`; on
 * a terminal short lines for people instead.
 *
 * Writing never waits for the reader. One that is too slow loses lines, which the next line that fits counts in
 * `lines_lost`; one that has gone away ends the log, not the program. Disposing waits until all is written.
 */
export function openLog(options: LogOptions): Log & AsyncDisposable {
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
      logger[level]({ ...shortened(fields), error, lines_lost: lines.takeLost() }, message);
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    [Symbol.asyncDispose]: () => lines.close(),
  };
}

/** A stream that is written to for as long as somebody reads it fast enough. */
class Lines {
  readonly #stream: Writable;
  #lost = 0;
  #gone = false;
  readonly #readerLeft = (): void => {
    this.#gone = true;
  };

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', this.#readerLeft);
  }

  hasRoom(): boolean {
    if (this.#gone) return false;
    if (this.#stream.writableLength < waitingBytesMax) return true;
    this.#lost++;
    return false;
  }

  takeLost(): number | undefined {
    const lost = this.#lost;
    this.#lost = 0;
    return lost === 0 ? undefined : lost;
  }

  write(line: string): void {
    this.#stream.write(line);
  }

  async close(): Promise<void> {
    // The callback of the last write is called after all others, also when the reader has gone.
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
