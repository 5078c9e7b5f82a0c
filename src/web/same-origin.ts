import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a browser sent this request from one of our pages: the CSRF check of every act.
 *
 * A page cannot set `Sec-Fetch-Site`. In browsers too old for it, `Origin` must name the service's own origin, or the
 * requested host with the same scheme: a service may have several names, and a proxy may use another one.
 *
 * A page loaded over plain HTTP may be an attacker's, so it never counts as a page of a service with HTTPS. A request
 * with neither header is refused: browsers send one of them with every form.
 *
 * Source: W3C Fetch Metadata; RFC 6454.
 */
export function isFromOurPages({ headers }: Pick<IncomingMessage, 'headers'>, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  if (origin === ownOrigin) return true;
  return headers.host !== undefined && origin === `${new URL(ownOrigin).protocol}//${headers.host}`;
}
