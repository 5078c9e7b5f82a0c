import { randomBytes } from 'node:crypto';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

// Random per process and counted within it: as unique as a UUID, and much cheaper.
const series = randomBytes(9).toString('base64url');
let count = 0;

/** Returns the caller's id if it is safe in a header and a log line, otherwise a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptable.test(header) ? header : `${series}.${(++count).toString(36)}`;
}
