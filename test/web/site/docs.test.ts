import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { endpoints } from '../../../src/api/endpoints.ts';
import { problemReferences } from '../../../src/calls/problem.ts';
import { packs } from '../../support/account-area-belongings.ts';
import { translate } from '../../support/call.ts';
import { startService, type TestService } from '../../support/service.ts';

const guides =
  'documents memory security deepl google libretranslate microsoft apertium quickstart-typescript quickstart-python';
const references = 'reference errors limits idempotency terminology languages changelog search?q=retry';

const paths = [
  ...['/', '/pricing', '/docs', ...`${guides} ${references}`.split(' ').map((name) => `/docs/${name}`)],
  ...endpoints.map(({ name }) => `/docs/reference/${name}`),
];

describe('documentation', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '1200' });
  });
  after(() => service[Symbol.asyncDispose]());

  async function pageAt(path: string, { url } = service) {
    const reply = await fetch(url + path, { headers: { Accept: 'text/html' } });
    return { reply, html: await reply.text() };
  }

  test('the changelog tells users what changed for them, newest first, without notes for operators and developers', async () => {
    const { html } = await pageAt('/docs/changelog');
    const days = [...html.matchAll(/<h2 id="[^"]+">([^<]+)<\/h2>/g)].map(([, day = '']) => Date.parse(`${day} UTC`));
    assert.ok(days.length > 1 && days.every((day, index) => day < (days[index - 1] ?? Number.POSITIVE_INFINITY)));
    assert.match(html, /Your glossary/);
    assert.doesNotMatch(html, /npm |bin\/dragoman|bench|refactor|\btests?\b|[A-Z]+_[A-Z]+|PostgreSQL|SQLite/);
  });

  test('every public page exists, and its links to its own sections lead somewhere', async () => {
    for (const path of paths) {
      const { reply, html } = await pageAt(path);
      assert.equal(reply.status, 200, path);
      assert.match(html, /^<!doctype html>\n<html lang="en">/);
      const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), `${path}#${target}`);
    }
  });

  test('the reference describes every endpoint, field and header', async () => {
    const list = await pageAt('/docs/reference');
    for (const { name, path } of endpoints) {
      assert.ok(list.html.includes(`<a id="${name}" href="/docs/reference/${name}">`), 'older links lead to it');
      const page = await pageAt(`/docs/reference/${name}`);
      assert.ok(page.html.includes(`<code>${path}</code>`), path);
    }
    const [{ html }, detectPage, usagePage] = await Promise.all([
      pageAt('/docs/reference/translate'),
      pageAt('/docs/reference/detect'),
      pageAt('/docs/reference/usage'),
    ]);
    for (const name of ['Idempotency-Key', 'translated_text', 'source_lang']) {
      assert.ok(html.includes(`<code>${name}</code>`), name);
    }
    assert.ok(usagePage.html.includes('<code>characters_expires_at</code>'));
    const codeOf = (id: string, page = html) =>
      new RegExp(`<code id="${id}">(.*?)</code>`, 's').exec(page)?.[1]?.replaceAll(/<[^>]*>/g, '');
    const [request = '', reply = ''] = ['translate-request-bash-code', 'translate-reply'].map((id) => codeOf(id));
    for (const name of ['source_lang', 'target_lang']) {
      const languageIn = (code: string) => new RegExp(`${name}&quot;: ?&quot;(\\w+)`).exec(code)?.[1];
      assert.ok(languageIn(request));
      assert.equal(languageIn(reply), languageIn(request), 'the reply is to the request above it');
    }
    const detect = endpoints.find(({ name }) => name === 'detect') ?? assert.fail();
    const shown = JSON.parse((codeOf('detect-reply', detectPage.html) ?? '').replaceAll('&quot;', '"')) as unknown;
    assert.deepEqual(detect.reply.schema?.parse(shown), shown, 'each reply is one of this endpoint');
    assert.ok(!codeOf('detect-request-bash-code', detectPage.html)?.includes('target_lang'));
  });

  test("the quick start can be pasted unchanged: it contains this service's address in every language", async () => {
    const { html } = await pageAt('/docs');
    const samples = [...html.matchAll(/<code id="request-(\w+)-code">(.*?)<\/code>/gs)];
    const languages = samples.map(([, language]) => language);
    assert.deepEqual(languages, ['bash', 'typescript', 'python']);
    for (const [, , code = ''] of samples) {
      assert.ok(code.includes(`${service.url}/api/v1/translate`));
      assert.match(code, /<span data-key-slot="(?:&#39;)?">[^<]*DRAGOMAN_KEY[^<]*<\/span>/, 'a key can be filled in');
    }
  });

  describe('search of the docs', () => {
    const found = async (query: string, at = service) => {
      const { html } = await pageAt(`/docs/search?q=${encodeURIComponent(query)}`, at);
      const items = [...html.matchAll(/<li><a href="([^"]+)"><span class="path">([^<]+)<\/span> (.*?)<\/a><\/li>/g)];
      return {
        html,
        items: items.map(([, address = '', headings = '', excerpt = '']) => ({ address, headings, excerpt })),
      };
    };

    test('leads to sections of guides, errors and endpoints, with their headings and the found words marked', async () => {
      for (const [query, address, headings] of [
        ['insufficient balance', '/docs/errors#insufficient_balance', 'Reference › Errors › insufficient_balance 402'],
        ['list languages', '/docs/reference/languages', 'Reference › API reference › List the languages'],
        ['glosary file', '/docs/terminology#file', 'Guides › Glossary › A glossary file'],
        ['handle errors', '/docs/quickstart-python#handle-errors-and-retries', 'Quick start: Python'],
      ] as const) {
        const { items } = await found(query);
        const item = items.slice(0, 3).find((each) => each.address === address);
        assert.ok(item?.headings.includes(headings), `${query}: ${JSON.stringify(items)}`);
        const page = await pageAt(address.replace(/#.*/, ''));
        const anchor = address.split('#')[1] ?? 'content';
        assert.ok(page.html.includes(`id="${anchor}"`), address);
      }
      const { items } = await found('Retry-After');
      assert.match(items[0]?.excerpt ?? '', /<mark>[Rr]etry<\/mark>/);
    });

    test("leads beyond the documentation: to prices, questions and the operator's own pages", async () => {
      const privacy = 'https://example.com/privacy';
      await using sold = await startService({ PACKS: packs, PRIVACY_URL: privacy });
      for (const [query, address] of [
        ['price', '/pricing'],
        ['Pricing', '/pricing'],
        ['subscription', '/pricing'],
        ['privacy', privacy],
        ['private', '/#questions'],
        ['is my text stored', '/#questions'],
        ['expire', '/#questions'],
        ['webhook', '/docs/documents#translate-a-file'],
        ['webhooks', '/docs/documents#translate-a-file'],
      ] as const) {
        const { items } = await found(query, sold);
        assert.ok(
          items.slice(0, 3).some((each) => each.address === address),
          `${query}: ${JSON.stringify(items)}`,
        );
      }
    });

    test('answers what buyers ask with a question of the home page, before any change, without pages of the operator', async () => {
      const asked = 'privacy, GDPR, delete my data, refund, refunds, invoice, VAT, uptime'.split(', ');
      for (const query of asked) {
        const { items } = await found(query);
        const addresses = items.map(({ address }) => address);
        assert.ok(addresses.slice(0, 3).includes('/#questions'), `${query}: ${JSON.stringify(items)}`);
        const firstChange = addresses.findIndex((address) => address.startsWith('/docs/changelog'));
        assert.ok(
          addresses.slice(firstChange).every((each) => firstChange < 0 || each.startsWith('/docs/changelog')),
          query,
        );
      }
      assert.equal((await found('status')).items[0]?.address, '/status');
      const { items } = await found('changelog');
      assert.ok(items.some(({ address }) => address.startsWith('/docs/changelog')));
    });

    test('has at most 10 results, and uses at most 100 code points', async () => {
      assert.equal((await found('the')).items.length, 10);
      const { html, items } = await found('😀'.repeat(1_000));
      assert.equal(items.length, 0);
      assert.ok(html.includes(`No results for “${'😀'.repeat(100)}”`));
    });

    test('leads on: without a section that has all words to those with some, and without any to other pages', async () => {
      const { items } = await found('webhook xylophone');
      assert.equal(items[0]?.address, '/docs/documents#translate-a-file', JSON.stringify(items));
      const { html } = await found('xylophone');
      const [, list = ''] = /No results for .*?<ul class="results">(.*?)<\/ul>/s.exec(html) ?? [];
      const links = [...list.matchAll(/<a href="([^"]+)">/g)].map(([, to = '']) => to);
      assert.ok(links.includes('/docs/reference'));
      for (const to of links) assert.equal((await pageAt(to)).reply.status, 200, to);
    });

    test('shows a search as text, and returns only the results to a script', async () => {
      assert.ok((await found('<zzz onclick=xyzzyx>')).html.includes('“&lt;zzz onclick=xyzzyx&gt;”'));
      const reply = await fetch(`${service.url}/docs/search?q=retry`, { headers: { 'HX-Request': 'true' } });
      assert.match(await reply.text(), /^<ul class="results">/);
    });
  });

  test('the page on security lists the sub-processors that the operator names, as text', async () => {
    const lines = 'Ana Hosting, Spain: servers\\nMail <b> Ltd, Ireland: mails';
    await using named = await startService({ SUBPROCESSORS: lines });
    const { html } = await pageAt('/docs/security', named);
    const [, list = ''] = /<h2 id="sub-processors">.*?<ul>(.*?)<\/ul>/s.exec(html) ?? [];
    assert.equal(list, '<li>Ana Hosting, Spain: servers</li><li>Mail &lt;b&gt; Ltd, Ireland: mails</li>');
    assert.doesNotMatch((await pageAt('/docs/security')).html, /Ana Hosting/);
  });

  test('the documented limit is the limit of this server', async () => {
    const { html } = await pageAt('/docs/limits');
    assert.match(html, /An account may make 1,200 requests in any 60 seconds/);
  });

  test('the doc_url of every error leads to the remedy for its code', async () => {
    const { html } = await pageAt('/docs/errors');
    for (const { code } of problemReferences(service.url)) {
      assert.match(html, new RegExp(`<h2 id="${code}">`), code);
      assert.ok(
        html.includes(`&quot;${service.url}/docs/errors#${code}&quot;`),
        'the example has the address of this service',
      );
    }
    const { body } = await translate<{ error: { doc_url: string; code: string } }>(service.url, {
      body: { text: 'x' },
    });
    assert.equal(body.error.doc_url, `${service.url}/docs/errors#invalid_api_key`);
    assert.equal((await fetch(body.error.doc_url)).status, 200);
  });

  test('errors are sorted by status, and the order of the checks is documented', async () => {
    const { html } = await pageAt('/docs/errors');
    const statuses = [...html.matchAll(/<h2 id="\w+"><code>\w+<\/code> <span class="soft">(\d+)</g)].map(([, status]) =>
      Number(status),
    );
    assert.deepEqual(statuses, [400, 401, 402, 404, 405, 409, 429, 500]);
    const [, order = ''] = /in the order of the checks: (.*?)\.<\/p>/s.exec(html) ?? [];
    const listed = [...order.matchAll(/<code>(\w+)<\/code>/g)].map(([, code]) => code);
    const { url } = service;
    const { key } = await service.customer(5);
    const codeOf = async (path: string, init: RequestInit) =>
      ((await (await fetch(url + path, init)).json()) as { error: { code: string } }).error.code;
    const translation = '/api/v1/translate';
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    // Each request also has all later errors.
    const found = [
      await codeOf('/api/v1/translat', { method: 'PUT' }),
      await codeOf(translation, { method: 'PUT' }),
      await codeOf(translation, { method: 'POST', body: '{' }),
      await codeOf(translation, { method: 'POST', body: '{', headers }),
      await codeOf(translation, { method: 'POST', body: '{"text":"La casa es grande."}', headers }),
    ];
    const others = listed.filter((code) => code !== 'rate_limit_exceeded' && code !== 'not_ready');
    assert.deepEqual(others, [...found, 'server_error']);
  });

  test("the example on the front page is an engine's translation, and another pair can be chosen without scripts", async () => {
    const { html } = await pageAt('/?from=es&to=en');
    assert.ok(html.includes('La nueva biblioteca es grande y tiene un jardín.'));
    const translated = /<p class="translated" lang="en" dir="ltr">([^<]+)<\/p>/.exec(html)?.[1];
    assert.equal(translated, 'jardín un tiene y grande es biblioteca nueva La.');
    const offered = /<select id="from"[^>]*>(.*?)<\/select>/.exec(html)?.[1] ?? '';
    const names = [...offered.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name);
    assert.deepEqual(names, ['Detect language', 'Catalan', 'English', 'French', 'Spanish']);
    const { reply } = await pageAt('/?from=%3Cscript%3E&to=../..');
    assert.equal(reply.status, 200, 'a served pair replaces one that is not served');
  });
});
