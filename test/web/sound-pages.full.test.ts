import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { packs } from '../support/account-area-belongings.ts';
import { onlookers, planTour } from '../support/account-area-tour.ts';
import { needsChromium, type Tab, type TabOptions, TestBrowser, widths } from '../support/browser.ts';
import { openTab } from './member-tab.ts';

/** Both schemes and both extremes of width; a page behaves the same in the other combinations. */
const looks: Readonly<Record<string, TabOptions>> = {
  'light, on a desk': { scheme: 'light', width: widths.desk, height: 800 },
  'dark, on the narrowest phone': { scheme: 'dark', width: 320, height: 740 },
};

/** Has no place for a line break, and everything that could break a page. */
const words = `<b onclick=alert(1)>"' &amp; ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`;

for (const [look, options] of Object.entries(looks)) {
  describe(`every page, ${look}`, needsChromium, () => {
    test("is complete, fits every window, is accessible, shows its focus, and loads and runs only the service's files", async (context) => {
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
            await assertKeyboard(tab);
            if (who === 'anonymous' && act === undefined && status === 200) await assertDescribed(tab);
            if (options.scheme !== 'light') return;
            await tab.page.emulateMedia({ colorScheme: 'dark' });
            assert.deepEqual(await tab.violations('color-contrast'), [], 'dark');
            // A tablet, and a window beside another one.
            for (const width of [1_024, 800]) {
              await tab.page.setViewportSize({ width, height: 800 });
              assert.deepEqual([await tab.sidewaysOverflow(), ...(await tab.controlsAside())], [0], `${width} wide`);
            }
            // As at 200% zoom. Wide tables may scroll.
            await tab.page.setViewportSize({ width: widths.desk / 2, height: 400 });
            assert.equal(await tab.sidewaysOverflow(), 0);
            await tab.page.setViewportSize({ width: widths.desk, height: 800 });
            await tab.page.emulateMedia({ colorScheme: 'light' });
            assert.deepEqual(await tab.controlsWithoutFocusRing(), []);
          });
        }
      }
    });
  });
}

/** Search engines show both, unless the page is of no use there. */
async function assertDescribed({ page }: Tab): Promise<void> {
  assert.match(await page.title(), /^\S.* · Dragoman$/);
  const content = await page.locator('meta[name=description], meta[name=robots]').first().getAttribute('content');
  assert.match(content ?? '', /^(noindex|\S.{15,160})$/);
}

/** The focus of a refused form is at what is wrong, and Escape closes the account menu. */
async function assertKeyboard({ page }: Tab): Promise<void> {
  const { isRefused, focused } = await page.evaluate<{ isRefused: boolean; focused: string }>(`({
    isRefused: performance.getEntriesByType('navigation')[0].responseStatus === 400,
    focused: document.activeElement.tagName,
  })`);
  if (isRefused) assert.notEqual(focused, 'BODY');
  const menu = page.locator('.avatar > summary');
  if ((await menu.count()) === 0) return;
  await menu.press('Enter');
  assert.equal(await page.locator('.avatar[open]').count(), 1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.avatar[open]').count(), 0);
  assert.equal(await page.locator('.avatar > summary:focus').count(), 1);
}

test('the edges of controls have a contrast of 3 to the page, in light and in dark', needsChromium, async () => {
  await using world = await openTab();
  const { tab, page } = world;
  await tab.open('/sign-in');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const [edge = 0, ground = 0] = await page.evaluate<readonly number[]>(`(() => {
      const draw = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      return ['--edge', '--ground'].map((name) => {
        document.body.style.color = \`var(\${name})\`;
        draw.fillStyle = getComputedStyle(document.body).color;
        draw.fillRect(0, 0, 1, 1);
        const linear = [...draw.getImageData(0, 0, 1, 1).data].map((part) =>
          part <= 10 ? part / 3_294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05;
      });
    })()`);
    // Source: WCAG 2.2, relative luminance, contrast ratio and 1.4.11.
    assert.ok(Math.max(edge, ground) / Math.min(edge, ground) >= 3, `${colorScheme}: ${edge} and ${ground}`);
  }
});

test('the style sheet has no rule for an id, which another page could use', async () => {
  const css = await readFile('src/web/assets/style.css', 'utf8');
  assert.deepEqual(css.match(/#[a-z][\w-]*(?=[^{};]*\{)/gi), null);
});
