import type { IncomingMessage } from 'node:http';

/**
 * Whether a browser sent this request from one of our own pages: the guard of every act against forgery from other sites.
 *
 * `Sec-Fetch-Site` cannot be set by a page; where a browser is too old for it, `Origin` must name the service's own origin,
 * or the host that was asked by the same scheme: a service may be known by more than one name, and a proxy that asks by
 * another one is still on our side. A page that came by plain HTTP can be anybody's who sits on the way, so it never passes
 * for one of a service that has HTTPS. A request with neither header is refused: browsers send one of the two with every
 * form. Source: W3C Fetch Metadata; RFC 6454.
 */
export function isFromOurPages({ headers }: Pick<IncomingMessage, 'headers'>, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  if (origin === ownOrigin) return true;
  return headers.host !== undefined && origin === `${new URL(ownOrigin).protocol}//${headers.host}`;
}
