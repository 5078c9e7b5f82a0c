import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, dayMs, later } from '../../../src/ground/units.ts';
import { timeOrderedId } from '../../../src/ops/time-ordered-id.ts';
import type { OrderId } from '../../../src/shop/orders/order.ts';
import { Orders } from '../../../src/shop/orders/orders.ts';
import { referenceOf } from '../../../src/shop/orders/reference.ts';
import { dayText } from '../../../src/web/pieces.ts';
import {
  type AccountArea,
  type AccountAreaOptions,
  type Member,
  startAccountArea,
} from '../../support/account-area.ts';
import type { Shown } from '../../support/account-area-visitor.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeStripe, signatureOf } from '../../support/fake-stripe.ts';
import { momentBy } from '../../support/ledger-world.ts';
import { operate } from '../../support/operate.ts';

const PACKS = JSON.stringify([
  { name: 'Piccolo <b>', characters: 2_000, price: '3.00', currency: 'EUR', valid_days: 30 },
  { name: 'Grande', characters: 1_000_000, price: '900', currency: 'JPY' },
]);

const SELLER = 'Dragoman Ltd.\\n1 Long Street\\nLisbon';

const PAYMENT_INSTRUCTIONS = 'Pay to Dragoman Ltd.\\nIBAN PT50 0002';

type Shop = AccountArea & { readonly orders: Orders; readonly ana: Member };

async function openShop(env: Readonly<Record<string, string>> = {}, options: AccountAreaOptions = {}): Promise<Shop> {
  const area = await startAccountArea({ ...options, env: { PACKS, SELLER, PAYMENT_INSTRUCTIONS, ...env } });
  const orders = new Orders({
    store: area.stores.orders,
    now: area.now,
    moment: momentBy(area.now),
    newId: timeOrderedId,
  });
  return { ...area, orders, ana: await area.signUp() };
}

/** Sends the form of the `index`th pack on the page. */
async function choose({ visitor }: Pick<Member, 'visitor'>, index = 0): Promise<Shown> {
  const page = await visitor.open('/packs');
  const form = page.forms.filter(({ action }) => action === '/packs')[index];
  assert.ok(form, page.text);
  return visitor.send(form);
}

function idIn({ path }: Shown): OrderId {
  const [, id] = /^\/orders\/([0-9a-f-]{36})/.exec(path) ?? [];
  assert.ok(id, path);
  return id as OrderId;
}

async function balanceOf({ stores, now }: AccountArea, { accountId }: Member): Promise<number | undefined> {
  return (await stores.ledger.readBalance(accountId, now()))?.balance;
}

describe('packs', () => {
  test('are shown with their price, the price per million, and the resulting balance', async () => {
    await using shop = await openShop({}, { clock: 'standing' });
    const { text, html } = await shop.ana.visitor.open('/packs');
    assert.match(text, /You have no characters yet\./);
    assert.match(text, /3\.00 EUR 2,000 characters, valid for 30 days 1500\.00 EUR per million/);
    assert.match(text, /900 JPY 1,000,000 characters, valid for 365 days 900 JPY per million/);
    assert.match(html, /Piccolo &lt;b&gt;/);
    assert.match(text, /does not restore expired characters/);
    await shop.ana.buy(5_000);
    const until = dayText(later(shop.now(), 365 * dayMs));
    assert.match((await shop.ana.visitor.open('/packs')).text, /You have 5,000 characters, valid until/);
    assert.match((await shop.ana.visitor.open('/packs')).text, new RegExp(`you have 7,000 characters until ${until}`));
  });

  test('show the pack that was bought last first', async () => {
    await using shop = await openShop();
    assert.doesNotMatch((await shop.ana.visitor.open('/packs')).text, /bought this pack last/);
    const bought = idIn(await choose(shop.ana, 1));
    await shop.orders.reportPayment(bought, { kind: 'paid' });
    idIn(await choose(shop.ana, 1));
    const { text } = await shop.ana.visitor.open('/packs');
    assert.match(text, /Grande .*You bought this pack last\..* Order Grande for 900 JPY .*Piccolo/);
  });

  test("show when the account's characters have expired", async () => {
    await using shop = await openShop();
    await shop.ana.buy(5_000, later(shop.now(), 60_000));
    shop.advance(60_001);
    const { text } = await shop.ana.visitor.open('/packs');
    assert.match(text, /Your characters expired on/);
    assert.match(text, /If you pay today, you have 2,000 characters/);
  });

  test('are not bought at another price than the one on the page', async () => {
    await using shop = await openShop();
    const page = await shop.ana.visitor.open('/packs');
    const [form] = page.forms.filter(({ action }) => action === '/packs');
    assert.ok(form);
    const offer = new Map(form.fields).get('offer')?.replace('300', '1') ?? '';
    const refused = await shop.ana.visitor.send(form, { offer });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Nothing was ordered: this offer has changed/);
    assert.match(refused.text, /3\.00 EUR/);
    assert.deepEqual(await shop.orders.page({ accountId: shop.ana.accountId, before: undefined, limit: 9 }), []);
  });

  test('are ordered once, however often one form is sent', async () => {
    await using shop = await openShop();
    const page = await shop.ana.visitor.open('/packs');
    const [form] = page.forms.filter(({ action }) => action === '/packs');
    assert.ok(form);
    const sent = await Promise.all([1, 2, 3, 4].map(() => shop.ana.visitor.send(form)));
    assert.equal(new Set(sent.map(idIn)).size, 1);
    assert.notEqual(idIn(await choose(shop.ana)), idIn(sent[0] as Shown));
    const acts = await shop.stores.audit.listActs({ accountId: shop.ana.accountId, limit: 50 });
    assert.equal(acts.filter(({ act }) => act === 'order.placed').length, 2);
  });

  test('are not sold to a suspended account, and the page says so', async () => {
    await using shop = await openShop();
    const page = await shop.ana.visitor.open('/packs');
    const waiting = await choose(shop.ana);
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'suspend', '--account', shop.ana.email);
    const [form] = page.forms.filter(({ action }) => action === '/packs');
    assert.ok(form);
    const refused = await shop.ana.visitor.send(form);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Nothing was ordered: your account is suspended/);
    assert.deepEqual(
      refused.forms.filter(({ action }) => action === '/packs'),
      [],
    );
    assert.match((await shop.ana.visitor.open('/packs')).text, /Your account is suspended, so you cannot buy/);
    assert.match((await shop.ana.visitor.open(waiting.path)).text, /Waiting for payment|waits for your payment/);
  });

  test('are ordered at most twenty times a day without a payment', async () => {
    await using shop = await openShop();
    for (let count = 0; count < 20; count++) await choose(shop.ana);
    const refused = await choose(shop.ana);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /you have too many unpaid orders/);
    shop.advance(dayMs + 1);
    idIn(await choose(shop.ana));
  });

  test('are ordered at most 20 times a day, also with 30 concurrent requests', async () => {
    await using shop = await openShop();
    const shown = await Promise.all(Array.from({ length: 30 }, () => choose(shop.ana)));
    assert.equal(shown.filter(({ status }) => status === 200).length, 20);
    assert.equal((await shop.orders.list({ accountId: shop.ana.accountId })).length, 20);
  });
});

describe('without a provider', () => {
  test('no order is taken while buyers cannot be told how to pay', async () => {
    await using shop = await openShop({ PAYMENT_INSTRUCTIONS: '', SUPPORT_EMAIL: 'help@example.com' });
    const { text, forms } = await shop.ana.visitor.open('/packs');
    assert.match(text, /You cannot buy characters at the moment.* Write to help@example\.com/);
    assert.deepEqual(
      forms.filter(({ action }) => action === '/packs'),
      [],
    );
    const fields = [
      ['offer', '2000 30 300 EUR Piccolo <b>'],
      ['attempt', timeOrderedId()],
    ] as const;
    const form = { method: 'post', action: '/packs', isMultipart: false, fields, buttons: [] };
    const refused = await shop.ana.visitor.send(form);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Nothing was ordered: this service takes no orders/);
    assert.deepEqual(await shop.orders.list({ accountId: shop.ana.accountId }), []);
  });

  test('an order shows how to pay and its reference, and is granted when the operator marks it as paid', async () => {
    await using shop = await openShop();
    const order = await choose(shop.ana);
    const id = idIn(order);
    assert.match(order.text, /Pay 3\.00 EUR ?, and state this reference/);
    assert.match(order.text, new RegExp(`${referenceOf(id)}.*Pay to Dragoman Ltd\\. ?IBAN PT50 0002`));
    assert.doesNotMatch(order.text, /Receipt/);
    const [found] = await shop.orders.findByReference(referenceOf(id));
    assert.equal(found?.id, id);
    await operate({ DATA_DIR: shop.dataDir }, 'order', 'mark-paid', '--id', id);
    assert.equal(await balanceOf(shop, shop.ana), 2_000);
    const paid = await shop.ana.visitor.open(order.path);
    assert.match(paid.text, /Paid\. 2,000 characters were added to your balance/);
    assert.match(paid.text, /Receipt Dragoman Ltd\. ?1 Long Street ?Lisbon/);
    assert.match(paid.text, new RegExp(`Buyer ${shop.ana.email}`));
    assert.match(paid.text, /Amount 3\.00 EUR Payment by transfer, or as agreed/);
  });

  test('a refunded order shows the amount and the characters taken back', async () => {
    await using shop = await openShop();
    const order = await choose(shop.ana);
    const id = idIn(order);
    await shop.orders.reportPayment(id, { kind: 'paid' });
    await shop.orders.reportPayment(id, { kind: 'refunded', refunded: 150 });
    const partly = await shop.ana.visitor.open(order.path);
    assert.match(partly.text, /1\.50 of 3\.00 EUR were refunded, and 1,000 characters were taken/);
    assert.match((await shop.ana.visitor.open('/orders')).text, /Partly refunded/);
    await shop.orders.reportPayment(id, { kind: 'disputed' });
    assert.match((await shop.ana.visitor.open(order.path)).text, /The payment is disputed, so 2,000 characters/);
    await shop.orders.reportPayment(id, { kind: 'dispute_won' });
    await shop.orders.reportPayment(id, { kind: 'refunded', refunded: 300 });
    const all = await shop.ana.visitor.open(order.path);
    assert.match(all.text, /3\.00 of 3\.00 EUR were refunded.* Refunded 3\.00 EUR Characters taken back 2,000/);
    assert.match((await shop.ana.visitor.open('/orders')).text, /Refunded/);
  });

  test("other accounts' orders are not found, on any page or act", async () => {
    await using shop = await openShop();
    const id = idIn(await choose(shop.ana));
    const { visitor } = await shop.signUp();
    for (const path of [`/orders/${id}`, `/orders/${id}/wait`, `/orders?before=${id}`, '/orders/nothing']) {
      assert.equal((await visitor.open(path)).status, 404, path);
    }
    assert.equal((await visitor.post(`/orders/${id}/pay`)).status, 404);
    const forged = await visitor.post('/packs', { offer: 'nothing', attempt: id });
    assert.equal(forged.status, 400);
  });

  test('orders are listed newest first, by pages', async () => {
    await using shop = await openShop();
    const { accountId, visitor } = shop.ana;
    assert.match((await visitor.open('/orders')).text, /You have not ordered anything yet/);
    const pack = { name: 'P', characters: characters(5), validDays: 1, price: 100, currency: 'EUR' };
    const placed: string[] = [];
    const now = () => later(shop.now(), placed.length);
    const orders = new Orders({ store: shop.stores.orders, now, moment: momentBy(now), newId: timeOrderedId });
    while (placed.length < 60) {
      placed.push(referenceOf((await orders.place({ accountId, provider: 'manual', pack })).id));
    }
    const read: string[] = [];
    let path: string | undefined = '/orders';
    for (let pages = 0; path !== undefined && pages < 9; pages++) {
      const { html } = await visitor.open(path);
      read.push(
        ...[...html.matchAll(/>([0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4})</g)].map(([, reference = '']) => reference),
      );
      path = /href="(\/orders\?before=[^"]+)"/.exec(html)?.[1];
    }
    assert.deepEqual(read, placed.toReversed());
  });
});

describe('in a demo', () => {
  test('every order is paid immediately, and the pages say that payments are simulated', async () => {
    await using shop = await openShop({ DRAGOMAN_DEMO: '1' });
    assert.match((await shop.ana.visitor.open('/packs')).text, /This is a demo\. There are no real payments/);
    const paid = await choose(shop.ana);
    assert.match(paid.text, /Paid\. 2,000 characters were added/);
    assert.match(paid.text, /Payment demo: no money was paid/);
    assert.equal(await balanceOf(shop, shop.ana), 2_000);
  });

  test('Stripe takes the payments if it is configured', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop({ DRAGOMAN_DEMO: '1', ...standIn.env });
    assert.match((await shop.ana.visitor.open('/packs')).text, /You pay on a page of Stripe/);
  });
});

/** Sends the form of a pack without following the redirect. */
async function orderOf({ ana, orders }: Shop): Promise<{ readonly id: OrderId; readonly to: string | null }> {
  const page = await ana.visitor.open('/packs');
  const [form] = page.forms.filter(({ action }) => action === '/packs');
  const reply = await ana.visitor.post('/packs', Object.fromEntries(form?.fields ?? []));
  const [placed] = await orders.page({ accountId: ana.accountId, before: undefined, limit: 1 });
  assert.ok(placed);
  return { id: placed.id, to: reply.headers.get('Location') };
}

describe('with Stripe', () => {
  test('a buyer is redirected to its page, and an interrupted order can be continued', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { id, to } = await orderOf(shop);
    const session = standIn.sessionFor(id);
    assert.equal(to, session.url);
    assert.equal(session.success_url, `${shop.url}/orders/${id}?from=checkout`);
    const page = await shop.ana.visitor.open(`/orders/${id}?from=cancel`);
    assert.match(page.text, /You have left the payment page\. Nothing was paid/);
    assert.deepEqual(page.forms.filter(({ action }) => action === `/orders/${id}/pay`).length, 1);
    const again = await shop.ana.visitor.post(`/orders/${id}/pay`);
    assert.equal(again.headers.get('Location'), session.url);
    const csp = page.headers.get('Content-Security-Policy') ?? '';
    assert.match(csp, new RegExp(`form-action 'self' ${standIn.url};`));
  });

  test('an order of an account that was suspended later cannot be continued', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { id } = await orderOf(shop);
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'suspend', '--account', shop.ana.email);
    const page = await shop.ana.visitor.open(`/orders/${id}`);
    assert.match(page.text, /Your account is suspended, so you cannot pay now/);
    assert.ok(page.forms.every(({ action }) => action !== `/orders/${id}/pay`));
    const refused = await shop.ana.visitor.post(`/orders/${id}/pay`);
    assert.deepEqual([refused.status, refused.headers.get('Location')], [400, null]);
    assert.match(await refused.text(), /your account is suspended/);
  });

  test('a signed webhook grants once; others are refused, and a failed one is requested again', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { id } = await orderOf(shop);
    standIn.records.pay(standIn.sessionFor(id));
    const event = standIn.records.events.at(-1);
    assert.ok(event);
    assert.equal(await standIn.deliver(shop.url, event, 3_600), 400);
    const bare = await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: JSON.stringify(event) });
    assert.equal(bare.status, 400);
    const large = 'x'.repeat(1_048_577);
    const headers = { 'Stripe-Signature': signatureOf(large) };
    assert.equal((await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: large, headers })).status, 400);
    assert.equal(await balanceOf(shop, shop.ana), 0);
    standIn.failNext('/sessions/', 500, 500, 500);
    assert.equal(await standIn.deliver(shop.url, event), 500);
    assert.equal(await balanceOf(shop, shop.ana), 0);
    const answers = await Promise.all([1, 2, 3].map(() => standIn.deliver(shop.url, event)));
    assert.deepEqual(answers, [200, 200, 200]);
    assert.equal(await standIn.deliver(shop.url, { ...event, id: 'evt_other', type: 'customer.created' }), 200);
    assert.equal(await balanceOf(shop, shop.ana), 2_000);
    assert.match((await shop.ana.visitor.open(`/orders/${id}?from=checkout`)).text, /Paid\. 2,000 characters/);
  });

  test('a buyer who returns before any webhook sees the order settle, because the page asks Stripe', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { id } = await orderOf(shop);
    standIn.records.pay(standIn.sessionFor(id));
    const first = await shop.ana.visitor.open(`/orders/${id}?from=checkout`);
    assert.match(first.text, /We are waiting for your payment/);
    assert.match(first.html, new RegExp(`<noscript><meta http-equiv="refresh" content="5;url=/orders/${id}\\?try=1`));
    await eventually(async () => (await balanceOf(shop, shop.ana)) === 2_000);
    const part = await shop.ana.visitor.fetch(`/orders/${id}/wait?try=1`, { headers: { 'HX-Request': 'true' } });
    assert.equal(part.headers.get('HX-Refresh'), 'true');
  });

  test('a page polls at growing intervals, and then stops', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { id } = await orderOf(shop);
    const delays = [];
    for (const tries of [0, 1, 5, 10, 20, 39]) {
      const { html } = await shop.ana.visitor.open(`/orders/${id}?try=${tries}`);
      delays.push(Number(/delay:(\d+)s/.exec(html)?.[1]));
    }
    assert.deepEqual(delays, [2, 3, 7, 19, 30, 30]);
    const last = await shop.ana.visitor.open(`/orders/${id}?try=40`);
    assert.doesNotMatch(last.html, /hx-get|http-equiv="refresh"/);
    assert.match(last.text, /This page no longer checks for the payment\. Check again/);
  });

  test('while Stripe is unreachable, an order is placed and stays unpaid, and the pages say so', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    standIn.failNext('checkout', 500, 500, 500);
    const { id, to } = await orderOf(shop);
    assert.equal(to, `/orders/${id}?from=unavailable`);
    assert.match((await shop.ana.visitor.open(to)).text, /The payment page is unreachable at the moment/);
    const again = await shop.ana.visitor.post(`/orders/${id}/pay`);
    assert.equal(again.headers.get('Location'), standIn.sessionFor(id).url);
  });

  test('while Stripe is slow, 32 buyers wait, and others are asked to try again', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { id } = await orderOf(shop);
    const { release } = standIn.stall('/sessions');
    const replies: (string | null)[] = [];
    const sent = Array.from({ length: 40 }, async () => {
      replies.push((await shop.ana.visitor.post(`/orders/${id}/pay`)).headers.get('Location'));
    });
    await eventually(() => replies.length >= 8);
    assert.deepEqual(new Set(replies), new Set([`/orders/${id}?from=unavailable`]));
    release();
    await Promise.all(sent);
    assert.equal(replies.filter((to) => to === standIn.sessionFor(id).url).length, 32);
  });

  test('an order older than two weeks, or of another provider, can no longer be paid', async () => {
    await using standIn = await FakeStripe.start();
    await using shop = await openShop(standIn.env);
    const { accountId, visitor } = shop.ana;
    const pack = { name: 'P', characters: characters(5), validDays: 1, price: 100, currency: 'EUR' };
    const twoWeeksAgo = () => later(shop.now(), -14 * dayMs);
    const past = new Orders({
      store: shop.stores.orders,
      now: twoWeeksAgo,
      moment: momentBy(twoWeeksAgo),
      newId: timeOrderedId,
    });
    for (const { id } of [
      await shop.orders.place({ accountId, provider: 'demo', pack }),
      await past.place({ accountId, provider: 'stripe', pack }),
    ]) {
      const refused = await visitor.post(`/orders/${id}/pay`);
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /This order can no longer be paid/);
      const { text } = await visitor.open(`/orders/${id}`);
      assert.match(text, /was not paid in time and can no longer be paid\. A payment that you have already started/);
      assert.match(text, /valid for 1 day from the payment/);
    }
    assert.deepEqual(
      standIn.asked.filter((asked) => asked.includes('sessions')),
      [],
    );
  });
});

describe('trial pack', () => {
  const trialForm = ({ forms }: Shown) => forms.find(({ action }) => action === '/packs/trial');

  test('is an order with price 0, granted once for each account, also after two concurrent clicks', async () => {
    await using shop = await openShop({ TRIAL_CHARACTERS: '500' });
    const form = trialForm(await shop.ana.visitor.open('/account'));
    assert.ok(form);
    const sent = await Promise.all([shop.ana.visitor.send(form), shop.ana.visitor.send(form)]);
    assert.deepEqual(
      sent.map(({ path }) => path),
      ['/keys/new', '/keys/new'],
    );
    assert.equal(await balanceOf(shop, shop.ana), 500);
    assert.equal(trialForm(await shop.ana.visitor.open('/packs')), undefined);
    const [order, ...others] = await shop.orders.list({ accountId: shop.ana.accountId });
    assert.deepEqual(others, []);
    assert.deepEqual([order?.pack.price, order?.pack.currency, order?.provider], [0, 'EUR', 'trial']);
    const receipt = await shop.ana.visitor.open(`/orders/${order?.id}`);
    assert.match(receipt.text, /Create your API key.*Receipt.*0\.00 EUR.*a free trial/);
  });

  test('is taken once by each mailbox, also after an erasure and with another spelling', async () => {
    await using shop = await openShop({ TRIAL_CHARACTERS: '500', TRIAL_DOMAINS: 'example.org=example.net:.' });
    const first = await shop.signUp('ana@example.org');
    const form = trialForm(await first.visitor.open('/packs'));
    assert.ok(form);
    const second = await shop.signUp('an.a+1@example.net');
    assert.ok(trialForm(await second.visitor.open('/account')));
    await first.visitor.send(form);
    assert.equal(trialForm(await second.visitor.open('/account')), undefined);
    assert.match((await second.visitor.send(form)).text, /Nothing was ordered: this mailbox has already had its trial/);
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'erase', '--account', first.email);
    const third = await shop.signUp(first.email);
    assert.equal(trialForm(await third.visitor.open('/packs')), undefined);
    assert.match((await third.visitor.send(form)).text, /Nothing was ordered: this mailbox has already had its trial/);
    assert.equal(await balanceOf(shop, third), 0);
  });

  test('is refused to a suspended account, and is offered only if the operator configures one', async () => {
    await using shop = await openShop({ TRIAL_CHARACTERS: '500' });
    const form = trialForm(await shop.ana.visitor.open('/packs'));
    assert.ok(form);
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'suspend', '--account', shop.ana.email);
    assert.match((await shop.ana.visitor.send(form)).text, /Nothing was ordered: your account is suspended/);
    await using plain = await openShop();
    for (const path of ['/account', '/packs']) assert.equal(trialForm(await plain.ana.visitor.open(path)), undefined);
    assert.match((await plain.ana.visitor.send(form)).text, /Nothing was ordered/);
    assert.equal(await balanceOf(plain, plain.ana), 0);
  });
});
