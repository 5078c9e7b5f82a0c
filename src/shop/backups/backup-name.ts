/** The names of scheduled backups. A file with another name is not a scheduled backup, and is never deleted. */
import { dayMs, later, type UnixMs, unixMs } from '../../ground/units.ts';

const shape = /^dragoman-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** Returns the name of a backup that begins at this moment: `dragoman-20261120T093000Z.db`. */
export function backupName(at: UnixMs): string {
  return `dragoman-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.db`;
}

/** Returns when a backup with this name began; undefined for another file. */
export function backupTime(name: string): UnixMs | undefined {
  const [, ...parts] = shape.exec(name) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const at = unixMs(Date.UTC(year, month - 1, day, hour, minute, second));
  return backupName(at) === name ? at : undefined;
}

/** Returns the newest of the named backups that began up to `now`, or up to `aheadMs` later by another clock. */
export function newestBackup(names: readonly string[], now: UnixMs, aheadMs = dayMs): string | undefined {
  return newestFirst(names, later(now, aheadMs))[0];
}

/** Returns the backups beyond the newest `keep`. A later time than `now` is from a wrong clock and does not count. */
export function surplusBackups(names: readonly string[], now: UnixMs, keep: number): readonly string[] {
  return newestFirst(names, now).slice(keep);
}

function newestFirst(names: readonly string[], upTo: UnixMs): readonly string[] {
  const isDue = (name: string) => (backupTime(name) ?? Infinity) <= upTo;
  // The names sort by time.
  return names.filter(isDue).toSorted().toReversed();
}
