import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { html } from 'hono/html';
import { field } from '../../src/web/controls.ts';
import type { Page } from '../../src/web/page.ts';

import { needsChromium, type TabOptions, TestBrowser } from '../support/browser.ts';
import { serveOnePage } from '../support/served-pages.ts';

/** A window on one page at `/`, served like all pages. */
async function openPage(body: Page['body'], look: TabOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const service = opening.use(await serveOnePage({ title: 'Keys', body }));
  const browser = opening.use(await TestBrowser.open());
  const tab = opening.use(await browser.tab(service.url, look));
  const opened = opening.move();
  return { tab, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const sound = html`<h1>Keys</h1><form method="post" action="/keys">${field({ name: 'name', label: 'Name' })}</form>`;

/** How long browsers excuse a layout shift after an act. Source: W3C Layout Instability. */
const answerMsOfBrowsers = 500;

describe('browser that checks pages in tests', needsChromium, () => {
  test('finds nothing on a correct page, at any width, in light and dark, with and without scripts', async () => {
    await using service = await serveOnePage({ title: 'Keys', body: sound });
    await using browser = await TestBrowser.open();
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [360, 1_280]) {
        await using tab = await browser.tab(service.url, { scheme, width });
        assert.equal(await tab.open('/'), 200);
        await tab.assertSound();
      }
    }
    await using plain = await browser.tab(service.url, { hasScript: false });
    await plain.open('/');
    assert.equal(await plain.sidewaysOverflow(), 0);
    assert.equal(await plain.page.getByLabel('Name').count(), 1);
    assert.deepEqual(plain.faults, []);
  });

  test('finds unlabelled and too small controls, too little contrast, no focus ring, and a page wider than the window', async () => {
    const body = html`<h1>Keys</h1><input name="name"><p class="faint">Faint</p><p class="wide">Wide</p>
<img src="/assets/none.svg" alt=""><button class="dot" type="button">A</button><button class="dot" type="button">B</button>`;
    await using world = await openPage(body, { width: 360 });
    const { tab } = world;
    await tab.open('/');
    await tab.page.evaluate(`document.querySelector('.faint').style.color = '#ccc';
      document.querySelector('.wide').style.width = '500px';
      for (const dot of document.querySelectorAll('.dot')) {
        dot.style.cssText = 'min-height: 0; width: 9px; height: 9px; padding: 0; outline: none';
      }`);
    const found = await tab.violations();
    for (const rule of ['label', 'color-contrast', 'target-size']) {
      assert.ok(
        found.some((line) => line.startsWith(`${rule}: `)),
        found.join('\n'),
      );
    }
    assert.match((await tab.violations('color-contrast')).join('\n'), /^color-contrast: \.faint: .*$/);
    assert.match((await tab.controlsWithoutFocusRing()).join('\n'), /^<button class="dot".*\n<button class="dot".*$/);
    assert.equal((await tab.unsizedPictures()).length, 1);
    assert.ok((await tab.sidewaysOverflow()) > 100);
  });

  test('finds a layout shift', async () => {
    await using world = await openPage(sound);
    const { tab } = world;
    await tab.open('/');
    assert.deepEqual(await tab.layoutShifts(), []);
    await tab.page.evaluate(`document.querySelector('main').style.paddingTop = '300px'`);
    assert.equal((await tab.layoutShifts()).length, 1);
  });

  test('does not report a late reply to a click as a layout shift, but reports a later spontaneous shift', async () => {
    const body = html`<h1>Keys</h1><div id="more"></div><button type="button" hx-get="/more" hx-target="#more">More</button>`;
    await using world = await openPage(body);
    const { tab } = world;
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    await tab.page.route('**/more', async (route) => {
      await late;
      await route.fulfill({ contentType: 'text/html', body: '<p>One more key</p>'.repeat(5) });
    });
    await tab.open('/');
    await tab.page.getByRole('button', { name: 'More' }).click();
    await tab.page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${answerMsOfBrowsers + 100}))`);
    answer();
    await tab.page.getByText('One more key').first().waitFor();
    assert.deepEqual(await tab.layoutShifts(), []);
    await tab.page.evaluate(`document.querySelector('main').style.paddingTop = '300px'`);
    assert.equal((await tab.layoutShifts()).length, 1);
  });

  test('finds violations of the content security policy, and missing files', async () => {
    const body = html`<h1>Keys</h1><script>document.title = 'taken over';</script><img src="/assets/none.svg" alt="">
<img src="http://127.0.0.1:9/elsewhere.png" alt=""><p style="color: red">Red</p>`;
    await using world = await openPage(body);
    const { tab } = world;
    await tab.open('/');
    assert.equal(await tab.page.title(), 'Keys · Dragoman');
    const faults = tab.faults.join('\n');
    assert.match(faults, /inline script/);
    assert.match(faults, /inline style/);
    assert.match(faults, /404: .*\/assets\/none\.svg/);
    assert.match(faults, /elsewhere\.png/);
  });
});
