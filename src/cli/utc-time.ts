import { type UnixMs, unixMs } from '../ground/units.ts';

const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z?$/;

/** A moment as commands print it: `2027-11-20T00:00:00Z`, whole seconds, always UTC. */
export function utcTime(time: UnixMs): string {
  return `${new Date(time).toISOString().slice(0, '2027-11-20T00:00:00'.length)}Z`;
}

/** Reads `2027-11-20T00:00:00` as UTC, with or without a `Z`; undefined for anything else. */
export function parseUtcTime(text: string): UnixMs | undefined {
  const [, ...parts] = shape.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const time = unixMs(Date.UTC(year, month - 1, day, hour, minute, second));
  return utcTime(time) === `${text.replace('Z', '')}Z` ? time : undefined;
}
