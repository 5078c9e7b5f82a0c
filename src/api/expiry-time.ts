import type { UnixMs } from '../core/units.ts';

/**
 * `YYYY-MM-DDTHH:MM:SS` in UTC, without saying so; whole seconds, rounded down so that it never promises more.
 *
 * For the years 0 to 9999. `toISOString` always reads in UTC, whatever the machine's zone.
 */
export function formatExpiry(time: UnixMs): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}
