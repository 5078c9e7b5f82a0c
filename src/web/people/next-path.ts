import { isOwnPath } from '../reply.ts';

const start = '/account';
const lengthMax = 2_000;

/** Returns where to go after signing in: the requested page if it is one of ours, else the account. */
export function pathAfterSignIn(requested: string): string {
  if (requested.length > lengthMax || !isOwnPath(requested)) return start;
  return /^\/(?:sign-|verify|reset|assets)/.test(requested) ? start : requested;
}

export function withNext(path: string, next: string): string {
  if (next === start) return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}
