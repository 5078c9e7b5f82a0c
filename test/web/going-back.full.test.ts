import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { furnish, packs } from '../support/account-area-belongings.ts';
import { needsChromium, type Tab, TestBrowser } from '../support/browser.ts';
import { signOut } from './people/form-filling.ts';

/** Goes back one page, like the browser's button, and waits until one is shown. */
async function goBack({ page }: Tab): Promise<void> {
  const isShown = page.waitForEvent('domcontentloaded', { timeout: 5_000 }).catch(() => undefined);
  await page.goBack({ waitUntil: 'commit' });
  await isShown;
}

for (const hasScript of [true, false]) {
  test(
    `going back after a sign-out shows nothing of the account, scripts ${hasScript ? 'on' : 'off'}`,
    needsChromium,
    async () => {
      await using area = await startAccountArea({ env: { PACKS: packs } });
      const member = await area.signUp();
      const { secrets } = await furnish(area, member);
      await using browser = await TestBrowser.open({ keepsPages: true });
      await using tab = await browser.tab(area.url, { hasScript });
      await member.enter(tab);
      const visited = ['/account', '/keys', '/glossary', '/data/activity', '/security'];
      for (const path of visited) assert.equal(await tab.open(path), 200, path);
      await signOut(tab);
      for (const _ of visited) {
        await goBack(tab);
        assert.match(tab.path, /^\/sign-in\?next=/);
        const shown = await tab.page.content();
        for (const secret of [...Object.values(secrets), member.email]) assert.ok(!shown.includes(secret), tab.path);
      }
    },
  );
}
