import assert from 'node:assert/strict';
import { later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { Key, KeyId } from '../../../src/shop/keys/key-store.ts';
import { Keys } from '../../../src/shop/keys/keys.ts';
import { Notices } from '../../../src/shop/notices/notices.ts';
import { Orders } from '../../../src/shop/orders/orders.ts';
import { Journal } from '../../../src/shop/usage/journal.ts';
import { UsageReports } from '../../../src/shop/usage/usage-reports.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { usageRoutes } from '../../../src/web/usage/usage-routes.ts';
import { FormVisitor } from '../../support/account-area-visitor.ts';
import { createHold, dayMs, momentBy, newId, newKey, newPurchase, openAccount } from '../../support/ledger-world.ts';
import { servePages, standingNow, visitorOf } from '../../support/served-pages.ts';
import { type OpenStores, openTemporarySqlite } from '../../support/stores.ts';

export type Charged = {
  readonly accountId?: AccountId;
  readonly at?: UnixMs;
  readonly keyId?: string;
  readonly pair?: string;
  readonly api?: string;
};

/** The pages on a free port, for an account on a real database. */
export async function openUsageWorld(options: { readonly sendsMail?: boolean } = {}) {
  await using opening = new AsyncDisposableStack();
  const stores: OpenStores & { readonly file: string } = opening.use(await openTemporarySqlite());
  const accountId = await openAccount(stores);
  const clock = { now: standingNow };
  const now = () => clock.now;
  const keys = new Keys({
    store: stores.keys,
    uses: { note: () => undefined, newestOf: () => undefined },
    now,
    newId,
    prefix: 'dragoman',
    sha256Hex: String,
  });
  const invoicing = { seller: [], prefix: '', tax: undefined };
  const orders = new Orders({ store: stores.orders, now, moment: momentBy(now), newId, invoicing });
  const visitor = visitorOf(accountId);
  const served = opening.use(
    await servePages({
      routes: ({ pages }) =>
        usageRoutes({
          pages,
          keys,
          usage: new UsageReports({ store: stores.usage, now }),
          journal: new Journal({ store: stores.journal, now }),
          requests: stores.requests,
          orders,
          catalogue: new LanguageCatalogue([]),
          notices: new Notices({ store: stores.notices }),
          readBalance: async (id) => (await stores.ledger.readBalance(id, clock.now)) ?? assert.fail(),
          sendsMail: options.sendsMail ?? true,
          now,
          failed: (_id, error) => assert.fail(error instanceof Error ? error : String(error)),
        }),
      visitor,
      now,
    }),
  );
  const reader = new FormVisitor(served.url, { Cookie: 'session=1' });
  const opened = opening.move();
  return {
    ...{ stores, accountId, clock, served, reader },
    buy: (amount: number, expiresAt: UnixMs, owner = accountId) =>
      stores.ledger.grant(newPurchase(owner, amount, { at: clock.now, expiresAt })),
    async addKey(name: string, options_: Partial<Key> = {}): Promise<KeyId> {
      const key = newKey(accountId, { name, ...options_ });
      assert.equal(await stores.keys.createKey(key, 100), 'created');
      return key.id;
    },
    async charge(
      amount: number,
      { accountId: owner = accountId, at = clock.now, keyId = 'a-key', pair = 'es>en', api }: Charged = {},
    ) {
      const leaseUntil = later(at, 60_000);
      const hold = createHold(owner, amount, { openedAt: at, leaseUntil, keyId: keyId as KeyId });
      assert.deepEqual(await stores.ledger.openHold(hold), { kind: 'held' });
      const [source = '', target = ''] = pair.split('>');
      const usage = { source: source as LanguageTag, target: target as LanguageTag, engine: 'apertium', api };
      assert.equal(await stores.ledger.captureHold({ hold, at, usage }), 'captured');
    },
    async text(path: string, init?: RequestInit) {
      const reply = await reader.fetch(path, init);
      return { status: reply.status, headers: reply.headers, body: await reply.text() };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A moment `daysAgo` before the world's present. */
export function daysBefore(daysAgo: number): UnixMs {
  return unixMs(standingNow - daysAgo * dayMs);
}
