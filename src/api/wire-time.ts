import type { UnixMs } from '../ground/units.ts';

/** Returns `YYYY-MM-DDTHH:MM:SS` in UTC, rounded down so that it is never too late, for the years 0 to 9999. */
export function formatTime(time: UnixMs): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}
