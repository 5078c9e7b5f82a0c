import type { IncomingMessage } from 'node:http';

export type Cacheable = {
  readonly body: string;
  /** Changes exactly when the body does; contains no quotes. */
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Returns a public reply that caches may keep for an hour: 304 without a body if the caller has this version. */
export function cachedReply(incoming: IncomingMessage, { body, version, headers }: Cacheable): Response {
  const entityTag = `"${version}"`;
  const all = {
    ...headers,
    ETag: entityTag,
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  };
  return namesTag(incoming.headers['if-none-match'], entityTag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { status: 200, headers: all });
}

/** Source: RFC 9110, section 13.1.2: a list of tags, or `*`, with weak comparison. */
function namesTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === entityTag);
}
