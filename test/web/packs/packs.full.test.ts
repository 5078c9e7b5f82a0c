import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, dayMs, later } from '../../../src/ground/units.ts';
import { timeOrderedId } from '../../../src/ops/time-ordered-id.ts';
import { type OrderId, referenceOf } from '../../../src/shop/orders/order.ts';
import { Orders } from '../../../src/shop/orders/orders.ts';
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
  return { ...area, orders: ordersAt(area, area.now), ana: await area.signUp() };
}

function ordersAt({ stores }: Pick<AccountArea, 'stores'>, now: AccountArea['now']): Orders {
  return new Orders({ store: stores.orders, now, moment: momentBy(now), newId: timeOrderedId });
}

const offersOn = ({ forms }: Shown) => forms.filter(({ action }) => action === '/packs');

/** Sends the form of the first pack on the page. */
async function choose({ visitor }: Pick<Member, 'visitor'>): Promise<Shown> {
  const page = await visitor.open('/packs');
  const [form] = offersOn(page);
  assert.ok(form, page.text);
  return visitor.send(form);
}

function idIn({ path }: Shown): OrderId {
  const [, id] = /^\/orders\/([0-9a-f-]{36})/.exec(path) ?? [];
  assert.ok(id, path);
  return id as OrderId;
}

/** Fails unless a reply refuses with one notice and no redirect to an order. */
function assertRefused({ status, notices, path }: Shown): void {
  assert.deepEqual([status, notices.includes('bad'), path.startsWith('/packs')], [400, true, true]);
}

async function balanceOf({ stores, now }: AccountArea, { accountId }: Member): Promise<number | undefined> {
  return (await stores.ledger.readBalance(accountId, now()))?.balance;
}

describe('packs', () => {
  test('are shown with their price, the price per million, and the resulting balance', async () => {
    await using shop = await openShop({}, { clock: 'standing' });
    const { text, html } = await shop.ana.visitor.open('/packs');
    assert.match(text, /3\.00 EUR 2,000 characters, valid for 30 days 1500\.00 EUR per million/);
    assert.match(text, /900 JPY 1,000,000 characters, valid for 365 days 900 JPY per million/);
    assert.match(html, /Piccolo &lt;b&gt;/);
    await shop.ana.buy(5_000);
    const until = dayText(later(shop.now(), 365 * dayMs));
    assert.match((await shop.ana.visitor.open('/packs')).text, new RegExp(`7,000 characters until ${until}`));
  });

  test('are not bought at another price than the one on the page', async () => {
    await using shop = await openShop();
    const [form] = offersOn(await shop.ana.visitor.open('/packs'));
    assert.ok(form);
    const offer = new Map(form.fields).get('offer')?.replace('300', '1') ?? '';
    const refused = await shop.ana.visitor.send(form, { offer });
    assertRefused(refused);
    assert.match(refused.text, /3\.00 EUR/);
    assert.deepEqual(await shop.orders.page({ accountId: shop.ana.accountId, before: undefined, limit: 9 }), []);
  });

  test('are ordered once, however often one form is sent, and at most 20 times a day without a payment', async () => {
    await using shop = await openShop();
    const [form] = offersOn(await shop.ana.visitor.open('/packs'));
    assert.ok(form);
    const sent = await Promise.all([1, 2, 3, 4].map(() => shop.ana.visitor.send(form)));
    assert.equal(new Set(sent.map(idIn)).size, 1);
    for (let count = 1; count < 20; count++) assert.notEqual(idIn(await choose(shop.ana)), idIn(sent[0] as Shown));
    const acts = await shop.stores.audit.listActs({ accountId: shop.ana.accountId, limit: 50 });
    assert.equal(acts.filter(({ act }) => act === 'order.placed').length, 20);
    assertRefused(await choose(shop.ana));
    shop.advance(dayMs + 1);
    idIn(await choose(shop.ana));
  });
});

describe('without a provider', () => {
  test('no order is taken while buyers cannot be told how to pay', async () => {
    await using shop = await openShop({ PAYMENT_INSTRUCTIONS: '', SUPPORT_EMAIL: 'help@example.com' });
    const page = await shop.ana.visitor.open('/packs');
    assert.match(page.text, /help@example\.com/);
    assert.deepEqual(offersOn(page), []);
    const offer = { offer: '2000 30 300 EUR Piccolo <b>', attempt: timeOrderedId() };
    assert.equal((await shop.ana.visitor.post('/packs', offer)).status, 400);
    assert.deepEqual(await shop.orders.list({ accountId: shop.ana.accountId }), []);
  });

  test('an order shows how to pay and its reference, and is granted when the operator marks it as paid', async () => {
    await using shop = await openShop();
    const order = await choose(shop.ana);
    const id = idIn(order);
    assert.match(order.text, new RegExp(`3\\.00 EUR.*${referenceOf(id)}.*Pay to Dragoman Ltd\\. ?IBAN PT50 0002`));
    const [found] = await shop.orders.findByReference(referenceOf(id));
    assert.equal(found?.id, id);
    await operate({ DATA_DIR: shop.dataDir }, 'order', 'mark-paid', '--id', id);
    assert.equal(await balanceOf(shop, shop.ana), 2_000);
    const paid = await shop.ana.visitor.open(order.path);
    assert.deepEqual([order.notices, paid.notices], [['warn'], ['good']]);
    assert.match(paid.text, /2,000 characters.*Receipt Dragoman Ltd\. ?1 Long Street ?Lisbon/);
    assert.match(paid.text, new RegExp(`Buyer ${shop.ana.email}.*Amount 3\\.00 EUR`));
  });

  test('a refunded order shows the amount and the characters taken back', async () => {
    await using shop = await openShop();
    const order = await choose(shop.ana);
    const id = idIn(order);
    const shown = async () => (await shop.ana.visitor.open(order.path)).text;
    const listed = async () => (await shop.ana.visitor.open('/orders')).text;
    await shop.orders.reportPayment(id, { kind: 'paid' });
    await shop.orders.reportPayment(id, { kind: 'refunded', refunded: 150 });
    assert.match(await shown(), /1\.50 of 3\.00 EUR .* 1,000 characters/);
    assert.match(await listed(), /Partly refunded/);
    await shop.orders.reportPayment(id, { kind: 'disputed' });
    assert.match(await shown(), /2,000 characters/);
    await shop.orders.reportPayment(id, { kind: 'dispute_won' });
    await shop.orders.reportPayment(id, { kind: 'refunded', refunded: 300 });
    assert.match(await shown(), /Refunded 3\.00 EUR Characters taken back 2,000/);
    assert.match(await listed(), /Refunded/);
  });

  test('orders are listed newest first, by pages', async () => {
    await using shop = await openShop();
    const { accountId, visitor } = shop.ana;
    const pack = { name: 'P', characters: characters(5), validDays: 1, price: 100, currency: 'EUR' };
    const placed: string[] = [];
    const orders = ordersAt(shop, () => later(shop.now(), placed.length));
    while (placed.length < 60) {
      placed.push(referenceOf((await orders.place({ accountId, provider: 'manual', pack })).id));
    }
    const read: string[] = [];
    for (let path: string | undefined = '/orders'; path !== undefined; ) {
      const page: Shown = await visitor.open(path);
      const references = page.html.matchAll(/>([0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4})</g);
      read.push(...[...references].map(([, reference = '']) => reference));
      path = page.links.find((link) => link.startsWith('/orders?before='));
    }
    assert.deepEqual(read, placed.toReversed());
  });
});

describe('with Stripe', () => {
  /** A shop with an order of the first pack, whose page of payment the buyer has not opened. */
  async function openStripeShop(failures: readonly number[] = []) {
    await using opening = new AsyncDisposableStack();
    const standIn = opening.use(await FakeStripe.start());
    const shop = opening.use(await openShop(standIn.env));
    const { accountId, visitor } = shop.ana;
    standIn.failNext('checkout', ...failures);
    const [form] = offersOn(await visitor.open('/packs'));
    const reply = await visitor.post('/packs', Object.fromEntries(form?.fields ?? []));
    const [placed] = await shop.orders.page({ accountId, before: undefined, limit: 1 });
    assert.ok(placed);
    const opened = opening.move();
    const order = { id: placed.id, to: reply.headers.get('Location') ?? '' };
    return { ...order, standIn, shop, visitor, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  }

  test('a buyer is redirected to its page, and an interrupted order can be continued', async () => {
    await using world = await openStripeShop();
    const { id, to, standIn, shop, visitor } = world;
    const session = standIn.sessionFor(id);
    assert.equal(to, session.url);
    assert.equal(session.success_url, `${shop.url}/orders/${id}?from=checkout`);
    const page = await visitor.open(`/orders/${id}?from=cancel`);
    assert.deepEqual(page.notices, ['warn']);
    assert.equal(page.forms.filter(({ action }) => action === `/orders/${id}/pay`).length, 1);
    const again = await visitor.post(`/orders/${id}/pay`);
    assert.equal(again.headers.get('Location'), session.url);
    const csp = page.headers.get('Content-Security-Policy') ?? '';
    assert.match(csp, new RegExp(`form-action 'self' ${standIn.url};`));
  });

  test('an order of an account that was suspended later cannot be continued', async () => {
    await using world = await openStripeShop();
    const { id, shop, visitor } = world;
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'suspend', '--account', shop.ana.email);
    const page = await visitor.open(`/orders/${id}`);
    assert.ok(page.forms.every(({ action }) => action !== `/orders/${id}/pay`));
    const refused = await visitor.post(`/orders/${id}/pay`);
    assert.deepEqual([refused.status, refused.headers.get('Location')], [400, null]);
  });

  test('a signed webhook grants once; others are refused, and a failed one is requested again', async () => {
    await using world = await openStripeShop();
    const { id, standIn, shop } = world;
    standIn.records.pay(standIn.sessionFor(id));
    const event = standIn.records.events.at(-1);
    assert.ok(event);
    assert.equal(await standIn.deliver(shop.url, event, 3_600), 400);
    const bare = await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: JSON.stringify(event) });
    assert.equal(bare.status, 400);
    const large = 'x'.repeat(1_048_577);
    const headers = { 'Stripe-Signature': signatureOf(large) };
    assert.equal((await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: large, headers })).status, 400);
    standIn.failNext('/sessions/', 500, 500, 500);
    assert.equal(await standIn.deliver(shop.url, event), 500);
    assert.equal(await balanceOf(shop, shop.ana), 0);
    const answers = await Promise.all([1, 2, 3].map(() => standIn.deliver(shop.url, event)));
    assert.deepEqual(answers, [200, 200, 200]);
    assert.equal(await balanceOf(shop, shop.ana), 2_000);
  });

  test('a page polls at growing intervals, and then stops', async () => {
    await using world = await openStripeShop();
    const { id, visitor } = world;
    const delays = [];
    for (const tries of [0, 1, 5, 10, 20, 39]) {
      const { html } = await visitor.open(`/orders/${id}?try=${tries}`);
      delays.push(Number(/delay:(\d+)s/.exec(html)?.[1]));
    }
    assert.deepEqual(delays, [2, 3, 7, 19, 30, 30]);
    const { html } = await visitor.open(`/orders/${id}?from=checkout`);
    assert.match(html, new RegExp(`<noscript><meta http-equiv="refresh" content="5;url=/orders/${id}\\?try=1`));
    const last = await visitor.open(`/orders/${id}?try=40`);
    assert.doesNotMatch(last.html, /hx-get|http-equiv="refresh"/);
  });

  test('while Stripe is unreachable, an order is placed and stays unpaid, and the pages say so', async () => {
    await using world = await openStripeShop([500, 500, 500]);
    const { id, to, standIn, visitor } = world;
    assert.equal(to, `/orders/${id}?from=unavailable`);
    assert.deepEqual((await visitor.open(to)).notices, ['warn']);
    const again = await visitor.post(`/orders/${id}/pay`);
    assert.equal(again.headers.get('Location'), standIn.sessionFor(id).url);
  });

  test('while Stripe is slow, 32 buyers wait, and others are asked to try again', async () => {
    await using world = await openStripeShop();
    const { id, standIn, visitor } = world;
    const { release } = standIn.stall('/sessions');
    const replies: (string | null)[] = [];
    const sent = Array.from({ length: 40 }, async () => {
      replies.push((await visitor.post(`/orders/${id}/pay`)).headers.get('Location'));
    });
    await eventually(() => replies.length >= 8);
    assert.deepEqual(new Set(replies), new Set([`/orders/${id}?from=unavailable`]));
    release();
    await Promise.all(sent);
    assert.equal(replies.filter((to) => to === standIn.sessionFor(id).url).length, 32);
  });

  test('an order older than two weeks, or of another provider, can no longer be paid', async () => {
    await using world = await openStripeShop();
    const { standIn, shop, visitor } = world;
    const { accountId } = shop.ana;
    const pack = { name: 'P', characters: characters(5), validDays: 1, price: 100, currency: 'EUR' };
    const past = ordersAt(shop, () => later(shop.now(), -14 * dayMs));
    const asked = standIn.asked.length;
    for (const { id } of [
      await shop.orders.place({ accountId, provider: 'demo', pack }),
      await past.place({ accountId, provider: 'stripe', pack }),
    ]) {
      assert.equal((await visitor.post(`/orders/${id}/pay`)).status, 400);
      const { forms } = await visitor.open(`/orders/${id}`);
      assert.ok(forms.every(({ action }) => action !== `/orders/${id}/pay`));
    }
    assert.equal(standIn.asked.slice(asked).filter((path) => path.includes('sessions')).length, 0);
  });
});

describe('trial pack', () => {
  const trialForm = ({ forms }: Shown) => forms.find(({ action }) => action === '/packs/trial');

  /** A member who got no trial with the confirmation, because the account was suspended then. */
  const signUpWithout = async (shop: Shop, email: string) => {
    const act = (name: string, option = '--account') =>
      operate({ DATA_DIR: shop.dataDir }, 'account', name, option, email);
    await act('create', '--email');
    await act('suspend');
    const member = await shop.signUp(email);
    await act('resume');
    return member;
  };

  test('is an order with price 0, granted once for each account, also after two concurrent clicks', async () => {
    await using shop = await openShop({ TRIAL_CHARACTERS: '500' });
    const bob = await signUpWithout(shop, 'bob@example.com');
    const form = trialForm(await bob.visitor.open('/account'));
    assert.ok(form);
    const sent = await Promise.all([bob.visitor.send(form), bob.visitor.send(form)]);
    const paths = sent.map(({ path }) => path);
    assert.deepEqual(paths, ['/keys/new', '/keys/new']);
    assert.equal(await balanceOf(shop, bob), 500);
    assert.equal(trialForm(await bob.visitor.open('/packs')), undefined);
    const [order, ...others] = await shop.orders.list({ accountId: bob.accountId });
    assert.deepEqual(others, []);
    assert.deepEqual([order?.pack.price, order?.pack.currency, order?.provider], [0, 'EUR', 'trial']);
    const receipt = await bob.visitor.open(`/orders/${order?.id}`);
    assert.match(receipt.text, /Receipt.*0\.00 EUR/);
    assert.ok(receipt.links.includes('/keys/new'));
  });

  test('is taken once by each mailbox, also after an erasure and with another spelling', async () => {
    await using shop = await openShop({ TRIAL_CHARACTERS: '500', TRIAL_DOMAINS: 'example.org=example.net:.' });
    const first = await signUpWithout(shop, 'ana@example.org');
    const form = trialForm(await first.visitor.open('/packs'));
    assert.ok(form);
    const second = await signUpWithout(shop, 'an.a+1@example.net');
    assert.ok(trialForm(await second.visitor.open('/account')));
    await first.visitor.send(form);
    assert.equal(trialForm(await second.visitor.open('/account')), undefined);
    assertRefused(await second.visitor.send(form));
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'erase', '--account', first.email);
    const third = await shop.signUp(first.email);
    assert.equal(trialForm(await third.visitor.open('/packs')), undefined);
    assertRefused(await third.visitor.send(form));
    assert.equal(await balanceOf(shop, third), 0);
  });

  test('is refused to a suspended account, and is offered only if the operator configures one', async () => {
    await using shop = await openShop({ TRIAL_CHARACTERS: '500' });
    const bob = await signUpWithout(shop, 'bob@example.com');
    const form = trialForm(await bob.visitor.open('/packs'));
    assert.ok(form);
    await operate({ DATA_DIR: shop.dataDir }, 'account', 'suspend', '--account', bob.email);
    assertRefused(await bob.visitor.send(form));
    await using plain = await openShop();
    for (const path of ['/account', '/packs']) assert.equal(trialForm(await plain.ana.visitor.open(path)), undefined);
    assertRefused(await plain.ana.visitor.send(form));
    assert.equal(await balanceOf(plain, plain.ana), 0);
  });
});
