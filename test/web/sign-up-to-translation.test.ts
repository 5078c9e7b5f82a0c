import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsApertium } from '../adapters/apertium/installed-apertium.ts';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';
import { needsChromium, type Tab, TestBrowser, widths } from '../support/browser.ts';
import { openMail, password } from './people/form-filling.ts';

const skip = needsChromium.skip || needsApertium.skip;

test('a visitor signs up, takes the trial pack, creates a key and gets a real translation in six clicks, on accessible pages', {
  skip,
}, async () => {
  await using area = await startAccountArea({
    engines: 'installed',
    env: { DRAGOMAN_DEMO: '1', ENGINES: 'apertium' },
  });
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(area.url, { scheme: 'dark', width: widths.phone });
  for (const path of ['/', '/docs', '/sign-in', '/sign-up']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  await tab.open('/sign-up');
  const { reply, clicks } = await reachFirstReply(area, tab);
  assert.match(reply, /^“Today it is a good day to learn\.” 32 characters/);
  assert.ok(clicks <= clicksMax, String(clicks));
  for (const path of ['/account', '/keys', '/packs', '/usage', '/playground', '/glossary']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  assert.deepEqual(tab.faults, []);
});

/** From the form that signs up to the reply to the first request, with the link in the mail. */
const clicksMax = 6;

/** From the form to sign up, with a check of each page; returns the translation and its charge, and the clicks. */
async function reachFirstReply(
  area: AccountArea,
  tab: Tab,
): Promise<{ readonly reply: string; readonly clicks: number }> {
  const { page } = tab;
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  // The link in the mail.
  let clicks = 1;
  const press = async (name: string) => {
    clicks++;
    await tab.leave(() => button(name).click());
    await tab.assertSound();
  };
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Sign up');
  await openMail(area, tab, 'ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Confirm address');
  await press('Get 10,000 free characters');
  assert.equal(tab.path, '/keys/new');
  await page.getByLabel('Name').fill('the shop');
  await press('Create key');
  await button('Send test request').click();
  await page.locator('output', { hasText: '32 characters' }).waitFor();
  return { reply: (await page.locator('output').textContent()) ?? '', clicks: clicks + 1 };
}
