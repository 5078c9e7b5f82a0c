import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, later } from '../../src/ground/units.ts';
import { type AccountId, pseudonymOf } from '../../src/shop/accounts/account.ts';
import type { ActId, NewAuditEntry } from '../../src/shop/audit/audit.ts';
import type { OrderId } from '../../src/shop/orders/order.ts';
import { changeGlossary, createNamed, listEntries, newEntry } from '../support/glossary-world.ts';
import {
  createLedgerWorld,
  dayMs,
  firstMoment,
  type LedgerWorld,
  newId,
  newKey,
  newOrder,
  newPurchase,
} from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `ErasureStore`. */
export function describeErasureStore(name: string, open: () => Promise<OpenStores>): void {
  const entryOf = (accountId: AccountId, act: NewAuditEntry['act']): NewAuditEntry => ({
    id: newId() as ActId,
    at: later(firstMoment, 1_000),
    by: accountId,
    act,
    accountId,
    subject: undefined,
  });

  const begin = ({ stores, accountId }: LedgerWorld, evenIfDisputed = false) =>
    stores.erasures.beginErasure({ entry: entryOf(accountId, 'account.erasure_begun'), evenIfDisputed });

  const finish = async ({ stores, accountId }: LedgerWorld) => {
    await stores.erasures.eraseRecords(accountId);
    return await stores.erasures.endErasure(entryOf(accountId, 'account.erased'));
  };

  /** Opens an account with a pack, a key, terms and a kept reply. */
  const withCustomer = async (shared?: OpenStores): Promise<LedgerWorld> => {
    const world = await createLedgerWorld(shared ?? (await open()));
    const { stores } = world;
    await world.buy(1_000);
    await stores.keys.createKey(newKey(world.accountId, { name: 'Laptop of Ada' }), 5);
    await changeGlossary(
      { glossaries: stores.glossaries, accountId: world.accountId },
      { add: [newEntry('cloud'), newEntry('sun')] },
    );
    const reply = { accountId: world.accountId, keyHash: 'aa', requestHash: 'bb', sealed: Uint8Array.of(1) };
    await changeGlossary(await createNamed(stores, world.accountId), { add: [newEntry('rain')] });
    await stores.replies.keepReply({ ...reply, keepUntil: later(firstMoment, dayMs) }, firstMoment);
    return world;
  };

  describe(`${name}: ErasureStore`, () => {
    test('characters that expired with the account are not given back, whatever the clock showed', async () => {
      await using world = await withCustomer();
      const { stores } = world;
      await stores.ledger.sweep(world.clock.now, later(world.clock.now, 400 * dayMs));
      assert.equal(await begin(world), 'begun');
      const reversal = { accountId: world.accountId, seq: undefined, at: world.clock.now };
      assert.deepEqual(await stores.ledger.reverseExpiry(reversal), { kind: 'validity_ended' });
      await world.assertSound();
    });

    test('an account is closed in one step: no live key, no address, no balance, and no way to get any', async () => {
      await using world = await withCustomer();
      const { stores, accountId } = world;
      const [key] = await stores.keys.listKeys({ accountId });
      assert.ok(key);
      assert.equal(await begin(world), 'begun');
      const account = await stores.accounts.findAccount(accountId);
      assert.deepEqual([account?.email, account?.erasedAt], [pseudonymOf(accountId), later(firstMoment, 1_000)]);
      assert.equal(await stores.accounts.findAccount(`${accountId}@example.com`), undefined);
      assert.equal(await stores.keys.findHolder(key.hash), undefined);
      assert.deepEqual(
        (await stores.keys.listKeys({ accountId })).map(({ name: called, revokedAt }) => [called, revokedAt]),
        [['erased', later(firstMoment, 1_000)]],
      );
      assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 0 });
      assert.equal(await stores.keys.createKey(newKey(accountId), 5), 'no_account');
      assert.equal(await stores.orders.createOrder(newOrder(accountId, 5)), 'no_account');
      assert.equal(await stores.ledger.grant(newPurchase(accountId, 5)), 'no_account');
      const change = await changeGlossary({ glossaries: stores.glossaries, accountId }, { add: [newEntry('moon')] });
      assert.deepEqual(change, { kind: 'no_account' });
      await world.assertSound();
    });

    test("deletes the owner's data, and keeps what must be accounted for", async () => {
      await using world = await withCustomer();
      const { stores, accountId } = world;
      await world.capture(await world.hold(40));
      const order = await world.place(5);
      await begin(world);
      assert.equal(await finish(world), true);
      assert.deepEqual(await listEntries({ ...stores, accountId }), []);
      assert.equal(await stores.replies.findReply(accountId, 'aa', firstMoment), undefined);
      assert.deepEqual(await stores.glossaries.listNamed({ accountId }), []);
      assert.equal((await stores.orders.findOrder(order.id))?.accountId, accountId);
      assert.equal((await world.balance()).used, 40);
      const acts = (await stores.audit.listActs({ accountId, limit: 10 })).map(({ act }) => act);
      assert.deepEqual(acts, ['account.erased', 'account.erasure_begun']);
      assert.deepEqual(await stores.erasures.listErasures({ limit: 10 }), []);
      await world.assertSound();
    });

    test('many terms are erased in many steps, and those of an account that is not erased are kept', async () => {
      await using world = await withCustomer();
      const { stores } = world;
      const other = await withCustomer(stores);
      await stores.erasures.eraseRecords(other.accountId);
      const add = Array.from({ length: 450 }, (_, index) => newEntry(`word ${index}`));
      await changeGlossary({ glossaries: stores.glossaries, accountId: world.accountId }, { add });
      await changeGlossary(
        { glossaries: stores.glossaries, accountId: world.accountId },
        { remove: add.slice(0, 50).map(idOf) },
      );
      await begin(world);
      assert.equal(await finish(world), true);
      assert.deepEqual(await listEntries({ ...stores, accountId: world.accountId }), []);
      assert.equal((await listEntries({ ...stores, accountId: other.accountId })).length, 2);
      await world.assertSound();
    });

    test('an erasure is stored until it has ended, and each step may be repeated', async () => {
      await using world = await withCustomer();
      const { stores, accountId } = world;
      assert.deepEqual(await Promise.all([begin(world), begin(world)]).then((all) => all.toSorted()), [
        'begun',
        'begun_before',
      ]);
      const missing = entryOf('missing' as AccountId, 'account.erasure_begun');
      assert.equal(await stores.erasures.beginErasure({ entry: missing, evenIfDisputed: false }), 'no_account');
      const unfinished = { accountId, personId: undefined, by: accountId };
      assert.deepEqual(await stores.erasures.listErasures({ limit: 10 }), [unfinished]);
      assert.deepEqual(await stores.erasures.listErasures({ accountId, limit: 1 }), [unfinished]);
      assert.deepEqual(await stores.erasures.listErasures({ accountId: 'x' as AccountId, limit: 1 }), []);
      assert.equal(await stores.erasures.endErasure(entryOf(accountId, 'account.erased')), false, 'terms are left');
      assert.deepEqual(await Promise.all([finish(world), finish(world), finish(world)]), [true, true, true]);
      assert.equal(await begin(world), 'begun_before');
      assert.deepEqual(await stores.erasures.listErasures({ limit: 10 }), []);
      const acts = await stores.audit.listActs({ accountId, limit: 10 });
      assert.deepEqual(
        acts.map(({ act, seq }) => [act, seq]),
        [
          ['account.erased', 2],
          ['account.erasure_begun', 1],
        ],
      );
      await world.assertSound();
    });

    test('a running request is charged or given back as usual, and the rest expires', async () => {
      await using world = await withCustomer();
      const [charged, released] = [await world.hold(30), await world.hold(50)];
      await begin(world);
      assert.equal(await world.capture(charged), 'captured');
      await world.release(released);
      assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 30 });
      assert.equal(await finish(world), true);
      await world.assertSound();
    });

    test('a later payment of an erased account expires immediately, and its refund takes nothing', async () => {
      await using world = await withCustomer();
      const order = await world.place(500);
      await begin(world);
      await finish(world);
      assert.notEqual((await world.report(order, { kind: 'paid' })).paidAt, undefined);
      assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 0 });
      assert.equal((await world.report(order, { kind: 'refunded', refunded: 100 })).clawedBack, 0);
      await world.assertSound();
    });

    test('an account with a disputed payment is erased only with `evenIfDisputed`', async () => {
      await using world = await withCustomer();
      const { stores } = world;
      const order = await world.place(500);
      await world.report(order, { kind: 'paid' });
      await world.report(order, { kind: 'disputed' });
      assert.equal(await begin(world), 'disputed');
      assert.equal((await stores.accounts.findAccount(world.accountId))?.erasedAt, undefined);
      assert.equal(await begin(world, true), 'begun');
      assert.equal(await finish(world), true);
      await world.report(order, { kind: 'dispute_won' });
      assert.equal((await world.balance()).balance, 0);
      await world.assertSound();
    });

    test('an erasure and concurrent operations leave a sound ledger and nothing usable', async () => {
      await using world = await withCustomer();
      const { stores, accountId } = world;
      const order = await world.place(70);
      const paid = { kind: 'paid', at: firstMoment } as const;
      await Promise.all([
        stores.keys.createKey(newKey(accountId), 5),
        stores.keys.createKey(newKey(accountId), 5),
        stores.orders.reportPayment(order.id, paid, newId()),
        stores.ledger.grant(newPurchase(accountId, 5)),
        changeGlossary({ glossaries: stores.glossaries, accountId }, { add: [newEntry('rain')] }),
        stores.orders.createOrder(newOrder(accountId, 5, { id: 'late' as OrderId })),
        begin(world),
        stores.keys.createKey(newKey(accountId), 5),
        stores.ledger.grant(newPurchase(accountId, 5)),
        changeGlossary({ glossaries: stores.glossaries, accountId }, { add: [newEntry('snow')] }),
      ]);
      assert.equal(await finish(world), true);
      assert.equal((await world.balance()).balance, 0);
      await world.assertSound();
    });

    test('settings and notices written at any moment after an account is closed leave nothing behind', async () => {
      await using world = await withCustomer();
      const { stores, accountId } = world;
      const settings = { isNotifiedOfLowBalance: true, threshold: characters(100), isNotifiedOfExpiry: true };
      const at = later(firstMoment, 2_000);
      const claim = { accountId, kind: 'low_balance', occasion: 1, at, until: later(at, 1_000) } as const;
      await Promise.all([
        stores.notices.saveSettings(accountId, settings),
        stores.notices.claimNotice({ ...claim, id: newId() }),
        begin(world),
        stores.notices.saveSettings(accountId, settings),
      ]);
      assert.equal(await finish(world), true);
      await stores.notices.saveSettings(accountId, settings);
      assert.equal(await stores.notices.claimNotice({ ...claim, id: newId() }), undefined);
      assert.equal(await stores.notices.readSettings(accountId), undefined);
      await world.assertSound();
    });
  });
}

function idOf<Id>({ id }: { readonly id: Id }): Id {
  return id;
}
