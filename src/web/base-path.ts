import type { HttpBindings } from '../http/answering.ts';
import type { PageAnswer } from './route.ts';

type Fetch = (request: Request, bindings: HttpBindings) => PageAnswer;

/** Attributes of our pages whose value is a path of the service when it begins with a slash. Quotes in texts are escaped. */
const pathAttributes =
  / (?:(?:href|src|action|formaction|hx-[a-z-]+|data-path|data-base)="|content="\d+;url=)(?=\/(?!\/))/g;

/**
 * Puts the replies of the pages below the path of the service's public address: what they link, where they redirect, and
 * where browsers send their cookies. Routes and pages know paths from `/` alone.
 * One rule for all of some 280 attributes is safer than a call at each, which one could lack.
 *
 * The `__Host-` prefix of a cookie excludes a path, so cookies get `__Secure-` there.
 * @param path begins with a slash and ends without one; empty for a service at the root
 */
export function belowPath(path: string, fetch: Fetch): Fetch {
  if (path === '') return fetch;
  return async (request, bindings) => {
    const { headers } = bindings.incoming;
    if (headers.cookie !== undefined) headers.cookie = ownCookies(headers.cookie);
    return moved(await fetch(request, bindings), path);
  };
}

/** Without those of another service at the root of the same host. */
function ownCookies(cookies: string): string {
  const all = cookies.split(';').map((cookie) => cookie.trim());
  return all.flatMap((cookie) => (cookie.startsWith('__Secure-') ? [`__Host-${cookie.slice(9)}`] : [])).join('; ');
}

async function moved(reply: Response, path: string): Promise<Response> {
  const headers = new Headers(reply.headers);
  for (const name of ['Location', 'HX-Redirect']) {
    const target = headers.get(name);
    if (target?.startsWith('/')) headers.set(name, path + target);
  }
  headers.delete('Set-Cookie');
  for (const cookie of reply.headers.getSetCookie()) {
    headers.append('Set-Cookie', cookie.replace(/^__Host-/, '__Secure-').replace(/(; *path=)\/(?=;|$)/i, `$1${path}`));
  }
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  if (isPage) headers.delete('Content-Length');
  const body = isPage ? (await reply.text()).replaceAll(pathAttributes, `$&${path}`) : reply.body;
  return new Response(body, { status: reply.status, headers });
}
