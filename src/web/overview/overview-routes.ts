import { characters } from '../../ground/units.ts';
import type { Payments } from '../../shop/payments/payments.ts';
import type { Visitor } from '../../shop/people/people.ts';
import { figuresOfMax } from '../../shop/requests/request-figures.ts';
import type { AccountParts } from '../account-parts.ts';
import { stateOf } from '../packs/orders-page.ts';
import { type PageRoute, visitors } from '../route.ts';
import { type Overview, overviewPage } from './overview-page.ts';

export type OverviewParts = Pick<
  AccountParts,
  'pages' | 'keys' | 'usage' | 'requests' | 'orders' | 'notices' | 'findAccount' | 'readBalance' | 'catalogue' | 'now'
> & { readonly payments: Payments };

/** Older revoked keys are shown by id. */
const revokedNamedMax = 50;

/** Older unpaid orders are only on the page of orders. */
const ordersLookedAt = 20;

export function overviewRoutes(parts: OverviewParts): readonly PageRoute[] {
  return [
    visitors.get('/account', async (visit) =>
      parts.pages.render(visit, overviewPage(await read(parts, visit.visitor))),
    ),
  ];
}

async function read(parts: OverviewParts, visitor: Visitor): Promise<Overview> {
  const { accountId } = visitor;
  const [account, balance, usage, liveKeys, revoked, recent, orders, notices, trial] = await Promise.all([
    parts.findAccount(accountId),
    parts.readBalance(accountId),
    parts.usage.summary({ accountId }, 'key'),
    parts.keys.live(accountId),
    parts.keys.list({ accountId, isLive: false, limit: revokedNamedMax }),
    parts.requests.listRequests({ accountId, filter: {}, limit: figuresOfMax }),
    parts.orders.page({ accountId, before: undefined, limit: ordersLookedAt }),
    parts.notices.readSettings(accountId),
    parts.payments.findTrial(visitor),
  ]);
  const openOrders = orders.filter((order) => stateOf(order, parts.payments.canResume(order)) === 'waiting');
  const threshold = notices.isNotifiedOfLowBalance ? notices.threshold : characters(0);
  const keys = [...liveKeys, ...revoked];
  const { catalogue, now } = parts;
  return { account, balance, usage, liveKeys, keys, recent, openOrders, threshold, trial, catalogue, now: now() };
}
