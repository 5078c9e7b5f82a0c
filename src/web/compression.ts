import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { HttpBindings } from '../http/answering.ts';
import type { Web } from './web.ts';

/**
 * Compresses pages for browsers that accept it. Files are compressed by `Assets`; downloads stay as they are.
 *
 * A compressed page is smaller if text from the request repeats a secret of the page. An attacker who causes many requests
 * of a visitor from another site can find the secret from the sizes (BREACH). So pages for requests with cookies are
 * compressed only if the request comes from our pages or from the address bar.
 *
 * Source: Gluck, Harris, Prado, "BREACH: reviving the CRIME attack", section 4; W3C Fetch Metadata.
 */
export function compressed(fetch: Web['fetch']): Web['fetch'] {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const squeeze = compress({ encoding: 'gzip', contentTypeFilter: /^text\/html/ });
  app.use((c, next) => (isOfAnotherSite(c.env.incoming) ? next() : squeeze(c, next)));
  app.all('*', (c) => fetch(c.req.raw, c.env));
  app.onError((error) => {
    throw error;
  });
  return (request, bindings) => app.fetch(request, bindings);
}

/** Also true for browsers that do not say it, which may hold a session. */
function isOfAnotherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.cookie !== undefined && site !== 'same-origin' && site !== 'none';
}
