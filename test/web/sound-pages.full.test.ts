import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { packs } from '../support/account-area-belongings.ts';
import { onlookers, planTour } from '../support/account-area-tour.ts';
import { needsChromium, type TabOptions, TestBrowser, widths } from '../support/browser.ts';

/** Both schemes and both widths; a page behaves the same in the other combinations. */
const looks: Readonly<Record<string, TabOptions>> = {
  'light, on a desk': { scheme: 'light', width: widths.desk },
  'dark, on a phone': { scheme: 'dark', width: widths.phone, height: 740 },
};

/** Has no place for a line break, and everything that could break a page. */
const words = `<b onclick=alert(1)>"' &amp; ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`;

for (const [look, options] of Object.entries(looks)) {
  describe(`every page, ${look}`, needsChromium, () => {
    test("is complete, as wide as the window and accessible, and loads and runs only the service's files", async (context) => {
      await using area = await startAccountArea({ env: { PACKS: packs } });
      const tour = await planTour(area, { words });
      assert.ok(tour.stops.length > 30);
      await using browser = await TestBrowser.open();
      for (const who of onlookers) {
        await using tab = await browser.tab(area.url, options);
        if (who !== 'anonymous') await tour.members[who].enter(tab);
        for (const { name, path, act } of tour.stops.filter((stop) => stop.as === who)) {
          await context.test(name, async () => {
            const status = await tab.open(path);
            assert.ok(status < 500, `${path}: ${status}`);
            await act?.(tab.page);
            // The result of an act may still be loading; an opened page is loaded.
            if (act !== undefined) await tab.page.waitForLoadState('networkidle');
            await tab.assertSound();
            assert.equal(await tab.page.locator('h1').count(), 1, 'one heading says what the page is');
          });
        }
      }
    });
  });
}
