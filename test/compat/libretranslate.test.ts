import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { libreTranslate } from 'libretranslate-ts';
import { Translate } from 'translate';
import { filters } from '../../packages/documents/src/index.ts';
import { libreFileEndings } from '../../src/compat/libretranslate/shape.ts';
import { openAsking, settled } from '../api/asking.ts';
import { describeShape, house, reversed } from '../contract/shape.ts';
import { post, read } from '../support/call.ts';
import { LettersEngine } from '../support/letters-engine.ts';

type Failed = { readonly error: string };

describeShape({
  name: 'LibreTranslate',
  api: 'libretranslate',
  path: '/translate',
  bodyOf: ({ texts, source = 'auto', target = 'en' }) => ({ q: texts, source, target }),
  required: ['q', 'source', 'target'],
  scalars: ['source', 'target', 'format'],
  headers: (key) => ({ Authorization: `Bearer ${key}` }),
  keyParameter: 'api_key',
  formOf: ({ texts, source = 'auto', target = 'en' }) => [
    ...texts.map((text) => ['q', text] as const),
    ['source', source],
    ['target', target],
  ],
  formats: { html: [{ format: 'html' }], text: [{}, { format: 'text' }] },
  textsOf: (body) => (body as { translatedText: unknown }).translatedText,
  isFailure: (body) => {
    const { error, ...rest } = body as Failed;
    return typeof error === 'string' && Object.keys(rest).length === 0;
  },
  statuses: { noKey: 400, wrongKey: 403, noBalance: 403, limited: 429, engineDown: 503, bug: 500, tooLong: 400 },
  takesBlanks: true,
});

async function openLibre(...started: Parameters<typeof openAsking>) {
  const world = await openAsking(...started);
  const ask = <Body = Failed>(path: string, body: object, key: string | undefined = world.customer.key) =>
    post<Body>(world.service.url + path, { body: { ...body, api_key: key } });
  return { ...world, ask };
}

describe('POST /translate', () => {
  test('replies with a text for a text, with a list for a list, and names the language that it detected', async () => {
    await using world = await openLibre();
    const asked = { source: 'auto', target: 'en' };
    const one = await world.ask<{ detectedLanguage: { confidence: number } }>('/translate', { q: house, ...asked });
    const { confidence } = one.body.detectedLanguage;
    assert.deepEqual(one.body, { translatedText: reversed, detectedLanguage: { confidence, language: 'es' } });
    assert.ok(confidence > 90 && confidence <= 100);
    const many = await world.ask('/translate', { q: [house, ' '], ...asked, alternatives: 3 });
    assert.deepEqual(many.body, {
      translatedText: [reversed, ' '],
      detectedLanguage: [
        { confidence, language: 'es' },
        { confidence: 0, language: 'en' },
      ],
      alternatives: [[], []],
    });
    const named = await world.ask('/translate', { q: house, source: 'es_ES', target: 'EN', alternatives: 0 });
    assert.deepEqual(named.body, { translatedText: reversed });
  });

  test('takes everything from the query, and the body before the query', async () => {
    await using world = await openLibre();
    const query = new URLSearchParams({ q: 'uno dos', source: 'es', target: 'en', api_key: world.customer.key });
    for (const init of [{}, { body: new URLSearchParams({ q: 'uno dos' }) }]) {
      const reply = await fetch(`${world.service.url}/translate?${query.toString()}`, { method: 'POST', ...init });
      assert.deepEqual(await reply.json(), { translatedText: 'dos uno' });
    }
    const replaced = new URLSearchParams({ q: 'tres cuatro' });
    const reply = await fetch(`${world.service.url}/translate?${query.toString()}`, { method: 'POST', body: replaced });
    assert.deepEqual(await reply.json(), { translatedText: 'cuatro tres' });
  });

  test('has the messages that clients match', async () => {
    await using world = await openLibre(5, { RATE_LIMIT_PER_MINUTE: '9' }, [
      new LettersEngine({ pairs: 'es-en en-fr' }),
    ]);
    const asked = { q: 'La casa', source: 'es', target: 'en' };
    const { key } = world.customer;
    const expected = [
      [{ ...asked, q: '' }, key, 400, 'Invalid request: missing q parameter'],
      [{ ...asked, source: '' }, key, 400, 'Invalid request: missing source parameter'],
      [{ ...asked, target: null }, key, 400, 'Invalid request: missing target parameter'],
      [{ ...asked, alternatives: 'many' }, key, 400, 'Invalid request: alternatives parameter is not a whole number'],
      [{ ...asked, target: 'zz' }, key, 400, 'zz is not supported'],
      [{ ...asked, target: 'fr' }, key, 400, 'French (fr) is not available as a target language from Spanish (es)'],
      [
        { ...asked, q: 'a'.repeat(100_001) },
        key,
        400,
        'Invalid request: request (100001 characters) exceeds text limit (100000)',
      ],
      [asked, key, 403, 'The account has fewer than the 7 characters of this request'],
      [asked, 'wrong', 403, 'Invalid API key'],
      [asked, '', 400, `Visit ${world.service.url}/keys to get an API key`],
      [{ q: ' ', source: 'es', target: 'en' }, key, 200, undefined],
      [asked, key, 429, 'Slowdown: the limit is 9 requests in any 60 seconds. Try again in 60 s'],
    ] as const;
    for (const [body, sentKey, status, error] of expected) {
      const reply = await world.ask('/translate', body, sentKey);
      assert.deepEqual([reply.status, reply.body.error], [status, error]);
    }
  });
});

test('POST /detect ranks the languages of a text, the assumed one first, free of charge', async () => {
  await using world = await openLibre();
  const { body } = await world.ask<readonly { language: string; confidence: number }[]>('/detect', { q: house });
  assert.equal(body[0]?.language, 'es');
  assert.ok((body[0]?.confidence ?? 0) > 90);
  assert.equal((await world.ask<typeof body>('/detect', { q: 'proton beam' })).body[0]?.language, 'en');
  assert.deepEqual((await world.ask('/detect', { q: '12' })).body, [{ confidence: 0, language: 'en' }]);
  assert.equal((await world.ask('/detect', { q: house }, 'wrong')).status, 403);
  assert.equal((await world.customer.balance()).used, 0);
});

describe('POST /translate_file', () => {
  const letter = 'La casa de mi abuela es grande.\n\n12\n';
  const send = async ({ service }: Awaited<ReturnType<typeof openLibre>>, fields: object, content = letter) => {
    const form = new FormData();
    form.set('file', new Blob([content]), 'notas.txt');
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    const reply = await fetch(`${service.url}/translate_file`, { method: 'POST', body: form });
    return { status: reply.status, body: (await reply.json()) as Failed & { translatedFileUrl: string } };
  };

  test('returns an address without a key, where the translation can be fetched once', async () => {
    await using world = await openLibre();
    const { status, body } = await send(world, { source: 'auto', target: 'en', api_key: world.customer.key });
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(!body.translatedFileUrl.includes(world.customer.key));
    assert.equal((await fetch(body.translatedFileUrl, { method: 'HEAD' })).status, 200);
    const file = await fetch(body.translatedFileUrl);
    assert.match(file.headers.get('content-disposition') ?? '', /filename="notas\.en\.txt"/);
    assert.equal(await file.text(), `${reversed}\n\n12\n`);
    assert.equal((await world.customer.balance()).used, house.length);
    assert.equal((await fetch(body.translatedFileUrl)).status, 404);
    const forged = body.translatedFileUrl.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    assert.deepEqual(Object.keys((await (await fetch(forged)).json()) as object), ['error']);
  });

  test('refuses other files and bad requests, and charges nothing', async () => {
    await using world = await openLibre();
    const good = { source: 'es', target: 'en', api_key: world.customer.key };
    for (const [fields, status] of [
      [{ ...good, target: '' }, 400],
      [{ ...good, target: 'zz' }, 400],
      [{ ...good, api_key: 'wrong' }, 403],
      [{ source: 'es', target: 'en' }, 400],
      [{ ...good, file: 'no file' }, 400],
    ] as const) {
      const reply = await send(world, fields);
      assert.deepEqual([reply.status, typeof reply.body.error], [status, 'string']);
    }
    assert.equal((await send(world, good, 'a '.repeat(800))).status, 403);
    for (const url of [
      '/download_file/x',
      '/download_file/a.doc_',
      `/download_file/${world.customer.id}.doc_${'a'.repeat(32)}`,
    ])
      assert.equal((await fetch(world.service.url + url)).status, 404);
    assert.deepEqual(await settled(world.customer), { balance: 1_000, used: 0, held: 0 });
  });

  test('lists the files that it takes', () => {
    const endings = filters.flatMap(({ extensions }) => extensions);
    assert.deepEqual(libreFileEndings, endings);
  });
});

describe('what clients ask about an instance', () => {
  test('GET /languages lists each language with its targets and itself, for pages of any origin', async () => {
    await using world = await openLibre();
    const { headers, body } = await read<readonly { code: string; targets: readonly string[] }[]>(
      `${world.service.url}/languages`,
    );
    const spanish = body.find(({ code }) => code === 'es');
    assert.deepEqual(spanish, { code: 'es', name: 'Spanish', targets: ['ca', 'en', 'es', 'fr'] });
    assert.equal(headers.get('access-control-allow-origin'), '*');
    for (const { code } of body) assert.ok(new Intl.Locale(code));
  });

  test('GET /spec has the title that clients look for', async () => {
    await using world = await openLibre();
    const { body } = await read<{ info: { title: string } }>(`${world.service.url}/spec`);
    assert.equal(body.info.title, 'LibreTranslate');
  });

  test('GET /frontend/settings asks for a key; /health reports the state; /suggest is off', async () => {
    await using world = await openLibre();
    const { url } = world.service;
    const { body } = await read<Record<string, unknown>>(`${url}/frontend/settings`);
    assert.deepEqual([body['apiKeys'], body['keyRequired'], body['suggestions']], [true, true, false]);
    assert.deepEqual((await read(`${url}/health`)).body, { status: 'ok' });
    const suggested = await world.ask('/suggest', { q: 'a', s: 'b', source: 'es', target: 'en' });
    assert.deepEqual([suggested.status, suggested.body], [403, { error: 'Suggestions are disabled on this server.' }]);
  });
});

describe('addresses', () => {
  test('are at the root and below the prefix, with any slashes of a client', async () => {
    await using world = await openLibre();
    for (const prefix of ['', '/compat/libretranslate', '/compat/libretranslate/']) {
      const { status } = await world.ask(`${prefix}/translate`, { q: 'uno dos', source: 'es', target: 'en' });
      assert.equal(status, 200, prefix);
    }
    assert.equal((await read(`${world.service.url}/languages/`)).status, 200);
  });

  test('refuse other methods and unknown paths in the form of the shape', async () => {
    await using world = await openLibre();
    const { url } = world.service;
    for (const path of ['/translate', '/detect', '/suggest']) {
      const { status, headers, body } = await read<Failed>(url + path);
      const refusal = [status, headers.get('allow'), body];
      assert.deepEqual(refusal, [405, 'POST, OPTIONS', { error: 'Use POST on this path.' }]);
    }
    const unknown = await read<Failed>(`${url}/compat/libretranslate/translate_page`);
    assert.deepEqual([unknown.status, typeof unknown.body.error], [404, 'string']);
    assert.equal((await fetch(`${url}/translate`, { method: 'OPTIONS' })).status, 204);
    assert.equal((await fetch(`${url}/health`, { method: 'HEAD' })).status, 200);
  });

  test('refuse an unknown endpoint in the form of the shape too', async () => {
    await using world = await openLibre(1_000, { TRUSTED_PROXIES: '127.0.0.1' });
    const headers = { 'X-Forwarded-Proto': 'http' };
    const { status, body } = await read<Failed>(`${world.service.url}/languages`, { headers });
    assert.deepEqual([status, body], [400, { error: 'Use HTTPS: plain HTTP would expose the key.' }]);
  });

  test('are the pages again when COMPAT turns the shape off', async () => {
    await using world = await openLibre(1_000, { COMPAT: 'none' });
    for (const path of ['/translate', '/compat/libretranslate/translate'])
      assert.equal(
        ((await world.ask(path, {})).body as unknown as { error: { code: string } }).error.code,
        'not_found',
      );
  });
});

test('any number of bodies with their key inside is accepted, one after the other', async () => {
  await using world = await openLibre(1_000, { RATE_LIMIT_PER_MINUTE: '1000' });
  // More than all bodies that may be in memory before their key is known.
  for (let sent = 0; sent < 34; sent++)
    assert.equal((await world.ask('/detect', { q: 'La casa', ignored: 'x'.repeat(1_100_000) })).status, 200);
  const { status } = await world.ask('/detect', { q: 'La casa', ignored: 'x'.repeat(1_100_000) }, 'wrong');
  assert.equal(status, 403);
});

describe('clients', () => {
  test('libretranslate-ts lists, detects, translates and shows a refusal', async () => {
    await using world = await openLibre();
    libreTranslate.setApiEndpoint(`${world.service.url}/compat/libretranslate`);
    libreTranslate.setApiKey(world.customer.key);
    assert.ok((await libreTranslate.listLanguages()).some(({ code }) => code === 'es'));
    assert.equal((await libreTranslate.detect(house)).language, 'es');
    const { status, translatedText, alternatives } = await libreTranslate.translate(house, 'auto', 'en', 2);
    assert.deepEqual([status, translatedText, alternatives], [200, reversed, []]);
    assert.equal((await libreTranslate.translate(house, 'es', 'zz')).error, 'zz is not supported');
    libreTranslate.setApiKey('wrong');
    assert.equal((await libreTranslate.translate(house, 'es', 'en')).error, 'Invalid API key');
  });

  test('translate', async () => {
    await using world = await openLibre();
    const options = {
      engine: 'libre',
      url: `${world.service.url}/translate`,
      key: world.customer.key,
      from: 'es',
    } as const;
    assert.equal(await Translate(options)(house, 'en'), reversed);
    assert.equal((await world.customer.balance()).used, house.length);
  });
});
