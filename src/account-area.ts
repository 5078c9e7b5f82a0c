import type { ServedStores } from './adapters/sql/sql-stores.ts';
import type { Config } from './config.ts';
import type { Accounts } from './core/accounts/accounts.ts';
import type { Keys } from './core/keys/keys.ts';
import type { Ledger } from './core/ledger/ledger.ts';
import type { People } from './core/people/people.ts';
import type { Clock } from './core/units.ts';
import type { Translation } from './engines.ts';
import type { HttpBindings } from './http/answering.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import { Assets } from './web/assets.ts';
import { Pages } from './web/pages.ts';
import type { Route } from './web/route.ts';
import { createWeb, type Web, type WebEvents } from './web/web.ts';

/** What the account area takes of the rest of the service. */
export type AccountAreaSources = {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly ledger: Ledger;
  readonly stores: ServedStores;
  /** The same that answers the API. */
  readonly translation: Translation;
  readonly now: Clock;
  readonly newId: () => string;
  readonly trustedProxies: TrustedProxies;
  /** Where visitors reach the service, known once it listens. */
  readonly baseUrl: () => string;
  readonly events: WebEvents;
  readonly refuse: (bindings: HttpBindings) => Response;
};

/** Opens the pages and what only they need: the composition root's part for people. What must be closed goes on `scope`. */
export async function openAccountArea(
  config: Config,
  sources: AccountAreaSources,
  _scope: AsyncDisposableStack,
): Promise<Web> {
  const { now, trustedProxies, baseUrl, events, refuse } = sources;
  const assets = new Assets();
  const isSecure = config.baseUrl.startsWith('https:');
  const pages = new Pages({ assets, isDemo: config.demo, checkoutOrigin: undefined, isSecure });
  // Nobody can sign in until the people's store is there (issue 7).
  const people: Pick<People, 'findVisitor'> = { findVisitor: () => Promise.resolve(undefined) };
  const routes: readonly Route[] = [];
  return createWeb({
    routes,
    pages,
    assets,
    people,
    clientAddress: ({ incoming }) => trustedProxies.clientAddress(incoming),
    origin: () => new URL(baseUrl()).origin,
    now,
    events,
    refuse,
  });
}
