import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { needsApertium } from '../adapters/apertium/installed-apertium.ts';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';
import { needsChromium, type Tab, TestBrowser, widths } from '../support/browser.ts';
import { openMail, password } from './people/form-filling.ts';

const skip = needsChromium.skip || needsApertium.skip;

test('a visitor signs up, takes the trial pack, creates a key and gets a real translation in six clicks, on accessible pages', {
  skip,
}, async (context) => {
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
  const watch = stopwatch(page);
  await tab.open('/sign-up');
  const reply = await reachFirstReply(area, tab, { watch, checks: () => tab.assertSound() });
  assert.match(reply, /^“Today it is a good day to learn\.” 32 characters were charged\.( Show this request)?$/);
  context.diagnostic(watch.read());
  assert.ok(watch.clicks <= clicksMax, watch.read());
  for (const path of ['/account', '/keys', '/packs', '/usage', '/playground', '/glossary']) {
    assert.equal(await tab.open(path), 200);
    await tab.assertSound();
  }
  assert.deepEqual(tab.faults, []);
});

test('without scripts, the same takes as many clicks, and the last is the copied command', {
  skip,
}, async (context) => {
  const env = { DRAGOMAN_DEMO: '1', ENGINES: 'apertium' };
  await using area = await startAccountArea({ engines: 'installed', env });
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(area.url, { hasScript: false });
  const watch = stopwatch(tab.page);
  await tab.open('/sign-up');
  const reply = await reachFirstReply(area, tab, { watch });
  assert.match(reply, /^“Today it is a good day to learn\.” 32 characters were charged\.( Show this request)?$/);
  context.diagnostic(watch.read());
  assert.ok(watch.clicks <= clicksMax, watch.read());
  assert.deepEqual(tab.faults, []);
});

/** From the form that signs up to the reply to the first request, with the link in the mail. */
const clicksMax = 6;

type Stopwatch = {
  readonly clicks: number;
  readonly click: (button: string) => Promise<void>;
  /** A click elsewhere: in the mail program or in a shell. */
  readonly clickElsewhere: () => void;
  readonly read: () => string;
};

function stopwatch(page: Page): Stopwatch {
  const beganAt = performance.now();
  let clicks = 0;
  return {
    get clicks() {
      return clicks;
    },
    click: async (button) => {
      clicks++;
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    },
    clickElsewhere: () => {
      clicks++;
    },
    read: () =>
      `${clicks} clicks and ${((performance.now() - beganAt) / 1_000).toFixed(1)} s from sign-up to the first reply`,
  };
}

type Reaching = { readonly watch: Stopwatch; readonly checks?: () => Promise<void> };

/** From the form to sign up; returns the translation and its charge. */
async function reachFirstReply(area: AccountArea, tab: Tab, { watch, checks }: Reaching): Promise<string> {
  const { page } = tab;
  const press = async (button: string) => {
    await tab.leave(() => watch.click(button));
    await checks?.();
  };
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Sign up');
  watch.clickElsewhere();
  await openMail(area, tab, 'ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Confirm address');
  await press('Get 10,000 free characters');
  assert.equal(tab.path, '/keys/new');
  await page.getByLabel('Name').fill('the shop');
  await press('Create key');
  if (await page.getByRole('button', { name: 'Send test request' }).isVisible()) {
    await watch.click('Send test request');
    await page.getByText('characters were charged.').waitFor();
    return (await page.locator('output').textContent()) ?? '';
  }
  watch.clickElsewhere();
  return await runInShell((await page.locator('#new-key-curl').textContent()) ?? '');
}

/** Sends what the command for a shell would send. */
async function runInShell(command: string): Promise<string> {
  const [, key = ''] = /DRAGOMAN_KEY='([^']+)'/.exec(command) ?? [];
  const [, url = ''] = /curl (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body });
  const { translated_text, characters_charged } = (await reply.json()) as Readonly<Record<string, unknown>>;
  return `“${String(translated_text)}” ${String(characters_charged)} characters were charged.`;
}
