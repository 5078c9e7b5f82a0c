import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { later } from '../../../src/ground/units.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { newRequest } from '../../contract/request-store.ts';
import { type AccountArea, type Member } from '../../support/account-area.ts';
import { needsChromium } from '../../support/browser.ts';
import { choose, follow, press, reach } from '../../support/keyboard.ts';
import { createHold, dayMs, newKey } from '../../support/ledger-world.ts';
import { openMemberTab } from '../member-tab.ts';

const longName = 'A key with a name that is as long as a name of a key can be, ok';

/** A year of charges by several keys and pairs. */
async function useMuch({ stores, now }: AccountArea, { accountId, buy }: Member): Promise<void> {
  await buy(5_000_000, later(now(), 20 * dayMs));
  const keyIds = ['playground' as KeyId];
  for (const name of ['the shop', longName.slice(0, 60)]) {
    const key = newKey(accountId, { name, createdAt: now() });
    assert.equal(await stores.keys.createKey(key, 5), 'created');
    keyIds.push(key.id);
  }
  const pairs = 'es>en en>pt-BR ca-valencia>zh-Hans de>en fr>en it>en nl>en pl>en sv>en da>en'.split(' ');
  for (let ago = 360; ago >= 0; ago -= 6) {
    const [source = '', target = ''] = (pairs[(ago / 6) % pairs.length] ?? '').split('>');
    const at = later(now(), -ago * dayMs);
    const hold = createHold(accountId, 1 + ((ago * 7_919) % 60_000), {
      openedAt: at,
      leaseUntil: later(at, 60_000),
      keyId: keyIds[(ago / 6) % 3] ?? ('gone' as KeyId),
    });
    assert.deepEqual(await stores.ledger.openHold(hold), { kind: 'held' });
    const usage = { source: source as LanguageTag, target: target as LanguageTag, engine: 'apertium' };
    assert.equal(await stores.ledger.captureHold({ hold, at, usage }), 'captured');
  }
}

describe('usage in a browser', needsChromium, () => {
  test('the list of requests shows all columns on a tablet, and errors in red', async () => {
    await using world = await openMemberTab();
    const { area, member, tab, page } = world;
    const at = area.now();
    const failed = { status: 402, code: 'insufficient_balance', characters: 0, engine: undefined };
    const requestId = '5f0c9a52-8a43-4b0e-9d3c-1b1b7c0a00aa';
    await area.stores.requests.recordRequests([
      newRequest(member.accountId, { at, requestId, characters: 100_000, engine: 'apertium' }),
      newRequest(member.accountId, { at, requestId, ...failed }),
    ]);
    for (const width of [768, 1_024]) {
      await page.setViewportSize({ width, height: 900 });
      await tab.open('/requests');
      const hidden =
        'Math.max(...Array.from(document.querySelectorAll(".scroll"), (e) => e.scrollWidth - e.clientWidth))';
      assert.equal(await page.evaluate(hidden), 0, String(width));
    }
    const dot = 'getComputedStyle(document.querySelector(".badge.bad"), "::before").backgroundColor';
    const error = 'getComputedStyle(document.querySelector(".badge.bad + a")).color';
    assert.equal(await page.evaluate(error), await page.evaluate(dot));
    await tab.assertSound();
  });

  test('scripts show an expiry in the visitor’s time zone, without a layout shift', async () => {
    await using world = await openMemberTab();
    const { area, member, tab } = world;
    await member.buy(1_000, later(area.now(), 400 * dayMs));
    await tab.page.addInitScript(`window.moved = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.moved += entry.value; }).observe({ type: 'layout-shift', buffered: true });`);
    await tab.open('/usage');
    const { expiresAt } = (await area.stores.ledger.readBalance(member.accountId, area.now())) ?? {};
    assert(expiresAt !== undefined);
    const athens = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Athens' });
    const time = tab.page.locator('time.moment').first();
    assert.match((await time.textContent()) ?? '', new RegExp(`^\\d+ \\w+ \\d{4}, ${athens.format(expiresAt)}$`));
    assert.match((await time.getAttribute('title')) ?? '', / UTC$/);
    assert.equal(await tab.page.evaluate<number>('window.moved'), 0);
  });

  test('the chart is read by arrow keys and by pointer, in one line, and hides a series', async () => {
    await using world = await openMemberTab({ clock: 'standing', look: { width: 320 } });
    const { area, member, tab, page } = world;
    await useMuch(area, member);
    for (const path of ['/account', '/usage?days=90&by=pair']) {
      await tab.open(path);
      const [chart, line] = [page.getByRole('application', { name: 'Chart' }), page.locator('.readout')];
      const wordsOf = (ago: number) => {
        const at = new Date(area.now() - ago * dayMs);
        return new RegExp(`^${at.getUTCDate()} \\w{3} ${at.getUTCFullYear()}: `);
      };
      const heightOf = async () => (await page.locator('.days').boundingBox())?.height;
      const before = await heightOf();
      await chart.focus();
      assert.match((await line.textContent()) ?? '', wordsOf(0));
      for (let ago = 1; ago <= 6; ago++) await page.keyboard.press('ArrowLeft');
      assert.match((await line.textContent()) ?? '', wordsOf(6));
      assert.match((await line.textContent()) ?? '', /: [\d,]+ characters; .+ [\d,]+$/);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowLeft');
      assert.match((await line.textContent()) ?? '', wordsOf(path === '/account' ? 29 : 89));
      await page.locator('.bar .column').last().hover();
      assert.match((await line.textContent()) ?? '', wordsOf(0));
      assert.equal(await heightOf(), before, 'nothing moves');
      assert.equal(await page.locator('.most').isVisible(), true);
      await page.locator('.legend input').first().focus();
      await page.keyboard.press('Space');
      assert.equal(await page.locator('.most').isVisible(), false, 'the label of the largest sum');
      assert.equal(await page.locator('.part.s0').first().isVisible(), false);
      assert.equal(await tab.sidewaysOverflow(), 0);
      await tab.assertSound();
    }
  });

  test('by keyboard alone: from a key to its journal, to older entries, through filters, and to the file', async () => {
    await using world = await openMemberTab();
    const { area, member, tab, page } = world;
    await useMuch(area, member);
    await tab.open('/usage');
    await follow(tab, '365 days');
    assert.equal(tab.path, '/usage?days=365&by=key');
    await reach(tab, 'Show as table');
    await follow(tab, 'the shop');
    assert.match(tab.path, /^\/usage\/journal\?key=/);
    assert.equal(await page.getByRole('row').count(), 1 + 20);
    await follow(tab, 'All entries');
    await follow(tab, 'Older');
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    await choose(tab, 'Kind', 'Charge');
    await choose(tab, 'Key', 'the shop');
    await choose(tab, 'From language', 'Spanish');
    await choose(tab, 'To language', 'English');
    await follow(tab, 'Filter', 'Space');
    assert.equal(await page.getByRole('row').count(), 1 + 2);
    const download = page.waitForEvent('download');
    await press(tab, 'Download CSV');
    const file = await download;
    assert.match(file.suggestedFilename(), /^dragoman-journal-\d{4}-\d\d-\d\d\.csv$/);
    assert.equal((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').length, 1 + 2);
    assert.deepEqual(tab.faults, []);
  });

  test('without scripts, days are chosen and a series is hidden', async () => {
    await using world = await openMemberTab({ clock: 'standing', look: { hasScript: false } });
    const { area, member, tab, page } = world;
    await useMuch(area, member);
    await tab.open('/usage');
    const day = new Date(area.now() - 30 * dayMs).toISOString().slice(0, 10);
    await page.getByLabel('From (UTC)').fill(day);
    await page.getByLabel('To', { exact: true }).fill(day);
    await tab.leave(() => page.getByRole('button', { name: 'Show' }).click());
    await page.getByText(/in 1 request, from (\d+ \w+ \d{4}) to \1\./).waitFor();
    assert.equal(await page.locator('.bar title').count(), 1, 'a bar shows its figures under the pointer');
    const part = page.locator('.part').first();
    assert.equal(await part.isVisible(), true);
    await page.locator('.legend label').first().click();
    assert.equal(await part.isVisible(), false, 'a check box hides its series');
  });

  test('the pressed button shows progress until the next page, and nothing moves', async () => {
    await using world = await openMemberTab();
    const { tab, page } = world;
    await tab.open('/notices');
    const pressed = await page.evaluate<unknown>(`(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save notifications');
    const place = () => JSON.stringify(button.getBoundingClientRect());
    const before = place();
    button.click();
    return { isBusy: button.ariaBusy, isInPlace: place() === before };
  })()`);
    assert.deepEqual(pressed, { isBusy: 'true', isInPlace: true });
    await page.locator('.notice.good').waitFor();
    assert.equal(await page.locator('button[aria-busy]').count(), 0);
    assert.deepEqual(tab.faults, []);
  });
});
