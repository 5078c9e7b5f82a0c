import type { Log, LogFields } from '../../ops/log.ts';

const windowMs = 60_000;

type RepeatedLine = {
  readonly fields?: LogFields;
  readonly cause?: unknown;
  /** Per minute, instead of the usual limit. */
  readonly linesMax?: number;
};

type Window = { beganAt: number; lines: number; heldBack: number };

/** At most `linesMax` lines of each message per minute. The next one has in `lines_held_back` how many were dropped. */
export class RepeatedLines {
  readonly #log: Log;
  readonly #linesMax: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** @param now milliseconds on a clock that never runs backwards */
  constructor(log: Log, linesMax: number, now: () => number) {
    this.#log = log;
    this.#linesMax = linesMax;
    this.#now = now;
  }

  /** @param message a constant of the program: each has a separate, permanent count */
  write(level: keyof Log, message: string, line: RepeatedLine = {}): void {
    const window = this.#windowOf(message);
    if (window.lines >= (line.linesMax ?? this.#linesMax)) {
      window.heldBack++;
      return;
    }
    window.lines++;
    const heldBack = window.heldBack === 0 ? undefined : window.heldBack;
    window.heldBack = 0;
    this.#log[level](message, { ...line.fields, lines_held_back: heldBack }, line.cause);
  }

  #windowOf(message: string): Window {
    const now = this.#now();
    const window = this.#windows.get(message) ?? { beganAt: now, lines: 0, heldBack: 0 };
    if (now - window.beganAt >= windowMs) Object.assign(window, { beganAt: now, lines: 0 });
    this.#windows.set(message, window);
    return window;
  }
}
