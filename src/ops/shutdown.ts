import { constants } from 'node:os';
import type { Log } from './log.ts';

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export type ShutdownOptions = {
  /** Time from the first signal to the forced end. */
  readonly graceMs: number;
  /** Called once, just before the process is ended by force. */
  readonly onForced: (reason: 'grace_over' | 'second_signal') => void;
  /** Called on SIGHUP, the signal to read files again. */
  readonly onHangup: () => void;
};

// Ctrl-C in a terminal reaches the whole process group, and npm forwards the signal: one press arrives twice.
const samePressMs = 1_000;

/**
 * Waits for the first SIGTERM or SIGINT; in a terminal also SIGHUP, which otherwise calls `onHangup`.
 *
 * After it, the process ends by force after `graceMs` (exit status 1), or on a second signal at least a second later
 * (128 + the signal's number). The timer does not keep the process alive.
 */
export function stopSignal(options: ShutdownOptions): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  let firstAt: number | undefined;
  const force = (reason: 'grace_over' | 'second_signal', status: number) => {
    options.onForced(reason);
    process.exit(status);
  };
  const { isTTY } = process.stdin;
  if (!isTTY) process.on('SIGHUP', options.onHangup);
  for (const signal of ['SIGTERM', 'SIGINT', ...(isTTY ? (['SIGHUP'] as const) : [])] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstAt === undefined) {
        firstAt = now;
        setTimeout(() => force('grace_over', 1), options.graceMs).unref();
        resolve(signal);
      } else if (now - firstAt >= samePressMs) {
        force('second_signal', 128 + constants.signals[signal]);
      }
    });
  }
  return promise;
}

/**
 * Makes an uncaught error end the process with status 1 and a normal log line: the runtime's own report would print its
 * message, which may contain customer text.
 *
 * Continuing would serve callers from an unknown state. Source: Node.js, process `uncaughtException`.
 */
export function logUncaughtErrors(log: Pick<Log, 'error'>): void {
  const die = (error: unknown, kind: string) => {
    log.error('ended by an error that nothing caught', { kind }, error);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => die(error, 'exception'));
  process.on('unhandledRejection', (reason) => die(reason, 'rejection'));
}
