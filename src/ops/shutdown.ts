import { constants } from 'node:os';

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

export type StopSignal = (typeof stopSignals)[number];

export type ShutdownOptions = {
  /** How long the program may take from the first signal to its end. */
  readonly graceMs: number;
  /** Told once, just before the process is ended by force. */
  readonly onForced: (reason: 'grace_over' | 'second_signal') => void;
};

// A terminal's Ctrl-C reaches the whole process group, and npm passes the same signal on: one press arrives twice.
const samePressMs = 1_000;

/**
 * Waits for SIGTERM or SIGINT, once.
 *
 * From then on the process ends by force when `graceMs` are over (exit status 1) or when a second signal comes at
 * least a second later (128 + the signal's number), whatever still hangs. The timer does not keep the process alive.
 */
export function stopSignal(options: ShutdownOptions): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  let firstAt: number | undefined;
  const force = (reason: 'grace_over' | 'second_signal', status: number) => {
    options.onForced(reason);
    process.exit(status);
  };
  for (const signal of stopSignals) {
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
