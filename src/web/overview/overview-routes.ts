import type { Account, AccountId } from '../../core/accounts/account.ts';
import { assert } from '../../core/assert.ts';
import type { Keys } from '../../core/keys/keys.ts';
import type { Balance } from '../../core/ledger/ledger-store.ts';
import type { Notices } from '../../core/notices/notices.ts';
import type { Orders } from '../../core/orders/orders.ts';
import type { Payments } from '../../core/payments/payments.ts';
import type { Visitor } from '../../core/people/people.ts';
import type { RequestStore } from '../../core/requests/request-store.ts';
import { type Clock, characters } from '../../core/units.ts';
import type { UsageReports } from '../../core/usage/usage-reports.ts';
import { stateOf } from '../packs/order-state.ts';
import type { Pages } from '../pages.ts';
import { type Route, visitors } from '../route.ts';
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
export function overviewRoutes(parts: OverviewParts): readonly Route[] {
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
