import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type OrderJson = {
  id: string;
  reference: string;
  account: string;
  paid_at: string | null;
  refunded: string;
  dispute: string;
  characters_taken_back: number;
  characters_balance: number;
  characters_expires_at: string | null;
};

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
    assert.equal((await shop.run('order', 'list')).out, 'No order yet.\n');
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
    const [head, row] = (await shop.run('order', 'list')).out.split('\n');
    assert.match(
      head ?? '',
      /^ID +REFERENCE +ACCOUNT +CREATED +PAID +CHARACTERS +PRICE +REFUNDED +DISPUTE +TAKEN BACK +INVOICES +PACK$/,
    );
    assert.match(row ?? '', / 2026-11-20T12:00:00Z +- +1000 +9\.90 EUR +0\.00 +none +0 +- +1000 characters$/);
  });

  test('create prints the order and how to pay it', async () => {
    await using shop = await openShop();
    await shop.json('account', 'create', '--email', 'ana@example.com');
    const argv = ['--account', 'ana@example.com', '--characters', '5', '--price', '990', '--currency', 'jpy'];
    const { out } = await shop.run('order', 'create', ...argv, '--pack', 'Fünf');
    const [, id] = /^Placed order (\S+): 5 characters for 990 JPY, for ana@example\.com\./.exec(out) ?? [];
    assert.equal(out.split('\n')[0]?.endsWith(`Once it is paid: order mark-paid --id ${id}`), true);
    const [order] = await shop.json<{ pack: string; valid_days: number }[]>('order', 'list');
    assert.deepEqual([order?.pack, order?.valid_days], ['Fünf', 365]);
  });

  test('mark-paid grants the pack once', async () => {
    await using shop = await openShop();
    const { report, order } = await setup(shop);
    shop.advance(86_400_000);
    const paid = await report('mark-paid');
    assert.deepEqual(
      [paid.paid_at, paid.characters_balance, paid.characters_expires_at],
      ['2026-11-21T12:00:00Z', 1_000, '2026-12-21T12:00:00Z'],
    );
    assert.deepEqual(await report('mark-paid'), paid);
    const { out } = await shop.run('order', 'mark-paid', '--id', order.id);
    assert.equal(
      out,
      `Order ${order.id}: this was reported before, nothing changed. ana@example.com has 1000 characters until 2026-12-21T12:00:00Z.\n`,
    );
  });

  test('show reports the refund that is owed for a payment after an erasure, until it is refunded', async () => {
    await using shop = await openShop();
    const { order, account } = await setup(shop);
    await shop.run('account', 'erase', '--account', account);
    const paid = await shop.run('order', 'mark-paid', '--id', order.id);
    assert.equal(
      paid.out,
      `Order ${order.id}: granted 1000 characters, issued no invoice because SELLER is not set. erased:${account} has 0 characters until 2026-11-20T12:00:00Z. The account was erased before this payment, so nobody can use them. Refund it, and report that with order refund.\n`,
    );
    const refunded = await shop.run('order', 'refund', '--id', order.id);
    assert.doesNotMatch(refunded.out, /Refund it/);
  });

  test('mark-paid and refund report the invoice and the credit note that they issued', async () => {
    await using shop = await openShop({}, { seller: ['Ana Co.'], prefix: 'D', tax: undefined });
    const { order } = await setup(shop);
    const paid = await shop.run('order', 'mark-paid', '--id', order.id);
    assert.match(paid.out, /granted 1000 characters, issued invoice D-2026-000001\./);
    const refunded = await shop.run('order', 'refund', '--id', order.id);
    assert.match(refunded.out, /took back 1000 characters, issued credit note D-2026-000002\./);
  });

  test('refund takes back the whole pack, or the refunded part of it', async () => {
    await using shop = await openShop();
    const { report, order } = await setup(shop);
    await report('mark-paid');
    const half = await report('refund', '--amount', '4.95');
    assert.deepEqual([half.refunded, half.characters_taken_back, half.characters_balance], ['4.95', 500, 500]);
    assert.equal((await report('refund', '--amount', '4.95')).characters_balance, 500);
    const { out } = await shop.run('order', 'refund', '--id', order.id);
    assert.equal(
      out,
      `Order ${order.id}: refunded 9.90 EUR of 9.90 EUR, took back 500 characters. ana@example.com has 0 characters until 2026-12-20T12:00:00Z.\n`,
    );
  });

  test('refund reports an order that is not paid', async () => {
    await using shop = await openShop();
    const { report, order } = await setup(shop);
    const { out } = await shop.run('order', 'refund', '--id', order.id, '--amount', '9.9');
    assert.equal(
      out,
      `Order ${order.id}: refunded 9.90 EUR of 9.90 EUR; this counts once it is paid. ana@example.com has 0 characters until -.\n`,
    );
    const paid = await report('mark-paid');
    assert.deepEqual([paid.characters_balance, paid.characters_taken_back], [0, 1_000]);
  });

  test('dispute takes the pack back, and returns it once it is won', async () => {
    await using shop = await openShop();
    const { report, order } = await setup(shop);
    await report('mark-paid');
    const disputed = await report('dispute');
    assert.deepEqual([disputed.dispute, disputed.characters_balance], ['open', 0]);
    const { out } = await shop.run('order', 'dispute', '--won', '--id', order.id);
    assert.match(out, /: the dispute is won, gave back 1000 characters\. ana@example\.com has 1000 characters/);
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
    const refusals: readonly (readonly [readonly string[], number, RegExp])[] = [
      [
        [...create, '1.999', '--currency', 'EUR'],
        2,
        /--price takes an amount with the decimals that EUR has, such as 19\.90/,
      ],
      [
        [...create, '1.5', '--currency', 'JPY'],
        2,
        /--price takes an amount with the decimals that JPY has, such as 1990/,
      ],
      [[...create, '1', '--currency', 'Euro'], 2, /--currency takes the three letters of ISO 4217, such as EUR/],
      [[...refund, 'all'], 2, /--amount takes an amount with the decimals that EUR has/],
      [[...refund, '9.91'], 1, /--amount: All refunds of an order together are between 0 and its price/],
      [['mark-paid', '--id', 'nothing'], 1, /There is no such order/],
    ];
    for (const [argv, expected, message] of refusals) {
      const { status, out, err } = await shop.run('order', ...argv);
      assert.deepEqual([status, out], [expected, ''], argv.join(' '));
      assert.match(err.split('\n')[0] ?? '', message);
    }
  });

  test('pack grant does not replace the payment of a placed order', async () => {
    await using shop = await openShop();
    const { order } = await setup(shop);
    const grant = ['pack', 'grant', '--account', 'ana@example.com', '--characters', '1000', '--order', order.id];
    const { status, err } = await shop.run(...grant);
    assert.equal(status, 1);
    assert.match(err, /^error: --order: This order was placed\. Use "dragoman order mark-paid"/);
  });
});
