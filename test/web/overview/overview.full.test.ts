import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters, dayMs, later } from '../../../src/ground/units.ts';
import type { ActId } from '../../../src/shop/audit/audit.ts';
import type { OrderId } from '../../../src/shop/orders/order.ts';
import { newRequest } from '../../contract/request-store.ts';
import { type AccountArea, type Member, startAccountArea } from '../../support/account-area.ts';

async function translate({ visitor }: Member, text: string): Promise<void> {
  const page = await visitor.open('/playground');
  const reply = await visitor.submit(page, '/playground', { text, source: 'es', target: 'en' });
  assert.equal(reply.status, 200, reply.text);
}

async function suspend({ stores, now }: AccountArea, { accountId }: Member): Promise<void> {
  const entry = { id: 'act' as ActId, at: now(), by: 'operator', act: 'account.suspended', accountId } as const;
  await stores.accounts.suspendAccount({ entry: { ...entry, subject: undefined }, reason: 'late payment' });
}

type Placed = { readonly name: string; readonly provider?: string };

async function order(area: AccountArea, member: Member, { name, provider = 'manual' }: Placed): Promise<void> {
  const pack = { name, characters: characters(10), validDays: 365, price: 990, currency: 'EUR' };
  const placed = { id: `order ${name}` as OrderId, accountId: member.accountId, provider, pack };
  await area.stores.orders.createOrder({ ...placed, createdAt: area.now() });
}

describe('overview', () => {
  test('guides a new account from its first pack to its first request', async () => {
    await using area = await startAccountArea();
    const member = await area.signUp();
    const { visitor } = member;
    const steps = async () => /First steps (.*?) Balance/.exec((await visitor.open('/account')).text)?.[1];
    assert.equal(await steps(), 'to do Buy characters to do Create key to do Send your first request');
    await member.buy(1_000);
    assert.match((await steps()) ?? '', /^✓ done Get characters to do Create key to do Send your first request/);
    assert.match((await visitor.open('/account')).html, /<a class="button primary" href="\/keys\/new">Create key<\/a>/);
    await visitor.submit(await visitor.open('/keys/new'), '/keys', { name: 'shop' });
    assert.match((await steps()) ?? '', /✓ done Create key to do Send your first request/);
    await translate(member, 'uno dos');
    assert.equal(await steps(), undefined);
  });

  test('shows the balance, its expiry, recent usage, and the keys', async () => {
    await using area = await startAccountArea();
    const member = await area.signUp();
    await member.buy(12_345, later(area.now(), 100 * dayMs + 60_000));
    await translate(member, 'uno dos');
    await member.visitor.submit(await member.visitor.open('/keys/new'), '/keys', { name: 'the shop' });
    const page = await member.visitor.open('/account');
    assert.match(page.text, /Balance 12,338 characters left Expires on \d+ \w+ \d{4}, \d\d:\d\d UTC , in 100 days/);
    assert.match(page.text, /Last 30 days 7 characters used in 1 request/);
    assert.match(page.html, /<title>\d+ \w{3} \d{4}: 7 characters; Playground: 7<\/title>/);
    assert.match(page.text, /1 active key \(limit: 5\) the shop never used/);
  });

  test('ignores usage of more than 30 days ago, and names the busiest day', async () => {
    await using area = await startAccountArea({ clock: 'standing' });
    const member = await area.signUp();
    await member.buy(1_000);
    await translate(member, 'uno dos tres cuatro');
    area.advance(29 * dayMs);
    await signInAgain(member);
    await translate(member, 'uno');
    const page = await member.visitor.open('/account');
    assert.match(page.text, /Last 30 days 22 characters used in 2 requests/);
    area.advance(dayMs);
    await signInAgain(member);
    assert.match((await member.visitor.open('/account')).text, /Last 30 days 3 characters used in 1 request /);
  });

  test('says how long the balance lasts at the pace of the last 30 days, or what is left when it expires', async () => {
    await using area = await startAccountArea({ clock: 'standing' });
    const member = await area.signUp();
    await member.buy(100, later(area.now(), 365 * dayMs));
    const text = async () => (await member.visitor.open('/account')).text;
    assert.doesNotMatch(await text(), /At this pace/);
    await translate(member, 'uno dos tres cuatro');
    assert.match(await text(), /At this pace, they last about 127 days, until \d+ \w+ \d{4} \./);
    await member.buy(1_000, later(area.now(), 365 * dayMs));
    assert.match(await text(), /At this pace, about 849 characters will be unused when they expire\./);
    await member.buy(3_149_000, later(area.now(), 365 * dayMs));
    assert.match(await text(), /At this pace, about 3\.1 M characters will be unused when they expire\./);
  });

  test('lists the last eight requests with a key, and leads to the others', async () => {
    await using area = await startAccountArea();
    const [member, eve] = [await area.signUp(), await area.signUp()];
    assert.doesNotMatch((await member.visitor.open('/account')).text, /Recent requests/);
    const requests = Array.from({ length: 9 }, (_, index) =>
      newRequest(member.accountId, { requestId: `request-${index}`, at: later(area.now(), index - 9) }),
    );
    await area.stores.requests.recordRequests([...requests, newRequest(eve.accountId, { requestId: 'of-eve' })]);
    const { html } = await member.visitor.open('/account');
    assert.equal(html.match(/href="\/requests\?id=request-[1-8]"/g)?.length, 8);
    assert.doesNotMatch(html, /request-0|of-eve/);
    assert.match(html, /<a href="\/requests">All requests<\/a>/);
  });

  test('lists unpaid orders, and never those of other accounts', async () => {
    await using area = await startAccountArea();
    const [ana, eve] = [await area.signUp(), await area.signUp()];
    await order(area, ana, { name: '<b>Large</b>' });
    await order(area, eve, { name: 'Small' });
    // The provider of this order is not configured, so the order is not open.
    await order(area, ana, { name: 'Gone', provider: 'stripe' });
    const page = await ana.visitor.open('/account');
    assert.match(page.text, /Open orders <b>Large<\/b> , 9\.90 EUR ordered on/);
    assert.doesNotMatch(page.html, /<b>Large|Small|Gone/);
    await area.stores.orders.reportPayment(
      'order <b>Large</b>' as OrderId,
      { kind: 'paid', at: area.now() },
      'purchase',
    );
    assert.doesNotMatch((await ana.visitor.open('/account')).text, /Open orders/);
  });

  test('shows notices first: suspension, an empty or low balance, a near expiry', async () => {
    await using area = await startAccountArea();
    const told = async (member: Member) => {
      const { html } = await member.visitor.open('/account');
      return [...html.matchAll(/class="notice \w+"[^>]*><p>([\s\S]*?)<\/p>/g)].map(([, text = '']) =>
        text.replaceAll(/<[^>]*>/g, ''),
      );
    };
    const member = await area.signUp();
    const settings = { threshold: characters(10_000), isNotifiedOfExpiry: false };
    await area.stores.notices.saveSettings(member.accountId, { ...settings, isNotifiedOfLowBalance: false });
    assert.deepEqual(await told(member), []);
    await member.buy(10, later(area.now(), 12 * dayMs + 60_000));
    assert.deepEqual(await told(member), [
      'Your characters expire in 12 days. If you buy characters before then, all of them stay valid longer.',
    ]);
    assert.match((await member.visitor.open('/account')).text, /Expires on [^,]*, [^,]* , in 12 days\./);
    await translate(member, 'uno dos t');
    assert.match((await told(member))[0] ?? '', /^At this pace, your balance lasts 3 days\. Buy characters$/);
    await translate(member, 't');
    assert.deepEqual(await told(member), ['You have no characters left. Buy characters to continue.']);
    await suspend(area, member);
    const [first, ...others] = await told(member);
    assert.match(first ?? '', /^Your account has been suspended since .* UTC ?\. Its keys are refused/);
    assert.doesNotMatch(first ?? '', /late payment/);
    assert.equal(others.length, 1);
  });

  test('reports a balance below the threshold of the notices, if they are on', async () => {
    await using area = await startAccountArea();
    const member = await area.signUp();
    await member.buy(9_999);
    const low = /Your balance is below 10,000 characters\. Buy characters , or change the threshold/;
    assert.doesNotMatch((await member.visitor.open('/account')).text, /Your balance is below/);
    const settings = { threshold: characters(10_000), isNotifiedOfLowBalance: true, isNotifiedOfExpiry: true };
    await area.stores.notices.saveSettings(member.accountId, settings);
    assert.match((await member.visitor.open('/account')).text, low);
  });

  test('reports expired characters', async () => {
    await using area = await startAccountArea();
    const member = await area.signUp();
    await member.buy(10, later(area.now(), 60_000));
    area.advance(61_000);
    const page = await member.visitor.open('/account');
    assert.match(page.text, /Your characters expired on .* UTC \. Buy characters to continue/);
    assert.match(page.text, /Balance 0 characters left/);
  });
});

async function signInAgain({ visitor, email, password }: Member): Promise<void> {
  const page = await visitor.open('/sign-in');
  if (page.forms.some(({ action }) => action === '/sign-in'))
    await visitor.submit(page, '/sign-in', { email, password });
}
