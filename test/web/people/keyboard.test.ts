import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../../support/account-area.ts';
import { needsChromium, type Tab, TestBrowser } from '../../support/browser.ts';
import { leave, openMail, password } from './hands.ts';

const stepsMax = 40;

/** Presses the tabulator until the control with this name has the focus, which must then be seen. */
async function reach({ page }: Tab, name: string): Promise<void> {
  const labels = '[...(document.activeElement?.labels ?? [])].map((label) => label.textContent).join(" ")';
  for (let step = 0; step < stepsMax; step++) {
    const text = await page.evaluate<string>(`${labels} || document.activeElement?.textContent.trim() || ""`);
    if (text === name) {
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
      assert.notEqual(outline, 'none', `the focus on ${name} is seen`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name} is not reached with the tabulator`);
}

async function type(tab: Tab, label: string, text: string): Promise<void> {
  await reach(tab, label);
  await tab.page.keyboard.type(text);
}

async function press(tab: Tab, name: string, key: 'Enter' | 'Space'): Promise<void> {
  await reach(tab, name);
  await leave(tab, () => tab.page.keyboard.press(key));
}

test('signing up, out and in again takes a keyboard and nothing else', needsChromium, async () => {
  await using area = await startAccountArea();
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(area.url);
  await tab.open('/');
  await press(tab, 'Sign up', 'Enter');
  await type(tab, 'E-mail address', 'ada@example.com');
  await type(tab, 'Password', password);
  await press(tab, 'Create the account', 'Space');
  assert.equal(tab.path, '/sign-up/sent');
  await openMail(area, tab, 'ada@example.com');
  await type(tab, 'Password', password);
  await press(tab, 'Confirm my address', 'Enter');
  assert.equal(tab.path, '/account');
  await press(tab, 'Sign out', 'Space');
  assert.equal(tab.path, '/sign-in?done=signed-out');
  await type(tab, 'E-mail address', 'ada@example.com');
  await type(tab, 'Password', password);
  await leave(tab, () => tab.page.keyboard.press('Enter'));
  assert.equal(tab.path, '/account');
  await press(tab, 'Account', 'Enter');
  await press(tab, 'Change the password', 'Enter');
  await type(tab, 'Present password', password);
  await type(tab, 'New password', 'a new and long secret');
  await press(tab, 'Change the password', 'Space');
  assert.equal(tab.path, '/security?done=password');
});
