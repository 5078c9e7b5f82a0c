import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsApertium } from '../adapters/apertium/installed-apertium.ts';
import { startAccountArea } from '../support/account-area.ts';
import { needsChromium, TestBrowser, widths } from '../support/browser.ts';
import { fillIn, signUp } from './people/form-filling.ts';

const skip = needsChromium.skip || needsApertium.skip;

test('a visitor signs up, takes the trial pack, creates a key and gets a real translation, on accessible pages', {
  skip,
}, async () => {
  await using area = await startAccountArea({
    engines: 'installed',
    env: { DRAGOMAN_DEMO: '1', ENGINES: 'apertium' },
  });
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(area.url, { scheme: 'dark', width: widths.phone });
  const { page } = tab;
  for (const path of ['/', '/docs', '/sign-in', '/sign-up']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  await signUp(area, tab, 'ada@example.com');
  await tab.assertSound();
  // Five clicks in all, without the link in the mail: two to sign up, the trial, the key, the first request.
  await fillIn(tab, 'Get 10,000 free characters');
  assert.equal(tab.path, '/keys/new');
  await tab.assertSound();
  await page.getByLabel('Name').fill('the shop');
  await tab.leave(() => page.getByRole('button', { name: 'Create key' }).click());
  await tab.assertSound();
  await page.getByRole('button', { name: 'Send test request' }).click();
  await page.getByText('32 characters were charged.').waitFor();
  assert.match((await page.locator('output').textContent()) ?? '', /^“Today it is a good day to learn\.”/);
  for (const path of ['/account', '/keys', '/packs', '/usage', '/playground', '/terms']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  assert.deepEqual(tab.faults, []);
});
