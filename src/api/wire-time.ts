import type { UnixMs } from '../ground/units.ts';

/**
 * Returns `YYYY-MM-DDTHH:MM:SS` in UTC without a zone; rounded down to whole seconds, so that it is never too late.
 *
 * For the years 0 to 9999. `toISOString` always uses UTC, regardless of the machine's zone.
 */
export function formatTime(time: UnixMs): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}
