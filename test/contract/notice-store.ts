import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, later, type UnixMs } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import {
  type ExpiringQuery,
  type LowQuery,
  type NoticeClaim,
  noticeAttemptsMax,
} from '../../src/shop/notices/notice.ts';
import { utcDayOf } from '../../src/shop/usage/usage-store.ts';
import {
  createHold,
  dayMs,
  firstMoment,
  newId,
  newPurchase,
  openAccount,
  spanishToEnglish,
} from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

const now = firstMoment;
const minute = 60_000;

const settings = { isNotifiedOfLowBalance: true, threshold: characters(100), isNotifiedOfExpiry: true };

const claimOf = (accountId: AccountId, options: Partial<NoticeClaim> = {}): NoticeClaim => ({
  accountId,
  kind: 'low_balance',
  occasion: 1,
  id: newId(),
  at: now,
  until: later(now, minute),
  ...options,
});

/** The contract of every `NoticeStore`. */
export function describeNoticeStore(name: string, open: () => Promise<OpenStores>): void {
  const withStores = async () => {
    const stores = await open();
    const { ledger, notices } = stores;
    const charge = async (accountId: AccountId, amount: number) => {
      const hold = createHold(accountId, amount);
      await ledger.openHold(hold);
      await ledger.captureHold({ hold, at: now, usage: spanishToEnglish });
    };
    return {
      charge,
      stores,
      notices,
      accountId: await openAccount(stores),
      /** Opens an account that bought `bought` characters and was charged for the ones beyond `left`. */
      async account(bought: number, options: { readonly left?: number; readonly expiresAt?: UnixMs } = {}) {
        const { left = bought, expiresAt = later(now, 20 * dayMs) } = options;
        const accountId = await openAccount(stores);
        await ledger.grant(newPurchase(accountId, bought, { expiresAt }));
        if (left < bought) await charge(accountId, bought - left);
        return accountId;
      },
      [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
    };
  };

  const soon: ExpiringQuery = {
    kind: 'expiry_30',
    from: later(now, 7 * dayMs),
    to: later(now, 30 * dayMs),
    after: undefined,
    limit: 100,
    now,
  };
  const charged: LowQuery = { among: utcDayOf(now), now, after: undefined, limit: 100 };

  const suspend = ({ accounts }: OpenStores, accountId: AccountId) =>
    accounts.suspendAccount({
      entry: { id: newId() as ActId, at: now, by: 'operator', act: 'account.suspended', accountId, subject: undefined },
      reason: undefined,
    });

  describe(`${name}: NoticeStore`, () => {
    test('settings are the last saved ones, and undefined before', async () => {
      await using world = await withStores();
      const { notices, accountId } = world;
      assert.equal(await notices.readSettings(accountId), undefined);
      assert.equal(await notices.readUsualThreshold(await world.account(20_001)), 2_001);
      await notices.saveSettings(accountId, settings);
      assert.deepEqual(await notices.readSettings(accountId), settings);
      const others = { isNotifiedOfLowBalance: false, threshold: characters(5), isNotifiedOfExpiry: false };
      await notices.saveSettings(accountId, others);
      assert.deepEqual(await notices.readSettings(accountId), others);
      assert.equal(await notices.readSettings(await openAccount(world.stores)), undefined);
    });

    test('of many concurrent claims of a notice, one succeeds, and repeating it is the same attempt', async () => {
      await using world = await withStores();
      const claims = Array.from({ length: 20 }, () => claimOf(world.accountId));
      const attempts = await Promise.all(claims.map((claim) => world.notices.claimNotice(claim)));
      const made = claims.filter((_, index) => attempts[index] === 1);
      assert.equal(attempts.filter((attempt) => attempt === undefined).length, 19);
      for (const claim of made) assert.equal(await world.notices.claimNotice(claim), 1);
    });

    test('another occasion, another kind and another account are other notices', async () => {
      await using world = await withStores();
      const { notices, accountId } = world;
      const others = [
        {},
        { occasion: 2 },
        { kind: 'expiry_7' as const },
        { accountId: await openAccount(world.stores) },
      ];
      for (const each of others) assert.equal(await notices.claimNotice(claimOf(accountId, each)), 1);
    });

    test('a sent notice is never claimed again', async () => {
      await using world = await withStores();
      const { notices, accountId } = world;
      const claim = claimOf(accountId);
      await notices.claimNotice(claim);
      await notices.noteSent(claim, later(now, 5));
      const much = later(now, 400 * dayMs);
      assert.equal(await notices.claimNotice(claimOf(accountId, { at: much, until: later(much, minute) })), undefined);
      assert.equal(await notices.claimNotice(claim), undefined);
      assert.deepEqual(await notices.listNotices(accountId, 10), [
        { kind: 'low_balance', occasion: 1, dueAt: now, sentAt: later(now, 5), attempts: 1 },
      ]);
    });

    test('a failed notice may be claimed again from a given time, a limited number of times', async () => {
      await using world = await withStores();
      const { notices, accountId } = world;
      let at = now;
      for (let attempt = 1; attempt <= noticeAttemptsMax; attempt++) {
        const claim = claimOf(accountId, { at, until: later(at, minute) });
        assert.equal(await notices.claimNotice(claim), attempt);
        const retryAt = later(at, 10 * minute);
        await notices.noteFailed(claim, retryAt);
        const early = claimOf(accountId, { at: later(retryAt, -1), until: later(retryAt, minute) });
        assert.equal(await notices.claimNotice(early), undefined);
        at = retryAt;
      }
      assert.equal(await notices.claimNotice(claimOf(accountId, { at, until: later(at, minute) })), undefined);
      const [notice] = await notices.listNotices(accountId, 10);
      assert.deepEqual([notice?.sentAt, notice?.attempts], [undefined, noticeAttemptsMax]);
    });

    test('the claim of a killed node lapses, and its later reports change nothing', async () => {
      await using world = await withStores();
      const { notices, accountId } = world;
      const killed = claimOf(accountId);
      await notices.claimNotice(killed);
      const next = claimOf(accountId, { at: killed.until, until: later(killed.until, minute) });
      assert.equal(await notices.claimNotice({ ...next, at: later(killed.until, -1) }), undefined);
      assert.equal(await notices.claimNotice(next), 2);
      await notices.noteSent(killed, later(now, 1));
      await notices.noteFailed(killed, now);
      assert.equal((await notices.listNotices(accountId, 1))[0]?.sentAt, undefined);
      assert.equal(await notices.claimNotice(claimOf(accountId, { at: next.at, until: next.until })), undefined);
    });

    test('notices are listed newest first, and continue after any notice, even within one moment', async () => {
      await using world = await withStores();
      const { notices, accountId } = world;
      for (const occasion of [1, 2, 3]) {
        await notices.claimNotice(claimOf(accountId, { occasion }));
        await notices.claimNotice(claimOf(accountId, { occasion, kind: 'expiry_7' }));
        await notices.claimNotice(claimOf(accountId, { occasion: 10 + occasion, at: later(now, -occasion) }));
      }
      await notices.claimNotice(claimOf(await openAccount(world.stores)));
      const all = await notices.listNotices(accountId, 10);
      const due = all.map((notice) => notice.dueAt - now);
      assert.deepEqual(due, [0, 0, 0, 0, 0, 0, -1, -2, -3]);
      assert.deepEqual(await notices.listNotices(accountId, 2), all.slice(0, 2));
      for (const [index, notice] of all.entries()) {
        assert.deepEqual(await notices.listNotices(accountId, 2, notice), all.slice(index + 1, index + 3));
      }
    });

    test('finds exactly the accounts whose characters expire within the time', async () => {
      await using world = await withStores();
      const { notices, stores } = world;
      const expiring = (byMs: number) => world.account(10, { expiresAt: later(now, byMs) });
      await expiring(7 * dayMs);
      const [first, last] = [await expiring(7 * dayMs + 1), await expiring(30 * dayMs)];
      await expiring(30 * dayMs + 1);
      await world.account(10, { left: 0 });
      const [muted, suspended, told] = [
        await expiring(8 * dayMs),
        await expiring(8 * dayMs),
        await expiring(8 * dayMs),
      ];
      await notices.saveSettings(muted, { ...settings, isNotifiedOfExpiry: false });
      await suspend(stores, suspended);
      const claim = claimOf(told, { kind: 'expiry_30', occasion: later(now, 8 * dayMs) });
      await notices.claimNotice(claim);
      const found = await notices.findExpiring(soon);
      assert.deepEqual(
        found.map(({ accountId, balance, expiresAt, boughtAt }) => ({ accountId, balance, expiresAt, boughtAt })),
        [
          { accountId: first, balance: 10, expiresAt: later(now, 7 * dayMs + 1), boughtAt: now },
          { accountId: last, balance: 10, expiresAt: later(now, 30 * dayMs), boughtAt: now },
        ],
      );
      assert.equal(found[0]?.email, `${first}@example.com`);
      await notices.noteFailed(claim, later(now, minute));
      const retried = await notices.findExpiring({ ...soon, now: later(now, minute) });
      assert(retried.some(({ accountId }) => accountId === told));
    });

    test('each of several accounts that expire at the same moment is on one page', async () => {
      await using world = await withStores();
      const made = await Promise.all(Array.from({ length: 7 }, () => world.account(1)));
      const found: AccountId[] = [];
      for (let after: ExpiringQuery['after']; ; ) {
        const page = await world.notices.findExpiring({ ...soon, after, limit: 3 });
        found.push(...page.map(({ accountId }) => accountId));
        after = page.at(-1);
        if (page.length < 3) break;
      }
      assert.deepEqual(found, made.toSorted());
    });

    test('finds charged accounts whose balance fell below their threshold', async () => {
      await using world = await withStores();
      const { notices, stores } = world;
      const low = await world.account(19_999, { left: 1_999 });
      await world.account(19_999, { left: 2_000 });
      const grown = await world.account(100, { left: 50 });
      await stores.ledger.grant(newPurchase(grown, 400, { expiresAt: later(now, 20 * dayMs) }));
      await world.charge(grown, 411);
      const own = await world.account(500, { left: 99 });
      await notices.saveSettings(own, settings);
      const [muted, suspended] = [await world.account(20_000, { left: 1 }), await world.account(20_000, { left: 1 })];
      await notices.saveSettings(muted, { ...settings, isNotifiedOfLowBalance: false });
      await suspend(stores, suspended);
      const { accounts } = await notices.findLow(charged);
      assert.deepEqual(
        accounts.map(({ accountId, balance, threshold, occasion }) => ({ accountId, balance, threshold, occasion })),
        [
          { accountId: low, balance: 1_999, threshold: 2_000, occasion: 1 },
          { accountId: grown, balance: 39, threshold: 40, occasion: 3 },
          { accountId: own, balance: 99, threshold: 100, occasion: 1 },
        ].toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1)),
      );
      assert.deepEqual((await notices.findLow({ ...charged, among: utcDayOf(later(now, dayMs)) })).accounts, []);
      assert.deepEqual((await notices.findLow({ ...charged, now: later(now, 20 * dayMs) })).accounts, []);
    });

    test('a reported low balance is found again only after it has risen and fallen', async () => {
      await using world = await withStores();
      const { notices, stores } = world;
      const accountId = await world.account(20_000, { left: 9_000 });
      await notices.saveSettings(accountId, { ...settings, threshold: characters(10_000) });
      const claim = claimOf(accountId);
      await notices.claimNotice(claim);
      await notices.noteSent(claim, now);
      const found = async () => (await notices.findLow(charged)).accounts.map(({ occasion }) => occasion);
      assert.deepEqual(await found(), []);
      await stores.ledger.grant(newPurchase(accountId, 500));
      assert.deepEqual(await found(), []);
      await stores.ledger.grant(newPurchase(accountId, 500));
      assert.deepEqual(await found(), []);
      await world.charge(accountId, 1);
      assert.deepEqual(await found(), [4]);
    });

    test('a new threshold that is not above the balance arms the notice', async () => {
      await using world = await withStores();
      const { notices } = world;
      const accountId = await world.account(20_000, { left: 150 });
      const found = async () => (await notices.findLow(charged)).accounts.map(({ occasion }) => occasion);
      const claim = claimOf(accountId);
      await notices.claimNotice(claim);
      await notices.noteSent(claim, now);
      await notices.saveSettings(accountId, settings);
      await notices.saveSettings(accountId, { ...settings, isNotifiedOfExpiry: false });
      assert.deepEqual(await found(), []);
      await world.charge(accountId, 51);
      assert.deepEqual(await found(), [2]);
      await notices.saveSettings(accountId, { ...settings, threshold: characters(120) });
      assert.deepEqual(await found(), []);
    });

    test('examines all charged accounts by pages, and those whose notice failed', async () => {
      await using world = await withStores();
      const { notices } = world;
      const made = await Promise.all(
        Array.from({ length: 7 }, (_, index) => world.account(20_000, { left: 2_000 - (index % 2) })),
      );
      const found: AccountId[] = [];
      let looks = 0;
      for (let after: LowQuery['after']; ; looks++) {
        const page = await notices.findLow({ ...charged, after, limit: 2 });
        found.push(...page.accounts.map(({ accountId }) => accountId));
        after = page.last;
        if (after === undefined) break;
      }
      const low = made.filter((_, index) => index % 2 === 1);
      assert.deepEqual([found, looks], [low.toSorted(), 3]);
      const [failed] = low;
      assert(failed !== undefined);
      const claim = claimOf(failed);
      await notices.claimNotice(claim);
      await notices.noteFailed(claim, later(now, 1));
      const unsent = await notices.findLow({ ...charged, among: 'unsent', now: later(now, 1) });
      const ids = unsent.accounts.map(({ accountId }) => accountId);
      assert.deepEqual(ids, [failed]);
    });
  });
}
