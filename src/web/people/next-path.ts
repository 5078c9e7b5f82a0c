import { isOwnPath } from '../reply.ts';

const start = '/account';
const lengthMax = 2_000;

/** Where a visitor goes on to after signing in: the page they asked for, if it is one of ours, else their account. */
export function nextPath(asked: string): string {
  if (asked.length > lengthMax || !isOwnPath(asked)) return start;
  return /^\/(?:sign-|verify|reset|assets)/.test(asked) ? start : asked;
}

/** `path` with where to go on to, unless that goes without saying. */
export function withNext(path: string, next: string): string {
  if (next === start) return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}
