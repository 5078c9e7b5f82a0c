import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { packs } from '../support/account-area-belongings.ts';
import { onlookers, planTour } from '../support/account-area-tour.ts';
import { needsChromium, type TabOptions, TestBrowser, widths } from '../support/browser.ts';

/** Both schemes and both widths; what a page does in one of them it does in the other as well. */
const looks: Readonly<Record<string, TabOptions>> = {
  'light, on a desk': { scheme: 'light', width: widths.desk },
  'dark, on a phone': { scheme: 'dark', width: widths.phone, height: 740 },
};

/** Without a place where it could be broken, and with all that a page could be broken by. */
const words = `<b onclick=alert(1)>"' &amp; ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`;

for (const [look, options] of Object.entries(looks)) {
  describe(`every page, ${look}`, needsChromium, () => {
    test('is whole, as wide as the window and open to everybody, and loads and runs nothing of others', async (context) => {
      await using area = await startAccountArea({ env: { PACKS: packs } });
      const tour = await planTour(area, { words });
      assert.ok(tour.stops.length > 30);
      await using browser = await TestBrowser.open();
      for (const who of onlookers) {
        await using tab = await browser.tab(area.url, options);
        if (who !== 'stranger') await tour.members[who].enter(tab);
        for (const { name, path, act } of tour.stops.filter((stop) => stop.as === who)) {
          await context.test(name, async () => {
            const status = await tab.open(path);
            assert.ok(status < 500, `${path}: ${status}`);
            await act?.(tab.page);
            // What an act brings is on its way; a page that was opened is there.
            if (act !== undefined) await tab.page.waitForLoadState('networkidle');
            await tab.assertSound();
            assert.equal(await tab.page.locator('h1').count(), 1, 'one heading says what the page is');
          });
        }
      }
    });
  });
}
