import type { Caller, SetCookies } from '../../core/people/people.ts';

/** A browser takes cookies of such names only with `Secure`, `Path=/` and no domain (source: RFC 6265bis, section 4.1.3.2). */
export const cookiePrefix = '__Host-dragoman';

/** What the library reads a client's address from; a browser cannot write it, since headers are made here. */
export const clientAddressHeader = 'x-client-address';

export const cookieNames = {
  session: `${cookiePrefix}.session_token`,
  secondFactor: `${cookiePrefix}.two_factor`,
  passkey: `${cookiePrefix}.passkey`,
  device: `${cookiePrefix}.device`,
} as const;

type CookieKind = keyof typeof cookieNames;

/** What the library is shown of a request: the cookies that are meant for it, and nothing else that a browser wrote. */
export function callerHeaders(
  { cookies, address, userAgent }: Caller,
  { show, origin }: { readonly show: readonly CookieKind[]; readonly origin: string },
): Headers {
  const headers = new Headers({ origin, [clientAddressHeader]: address });
  const shown = show.flatMap((kind) => {
    const value = cookieValue(cookies, kind);
    return value === undefined ? [] : [`${cookieNames[kind]}=${value}`];
  });
  if (shown.length > 0) headers.set('cookie', shown.join('; '));
  // A header takes no more than Latin-1, and of a client's name nobody needs the rest.
  if (userAgent !== undefined) headers.set('user-agent', userAgent.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300));
  return headers;
}

/** As it stands in the request; undefined when the cookie is not there. */
export function cookieValue(cookies: string | undefined, kind: CookieKind): string | undefined {
  const start = `${cookieNames[kind]}=`;
  const found = cookies?.split(';').find((cookie) => cookie.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/** Those of the library's cookies that are in use here: it also takes back some that it never set. */
export function setCookiesOf(headers: Headers): SetCookies {
  const used = Object.values(cookieNames).map((name) => `${name}=`);
  return headers.getSetCookie().filter((cookie) => used.some((start) => cookie.startsWith(start)));
}

/** The caller once the browser has kept these cookies. */
export function withCookiesKept(caller: Caller, setCookies: SetCookies): Caller {
  const kept = setCookies.map((cookie) => cookie.slice(0, cookie.indexOf(';')));
  return { ...caller, cookies: kept.join('; ') };
}
