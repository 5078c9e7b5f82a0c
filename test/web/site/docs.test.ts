import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { endpoints } from '../../../src/api/endpoints.ts';
import { problemReferences } from '../../../src/calls/problem.ts';
import { packs } from '../../support/account-area-belongings.ts';
import { translate } from '../../support/call.ts';
import { startService, type TestService } from '../../support/service.ts';

const guides = 'documents deepl google libretranslate microsoft apertium quickstart-typescript quickstart-python';
const references = 'reference errors limits idempotency terminology languages changelog search?q=retry';

const paths = ['/', '/docs', ...`${guides} ${references}`.split(' ').map((name) => `/docs/${name}`)];

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

  test('every public page exists, has landmarks and one main heading, and no broken link', async () => {
    for (const path of paths) {
      const { reply, html } = await pageAt(path);
      assert.equal(reply.status, 200, path);
      assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(html, /^<!doctype html>\n<html lang="en">/);
      for (const landmark of ['<header', '<main id="content"', '<footer']) {
        assert.equal(html.split(landmark).length, 2, `${path}: ${landmark}`);
      }
      const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      assert.equal(levels.filter((level) => level === 1).length, 1, path);
      for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1, path);
      const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length, path);
      for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), `${path}#${target}`);
      const regions = [...html.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
      assert.equal(new Set(regions).size, regions.length, 'every region has another name');
    }
  });

  test('the reference describes every endpoint, field and header', async () => {
    const { html } = await pageAt('/docs/reference');
    for (const { path } of endpoints) assert.ok(html.includes(path), path);
    for (const name of ['Idempotency-Key', 'translated_text', 'characters_expires_at', 'source_lang', 'targets']) {
      assert.ok(html.includes(`<code>${name}</code>`), name);
    }
    const codeOf = (id: string) =>
      new RegExp(`<code id="${id}">(.*?)</code>`, 's').exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
    const [request = '', reply = ''] = ['translate-request-bash-code', 'translate-reply'].map(codeOf);
    for (const name of ['source_lang', 'target_lang']) {
      const languageIn = (code: string) => new RegExp(`${name}&quot;: ?&quot;(\\w+)`).exec(code)?.[1];
      assert.ok(languageIn(request));
      assert.equal(languageIn(reply), languageIn(request), 'the reply is to the request above it');
    }
    const detect = endpoints.find(({ name }) => name === 'detect') ?? assert.fail();
    const shown = JSON.parse((codeOf('detect-reply') ?? '').replaceAll('&quot;', '"')) as unknown;
    assert.deepEqual(detect.reply.schema?.parse(shown), shown, 'each reply is one of this endpoint');
    assert.ok(!codeOf('detect-request-bash-code')?.includes('target_lang'));
  });

  test("the quick start can be pasted unchanged: it contains this service's address in every language", async () => {
    const { html } = await pageAt('/docs');
    const samples = [...html.matchAll(/<code id="request-(\w+)-code">(.*?)<\/code>/gs)];
    assert.deepEqual(
      samples.map(([, language]) => language),
      ['bash', 'typescript', 'python'],
    );
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
        ['list languages', '/docs/reference#languages', 'Reference › API reference › List the languages'],
        ['glosary file', '/docs/terminology#file', 'Guides › Glossary › A glossary file'],
        ['handle errors', '/docs/quickstart-python#handle-errors-and-retries', 'Quick start: Python'],
      ] as const) {
        const { items } = await found(query);
        const item = items.slice(0, 3).find((each) => each.address === address);
        assert.ok(item?.headings.includes(headings), `${query}: ${JSON.stringify(items)}`);
        const page = await pageAt(address.replace(/#.*/, ''));
        assert.ok(page.html.includes(`id="${address.replace(/.*#/, '')}"`), address);
      }
      const { items } = await found('Retry-After');
      assert.match(items[0]?.excerpt ?? '', /<mark>[Rr]etry<\/mark>/);
    });

    test("leads beyond the documentation: to prices, questions and the operator's own pages", async () => {
      const privacy = 'https://example.com/privacy';
      await using sold = await startService({ PACKS: packs, PRIVACY_URL: privacy });
      for (const [query, address] of [
        ['price', '/#prices'],
        ['Pricing', '/#prices'],
        ['subscription', '/#prices'],
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
      for (const query of [
        'privacy',
        'GDPR',
        'delete my data',
        'refund',
        'refunds',
        'invoice',
        'VAT',
        'uptime',
        'status',
      ]) {
        const { items } = await found(query);
        const addresses = items.map(({ address }) => address);
        assert.ok(addresses.slice(0, 3).includes('/#questions'), `${query}: ${JSON.stringify(items)}`);
        const firstChange = addresses.findIndex((address) => address.startsWith('/docs/changelog'));
        assert.ok(
          addresses.slice(firstChange).every((each) => firstChange < 0 || each.startsWith('/docs/changelog')),
          query,
        );
      }
      const { items } = await found('changelog');
      assert.ok(items.some(({ address }) => address.startsWith('/docs/changelog')));
    });

    test('has at most 10 results, and uses at most 100 code points', async () => {
      assert.equal((await found('the')).items.length, 10);
      const { html, items } = await found('😀'.repeat(1_000));
      assert.equal(items.length, 0);
      assert.ok(html.includes(`No results for “${'😀'.repeat(100)}”`));
    });

    test('shows a search as text, and returns only the results to a script', async () => {
      assert.ok((await found('<b onclick=x>')).html.includes('“&lt;b onclick=x&gt;”'));
      const reply = await fetch(`${service.url}/docs/search?q=retry`, { headers: { 'HX-Request': 'true' } });
      assert.match(await reply.text(), /^<ul class="results">/);
    });
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
    assert.deepEqual(
      listed.filter((code) => code !== 'rate_limit_exceeded' && code !== 'not_ready'),
      [...found, 'server_error'],
    );
  });

  test("the example on the front page is an engine's translation, and another pair can be chosen without scripts", async () => {
    const { html } = await pageAt('/?from=es&to=en');
    assert.ok(html.includes('La nueva biblioteca es grande y tiene un jardín.'));
    const translated = /<p class="translated" lang="en" dir="ltr">([^<]+)<\/p>/.exec(html)?.[1];
    assert.equal(translated, 'jardín. un tiene y grande es biblioteca nueva La');
    const offered = /<select id="from"[^>]*>(.*?)<\/select>/.exec(html)?.[1] ?? '';
    assert.deepEqual(
      [...offered.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name),
      ['Detect language', 'Catalan', 'English', 'French', 'Spanish'],
    );
    const { reply } = await pageAt('/?from=%3Cscript%3E&to=../..');
    assert.equal(reply.status, 200, 'a served pair replaces one that is not served');
  });
});

/** Source: CSS Color 4, "Sample code for color conversions"; WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const luminances = [one, other].map((colour) => {
    const [lightness, chroma, hue] = colour.split(' ').map(Number.parseFloat) as [number, number, number];
    const a = chroma * Math.cos((hue * Math.PI) / 180);
    const b = chroma * Math.sin((hue * Math.PI) / 180);
    const long = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const medium = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const short = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const shown = (part: number) => Math.min(1, Math.max(0, part));
    const red = shown(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
    const green = shown(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
    const blue = shown(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

test('every text has enough contrast, in light and in dark', () => {
  const style = readFileSync(new URL('../../../src/web/assets/style.css', import.meta.url), 'utf8');
  const themes = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) =>
    Object.fromEntries(
      [...(body ?? '').matchAll(/--([a-z-]+): oklch\(([^/)]*)\);/g)].map(([, name, colour]) => [name, colour]),
    ),
  );
  assert.equal(themes.length, 2);
  for (const theme of themes) {
    const readable = [
      ...[
        'text',
        'soft',
        'accent',
        'second',
        'good',
        'warn',
        'bad',
        'code',
        'code-word',
        'code-string',
        'code-value',
      ].flatMap((name) => [
        [name, 'ground'],
        [name, 'panel'],
      ]),
      ['on-accent', 'accent'],
      ...['good', 'warn', 'bad'].flatMap((name) => [
        [name, `${name}-ground`],
        ['text', `${name}-ground`],
      ]),
    ];
    for (const [text = '', ground = ''] of readable) {
      const ratio = contrast(String(theme[text]), String(theme[ground]));
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
    assert.ok(contrast(String(theme['edge']), String(theme['ground'])) >= 3, 'edges of controls');
  }
});
