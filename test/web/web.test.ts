import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { html } from 'hono/html';
import { ServiceError } from '../../src/ground/service-error.ts';
import { later } from '../../src/ground/units.ts';
import type { Pages } from '../../src/web/pages.ts';
import { partReply, sendTo } from '../../src/web/reply.ts';
import { anyone, fresh, type PageRoute, visitors } from '../../src/web/route.ts';
import type { Visit } from '../../src/web/visit.ts';
import { freshMs } from '../../src/web/web.ts';
import { startAccountArea } from '../support/account-area.ts';
import { servePages, standingNow, visitorOf } from '../support/served-pages.ts';

/** A page and an act of each kind, and some that fail. */
function routesOf(pages: Pages, acts: string[]): readonly PageRoute[] {
  const page = (visit: Visit) =>
    pages.render(visit, { title: 'Page', body: html`<h1>Page</h1><p>${visit.url.searchParams.get('q') ?? ''}</p>` });
  const act = async (visit: Visit) => {
    const form = await visit.readForm();
    acts.push(form.text('name'));
    return sendTo(visit, '/?done=yes');
  };
  const fail = (error: unknown) => () => Promise.reject(error);
  return [
    anyone.get('/', page),
    anyone.post('/', act),
    visitors.get('/mine', page),
    visitors.post('/mine', act),
    fresh.get('/fresh', page),
    fresh.post('/fresh', act),
    visitors.get('/of/:id', page),
    visitors.post('/of/:id', act),
    { method: 'POST', path: '/hook', audience: 'machine', answer: act },
    anyone.get('/part', () => partReply(html`<p>Part</p>`)),
    anyone.get('/broken', fail(new TypeError('a bug, and its secret'))),
    anyone.get('/store', fail(new ServiceError('store_unavailable', { detail: { table: 'people' } }))),
    anyone.get('/poor', fail(new ServiceError('insufficient_balance', { data: { required: 5, balance: 3 } }))),
    anyone.get('/busy', fail(new ServiceError('rate_limited', { data: { limit: 60, retryAfterSeconds: 7 } }))),
  ];
}

async function setup() {
  const acts: string[] = [];
  const clock = { now: standingNow };
  const service = await servePages({
    routes: ({ pages }) => routesOf(pages, acts),
    visitor: visitorOf('acc-1'),
    now: () => clock.now,
  });
  /** Follows no redirect. */
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(new URL(path, service.url), { headers: { Accept: 'text/html', ...headers }, redirect: 'manual', ...init });
  const post = (path: string, headers: Readonly<Record<string, string>>, body: string | URLSearchParams = 'name=x') => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return ask(path, {}, { method: 'POST', body, headers: { Accept: 'text/html', ...type, ...headers } });
  };
  return { service, acts, clock, ask, post, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

const signedIn = { Cookie: 'session=1' };
const ours = { 'Sec-Fetch-Site': 'same-origin' };

describe('anonymous visitor', () => {
  test('is redirected to sign in, and then returns to the requested page', async () => {
    await using world = await setup();
    const reply = await world.ask('/mine?day=2026-11-20&q=%26');
    const next = encodeURIComponent('/mine?day=2026-11-20&q=%26');
    assert.deepEqual([reply.status, reply.headers.get('Location')], [303, `/sign-in?next=${next}`]);
    assert.equal(reply.headers.get('Cache-Control'), 'no-store');
  });

  test('performs no act, and gets a page that sends the form again, without its secrets', async () => {
    await using world = await setup();
    const fields: [string, string][] = [
      ['name', 'a "quoted"\r\ntext & <b>'],
      ['name', 'second'],
      ['password', 'correct horse'],
      ['code', '123456'],
    ];
    const reply = await world.post('/mine?a=1', ours, new URLSearchParams(fields));
    assert.equal(reply.status, 401);
    const page = await reply.text();
    assert.match(page, /<form method="post" action="\/mine\?a=1">/);
    assert.match(page, /<a href="\/sign-in" target="_blank">/);
    const kept = [
      ...(page.split('</main>')[0] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g),
    ].map(([, ...field]) => field);
    assert.deepEqual(kept, [
      ['name', 'a &quot;quoted&quot;\r\ntext &amp; &lt;b&gt;'],
      ['name', 'second'],
    ]);
    assert.ok(!/correct horse|123456/.test(page));
    assert.deepEqual(world.acts, []);
  });

  test('must send a form with a file, or of more than 256 KiB, again from its own page', async () => {
    await using world = await setup();
    const filled = (name: string, file: File) => {
      const form = new FormData();
      form.set('name', name);
      form.set('file', file);
      return form;
    };
    const notChosen = new File([], '');
    const longest = 256 * 1_024 - 'name='.length;
    for (const [body, isKept] of [
      [filled('pasted\nrows', notChosen), true],
      [filled('x'.repeat(256 * 1_024), notChosen), false],
      [filled('note', new File(['x'], 'x.txt')), false],
      [filled('note', new File([], 'empty.txt')), false],
      [`name=${'<'.repeat(longest)}`, true],
      [`name=${'<'.repeat(longest + 1)}`, false],
    ] as const) {
      const reply = await (typeof body === 'string'
        ? world.post('/mine', ours, body)
        : world.ask('/mine', {}, { method: 'POST', body, headers: ours }));
      const page = await reply.text();
      assert.equal(reply.status, 401);
      assert.match(page, /Nothing was sent.*<a href="\/sign-in" target="_blank">/);
      assert.equal(/<input type="hidden" name="name" value="(?:pasted\r?\nrows|(?:&lt;)+)">/.test(page), isKept);
      assert.ok(isKept || page.length < 20_000);
    }
    assert.deepEqual(world.acts, []);
  });

  test('keeps the page if a script requested a part of it', async () => {
    await using world = await setup();
    for (const reply of [
      await world.ask('/mine', { 'HX-Request': 'true' }),
      await world.post('/mine', { ...ours, 'HX-Request': 'true' }),
    ]) {
      assert.deepEqual([reply.status, reply.headers.get('HX-Redirect')], [401, null]);
      assert.match(await reply.text(), /^<p>.*<a href="\/sign-in" target="_blank">/);
    }
    const boosted = await world.ask('/mine', { 'HX-Request': 'true', 'HX-Boosted': 'true' });
    assert.equal(boosted.status, 303);
  });
});

test('a route that requires a fresh sign-in is open for 15 minutes after one', async () => {
  await using world = await setup();
  assert.equal((await world.ask('/fresh', signedIn)).status, 200);
  world.clock.now = later(standingNow, freshMs - 1);
  assert.equal((await world.post('/fresh', { ...signedIn, ...ours })).headers.get('Location'), '/?done=yes');
  world.clock.now = later(standingNow, freshMs);
  const page = await world.ask('/fresh?a=1', signedIn);
  assert.deepEqual([page.status, page.headers.get('Location')], [303, '/sign-in/again?next=%2Ffresh%3Fa%3D1']);
  const act = await world.post('/fresh', { ...signedIn, ...ours });
  assert.equal(act.status, 401);
  const form = await act.text();
  assert.match(form, /<a href="\/sign-in\/again" target="_blank">[^]*<input type="hidden" name="name" value="x">/);
  assert.deepEqual(world.acts, ['x']);
});

describe('act', () => {
  test('of a machine needs no page of the service, and has no visitor', async () => {
    await using world = await setup();
    assert.equal((await world.post('/hook', {})).status, 303);
    assert.deepEqual(world.acts, ['x']);
  });

  test('is not performed by following a link', async () => {
    await using world = await setup();
    const reply = await world.ask('/hook', signedIn);
    assert.deepEqual([reply.status, reply.headers.get('Allow')], [405, 'POST, OPTIONS']);
    assert.deepEqual(world.acts, []);
  });

  test('with a body above 256 KiB is refused, and one just below is not', async () => {
    await using world = await setup();
    const headers = { ...signedIn, ...ours };
    const body = (bytes: number) => `name=${'x'.repeat(bytes - 5)}`;
    assert.equal((await world.post('/mine', headers, body(262_144))).status, 303);
    const reply = await world.post('/mine', headers, body(262_145));
    assert.equal(reply.status, 400);
    assert.match(await reply.text(), /more than 262,144 bytes/);
  });

  test('with a body that is not a form is refused', async () => {
    await using world = await setup();
    const reply = await world.post('/mine', { ...signedIn, ...ours, 'Content-Type': 'text/plain' });
    assert.equal(reply.status, 400);
    assert.deepEqual(world.acts, []);
  });
});

describe('page', () => {
  test('runs and loads only files of this server, forbids framing, and is never cached', async () => {
    await using world = await setup();
    for (const path of ['/', '/nowhere', '/broken']) {
      const { headers } = await world.ask(path, signedIn);
      assert.equal(headers.get('Content-Type'), 'text/html; charset=utf-8');
      const policy = new Map(
        (headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.join(' ')];
        }),
      );
      assert.deepEqual(Object.fromEntries(policy), {
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'font-src': "'self'",
        'img-src': "'self'",
        'connect-src': "'self'",
        'form-action': "'self'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      assert.equal(headers.get('Cache-Control'), 'no-store');
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('X-Frame-Options'), 'DENY');
      assert.equal(headers.get('Referrer-Policy'), 'same-origin');
      assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin');
      assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'same-origin');
      assert.equal(headers.get('Access-Control-Allow-Origin'), null);
    }
  });

  test('sends Strict-Transport-Security under an https BASE_URL, with subdomains if configured', async () => {
    const BASE_URL = 'https://translate.example.com';
    for (const [env, sent] of [
      [{ HSTS_INCLUDE_SUBDOMAINS: '1' }, null],
      [{ BASE_URL }, 'max-age=31536000'],
      [{ BASE_URL, HSTS_INCLUDE_SUBDOMAINS: '1' }, 'max-age=31536000; includeSubDomains'],
    ] as const) {
      await using area = await startAccountArea({ env });
      const { headers } = await fetch(area.url);
      assert.equal(headers.get('Strict-Transport-Security'), sent);
    }
  });

  test('is sent to HEAD without its body', async () => {
    await using world = await setup();
    const reply = await world.ask('/', {}, { method: 'HEAD' });
    assert.deepEqual([reply.status, await reply.text()], [200, '']);
    assert.match(reply.headers.get('Content-Security-Policy') ?? '', /script-src/);
  });

  test('as a part loads nothing when it is opened directly', async () => {
    await using world = await setup();
    const { headers } = await world.ask('/part');
    assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'/);
    assert.equal(headers.get('Cache-Control'), 'no-store');
  });
});

describe('failure', () => {
  test('of the server shows only the request id, and the log has the details under that id', async () => {
    await using world = await setup();
    for (const [path, status] of [
      ['/broken', 500],
      ['/store', 503],
    ] as const) {
      const reply = await world.ask(path, { 'X-Request-Id': 'mine' });
      const page = await reply.text();
      assert.equal(reply.status, status);
      assert.doesNotMatch(page, /secret|people|TypeError|store_unavailable/);
      assert.match(page, /<code>mine<\/code>/);
    }
    assert.equal(world.service.failures.length, 2);
  });

  test('caused by a NUL character in a name is a 404, anywhere in the address', async () => {
    await using world = await setup();
    for (const path of ['/of/%00', '/of/a%00b?q=1', '/mine?q=%00', '/mine?%00=q']) {
      assert.deepEqual([path, (await world.ask(path, { Cookie: 'session=1' })).status], [path, 404]);
    }
    assert.equal((await world.post('/of/%00', { Origin: world.service.url, Cookie: 'session=1' })).status, 404);
    assert.deepEqual(world.acts, []);
  });

  test('that is temporary asks to try again, and states after how many seconds', async () => {
    await using world = await setup();
    const away = await world.ask('/store');
    assert.deepEqual([away.status, away.headers.get('Retry-After')], [503, '5']);
    assert.match(await away.text(), /try again in a moment/);
    const broken = await world.ask('/broken');
    assert.deepEqual([broken.status, broken.headers.get('Retry-After')], [500, null]);
  });

  test('that the visitor can correct says how, and is not logged', async () => {
    await using world = await setup();
    const poor = await world.ask('/poor');
    assert.deepEqual([poor.status, /needs 5 characters, and you have 3 left\./.test(await poor.text())], [402, true]);
    const busy = await world.ask('/busy');
    assert.deepEqual([busy.status, busy.headers.get('Retry-After')], [429, '7']);
    assert.deepEqual(world.service.failures, []);
  });

  test("of an unknown address is a page for visitors, and the API's error for programs", async () => {
    await using world = await setup();
    const page = await world.ask('/nowhere');
    assert.equal(page.status, 404);
    assert.match(await page.text(), /There is nothing at this address\./);
    const program = await world.ask('/nowhere', { Accept: 'application/json' });
    assert.deepEqual([program.status, program.headers.get('Content-Type')], [404, 'application/json; charset=utf-8']);
    const known = await world.ask('/nowhere', signedIn);
    assert.match(await known.text(), /Sign out/, 'who is signed in stays so');
  });
});

test('an asset with its hash is cached permanently; a missing one is not found', async () => {
  await using world = await setup();
  const page = await (await world.ask('/')).text();
  const path = /href="(\/assets\/style\.[0-9a-f]{12}\.css)"/.exec(page)?.[1] ?? '';
  const reply = await world.ask(path, { 'Accept-Encoding': 'br' });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
  assert.equal(reply.headers.get('Content-Encoding'), 'br');
  const font = /<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin>/.exec(page)?.[1] ?? '';
  assert.match(
    await reply.text(),
    new RegExp(`src:url\\(${font.replace('/assets/', '')}\\)`),
    'the font that a page preloads is the one it uses',
  );
  const fontReply = await world.ask(font, { 'Accept-Encoding': 'br' });
  assert.deepEqual([fontReply.status, fontReply.headers.get('Content-Encoding')], [200, null], 'compressed already');
  for (const wrong of ['/assets/style.css', '/assets/../package.json', '/assets/%2e%2e/web.ts', '/assets/']) {
    assert.equal((await world.ask(wrong)).status, 404, wrong);
  }
});
