/** A header in the OpenAPI document. */
type DocumentedHeader = { readonly description: string; readonly schema: object };

export type DocumentedHeaders = { readonly [name: string]: DocumentedHeader };

export function stringHeader(description: string, example: string): DocumentedHeader {
  return { description, schema: { type: 'string', examples: [example] } };
}

function wholeHeader(description: string, example: number): DocumentedHeader {
  return { description, schema: { type: 'integer', examples: [example] } };
}

/** Headers of every reply. */
export const requestIdHeader: DocumentedHeaders = {
  'X-Request-Id': stringHeader(
    'The id of this request. If you send your own (1 to 128 of `A-Za-z0-9._-`), it is used.',
    'job-17',
  ),
};

/** Headers of every reply to a valid key. */
export const admittedHeaders: DocumentedHeaders = {
  ...requestIdHeader,
  'RateLimit-Policy': stringHeader('The limit `q` and its window `w` in seconds.', '"account";q=60;w=60'),
  RateLimit: stringHeader(
    'Requests left `r`, and seconds `t` until the oldest one stops counting.',
    '"account";r=41;t=12',
  ),
  'X-RateLimit-Limit': wholeHeader('The same limit as in `RateLimit-Policy`.', 60),
  'X-RateLimit-Remaining': wholeHeader('Requests left.', 41),
  'X-RateLimit-Reset': wholeHeader('Seconds until the oldest request stops counting.', 12),
  'Server-Timing': stringHeader(
    'How long each part took, in milliseconds.',
    'auth;dur=0.2, engine;dur=14.1, total;dur=15.6',
  ),
};

/** Headers of every reply of an endpoint without a key. */
export const openHeaders: DocumentedHeaders = {
  ...requestIdHeader,
  ETag: stringHeader('Send it as `If-None-Match`: the reply is a 304 if nothing has changed.', '"9f86d081884c7d65"'),
  'Cache-Control': stringHeader('How long a copy may be used.', 'public, max-age=3600'),
};

/** Headers of translations. */
export const memoryHeaders = {
  'Memory-Characters': wholeHeader('Characters of approved translations, which are free.', 14),
};

/** Headers of failures with a status. */
export const failureHeaders: { readonly [status: number]: DocumentedHeaders } = {
  401: { 'WWW-Authenticate': stringHeader('The required scheme.', 'Bearer') },
  429: { 'Retry-After': wholeHeader('Seconds after which a retry succeeds.', 7) },
};
