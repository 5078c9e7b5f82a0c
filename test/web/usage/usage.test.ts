import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import type { Pack } from '../../../src/shop/orders/order.ts';
import { dayMs, newId, newOrder, openAccount } from '../../support/ledger-world.ts';
import { standingNow } from '../../support/served-pages.ts';
import { daysBefore, openUsageWorld } from './usage-world.ts';

const far = later(standingNow, 24 * dayMs + 3 * 3_600_000);

describe('usage page', () => {
  test('shows the balance and its expiry, in UTC and in words, also when everything has expired', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_500_000, far);
    await world.charge(250_000);
    const balance = async () => (await world.reader.open('/usage')).text;
    assert.match(await balance(), /Balance 1,250,000 characters Expires 14 Dec 2026, 15:00 UTC ?, in 24 days/);
    assert.match(await balance(), /Used so far 250,000/);
    world.clock.now = later(far, 3 * dayMs);
    assert.match(await balance(), /Balance 0 characters Expires 14 Dec 2026, 15:00 UTC ?, 3 days ago/);
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
    const { text, html, rows } = await world.reader.open('/usage');
    assert.match(text, /2,000 characters in 4 requests, from 22 Oct 2026 to 20 Nov 2026\./);
    assert.match(text, /20 Nov 2026: 500 characters; the shop: 1, Playground: 499/);
    assert.deepEqual(
      rows.filter(([, figure]) => /^[\d,]+$/.test(figure ?? '')),
      [
        ['2026-11-20', '500', '2', '1', '499'],
        ['2026-11-17', '500', '1', '500', '0'],
        ['2026-10-22', '1,000', '1', '1,000', '0'],
        ...[
          ['the shop', '1,501', '3', '75%'],
          ['Playground', '499', '1', '25%'],
        ],
        ...[
          ['Spanish → English', '1,501', '3', '75%'],
          ['English → Portuguese (Brazil)', '499', '1', '25%'],
        ],
      ],
    );
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
    assert.match(text, /25% .*from 7 Nov 2026 to 13 Nov 2026: 400 characters/);
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
    assert.match(text, /a-key 2026-11 9 2 9 2026-02 30 1 30 2025-11 200 1 200/);
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

  test('of an account without usage leads to the next step', async () => {
    await using world = await openUsageWorld();
    const next = async () => {
      const { html } = await world.reader.open('/usage');
      return /<p class="actions"><a class="button primary" href="([^"]*)">/.exec(html)?.[1];
    };
    assert.equal(await next(), '/packs');
    await world.buy(1_000, far);
    assert.equal(await next(), '/keys/new');
    await world.addKey('the shop');
    assert.equal(await next(), '/docs');
    await world.charge(5, { at: daysBefore(40) });
    const { links } = await world.reader.open('/usage');
    assert.ok(links.some((link) => link.startsWith('/usage?days=365')));
  });

  test('reports invalid days, keeps the input, and shows no sums', async () => {
    await using world = await openUsageWorld();
    for (const [query, field] of [
      ['from=2026-02-30', 'from'],
      ['to=yesterday', 'to'],
      ['from=2026-11-02&to=2026-11-01', 'from'],
      ['from=2020-01-01&to=2026-11-01', 'from'],
    ] as const) {
      const { status, text, invalid, forms } = await world.reader.open(`/usage?${query}`);
      assert.deepEqual([status, invalid], [400, [field]], query);
      const typed = Object.fromEntries(forms.flatMap(({ fields }) => fields));
      for (const [name, value] of new URLSearchParams(query)) assert.equal(typed[name], value);
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
  test('lists changes of the balance, newest first, with their reason', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000, far);
    await world.charge(300, {
      keyId: await world.addKey('the shop'),
      at: later(standingNow, 60_000),
      pair: 'es>pt-BR',
    });
    const { rows } = await world.reader.open('/usage/journal');
    assert.deepEqual(
      rows.slice(1).map((row) => row.slice(0, 5)),
      [
        ['20 Nov 2026, 12:01 UTC', 'Charge', '−300', '700', 'Spanish → Portuguese (Brazil), the shop, apertium'],
        ['20 Nov 2026, 12:00 UTC', 'Purchase', '+1,000', '1,000', 'A pack without an order'],
      ],
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
    const { rows, links } = await world.reader.open('/usage/journal');
    assert.deepEqual(
      rows.slice(1).map((row) => row.slice(1)),
      [
        ['Refund', '−250', '750', 'Small pack'],
        ['Purchase', '+1,000', '1,000', 'Small pack'],
      ],
    );
    assert.equal(links.filter((link) => link === '/orders/order-1').length, 2);
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
      assert.match(html, /<option value="es" selected>Spanish</);
      const balances = html.matchAll(
        /<td class="number"[^>]*>(\d+)<\/td><td[^>]*>Spanish → English, <span class="soft">the shop/g,
      );
      rows.push(...[...balances].map(([, balance = '']) => balance));
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      if (path !== undefined) assert.match(path, /from=2025-10-17&to=2026-11-20/);
    }
    assert.equal(pages, 2);
    const expected = Array.from({ length: 60 }, (_, index) => String(881 + 2 * index));
    assert.deepEqual(rows, expected);
  });

  test('reports an invalid filter and keeps the input', async () => {
    await using world = await openUsageWorld();
    for (const [query, fields] of [
      ['kind=gift', ['kind']],
      ['source=not+a+language', ['source']],
      ['from=2026-13-01', ['from']],
      ['from=2026-11-02&to=2026-11-01', ['from']],
      ['source=es&from=2020-01-01&to=2026-11-01', ['from']],
    ] as const) {
      const { status, invalid, html } = await world.reader.open(`/usage/journal?${query}`);
      assert.deepEqual([status, invalid], [400, fields], query);
      for (const [name, typed] of new URLSearchParams(query)) {
        if (name !== 'kind' && name !== 'source') assert.ok(html.includes(`value="${typed}"`), `${query}: ${name}`);
      }
      assert.equal((await world.text(`/usage/journal.csv?${query}`)).status, 400);
    }
  });
});

describe('notices', () => {
  test('are shown as saved, changed, and kept', async () => {
    await using world = await openUsageWorld();
    const page = await world.reader.open('/notices');
    const form = page.forms.find(({ action }) => action === '/notices');
    assert(form !== undefined);
    assert.deepEqual(Object.fromEntries(form.fields), { low_balance: 'on', threshold: '10000', expiry: 'on' });
    const unticked = { ...form, fields: form.fields.filter(([name]) => name !== 'expiry') };
    const saved = await world.reader.send(unticked, { threshold: '1,250,000' });
    assert.deepEqual([saved.path, saved.notices], ['/notices?done=saved', ['good']]);
    assert.deepEqual(await world.stores.notices.readSettings(world.accountId), {
      isNotifiedOfLowBalance: true,
      threshold: 1_250_000,
      isNotifiedOfExpiry: false,
    });
    assert.deepEqual((await world.reader.open('/notices')).notices, []);
  });

  test('report an invalid threshold and keep the input', async () => {
    await using world = await openUsageWorld();
    const page = await world.reader.open('/notices');
    for (const threshold of ['', '0', '-5', '1.5', 'many', '1e9', '1000000000001', '<b>']) {
      const answer = await world.reader.submit(page, '/notices', { threshold });
      assert.deepEqual([answer.status, answer.invalid], [400, ['threshold']], threshold);
      assert.ok(answer.html.includes(`value="${threshold.replace('<b>', '&lt;b&gt;')}"`), threshold);
    }
    assert.equal(await world.stores.notices.readSettings(world.accountId), undefined);
  });

  test('that were sent, are pending or were given up are listed', async () => {
    await using world = await openUsageWorld();
    const { accountId, stores } = world;
    const times = { at: standingNow, until: unixMs(standingNow + 1) };
    const claim = { accountId, kind: 'expiry_7', occasion: 1, id: 'a', ...times } as const;
    await stores.notices.claimNotice(claim);
    await stores.notices.noteSent(claim, later(standingNow, 60_000));
    await stores.notices.claimNotice({ ...claim, kind: 'low_balance', id: 'b' });
    const { rows } = await world.reader.open('/notices');
    assert.deepEqual(
      rows.slice(1).map(([, notice, state]) => [notice, /20 Nov 2026, 12:01 UTC/.test(state ?? '')]),
      [
        ['Expiry within 7 days', true],
        ['Low balance', false],
      ],
    );
  });

  test('the page reports when the service cannot send mail', async () => {
    await using world = await openUsageWorld({ sendsMail: false });
    assert.deepEqual((await world.reader.open('/notices')).notices, ['warn']);
  });
});
