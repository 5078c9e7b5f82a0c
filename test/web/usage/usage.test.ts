import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import type { Pack } from '../../../src/shop/orders/order.ts';
import { dayMs, newId, newOrder, openAccount } from '../../support/ledger-world.ts';
import { standingNow } from '../../support/served-pages.ts';
import { daysBefore, openUsageWorld } from './usage-world.ts';

const far = later(standingNow, 24 * dayMs + 3 * 3_600_000);

describe('usage page', () => {
  test('shows the balance and its expiry, in UTC and in words', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_500_000, far);
    await world.charge(250_000);
    const { status, text } = await world.reader.open('/usage');
    assert.equal(status, 200);
    assert.match(text, /Balance 1,250,000 characters Expires 14 Dec 2026, 15:00 UTC ?, in 24 days/);
    assert.match(text, /Used so far 250,000 since the account was opened/);
  });

  test('shows when nothing was bought, and when everything has expired', async () => {
    await using world = await openUsageWorld();
    assert.match((await world.reader.open('/usage')).text, /Expires Nothing was bought yet\./);
    await world.buy(100, later(standingNow, dayMs));
    world.clock.now = later(standingNow, 4 * dayMs);
    assert.match(
      (await world.reader.open('/usage')).text,
      /Balance 0 characters Expires 21 Nov 2026, 12:00 UTC ?, 3 days ago: expired/,
    );
  });

  test('rounds a near time down, and a distant one to the nearest day', async () => {
    await using world = await openUsageWorld();
    const expiresAt = later(standingNow, 365 * dayMs);
    await world.buy(100, expiresAt);
    const minute = 60_000;
    for (const [leftMs, words] of [
      [365 * dayMs - minute, 'in 365 days'],
      [364.4 * dayMs, 'in 364 days'],
      [60 * dayMs - minute, 'in 59 days'],
      [2 * dayMs - minute, 'in 47 hours'],
    ] as const) {
      world.clock.now = later(expiresAt, -leftMs);
      assert.ok((await world.reader.open('/usage')).text.includes(words), words);
    }
  });

  test('sums up the last 30 days, today included, by day, key and languages', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    const shop = await world.addKey('the shop');
    await world.charge(1_000, { at: daysBefore(29), keyId: shop });
    await world.charge(500, { at: daysBefore(3), keyId: shop });
    await world.charge(499, { pair: 'en>pt-BR', keyId: 'playground' });
    await world.charge(1, { keyId: shop });
    await world.charge(7_777, { at: daysBefore(30) });
    const { text, html } = await world.reader.open('/usage');
    assert.match(text, /2,000 characters in 4 requests, from 22 Oct 2026 to 20 Nov 2026\./);
    assert.match(text, /the shop Playground 2026-11-20 500 2 1 499 2026-11-17 500 1 500 0 2026-10-22 1,000 1 1,000 0/);
    assert.match(text, /20 Nov 2026: 500 characters; the shop: 1, Playground: 499/);
    assert.match(text, /the shop 1,501 3 75% Playground 499 1 25%/);
    assert.match(text, /es → en 1,501 3 75% en → pt-BR 499 1 25%/);
    const ticks = [...html.matchAll(/<text text-anchor="end" x="40"[^>]*>([^<]*)</g)].map(([, tick]) => tick);
    assert.deepEqual(ticks, ['0', '250', '500', '750', '1,000']);
    assert.match(html, /<text class="most"[^>]*>1,000</);
    const shares = [...html.matchAll(/<rect width="([\d.]+%)" height="8"/g)].map(([, width]) => width);
    assert.deepEqual(shares, ['75.05%', '24.95%', '75.05%', '24.95%'], 'bars are as long as their share');
    assert.doesNotMatch(html, / style=| on\w+=/);
  });

  test('compares a range with as many days before, and sums up what was paid in it, less refunds', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    await world.charge(300, { at: daysBefore(1) });
    await world.charge(400, { at: daysBefore(7) });
    await world.charge(5_000, { at: daysBefore(14) });
    const ordered = async (paidAt: UnixMs, refunded: number, replaced: Partial<Pack> = {}) => {
      const order = newOrder(world.accountId, 5);
      const pack = { ...order.pack, price: 900, currency: 'EUR', ...replaced };
      assert.equal(await world.stores.orders.createOrder({ ...order, pack }), 'created');
      await world.stores.orders.reportPayment(order.id, { kind: 'paid', at: paidAt }, newId());
      await world.stores.orders.reportPayment(order.id, { kind: 'refunded', at: paidAt, refunded }, newId());
    };
    await ordered(daysBefore(1), 0);
    await ordered(daysBefore(2), 150);
    await ordered(daysBefore(2), 0, { price: 70, currency: 'JPY' });
    await ordered(daysBefore(7), 0);
    const { text } = await world.reader.open('/usage?days=7');
    assert.match(text, /25% less than from 7 Nov 2026 to 13 Nov 2026: 400 characters\./);
    const [, paid = ''] = /Paid for packs in these days: (.*?)\. Series/.exec(text) ?? [];
    assert.deepEqual(paid.split(', ').toSorted(), ['16.50 EUR', '70 JPY']);
    assert.doesNotMatch((await world.reader.open('/usage?days=90')).text, /than from/);
  });

  test('shows a long range by months, and each month links to its days', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    await world.charge(10, { at: daysBefore(365) });
    await world.charge(200, { at: daysBefore(364) });
    await world.charge(30, { at: daysBefore(280) });
    await world.charge(4, { at: daysBefore(19) });
    await world.charge(5);
    const { text, html } = await world.reader.open('/usage?days=365');
    assert.match(
      text,
      /Months with a charge, newest first Month \(UTC\) Characters Requests a-key 2026-11 9 2 9 2026-02 30 1 30 2025-11 200 1 200/,
    );
    const leads = [...html.matchAll(/href="(\/usage\?from=[^"]+)#days">([\d-]+)<\/a>/g)];
    assert.deepEqual(
      leads.map(([, to = '', month]) => [month, to.replaceAll('&amp;', '&')]),
      [
        ['2026-11', '/usage?from=2026-11-01&to=2026-11-20&by=key'],
        ['2026-02', '/usage?from=2026-02-01&to=2026-02-28&by=key'],
        ['2025-11', '/usage?from=2025-11-21&to=2025-11-30&by=key'],
      ],
    );
    assert.match((await world.reader.open('/usage?from=2026-02-01&to=2026-02-28')).text, /30 characters in 1 request,/);
  });

  test('stacks the four largest keys or pairs, and sums up the others', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    for (const [index, pair] of ['es>en', 'en>fr', 'de>en', 'fr>en', 'it>en', 'nl>en'].entries()) {
      await world.charge(600 - 100 * index, { pair, keyId: `key ${index}` });
    }
    const legend = async (query: string) => {
      const { html } = await world.reader.open(`/usage?${query}`);
      const labels = [...html.matchAll(/rx="3"\/><\/svg>([^<]*)</g)].map(([, label]) => label);
      return { labels, read: /<title>20 Nov 2026: (.*?)</.exec(html)?.[1] };
    };
    assert.deepEqual(await legend('days=7&by=pair'), {
      labels: ['es → en', 'en → fr', 'de → en', 'fr → en', 'Other'],
      read: '2,100 characters; es → en: 600, en → fr: 500, de → en: 400, fr → en: 300, Other: 300',
    });
    assert.deepEqual((await legend('days=7')).labels, ['key 0', 'key 1', 'key 2', 'key 3', 'Other']);
    const { html } = await world.reader.open('/usage?days=7&by=pair');
    assert.match(html, /href="\/usage\?days=30&(amp;)?by=pair#days"/, 'another range keeps the series');
    assert.match(html, /<input type="hidden" name="by" value="pair">/);
  });

  test('labels the months under bars for weeks, and some days under a few bars', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    await world.charge(5);
    const labels = async (query: string) => {
      const { html } = await world.reader.open(`/usage?${query}`);
      return [...html.matchAll(/<text [^>]*y="243">([^<]*)</g)].map(([, label]) => label);
    };
    assert.deepEqual(await labels('from=2026-07-25&to=2026-11-20'), ['Aug', 'Sep', 'Oct', 'Nov']);
    assert.deepEqual(await labels('from=2026-11-20&to=2026-11-20'), ['20 Nov']);
    const year = await labels('from=2025-11-20&to=2026-11-20');
    assert.deepEqual([year.length, year.includes('2026')], [11, true]);
  });

  test('the sums of all bars and of the table are the sum of the journal, for ranges of one day and of 366', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    const from = unixMs(Date.UTC(2025, 10, 20));
    const lastMs = unixMs(Date.UTC(2026, 10, 21) - 1);
    const amounts = [from, later(from, dayMs - 1), later(from, dayMs), lastMs].map(
      (at, index) => [at, 10 ** index] as const,
    );
    for (const [at, amount] of amounts) {
      for (const keyId of ['a', 'b', 'c', 'd', 'e', 'f']) await world.charge(amount, { at, keyId });
    }
    const sum = async (query: string) => {
      const { html, text } = await world.reader.open(`/usage?${query}`);
      const titles = [...html.matchAll(/<title>[^<]*?: ([\d,]+) characters; ([^<]*)</g)];
      const parts = titles.flatMap(([, , list = '']) => list.split(', ').map((one) => numberOf(one.split(': ')[1])));
      const bars = titles.map(([, total]) => numberOf(total));
      const total = numberOf(/([\d,]+) characters in/.exec(text)?.[1]);
      return [total, bars.reduce((one, other) => one + other, 0), parts.reduce((one, other) => one + other, 0)];
    };
    const numberOf = (shown = '') => Number(shown.replaceAll(',', ''));
    assert.deepEqual(await sum('from=2025-11-20&to=2025-11-20'), [66, 66, 66]);
    assert.deepEqual(await sum('from=2025-11-21&to=2025-11-21'), [600, 600, 600]);
    assert.deepEqual(await sum('from=2025-11-20&to=2026-11-20'), [6_666, 6_666, 6_666]);
  });

  test('lists the hundred most used pairs, and says how many more the file has', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    for (let index = 0; index < 102; index++) await world.charge(200 - index, { pair: `es>x${index}` });
    const { text } = await world.reader.open('/usage');
    assert.match(text, /es → x99 101 1 1% The CSV file also has the other 2\./);
    assert.doesNotMatch(text, /es → x100/);
  });

  test('of an account without usage says what will be here, and leads to the next step', async () => {
    await using world = await openUsageWorld();
    const next = async () =>
      /here, by key .* CSV\.<\/p>\s*<p class="actions"><a class="button primary" href="([^"]*)">/.exec(
        (await world.reader.open('/usage')).html,
      )?.[1];
    assert.equal(await next(), '/packs');
    await world.buy(1_000, far);
    assert.equal(await next(), '/keys/new');
    await world.addKey('the shop');
    assert.equal(await next(), '/docs');
    await world.charge(5, { at: daysBefore(40) });
    assert.match(
      (await world.reader.open('/usage')).text,
      /Nothing was used from 22 Oct 2026 to 20 Nov 2026\. Show 365 days/,
    );
  });

  test('covers the requested days, both included', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000_000, far);
    const amounts = { 6: 1, 7: 20, 89: 300, 90: 4_000, 364: 50_000, 365: 600_000 };
    for (const [ago, amount] of Object.entries(amounts)) await world.charge(amount, { at: daysBefore(Number(ago)) });
    const sum = async (query: string) => {
      const { text } = await world.reader.open(`/usage?${query}`);
      return /([\d,]+) characters in \d+ requests?, from ([\w ]+) to ([\w ]+)\./.exec(text)?.slice(1).join('; ');
    };
    assert.equal(await sum('days=7'), '1; 14 Nov 2026; 20 Nov 2026');
    assert.equal(await sum('days=90'), '321; 23 Aug 2026; 20 Nov 2026');
    assert.equal(await sum('days=365'), '54,321; 21 Nov 2025; 20 Nov 2026');
    assert.equal(await sum('from=2026-08-22&to=2026-08-22'), '4,000; 22 Aug 2026; 22 Aug 2026');
    assert.equal(await sum('from=2025-11-20'), '654,321; 20 Nov 2025; 20 Nov 2026');
    assert.equal(await sum('to=2026-11-13'), '20; 15 Oct 2026; 13 Nov 2026');
  });

  test('reports invalid days, keeps the input, and shows no sums', async () => {
    await using world = await openUsageWorld();
    for (const [query, message] of [
      ['from=2026-02-30', /Enter a day such as 2026-11-20\./],
      ['to=yesterday', /Enter a day such as 2026-11-20\./],
      ['from=2026-11-02&to=2026-11-01', /Choose 1 to 400 days/],
      ['from=2020-01-01&to=2026-11-01', /Choose 1 to 400 days/],
    ] as const) {
      const { status, text, html } = await world.reader.open(`/usage?${query}`);
      assert.equal(status, 400);
      assert.match(text, message);
      for (const typed of new URLSearchParams(query).values()) assert.ok(html.includes(`value="${typed}"`));
      assert.doesNotMatch(text, /characters in/);
    }
  });

  test('shows nothing of other accounts', async () => {
    await using world = await openUsageWorld();
    const accountId = await openAccount(world.stores);
    await world.buy(9_999, far, accountId);
    await world.charge(8_888, { accountId });
    for (const path of ['/usage', '/usage/journal', '/usage/journal.csv', '/usage/days.csv']) {
      const { status, body } = await world.text(path);
      assert.equal(status, 200);
      // Asset names contain hashes, which may contain any digits.
      assert.doesNotMatch(body.replaceAll(/"\/assets\/[^"]*"/g, ''), /9,?999|8,?888|1,?111/);
    }
  });
});

describe('journal page', () => {
  test('leads back to its menu entry, whose own page has no such path', async () => {
    await using world = await openUsageWorld();
    const path =
      /<nav class="breadcrumb" aria-label="Breadcrumb"><ol><li><a href="\/usage">Usage<\/a><\/li><li aria-current="page">Transaction history</;
    assert.match((await world.reader.open('/usage/journal')).html, path);
    assert.doesNotMatch((await world.reader.open('/usage')).html, /Breadcrumb/);
  });

  test('lists changes of the balance, newest first, with their reason', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000, far);
    await world.charge(300, {
      keyId: await world.addKey('the shop'),
      at: later(standingNow, 60_000),
      pair: 'es>pt-BR',
    });
    const { text } = await world.reader.open('/usage/journal');
    assert.match(
      text,
      /20 Nov 2026, 12:01 UTC Charge −300 700 es → pt-BR, the shop, apertium 20 Nov 2026, 12:00 UTC Purchase \+1,000 1,000 A pack without an order/,
    );
  });

  test('links to the order that added or took characters', async () => {
    await using world = await openUsageWorld();
    const pack = { name: 'Small pack', characters: 1_000 as never, validDays: 30, price: 100, currency: 'EUR' };
    const order = {
      id: 'order-1' as never,
      accountId: world.accountId,
      provider: 'manual',
      pack,
      createdAt: standingNow,
    };
    await world.stores.orders.createOrder(order);
    await world.stores.orders.reportPayment(order.id, { kind: 'paid', at: standingNow }, 'purchase-1');
    await world.stores.orders.reportPayment(order.id, { kind: 'refunded', refunded: 25, at: standingNow }, 'none');
    const { text, html } = await world.reader.open('/usage/journal');
    assert.match(text, /Refund −250 750 Small pack .*Purchase \+1,000 1,000 Small pack/);
    assert.equal(html.split('<a href="/orders/order-1">Small pack</a>').length, 3);
  });

  test('continues from page to page, and keeps the filter and its days', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000, far);
    const shop = await world.addKey('the shop');
    for (let index = 0; index < 120; index++) await world.charge(1, { keyId: index % 2 === 0 ? shop : 'playground' });
    const rows: string[] = [];
    let path: string | undefined = `/usage/journal?kind=charge&key=${shop}&source=ES&target=en`;
    let pages = 0;
    for (; path !== undefined; pages++) {
      const { html } = await world.reader.open(path);
      const balances = html.matchAll(
        /<td class="number"[^>]*>(\d+)<\/td><td[^>]*>es → en, <span class="soft">the shop/g,
      );
      rows.push(...[...balances].map(([, balance = '']) => balance));
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      if (path !== undefined) assert.match(path, /from=2025-10-17&to=2026-11-20/);
    }
    assert.equal(pages, 2);
    assert.deepEqual(
      rows,
      Array.from({ length: 60 }, (_, index) => String(881 + 2 * index)),
    );
  });

  test('reports an invalid filter and keeps the input', async () => {
    await using world = await openUsageWorld();
    for (const [query, message] of [
      ['kind=gift', /Choose a kind from the list\./],
      ['source=not+a+language', /Give the code of a language/],
      ['from=2026-13-01', /Enter a day such as/],
      ['from=2026-11-02&to=2026-11-01', /The last day must not be before the first\./],
      ['source=es&from=2020-01-01&to=2026-11-01', /at most 400 days to search by key or language/],
    ] as const) {
      const { status, text, html } = await world.reader.open(`/usage/journal?${query}`);
      assert.equal(status, 400, query);
      assert.match(text, message);
      for (const [name, typed] of new URLSearchParams(query)) {
        if (name !== 'kind') assert.ok(html.includes(`value="${typed}"`), `${query}: ${name}`);
      }
      assert.equal((await world.text(`/usage/journal.csv?${query}`)).status, 400);
    }
  });

  test('finds no key of another account', async () => {
    await using world = await openUsageWorld();
    await world.buy(10, far);
    const own = await world.addKey('mine');
    assert.equal((await world.reader.open(`/usage/journal?key=${own}`)).status, 200);
    for (const path of ['journal', 'journal.csv']) {
      assert.equal((await world.text(`/usage/${path}?key=somebody-elses`)).status, 404);
    }
  });
});

describe('notices', () => {
  test('are shown as saved, changed, and kept', async () => {
    await using world = await openUsageWorld();
    const page = await world.reader.open('/notices');
    assert.match(page.html, /name="low_balance" value="on" checked/);
    assert.match(page.html, /name="threshold" type="text" value="10000"/);
    assert.match(page.text, /Mails go to ada@example\.com/);
    const form = page.forms.find(({ action }) => action === '/notices');
    assert(form !== undefined);
    const unticked = { ...form, fields: form.fields.filter(([name]) => name !== 'expiry') };
    const saved = await world.reader.send(unticked, { threshold: '1,250,000' });
    assert.equal(saved.path, '/notices?done=saved');
    assert.match(saved.text, /Saved\./);
    assert.deepEqual(await world.stores.notices.readSettings(world.accountId), {
      isNotifiedOfLowBalance: true,
      threshold: 1_250_000,
      isNotifiedOfExpiry: false,
    });
    assert.doesNotMatch((await world.reader.open('/notices')).text, /Saved\./);
  });

  test('report an invalid threshold and keep the input', async () => {
    await using world = await openUsageWorld();
    const page = await world.reader.open('/notices');
    for (const threshold of ['', '0', '-5', '1.5', 'many', '1e9', '1000000000001', '<b>']) {
      const answer = await world.reader.submit(page, '/notices', { threshold });
      assert.equal(answer.status, 400, threshold);
      assert.match(answer.text, /Enter a whole number from 1 to/);
      assert.ok(answer.html.includes(`value="${threshold.replace('<b>', '&lt;b&gt;')}"`), threshold);
    }
    assert.equal(await world.stores.notices.readSettings(world.accountId), undefined);
  });

  test('that were sent, are pending or were given up are listed', async () => {
    await using world = await openUsageWorld();
    const { accountId, stores } = world;
    const claim = {
      accountId,
      kind: 'expiry_7' as const,
      occasion: 1,
      id: 'a',
      at: standingNow,
      until: unixMs(standingNow + 1),
    };
    await stores.notices.claimNotice(claim);
    await stores.notices.noteSent(claim, later(standingNow, 60_000));
    await stores.notices.claimNotice({ ...claim, kind: 'low_balance', id: 'b' });
    const { text } = await world.reader.open('/notices');
    assert.match(text, /Low balance Being sent/);
    assert.match(text, /Expiry within 7 days Sent on 20 Nov 2026, 12:01 UTC/);
  });

  test('the page reports when the service cannot send mail', async () => {
    await using world = await openUsageWorld({ sendsMail: false });
    assert.match((await world.reader.open('/notices')).text, /cannot send mail now/);
  });
});
