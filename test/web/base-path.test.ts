import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/api/endpoints.ts';
import { ConfigError } from '../../src/config-environment.ts';
import type { HttpBindings } from '../../src/http/answering.ts';
import { belowPath } from '../../src/web/base-path.ts';
import { startAccountArea } from '../support/account-area.ts';
import { linkIn } from '../support/mail-server.ts';
import { startService } from '../support/service.ts';

const base = '/my/translator';
const address = `http://translate.example.com${base}`;

/** Paths in what browsers follow, load or send to. `data-next` names a page to the service, which adds the base itself. */
const pathsIn = (html: string): readonly (readonly [attribute: string, path: string])[] =>
  [...html.matchAll(/ ([\w-]+)="(\/[^"]*)"/g)]
    .map(([, attribute = '', path = '']) => [attribute, path.replaceAll('&amp;', '&')] as const)
    .filter(([attribute]) => !['data-next', 'aria-keyshortcuts', 'd', 'value'].includes(attribute));

test('below the path of BASE_URL are all links, files, forms, redirects, cookies, mails and the API', async () => {
  await using area = await startAccountArea({ env: { BASE_URL: address } });
  const visitor = area.anonymous();
  const email = 'ana@example.com';
  const form = await visitor.open(`${base}/sign-up`);
  await visitor.submit(form, `${base}/sign-up`, { email, password: 'correct horse battery staple' });
  const link = linkIn(await area.mail.next(email));
  assert.ok(link.href.startsWith(`${address}/verify?`), link.href);
  const page = await visitor.open(link.pathname + link.search);
  const [confirm] = page.forms.filter(({ action }) => action.startsWith(`${base}/verify`));
  assert.ok(confirm);
  const overview = await visitor.send(confirm, { password: 'correct horse battery staple' });
  assert.deepEqual([overview.path, overview.status], [`${base}/account`, 200]);
  assert.ok([...visitor.cookies.keys()].every((name) => name.startsWith('__Secure-dragoman.')));

  const needsKey = new Set<string>(endpoints.filter(({ access }) => access === 'key').map(({ path }) => path));
  const seen = new Set<string>();
  const waiting = [base, `${base}/account`, `${base}/sign-in`];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const reply = await visitor.fetch(path);
    const type = reply.headers.get('Content-Type') ?? '';
    const content = await reply.text();
    const target = reply.headers.get('Location');
    assert.ok(target === null ? reply.status === 200 : target.startsWith(`${base}/`), `${path}: ${reply.status}`);
    // A proxy may have removed the base.
    const stripped = await visitor.fetch(path.slice(base.length) || '/');
    assert.deepEqual([stripped.status, stripped.headers.get('Content-Type') ?? ''], [reply.status, type], path);
    await stripped.arrayBuffer();
    const found = type.startsWith('text/html') ? pathsIn(content) : [];
    for (const [attribute, linked] of found) {
      assert.ok(linked === base || linked.startsWith(`${base}/`), `${attribute}="${linked}" on ${path}`);
      const next = linked.replace(/#.*/, '');
      if (!/^(href|src|hx-get|data-path)$/.test(attribute) || seen.has(next.replace(/\?.*/, ''))) continue;
      seen.add(next.replace(/\?.*/, ''));
      if (!needsKey.has(next.slice(base.length)) && !next.endsWith('/sign-out')) waiting.push(next);
    }
    const files = type.startsWith('text/css') ? [...content.matchAll(/url\(([^)"]+)\)/g)] : [];
    waiting.push(...files.map(([, file = '']) => new URL(file, `http://localhost${path}`).pathname));
  }
  assert.ok(seen.size > 40, String(seen.size));
  for (const path of ['/keys', '/docs/reference', '/packs', '/api/v1/languages'])
    assert.ok(seen.has(base + path), path);

  const cookies = (await visitor.post(`${base}/sign-out`)).headers.getSetCookie();
  assert.ok(cookies.length > 0);
  for (const cookie of cookies) assert.match(cookie, /^__Secure-dragoman\.\w+=.*; Path=\/my\/translator(;|$)/i);
  const again = await visitor.fetch(`${base}/keys?a=1`);
  assert.equal(again.headers.get('Location'), `${base}/sign-in?next=%2Fkeys%3Fa%3D1`);
  assert.equal((await visitor.fetch('/my/translators')).status, 404);
  assert.equal((await visitor.fetch(`${base}${base}`)).status, 404);
});

test('a page that reloads, and a redirect of htmx, stay below the path; other sites and texts are unchanged', async () => {
  const sent =
    '<meta http-equiv="refresh" content="5;url=/orders/1?try=2"><a href="//example.org/a">b</a><a href="https://example.org/">' +
    '<input value="/keys" data-next="/keys"><code>href=&quot;/keys&quot;</code><button formaction="/glossary/export">';
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'HX-Redirect': '/keys',
    Location: 'https://example.org/',
  };
  const exchange = { incoming: { headers: {} } } as HttpBindings;
  const reply = await belowPath(base, () => new Response(sent, { headers }))(
    new Request('http://localhost/'),
    exchange,
  );
  const leads = [reply.headers.get('HX-Redirect'), reply.headers.get('Location')];
  assert.deepEqual(leads, [`${base}/keys`, 'https://example.org/']);
  const expected = sent.replace('url=/', `url=${base}/`).replace('formaction="', `formaction="${base}`);
  assert.equal(await reply.text(), expected);
});

test('the API is below the path of BASE_URL, and its errors and its description name the whole address', async () => {
  await using service = await startService({ BASE_URL: address });
  const { key } = await service.customer();
  for (const path of [`${base}/api/v1`, '/api/v1']) {
    const request = { method: 'POST', headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' } };
    const reply = await fetch(`${service.url}${path}/translate`, {
      ...request,
      body: '{"text":"uno dos","source_lang":"es"}',
    });
    assert.equal(reply.status, 200, path);
    const refused = (await (await fetch(`${service.url}${path}/usage`)).json()) as { error: { doc_url: string } };
    assert.equal(refused.error.doc_url, `${address}/docs/errors#invalid_api_key`);
    const document = (await (await fetch(`${service.url}${path}/openapi.json`)).json()) as { servers: unknown };
    assert.deepEqual(document.servers, [{ url: address }]);
  }
});

test('a path that begins like one of the service is refused, because a proxy may remove it', async () => {
  for (const path of ['api', 'docs', 'keys/x', 'assets']) {
    await assert.rejects(startService({ BASE_URL: `https://example.com/${path}` }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /^BASE_URL: \/\w+ is a path of the service itself; choose another one/);
      return true;
    });
  }
});
