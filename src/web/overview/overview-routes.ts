import { assert } from '../../ground/assert.ts';
import { type Clock, characters } from '../../ground/units.ts';
import type { Account, AccountId } from '../../shop/accounts/account.ts';
import type { Keys } from '../../shop/keys/keys.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import type { Notices } from '../../shop/notices/notices.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { Payments } from '../../shop/payments/payments.ts';
import type { Visitor } from '../../shop/people/people.ts';
import type { RequestStore } from '../../shop/requests/request-store.ts';
import type { UsageReports } from '../../shop/usage/usage-reports.ts';
import { stateOf } from '../packs/order-state.ts';
import type { Pages } from '../pages.ts';
import { type PageRoute, visitors } from '../route.ts';
import { type Overview, overviewPage } from './overview-page.ts';

export type OverviewParts = {
  readonly pages: Pages;
  readonly keys: Pick<Keys, 'list' | 'live'>;
  readonly usage: Pick<UsageReports, 'summary'>;
  readonly requests: Pick<RequestStore, 'listRequests'>;
  readonly orders: Pick<Orders, 'page'>;
  readonly payments: Pick<Payments, 'canResume' | 'findTrial'>;
  readonly notices: Pick<Notices, 'readSettings'>;
  readonly findAccount: (accountId: AccountId) => Promise<Account>;
  readonly readBalance: (accountId: AccountId) => Promise<Balance | undefined>;
  readonly now: Clock;
};

const requestsShown = 8;

/** Older revoked keys are shown by id. */
const revokedNamedMax = 50;

/** Older unpaid orders are only on the page of orders. */
const ordersLookedAt = 20;

/** The first page after signing in. */
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
    parts.requests.listRequests({ accountId, filter: {}, limit: requestsShown }),
    parts.orders.page({ accountId, before: undefined, limit: ordersLookedAt }),
    parts.notices.readSettings(accountId),
    parts.payments.findTrial(visitor),
  ]);
  assert(balance !== undefined, 'an account has a balance');
  const openOrders = orders.filter((order) => stateOf(order, parts.payments.canResume(order)) === 'waiting');
  const threshold = notices.isNotifiedOfLowBalance ? notices.threshold : characters(0);
  const { requests } = recent;
  const keys = [...liveKeys, ...revoked];
  return { account, balance, usage, liveKeys, keys, requests, openOrders, threshold, trial, now: parts.now() };
}
