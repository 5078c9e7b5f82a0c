import { Refusals } from '../../src/api/application.ts';
import { problemRenderer } from '../../src/calls/problem.ts';
import { loadConfig } from '../../src/config.ts';
import { characters, type UnixMs, unixMs } from '../../src/ground/units.ts';
import type { HttpLimits } from '../../src/http/http-limits.ts';
import { listen } from '../../src/http/http-server.ts';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { PersonId, Visitor } from '../../src/shop/people/people.ts';
import type { AccountParts } from '../../src/web/account-parts.ts';
import { openAssets } from '../../src/web/assets.ts';
import type { Page } from '../../src/web/page.ts';
import { Pages } from '../../src/web/pages.ts';
import type { PageRoute } from '../../src/web/route.ts';
import { createWeb } from '../../src/web/web.ts';

export type ServedPages = AsyncDisposable & {
  readonly url: string;
  /** Errors behind the error pages shown to visitors. */
  readonly failures: readonly unknown[];
};

export type ServedPagesOptions = {
  /** Creates the routes under test. */
  readonly routes: (parts: Pick<AccountParts, 'pages' | 'failed'>) => readonly PageRoute[];
  /** The signed-in visitor of any request with a cookie. */
  readonly visitor: Visitor;
  readonly now: () => UnixMs;
  /** Limits that differ from the listener's defaults. */
  readonly limits?: Partial<HttpLimits>;
};

/** 2026-11-20T12:00:00Z */
export const standingNow = unixMs(Date.UTC(2026, 10, 20, 12));

export function visitorOf(accountId: string, provenAt: UnixMs = standingNow): Visitor {
  return {
    personId: `person-${accountId}` as PersonId,
    accountId: accountId as AccountId,
    email: 'ada@example.com',
    sessionId: 'session-1',
    provenAt,
    hasSecondFactor: false,
  };
}

/** Serves one page at `/`, like all pages. */
export function serveOnePage(page: Page): Promise<ServedPages> {
  return servePages({
    routes: ({ pages }) => [
      { method: 'GET', path: '/', audience: 'anyone', answer: (visit) => pages.render(visit, page) },
    ],
    visitor: visitorOf('acc-1'),
    now: () => standingNow,
  });
}

/** Serves some routes on a free port, for tests of single pages; tests of whole flows really sign in. */
export async function servePages({ routes, visitor, now, limits = {} }: ServedPagesOptions): Promise<ServedPages> {
  let url = 'http://127.0.0.1';
  const assets = openAssets();
  const none = { demo: undefined, checkoutOrigin: undefined, isSecure: false, hstsIncludesSubdomains: false };
  const { brand } = loadConfig({});
  const readBalance = () => Promise.resolve(characters(1_000));
  const frame = { brand, version: '0.0.0', offersTrial: false, offersPasskeys: false, readBalance, baseUrl: () => url };
  const pages = new Pages({ assets, ...none, ...frame });
  const failures: unknown[] = [];
  const trustedProxies = new TrustedProxies([]);
  const refusals = new Refusals(problemRenderer(() => url));
  const web = createWeb({
    routes: routes({ pages, failed: (_id, error) => failures.push(error) }),
    pages,
    assets,
    people: { findVisitor: () => Promise.resolve(visitor) },
    clientAddress: ({ incoming }) => trustedProxies.clientAddress(incoming),
    origin: () => url,
    now,
    events: { failed: (_id, error) => failures.push(error), answered: () => undefined },
    refuse: (bindings, path, known) => refusals.address(bindings, path, known),
  });
  const server = await listen({
    fetch: (request, bindings) => web.fetch(request, bindings),
    problem: problemRenderer(() => url),
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    trustedProxies,
    events: { certificateLoaded: () => undefined, certificateRefused: () => undefined },
    limits,
  });
  url = server.url;
  return { url, failures, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
