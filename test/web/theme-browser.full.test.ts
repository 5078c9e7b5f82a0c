import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { needsChromium } from '../support/browser.ts';
import { openMemberTab, openTab } from './member-tab.ts';

const ground = "getComputedStyle(document.body).backgroundColor.startsWith('oklch(0.17') ? 'dark' : 'light'";

describe('theme', needsChromium, () => {
  test('without scripts, a visitor sees a theme at once, keeps it from page to page, and goes back to that of the system', async () => {
    await using world = await openTab({ look: { hasScript: false } });
    const { tab, page } = world;
    await tab.open('/docs/languages?source=es');
    for (const [theme, expected] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['System', 'dark'],
    ] as const) {
      if (theme === 'System') await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByText(theme, { exact: true }).click();
      assert.equal(await page.evaluate(ground), expected, `${theme}, chosen`);
      await tab.leave(() => page.getByRole('button', { name: 'Save theme' }).click());
      assert.equal(tab.path, '/docs/languages?source=es');
      await tab.open('/');
      assert.equal(await page.evaluate(ground), expected, `${theme}, kept`);
      assert.equal(await page.getByRole('radio', { name: theme }).isChecked(), true);
      // Drawn before the style sheet and the form have arrived.
      const scheme = page.locator('meta[name=color-scheme]');
      assert.equal(await scheme.getAttribute('content'), theme === 'System' ? 'light dark' : expected);
      await tab.open('/docs/languages?source=es');
    }
    await page.getByText('Dark', { exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.evaluate(ground), 'light', 'on paper');
    assert.deepEqual(tab.faults, []);
  });

  test('with scripts, a member keeps a theme by the keyboard, without leaving the page', async () => {
    await using world = await openMemberTab({ characters: 1_000 });
    const { tab, page } = world;
    await tab.open('/keys/new');
    await page.locator('#name').fill('half typed');
    await page.locator('.avatar > summary').press('Enter');
    await page.getByRole('radio', { name: 'System' }).focus();
    const kept = page.waitForResponse((reply) => reply.url().endsWith('/theme'));
    await page.keyboard.press('ArrowLeft');
    assert.equal((await kept).status(), 200);
    assert.equal(await page.evaluate(ground), 'dark');
    assert.equal(await page.locator('#name').inputValue(), 'half typed');
    await tab.open('/account');
    assert.equal(await page.evaluate(ground), 'dark');
    assert.deepEqual(await tab.violations('color-contrast'), []);
    assert.deepEqual(tab.faults, []);
  });
});
