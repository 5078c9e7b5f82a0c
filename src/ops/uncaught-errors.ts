import type { Log } from './log.ts';

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
