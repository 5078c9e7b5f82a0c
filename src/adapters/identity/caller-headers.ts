import type { ClientIdentity, SetCookies } from '../../shop/people/people.ts';

/** Browsers require `Secure`, `Path=/` and no domain for this prefix (source: RFC 6265bis, section 4.1.3.2). */
export const cookiePrefix = '__Host-dragoman';

/** The library reads the client's address from this header. Browsers cannot set it: headers are built here. */
export const clientAddressHeader = 'x-client-address';

export const cookieNames = {
  session: `${cookiePrefix}.session_token`,
  secondFactor: `${cookiePrefix}.two_factor`,
  passkey: `${cookiePrefix}.passkey`,
  device: `${cookiePrefix}.device`,
} as const;

type CookieKind = keyof typeof cookieNames;

/** Options of each call of the library. It returns the headers of its reply, for their cookies. */
export type CallerRequest = { readonly headers: Headers; readonly returnHeaders: true };

/** Builds the options from a request: the library's own cookies, and nothing else that a browser sent. */
export function callerRequest(
  { cookies, address, userAgent }: ClientIdentity,
  { show, origin }: { readonly show: readonly CookieKind[]; readonly origin: string },
): CallerRequest {
  const headers = new Headers({ origin, [clientAddressHeader]: address });
  const shown = show.flatMap((kind) => {
    const value = cookieValue(cookies, kind);
    return value === undefined ? [] : [`${cookieNames[kind]}=${value}`];
  });
  if (shown.length > 0) headers.set('cookie', shown.join('; '));
  // A header may contain only Latin-1; 300 characters are enough to recognise a client.
  if (userAgent !== undefined) headers.set('user-agent', userAgent.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300));
  return { headers, returnHeaders: true };
}

/** Returns a cookie's value as sent, or undefined without the cookie. */
export function cookieValue(cookies: string | undefined, kind: CookieKind): string | undefined {
  const start = `${cookieNames[kind]}=`;
  const found = cookies?.split(';').find((cookie) => cookie.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/** Returns the library's cookies that are used here. It also clears some that it never set. */
export function setCookiesOf(headers: Headers): SetCookies {
  const used = Object.values(cookieNames).map((name) => `${name}=`);
  return headers.getSetCookie().filter((cookie) => used.some((start) => cookie.startsWith(start)));
}

/** Returns the caller as it will be after the browser has stored these cookies. */
export function withCookiesKept(caller: ClientIdentity, setCookies: SetCookies): ClientIdentity {
  const kept = setCookies.map((cookie) => cookie.slice(0, cookie.indexOf(';')));
  return { ...caller, cookies: kept.join('; ') };
}
