import type { Log } from './log.ts';

/**
 * From now on, an error that nothing caught ends the process with status 1 and a line in the log, described as every
 * other: the runtime's own report would quote its message, which may hold a customer's text.
 *
 * To go on instead would serve callers from a state that nobody foresaw. Source: Node.js, process `uncaughtException`.
 */
export function logLastWords(log: Pick<Log, 'error'>): void {
  const die = (error: unknown, kind: string) => {
    log.error('ended by an error that nothing caught', { kind }, error);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => die(error, 'exception'));
  process.on('unhandledRejection', (reason) => die(reason, 'rejection'));
}
