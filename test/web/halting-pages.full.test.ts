import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { html } from 'hono/html';
import { needsChromium, TestBrowser } from '../support/browser.ts';
import { serveOnePage } from '../support/served-pages.ts';

const body = html`<h1>Keys</h1><p>A key lets your programs translate.</p>`;

/** Long enough for a browser to draw an incomplete page, if it would. */
const haltMs = 300;

const drawings = "performance.getEntriesByType('paint').length";

/** Where pages pause, by the last part sent. */
const halts = [
  '<body class="site">',
  '<main id="content" tabindex="-1">',
  '</main>',
  '<footer class="bottom">',
  '<footer class="bottom"><div class="columns">',
  '</footer>',
];

test(
  'a page is first drawn when all of it is there, wherever it halts on its way, and so nothing moves',
  needsChromium,
  async () => {
    await using service = await serveOnePage({ title: 'Keys', body });
    await using browser = await TestBrowser.open();
    for (const halt of halts) {
      await using slow = await serveHalting(service.url, halt);
      await using tab = await browser.tab(slow.url);
      const style = tab.page.waitForEvent('requestfinished', (request) => request.url().endsWith('.css'));
      await tab.page.goto('/', { waitUntil: 'commit' });
      await style;
      await tab.page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${haltMs}))`);
      const drawn = await tab.page.evaluate<number>(drawings);
      const loaded = tab.page.waitForEvent('load');
      slow.goOn();
      await loaded;
      assert.deepEqual({ halt, drawn, shifts: await tab.layoutShifts() }, { halt, drawn: 0, shifts: [] });
      await tab.page.waitForFunction(`${drawings} > 0`);
    }
  },
);

/** Serves another service's pages, but pauses the page behind `halt` until the test continues it. */
async function serveHalting(from: string, halt: string) {
  const { promise: toldToGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const server = createServer((request, response) => void pass(request.url ?? '/', response));
  const pass = async (path: string, response: ServerResponse) => {
    const reply = await fetch(from + path, { headers: { 'accept-encoding': 'identity' } });
    const type = reply.headers.get('content-type') ?? '';
    const text = await reply.text();
    response.writeHead(reply.status, { 'content-type': type });
    if (!type.startsWith('text/html')) return response.end(text);
    const end = text.indexOf(halt) + halt.length;
    assert.ok(end > halt.length, halt);
    response.write(text.slice(0, end));
    await toldToGoOn;
    return response.end(text.slice(end));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    goOn,
    [Symbol.asyncDispose]: async () => {
      goOn();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
