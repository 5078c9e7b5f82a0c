import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, dayMs, later } from '../../../src/ground/units.ts';
import type { OrderId } from '../../../src/shop/orders/order.ts';
import { newRequest } from '../../contract/request-store.ts';
import { type AccountArea, type Member, sharedAccountArea } from '../../support/account-area.ts';
import { packs, payWithInvoice, placeOrder, suspend } from '../../support/account-area-belongings.ts';

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
  const area = sharedAccountArea({ clock: 'standing', env: { PACKS: packs } });

  test('shows a new account only the first steps, and all the rest after the first request', async () => {
    const member = await area().signUp();
    const { visitor } = member;
    const open = async () => {
      const { text, html, forms } = await visitor.open('/account');
      const done = text.match(/\bdone\b/g)?.length ?? 0;
      return {
        done,
        acts: forms.map(({ action }) => action).filter((action) => !/^\/(theme|sign-out)$/.test(action)),
        hasFigures: html.includes('class="figures"'),
      };
    };
    assert.deepEqual(await open(), { done: 0, acts: [], hasFigures: false });
    await member.buy(1_000);
    assert.deepEqual(await open(), { done: 1, acts: ['/keys'], hasFigures: false });
    await visitor.submit(await visitor.open('/account'), '/keys', { name: 'shop' });
    assert.deepEqual(await open(), { done: 2, acts: ['/playground'], hasFigures: false });
    await translate(member, 'uno dos');
    assert.deepEqual(await open(), { done: 0, acts: [], hasFigures: true });
  });

  test('shows the balance, its expiry, recent usage, and the keys', async () => {
    const member = await area().signUp();
    await member.buy(12_345, later(area().now(), 100 * dayMs + 60_000));
    await translate(member, 'uno dos');
    await member.visitor.submit(await member.visitor.open('/keys/new'), '/keys', { name: 'the shop' });
    const page = await member.visitor.open('/account');
    assert.match(page.text, /Balance 12,338 .* \d+ \w+ \d{4} , in 100 days Used in 30 days 7 1 request /);
    assert.match(page.html, /<meter max="12345" value="12338" /);
    assert.match(page.html, /<title>\d+ \w{3} \d{4}: 7 characters; Playground: 7<\/title>/);
    assert.match(page.text, /the shop never used 1 of 5 keys/);
  });

  test('counts failures, and times successful requests, of the newest thousand', async () => {
    const member = await area().signUp();
    const made = (count: number, options: object) =>
      Array.from({ length: count }, () => newRequest(member.accountId, { at: area().now(), ...options }));
    const figures = async () => {
      const { text, links } = await member.visitor.open('/account');
      return [links.includes('/requests?status=failed'), /Successful requests .*? ms Characters/.exec(text)?.[0]];
    };
    const times = Array.from({ length: 100 }, (_, index) => made(1, { tookMs: 100 - index })).flat();
    await area().stores.requests.recordRequests(times);
    const all = 'Successful requests 100% None of 100 failed Response time 50 ms Median of 100 successful requests';
    assert.deepEqual(await figures(), [false, `${all} 95% within 95 ms Characters`]);
    await area().stores.requests.recordRequests([
      ...made(1, { status: 429, code: 'rate_limit_exceeded', tookMs: 9_000 }),
      ...made(1_000, { at: later(area().now(), -1), tookMs: 7 }),
    ]);
    const newest = 'Successful requests 99.9% 1 of the last 1,000 failed Response time 7 ms';
    const timed = 'Median of 999 successful requests 95% within 51 ms Characters';
    assert.deepEqual(await figures(), [true, `${newest} ${timed}`]);
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
    assert.deepEqual(toRequests, ['/requests', ...listed]);
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

  test('an invoice is two clicks away, and a new key three', async () => {
    const member = await area().signUp();
    const invoice = await payWithInvoice(area(), await placeOrder(member));
    await translate(member, 'uno');
    const { visitor } = member;
    const clicked = async (paths: readonly string[]) => {
      let page = await visitor.open('/account');
      for (const path of paths) {
        assert.ok(page.links.includes(path), `${page.path} does not lead to ${path}`);
        page = await visitor.open(path);
      }
      return page;
    };
    assert.match((await clicked(['/orders', `/invoices/${invoice}`])).text, new RegExp(invoice));
    const made = await visitor.submit(await clicked(['/keys', '/keys/new']), '/keys', { name: 'shop' });
    assert.match(made.text, /dragoman_live_/);
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
