import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsApertium } from '../adapters/apertium/installed-apertium.ts';
import { startAccountArea } from '../support/account-area.ts';
import { needsChromium, type Tab, TestBrowser, widths } from '../support/browser.ts';
import { password } from './people/form-filling.ts';

const skip = needsChromium.skip || needsApertium.skip;

test('a visitor of a demo reaches the reply to the first request with a key in five clicks, on accessible pages', {
  skip,
}, async () => {
  await using area = await startAccountArea({
    engines: 'installed',
    env: { DRAGOMAN_DEMO: '1', ENGINES: 'apertium' },
    mail: 'none',
  });
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(area.url, { scheme: 'dark', width: widths.phone });
  for (const path of ['/docs', '/sign-in', '/']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  const { reply, clicks } = await reachFirstReply(tab);
  assert.match(reply, /^“Today it is a good day to learn\.” 32 characters/);
  assert.equal(clicks, 5);
  for (const path of ['/account', '/keys', '/packs', '/usage', '/playground', '/glossary']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  assert.deepEqual(tab.faults, []);
});

/** From the front page, with a check of each page; returns the translation and its charge, and the clicks. */
async function reachFirstReply(tab: Tab): Promise<{ readonly reply: string; readonly clicks: number }> {
  const { page } = tab;
  const main = page.getByRole('main');
  let clicks = 0;
  const press = async (role: 'link' | 'button', name: string) => {
    clicks++;
    await tab.leave(() => main.getByRole(role, { name, exact: true }).first().click());
    await tab.assertSound();
  };
  await press('link', 'Start free');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('button', 'Sign up');
  await press('link', 'Open the confirmation link');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('button', 'Confirm address');
  await main.getByRole('button', { name: 'Send test request', exact: true }).click();
  await page.locator('output', { hasText: '32 characters' }).waitFor();
  return { reply: (await page.locator('output').textContent()) ?? '', clicks: clicks + 1 };
}
