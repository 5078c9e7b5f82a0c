import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listenTo } from '../../support/announced-texts.ts';
import { needsChromium } from '../../support/browser.ts';
import { follow, press, type } from '../../support/keyboard.ts';
import { openMemberTab } from '../member-tab.ts';

describe('keys in a browser', needsChromium, () => {
  for (const database of ['sqlite', 'postgres'] as const) {
    test(`a key is created, copied, tried and revoked by keyboard only, on ${database}`, async () => {
      await using world = await openMemberTab({ database, characters: 1_000 });
      const { area, member, tab, page } = world;
      await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(area.url).origin });
      const said = await listenTo(tab);
      await tab.open('/keys');
      await follow(tab, 'Create key');
      await type(tab, 'Name', 'the shop');
      await follow(tab, 'Create key', 'Space');
      await page.getByRole('heading', { name: 'Your new key' }).waitFor();
      const key = await page.locator('#new-key').textContent();
      assert.match(key ?? '', /^dragoman_live_\w{38}$/);
      await tab.assertSound();
      await press(tab, 'Copy key');
      await said.byButton('new-key', 'Copied');
      await said.announced('Copied');
      assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), key);
      await press(tab, 'Send test request', 'Space');
      await page.locator('output', { hasText: '33 characters' }).waitFor();
      await page.locator('.pill', { hasText: '967 left' }).waitFor();
      await page.getByText('It works').waitFor();
      assert.match((await page.getByText('Show this request').getAttribute('href')) ?? '', /^\/requests\?id=[\w.-]+$/);
      assert.match((await page.locator('output').textContent()) ?? '', /^“aprender para día buen un es Hoy\.”/);
      await tab.assertSound();
      await follow(tab, 'I have copied it');
      await follow(tab, 'Revoke the shop');
      await follow(tab, 'Revoke key', 'Space');
      await page.locator('.notice.good').waitFor();
      const balance = await area.stores.ledger.readBalance(member.accountId, area.now());
      assert.equal(balance?.used, 33);
      assert.deepEqual(tab.faults, []);
    });

    test(`without scripts a key is made and revoked, and the test request is a form of its own, on ${database}`, async () => {
      await using world = await openMemberTab({ database, characters: 1_000, look: { hasScript: false } });
      const { tab, page } = world;
      await tab.open('/keys');
      await page.getByRole('link', { name: 'Create key' }).click();
      await page.getByLabel('Name').fill('the shop');
      await tab.leave(() => page.getByRole('button', { name: 'Create key' }).click());
      const key = (await page.locator('#new-key').textContent()) ?? '';
      const request = page.locator('form[action="/playground"]').getByRole('button', { name: 'Send test request' });
      assert.equal(await request.isVisible(), true);
      assert.ok((await page.locator('#new-key-curl').textContent())?.includes(`export DRAGOMAN_KEY='${key}'`));
      assert.match(
        (await page.getByText('Has the first request arrived?').getAttribute('href')) ?? '',
        /^\/keys\/[^/]+\/first-use$/,
      );
      await page.getByRole('link', { name: 'I have copied it' }).click();
      await page.getByRole('link', { name: 'Revoke the shop' }).click();
      await tab.leave(() => page.getByRole('button', { name: 'Revoke key' }).click());
      assert.match((await page.textContent('main')) ?? '', /Key revoked\./);
    });
  }

  test('where nothing can be copied, over plain HTTP from elsewhere, the key is selected instead', async () => {
    await using world = await openMemberTab({ characters: 5 });
    const { tab } = world;
    await tab.page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const said = await listenTo(tab);
    await tab.open('/keys/new');
    await type(tab, 'Name', 'the shop');
    await follow(tab, 'Create key');
    await press(tab, 'Copy key');
    await said.byButton('new-key', 'Press Ctrl+C');
    const key = await tab.page.locator('#new-key').textContent();
    assert.equal(await tab.page.evaluate<string>('getSelection().toString().trim()'), key);
    assert.deepEqual(tab.faults, []);
  });

  test('shows why a test request was refused', async () => {
    await using world = await openMemberTab({ characters: 5 });
    const { tab } = world;
    await tab.open('/keys/new');
    // A browser focuses a field with the first frame, which may be drawn after everything has loaded.
    await tab.page.locator('[name=name]:focus').waitFor();
    await tab.page.keyboard.type('the shop');
    await tab.leave(() => tab.page.keyboard.press('Enter'));
    await tab.page.getByRole('button', { name: 'Send test request' }).click();
    await tab.page.getByText('Status 402').waitFor();
  });
});
