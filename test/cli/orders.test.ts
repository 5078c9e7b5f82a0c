import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type OrderJson = Readonly<
  Record<'id' | 'reference' | 'refunded' | 'dispute', string> &
    Record<'paid_at' | 'characters_expires_at', string | null> &
    Record<'characters_taken_back' | 'characters_balance', number>
>;

/** Ana's order of 1,000 characters for 9.90 EUR. */
async function setup(shop: Shop) {
  const { id: account } = await shop.json<{ id: string }>('account', 'create', '--email', 'ana@example.com');
  const sold = ['--characters', '1_000', '--price', '9.90', '--currency', 'EUR', '--valid-days', '30'];
  const order = await shop.json<OrderJson>('order', 'create', '--account', 'ana@example.com', ...sold);
  const report = (...argv: string[]) => shop.json<OrderJson>('order', ...argv, '--id', order.id);
  return { account, order, report };
}

describe('order', () => {
  test('create places an order, which list shows', async () => {
    await using shop = await openShop();
    assert.deepEqual(await shop.json('order', 'list'), []);
    const { account, order } = await setup(shop);
    assert.deepEqual(order, {
      id: order.id,
      reference: order.reference,
      account,
      provider: 'manual',
      pack: '1000 characters',
      characters: 1_000,
      valid_days: 30,
      price: '9.90',
      currency: 'EUR',
      created_at: '2026-11-20T12:00:00Z',
      paid_at: null,
      refunded: '0.00',
      dispute: 'none',
      characters_taken_back: 0,
      invoices: [],
    });
    assert.deepEqual(await shop.json('order', 'list'), [order]);
    assert.deepEqual(await shop.json('order', 'list', '--account', 'ana@example.com'), [order]);
    await shop.json('account', 'create', '--email', 'bea@example.com');
    assert.deepEqual(await shop.json('order', 'list', '--account', 'bea@example.com'), []);
    const [, row] = (await shop.run('order', 'list')).out.split('\n');
    assert.match(row ?? '', / 2026-11-20T12:00:00Z +- +1000 +9\.90 EUR +0\.00 +none +0 +- +1000 characters$/);
  });

  test('mark-paid grants the pack once', async () => {
    await using shop = await openShop();
    const { report } = await setup(shop);
    shop.advance(86_400_000);
    const paid = await report('mark-paid');
    const state = [paid.paid_at, paid.characters_balance, paid.characters_expires_at];
    assert.deepEqual(state, ['2026-11-21T12:00:00Z', 1_000, '2026-12-21T12:00:00Z']);
    assert.deepEqual(await report('mark-paid'), paid);
  });

  test('mark-paid and refund report the invoice and the credit note that they issued', async () => {
    await using shop = await openShop({}, { SELLER: 'Ana Co.', INVOICE_PREFIX: 'D' });
    const { order } = await setup(shop);
    const paid = await shop.run('order', 'mark-paid', '--id', order.id);
    assert.match(paid.out, /1000 characters.* D-2026-000001\./);
    const refunded = await shop.run('order', 'refund', '--id', order.id);
    assert.match(refunded.out, /1000 characters.* D-2026-000002\./);
  });

  test('refund takes back the whole pack, or the refunded part of it', async () => {
    await using shop = await openShop();
    const { report } = await setup(shop);
    await report('mark-paid');
    const half = await report('refund', '--amount', '4.95');
    assert.deepEqual([half.refunded, half.characters_taken_back, half.characters_balance], ['4.95', 500, 500]);
    assert.equal((await report('refund', '--amount', '4.95')).characters_balance, 500);
    const all = await report('refund');
    assert.deepEqual([all.refunded, all.characters_taken_back, all.characters_balance], ['9.90', 1_000, 0]);
  });

  test('dispute takes the pack back, and returns it once it is won', async () => {
    await using shop = await openShop();
    const { report } = await setup(shop);
    await report('mark-paid');
    const disputed = await report('dispute');
    assert.deepEqual([disputed.dispute, disputed.characters_balance], ['open', 0]);
    assert.equal((await report('dispute', '--won')).characters_balance, 1_000);
    assert.deepEqual((await report('dispute')).dispute, 'won');
  });

  test('list shows unpaid orders, paid orders, orders by reference, and continues by pages', async () => {
    await using shop = await openShop();
    const { order, report } = await setup(shop);
    const sold = ['--characters', '5', '--price', '1.00', '--currency', 'EUR'];
    shop.advance(1_000);
    const second = await shop.json<OrderJson>('order', 'create', '--account', 'ana@example.com', ...sold);
    await report('mark-paid');
    const ids = async (...argv: string[]) =>
      (await shop.json<OrderJson[]>('order', 'list', ...argv)).map(({ id }) => id);
    assert.deepEqual(await ids('--state', 'open'), [second.id]);
    assert.deepEqual(await ids('--state', 'paid', '--account', 'ana@example.com'), [order.id]);
    assert.deepEqual(await ids('--reference', order.reference.toLowerCase().replaceAll('-', ' ')), [order.id]);
    assert.deepEqual(await ids('--reference', 'nonsense'), []);
    assert.deepEqual(await ids('--limit', '1'), [order.id]);
    assert.deepEqual(await ids('--limit', '1', '--after', order.id), [second.id]);
    const { out } = await shop.run('order', 'list', '--limit', '1');
    assert.ok(out.endsWith(`\nThere may be more: --after ${order.id}\n`));
    assert.equal((await shop.run('order', 'list', '--reference', 'x', '--state', 'open')).status, 2);
    assert.equal((await shop.run('order', 'list', '--state', 'late')).status, 2);
  });

  test('an order is also paid and refunded by its reference, and the audit journal contains both', async () => {
    await using shop = await openShop();
    const { account, order } = await setup(shop);
    const paid = await shop.json<OrderJson>('order', 'mark-paid', '--id', order.reference);
    assert.deepEqual([paid.id, paid.paid_at], [order.id, '2026-11-20T12:00:00Z']);
    await shop.json('order', 'mark-paid', '--id', order.id);
    await shop.json('order', 'refund', '--id', order.reference);
    const acts = await shop.json<{ act: string; by: string; subject: string }[]>('audit', 'list', '--account', account);
    assert.deepEqual(
      acts.map(({ act, by, subject }) => [act, by, subject]),
      [
        ['order.refunded', 'operator', order.id],
        ['order.marked_paid', 'operator', order.id],
        ['order.placed', 'operator', order.id],
        ['account.opened', 'operator', null],
      ],
    );
  });

  test('a wrong amount, currency or order is refused in one line', async () => {
    await using shop = await openShop();
    const { order } = await setup(shop);
    const create = ['create', '--account', 'ana@example.com', '--characters', '1', '--price'];
    const refund = ['refund', '--id', order.id, '--amount'];
    for (const [argv, expected, option] of [
      [[...create, '1.999', '--currency', 'EUR'], 2, '--price'],
      [[...create, '1.5', '--currency', 'JPY'], 2, '--price'],
      [[...create, '1', '--currency', 'Euro'], 2, '--currency'],
      [[...refund, 'all'], 2, '--amount'],
      [[...refund, '9.91'], 1, '--amount'],
      [['mark-paid', '--id', 'nothing'], 1, ''],
    ] as const) {
      const { status, out, err } = await shop.run('order', ...argv);
      assert.deepEqual([status, out, err.includes(option)], [expected, '', true], argv.join(' '));
    }
  });

  test('pack grant does not replace the payment of a placed order', async () => {
    await using shop = await openShop();
    const { order } = await setup(shop);
    const grant = ['pack', 'grant', '--account', 'ana@example.com', '--characters', '1000', '--order', order.id];
    const { status, err } = await shop.run(...grant);
    assert.equal(status, 1);
    assert.match(err, /^error: --order: .*order mark-paid/);
  });
});
