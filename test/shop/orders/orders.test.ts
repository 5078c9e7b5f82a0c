import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, later } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { packCharactersMax, packValidDaysMax } from '../../../src/shop/ledger/pack.ts';
import type { OrderId, Pack } from '../../../src/shop/orders/order.ts';
import { Orders } from '../../../src/shop/orders/orders.ts';
import { createLedgerWorld, dayMs, momentBy, newId } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const pack: Pack = { name: 'Starter', characters: characters(1_000), validDays: 30, price: 990, currency: 'EUR' };

async function setup() {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  const now = () => world.clock.now;
  const orders = new Orders({ store: stores.orders, now, moment: momentBy(now), newId });
  return {
    ...world,
    orders,
    place: (changes: Partial<Pack> = {}) =>
      orders.place({ accountId: world.accountId, provider: 'manual', pack: { ...pack, ...changes } }),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

describe('Orders', () => {
  test('an order is placed, paid and found', async () => {
    await using world = await setup();
    const placed = await world.place();
    assert.deepEqual(placed, {
      id: placed.id,
      accountId: world.accountId,
      provider: 'manual',
      pack,
      createdAt: world.clock.now,
      paidAt: undefined,
      refunded: 0,
      dispute: 'none',
      clawedBack: 0,
      invoices: [],
    });
    world.clock.now = later(world.clock.now, dayMs);
    const paid = await world.orders.reportPayment(placed.id, { kind: 'paid' });
    assert.deepEqual(paid, { ...placed, paidAt: world.clock.now });
    assert.deepEqual(await world.orders.find(placed.id), paid);
    assert.deepEqual(await world.orders.list({ accountId: world.accountId }), [paid]);
    const balance = await world.ledger.readBalance(world.accountId, world.clock.now);
    assert.deepEqual([balance?.balance, balance?.expiresAt], [1_000, later(world.clock.now, 30 * dayMs)]);
  });

  test('a pack that could not be sold is refused, whichever field is to blame', async () => {
    await using world = await setup();
    const refusals: readonly (readonly [string, Partial<Pack>])[] = [
      ...['', ' x', 'a\nb', 'a\u202eb', 'x'.repeat(101), '\ud800'].map(
        (name) => ['invalid_pack_name', { name }] as const,
      ),
      ...[0, packCharactersMax + 1].map(
        (count) => ['invalid_pack_characters', { characters: characters(count) }] as const,
      ),
      ...[0, packValidDaysMax + 1, 1.5].map((validDays) => ['invalid_pack_days', { validDays }] as const),
      ...[-1, 0.5, 2 ** 53, Number.NaN].map((price) => ['invalid_price', { price }] as const),
      ...['eur', 'EU', 'EUQ'].map((currency) => ['invalid_currency', { currency }] as const),
    ];
    for (const [reason, changes] of refusals) {
      await assert.rejects(world.place(changes), { reason }, JSON.stringify(changes));
    }
    assert.deepEqual(await world.orders.list(), []);
    const most = { characters: characters(packCharactersMax), validDays: packValidDaysMax, price: 2 ** 53 - 1 };
    await world.place({ ...most, name: '𝒳'.repeat(100) });
    await world.place({ price: 0 });
  });

  test('a refund is between nothing and the price; any other changes nothing', async () => {
    await using world = await setup();
    const order = await world.place();
    const { id } = order;
    for (const refunded of [-1, 991, 1.5, Number.NaN]) {
      const refused = { reason: 'invalid_refund' };
      await assert.rejects(world.orders.reportPayment(id, { kind: 'refunded', refunded }), refused);
    }
    assert.deepEqual(await world.orders.find(id), order);
    assert.equal((await world.orders.reportPayment(id, { kind: 'refunded', refunded: 990 })).refunded, 990);
  });

  test('an account or an order that does not exist is not found', async () => {
    await using world = await setup();
    const missing = { code: 'not_found' };
    const stranger = { accountId: 'stranger' as AccountId, provider: 'manual', pack };
    await assert.rejects(world.orders.place(stranger), missing);
    const id = 'nothing' as OrderId;
    await assert.rejects(world.orders.find(id), missing);
    await assert.rejects(world.orders.reportPayment(id, { kind: 'paid' }), missing);
    await assert.rejects(world.orders.reportPayment(id, { kind: 'refunded', refunded: 1 }), missing);
  });
});
