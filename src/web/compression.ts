import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { HttpBindings } from '../http/answering.ts';
import type { Web } from './web.ts';

/**
 * Compresses pages for browsers that accept it. Files are compressed by `Assets`; downloads stay as they are.
 *
 * The size of a compressed page tells what its secrets have in common with what the request put on it (BREACH). An attacker
 * learns a secret from the sizes of many requests of the visitor, which only another site can cause. So whoever sends
 * cookies gets compressed pages only for requests that come from our pages or from the address bar.
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
