import type { IncomingMessage } from 'node:http';

/**
 * Whether a browser sent this request from one of our own pages: the guard of every act against forgery from other sites.
 *
 * `Sec-Fetch-Site` cannot be set by a page; where a browser is too old for it, `Origin` must name the host that was asked.
 * A request with neither is refused: browsers send one of the two with every form. Source: W3C Fetch Metadata; RFC 6454.
 */
export function isFromOurPages({ headers }: Pick<IncomingMessage, 'headers'>, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === headers.host);
}
