import type { IncomingMessage } from 'node:http';
import { privateJsonHeaders } from './problem.ts';

export type Cacheable = {
  readonly body: string;
  /** Changes exactly when the body does; contains no quotes. */
  readonly version: string;
};

/** Returns public JSON for any origin, which caches may keep for an hour; 304 if the caller has this version. */
export function cachedReply(incoming: IncomingMessage, { body, version }: Cacheable): Response {
  const entityTag = `"${version}"`;
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
    ETag: entityTag,
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  };
  return namesTag(incoming.headers['if-none-match'], entityTag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { status: 200, headers: all });
}

/** Returns public JSON that no cache keeps, and that pages of any origin may read. */
export function openReply(status: number, body: object): Response {
  const headers = { ...privateJsonHeaders, 'Access-Control-Allow-Origin': '*' };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Replies to a CORS preflight of such a reply. */
export function openPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
      'Access-Control-Max-Age': '86400',
      Allow: 'GET, HEAD, OPTIONS',
    },
  });
}

/** Source: RFC 9110, section 13.1.2: a list of tags, or `*`, with weak comparison. */
function namesTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === entityTag);
}
