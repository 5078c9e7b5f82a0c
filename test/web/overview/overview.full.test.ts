import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, dayMs, later } from '../../../src/ground/units.ts';
import type { OrderId } from '../../../src/shop/orders/order.ts';
import { newRequest } from '../../contract/request-store.ts';
import { type AccountArea, type Member, sharedAccountArea } from '../../support/account-area.ts';
import { suspend } from '../../support/account-area-belongings.ts';

async function translate({ visitor }: Member, text: string): Promise<void> {
  const page = await visitor.open('/playground');
  const reply = await visitor.submit(page, '/playground', { text, source: 'es', target: 'en' });
  assert.equal(reply.status, 200, reply.text);
}

type Placed = { readonly name: string; readonly provider?: string };

async function order(area: AccountArea, member: Member, { name, provider = 'manual' }: Placed): Promise<void> {
  const pack = { name, characters: characters(10), validDays: 365, price: 990, currency: 'EUR' };
  const placed = { id: `order ${name}` as OrderId, accountId: member.accountId, provider, pack };
  await area.stores.orders.createOrder({ ...placed, createdAt: area.now() });
}

describe('overview', () => {
  const area = sharedAccountArea({ clock: 'standing' });

  test('guides a new account from its first pack to its first request', async () => {
    const member = await area().signUp();
    const { visitor } = member;
    const done = async () => {
      const [, steps] = /First steps (.*?) Balance/.exec((await visitor.open('/account')).text) ?? [];
      return steps?.match(/done|to do/g)?.filter((state) => state === 'done').length;
    };
    assert.equal(await done(), 0);
    await member.buy(1_000);
    assert.equal(await done(), 1);
    assert.match((await visitor.open('/account')).html, /<a class="button primary" href="\/keys\/new">/);
    await visitor.submit(await visitor.open('/keys/new'), '/keys', { name: 'shop' });
    assert.equal(await done(), 2);
    await translate(member, 'uno dos');
    assert.equal(await done(), undefined);
  });

  test('shows the balance, its expiry, recent usage, and the keys', async () => {
    const member = await area().signUp();
    await member.buy(12_345, later(area().now(), 100 * dayMs + 60_000));
    await translate(member, 'uno dos');
    await member.visitor.submit(await member.visitor.open('/keys/new'), '/keys', { name: 'the shop' });
    const page = await member.visitor.open('/account');
    assert.match(page.text, /Balance 12,338 characters .* \d+ \w+ \d{4}, \d\d:\d\d UTC , in 100 days/);
    assert.match(page.text, /7 characters used in 1 request/);
    assert.match(page.html, /<title>\d+ \w{3} \d{4}: 7 characters; Playground: 7<\/title>/);
    assert.match(page.text, /1 active key \(limit: 5\) the shop/);
  });

  test('says how long the balance lasts at the pace of the last 30 days, or what is left when it expires', async () => {
    const member = await area().signUp();
    await member.buy(100, later(area().now(), 365 * dayMs));
    const text = async () => (await member.visitor.open('/account')).text;
    await translate(member, 'uno dos tres cuatro');
    assert.match(await text(), /127 days, until \d+ \w+ \d{4}/);
    await member.buy(1_000, later(area().now(), 365 * dayMs));
    assert.match(await text(), /about 849 characters/);
    await member.buy(3_149_000, later(area().now(), 365 * dayMs));
    assert.match(await text(), /about 3\.1 M characters/);
  });

  test('lists the last eight requests with a key, and leads to the others', async () => {
    const [member, eve] = [await area().signUp(), await area().signUp()];
    const requests = Array.from({ length: 9 }, (_, index) =>
      newRequest(member.accountId, { requestId: `request-${index}`, at: later(area().now(), index - 9) }),
    );
    await area().stores.requests.recordRequests([...requests, newRequest(eve.accountId, { requestId: 'of-eve' })]);
    const { links } = await member.visitor.open('/account');
    const listed = Array.from({ length: 8 }, (_, index) => `/requests?id=request-${8 - index}`);
    const toRequests = links.filter((link) => link.startsWith('/requests'));
    assert.deepEqual(toRequests, [...listed, '/requests']);
  });

  test('lists unpaid orders, and never those of other accounts', async () => {
    const [ana, eve] = [await area().signUp(), await area().signUp()];
    await order(area(), ana, { name: '<b>Large</b>' });
    await order(area(), eve, { name: 'Small' });
    // The provider of this order is not configured, so the order is not open.
    await order(area(), ana, { name: 'Gone', provider: 'stripe' });
    const page = await ana.visitor.open('/account');
    assert.match(page.text, /<b>Large<\/b> , 9\.90 EUR/);
    assert.doesNotMatch(page.html, /<b>Large|Small|Gone/);
    const paid = { kind: 'paid', at: area().now() } as const;
    await area().stores.orders.reportPayment('order <b>Large</b>' as OrderId, paid, 'purchase');
    assert.doesNotMatch((await ana.visitor.open('/account')).text, /Large/);
  });

  test('shows notices first: suspension, an empty or low balance, a near expiry', async () => {
    const member = await area().signUp();
    const open = () => member.visitor.open('/account');
    const settings = { threshold: characters(10_000), isNotifiedOfExpiry: false };
    await area().stores.notices.saveSettings(member.accountId, { ...settings, isNotifiedOfLowBalance: false });
    assert.deepEqual((await open()).notices, []);
    await member.buy(10, later(area().now(), 12 * dayMs + 60_000));
    const near = await open();
    assert.deepEqual([near.notices.length, /in 12 days/.test(near.text)], [1, true]);
    await translate(member, 'uno dos t');
    const low = await open();
    assert.deepEqual([low.notices.length, /3 days/.test(low.text), low.links.includes('/packs')], [2, true, true]);
    await translate(member, 't');
    assert.equal((await open()).notices.length, 1);
    await suspend(area(), member.accountId);
    const suspended = await open();
    assert.deepEqual([suspended.notices.length, suspended.notices[0]], [2, 'bad']);
    assert.doesNotMatch(suspended.text, /private reason/);
  });
});
