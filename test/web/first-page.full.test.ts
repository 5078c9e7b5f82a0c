import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { packs } from '../support/account-area-belongings.ts';
import { needsChromium, TestBrowser } from '../support/browser.ts';
import { openTab } from './member-tab.ts';

const bytesMax = 100_000;

describe('first page of a visitor', needsChromium, () => {
  test('loads less than 100 kB in total, from this service only, and nothing on it moves', async () => {
    await using area = await startAccountArea({ env: { PACKS: packs } });
    await using browser = await TestBrowser.open();
    for (const width of [360, 1_280]) {
      await using tab = await browser.tab(area.url, { width });
      const debug = await tab.context.newCDPSession(tab.page);
      let bytes = 0;
      debug.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await debug.send('Network.enable');
      assert.equal(await tab.open('/'), 200);
      await tab.page.waitForLoadState('networkidle');
      assert.ok(bytes > 10_000 && bytes < bytesMax, `${bytes} bytes`);
      assert.deepEqual(await tab.layoutShifts(), []);
      assert.deepEqual(tab.faults, []);
    }
  });

  test('moves by 0.01 at most when its typeface arrives late', async () => {
    await using area = await startAccountArea({ env: { PACKS: packs } });
    await using browser = await TestBrowser.open();
    for (const width of [360, 1_280]) {
      await using tab = await browser.tab(area.url, { width });
      const { promise: isDrawn, resolve: drawn } = Promise.withResolvers<void>();
      await tab.page.route('**/*.woff2', async (route) => {
        await isDrawn;
        await route.continue();
      });
      await tab.page.goto('/', { waitUntil: 'commit' });
      await tab.page.evaluate(
        "new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))",
      );
      assert.equal(await tab.page.evaluate("document.fonts.check('16px Inter Variable')"), false);
      drawn();
      await tab.page.evaluate('document.fonts.ready');
      assert.equal(await tab.page.evaluate("document.fonts.check('16px Inter Variable')"), true);
      const moved = (await tab.layoutShifts()).reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
      assert.ok(moved <= 0.01, `${moved}, ${width} wide`);
    }
  });

  test('loads nothing twice: the next page is a single response and its own script', async () => {
    await using world = await openTab({ env: { PACKS: packs } });
    const { tab } = world;
    await tab.open('/');
    await tab.page.waitForLoadState('networkidle');
    const answers: Promise<{ readonly path: string; readonly bytes: number }>[] = [];
    tab.page.on('response', (response) => {
      const path = new URL(response.url()).pathname;
      const sizes = response.request().sizes();
      answers.push(sizes.then(({ responseBodySize }) => ({ path, bytes: responseBodySize })));
    });
    await tab.open('/docs');
    await tab.page.waitForLoadState('networkidle');
    const sent = (await Promise.all(answers)).filter(({ bytes }) => bytes > 0);
    assert.deepEqual(
      sent.map(({ path }) => path.replace(/\.\w+\.js$/, '')),
      ['/docs', '/assets/docs'],
    );
  });
});
