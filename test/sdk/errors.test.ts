import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dragoman, DragomanError, type Fetch } from '../../sdk/src/dragoman.ts';
import { openClient } from './client-world.ts';

const secret = 'dragoman_live_secret';

async function failureOf(call: Promise<unknown>): Promise<DragomanError> {
  const error: unknown = await call.then(
    () => assert.fail('succeeded'),
    (each) => each,
  );
  assert.ok(error instanceof DragomanError, String(error));
  return error;
}

test('a wrong key is an error with its request id and page', async () => {
  await using world = await openClient();
  const failure = await failureOf(new Dragoman({ key: secret, baseUrl: world.service.url }).usage());
  const { code, status, requestId, docUrl, param } = failure;
  assert.deepEqual([code, status, param], ['invalid_api_key', 401, null]);
  assert.match(`${requestId} ${docUrl}`, /^\S+ http\S+#invalid_api_key$/);
});

test('an insufficient balance is an error with both counts', async () => {
  await using world = await openClient(10);
  for (const text of ['La casa es grande.', ['La casa', 'es grande.']]) {
    const call = world.dragoman.translate(text, { from: 'es', to: 'en' });
    const { code, status, charactersRequired, charactersBalance } = await failureOf(call);
    assert.deepEqual([code, status, charactersBalance], ['insufficient_balance', 402, 10]);
    assert.ok((charactersRequired ?? 0) > 10);
  }
});

test('a service that is unreachable is a connection error with its cause', async () => {
  const dragoman = new Dragoman({ key: secret, baseUrl: 'http://127.0.0.1:3', timeoutMs: 2_000 });
  const failure = await failureOf(dragoman.translate('La casa', { to: 'en' }));
  assert.deepEqual([failure.code, failure.status], ['connection_error', undefined]);
  assert.ok(failure.cause instanceof Error);
  assert.doesNotMatch(`${failure.stack}${JSON.stringify(failure)}`, /secret|casa/);
});

test('a page of a proxy is an unexpected reply', async () => {
  const fetch = async () => new Response('<h1>Hello La casa</h1>', { status: 404 });
  const dragoman = new Dragoman({ key: secret, baseUrl: 'http://dragoman.example', fetch });
  const failure = await failureOf(dragoman.translate('La casa', { to: 'en' }));
  assert.deepEqual([failure.code, failure.status], ['unexpected_reply', 404]);
  assert.doesNotMatch(failure.message, /casa/);
  const fine = async () => new Response('<h1>Hello</h1>');
  const other = new Dragoman({ key: secret, baseUrl: 'http://dragoman.example', fetch: fine });
  assert.equal((await failureOf(other.usage())).code, 'unexpected_reply');
});

test('a reply with wrong types is an unexpected reply, and so is an error', async () => {
  const client = (body: unknown, status = 200) =>
    new Dragoman({
      ...{ key: secret, baseUrl: 'http://dragoman.example', timeoutMs: 100 },
      fetch: async () => new Response(body === undefined ? '' : JSON.stringify(body), { status }),
    });
  const text = { translated_text: 'a', source_lang: 'es', target_lang: 'en', characters_charged: 1 };
  const entry = { id: 'a', source_lang: 'es', target_lang: 'en', term: 'a', translation: 7 };
  const calls: readonly (readonly [(dragoman: Dragoman) => Promise<unknown>, wrong: readonly unknown[]])[] = [
    [
      (dragoman) => dragoman.translate('a', { to: 'en' }),
      [
        null,
        7,
        [],
        { ...text, characters_charged: '1' },
        { ...text, characters_charged: -1 },
        { ...text, source_lang: {} },
      ],
    ],
    [
      (dragoman) => dragoman.translate(['a'], { to: 'en', onFailed: 'keep' }),
      [{ translations: 'a' }, { translations: [null] }, { translations: [{}] }, { translations: [text] }],
    ],
    [(dragoman) => dragoman.usage(), [undefined, null, { characters_balance: '1', characters_used: 0 }]],
    [(dragoman) => dragoman.languages(), [{}, [null], [{ code: 'es', targets: 'en' }]]],
    [(dragoman) => dragoman.detect('a'), [{ language: 7 }, { language: 'es', confidence: 1, candidates: {} }]],
    [(dragoman) => dragoman.glossary.list(), [null, { entries: {} }, { entries: [] }, { entries: [entry] }]],
    [(dragoman) => dragoman.glossary.import('a', 'csv'), [null, { added: 'one' }]],
    [(dragoman) => dragoman.memory.list(), [null, { entries: [entry], next_cursor: null }]],
    [(dragoman) => dragoman.memory.add([]), [null, { version: 1, added: 0, replaced: 0, ids: [7] }]],
    [(dragoman) => dragoman.memory.lookup(['a'], { to: 'en' }), [null, { version: 1, results: [{ matches: null }] }]],
    [
      (dragoman) => dragoman.translateFile(new Blob(['a']), { name: 'a.txt', to: 'en' }),
      [null, { id: 7 }, { id: 'a' }],
    ],
    [(dragoman) => dragoman.estimateFile(new Blob(['a']), { name: 'a.txt' }), [null, { units: '1', characters: 1 }]],
  ];
  for (const [call, wrong] of calls) {
    for (const body of wrong) {
      assert.equal((await failureOf(call(client(body)))).code, 'unexpected_reply', JSON.stringify(body));
    }
  }
  const problem = { code: 'validation_error', message: 'Wrong.', param: 'texts[0]' };
  for (const change of [{ param: 7 }, { errors: 'all' }, { errors: [{ param: 7 }] }, { retry_after: 'soon' }]) {
    const failure = await failureOf(client({ error: { ...problem, ...change } }, 400).translate(['a'], { to: 'en' }));
    assert.deepEqual([failure.code, failure.status], ['unexpected_reply', 400]);
  }
});

test('redirects are followed to the same origin only, with method and body, and a bounded number of times', async () => {
  const place = 'https://dragoman.example';
  const detected = { language: 'es', confidence: 1, candidates: [] };
  const sentTo: string[] = [];
  const detect = (status: number, location?: string) => {
    sentTo.length = 0;
    const fetch: Fetch = async (url, { redirect, method, body }) => {
      sentTo.push(url);
      assert.deepEqual([redirect, method, body], ['manual', 'POST', '{"text":"La casa"}']);
      if (url.endsWith('/moved')) return Response.json(detected);
      return new Response(null, { status, ...(location !== undefined && { headers: { Location: location } }) });
    };
    return new Dragoman({ key: secret, baseUrl: place, fetch }).detect('La casa');
  };
  for (const status of [301, 302, 307, 308]) {
    assert.deepEqual(await detect(status, '/moved'), detected);
    for (const other of ['http://dragoman.example/', `${place}:444/`, '//evil.example/moved', 'http://[', undefined]) {
      const { code, message } = await failureOf(detect(status, other));
      assert.deepEqual([code, sentTo.length], ['unexpected_reply', 1], `${status} ${other}`);
      assert.match(message, /redirects to .*baseUrl/);
    }
    assert.equal((await failureOf(detect(status, '/circle'))).status, status);
    assert.equal(sentTo.length, 6);
  }
  assert.deepEqual([(await failureOf(detect(303, '/moved'))).status, sentTo.length], [303, 1]);
});

test('options that cannot be used are refused without their values', () => {
  for (const [param, wrong] of Object.entries({
    key: { key: `${secret}\n` },
    baseUrl: { baseUrl: `https://me:${secret}@dragoman.example` },
    timeoutMs: { timeoutMs: 0 },
  })) {
    const open = () => new Dragoman({ key: secret, baseUrl: 'https://dragoman.example', ...wrong });
    assert.throws(open, (error: DragomanError) => error.param === param && !`${error.stack}`.includes(secret));
  }
  for (const baseUrl of ['dragoman', 'ftp://dragoman.example', 'https://dragoman.example?a=b']) {
    assert.throws(() => new Dragoman({ key: secret, baseUrl }), { param: 'baseUrl' });
  }
});

test('calls without what they need are refused before anything is sent', async () => {
  const dragoman = new Dragoman({ key: secret, baseUrl: 'https://dragoman.example', fetch: assert.fail });
  const untyped = dragoman as unknown as Record<string, (...parameters: unknown[]) => Promise<unknown>>;
  const bytes = new Uint8Array(1);
  for (const [param, name, ...parameters] of [
    ['to', 'translate', 'La casa'],
    ['to', 'translate', 'La casa', 'en'],
    ['to', 'translate', ['La casa'], {}],
    ['text', 'translate', undefined, { to: 'en' }],
    ['text', 'translate', new Set(['La casa']), { to: 'en' }],
    ['text', 'translate', 5, { to: 'en' }],
    ['texts[1]', 'translate', ['La casa', null], { to: 'en' }],
    ['name', 'translateFile', bytes],
    ['to', 'translateFile', bytes, { name: 'a.txt' }],
    ['bytes', 'translateFile', './a.txt', { name: 'a.txt', to: 'en' }],
    ['name', 'estimateFile', bytes],
    ['bytes', 'estimateFile', new ReadableStream(), { name: 'a.txt' }],
  ] as const) {
    const { code, param: named } = await failureOf(untyped[name]?.(...parameters) ?? assert.fail());
    assert.deepEqual([code, named], ['validation_error', param], `${name} ${param}`);
  }
});

test('a key is refused in a browser unless it is allowed there', (t) => {
  const page = { value: {}, configurable: true };
  Object.defineProperty(globalThis, 'document', page);
  t.after(() => delete (globalThis as { document?: unknown }).document);
  const baseUrl = 'https://dragoman.example';
  assert.throws(() => new Dragoman({ key: secret, baseUrl }), { code: 'validation_error', param: 'key' });
  assert.ok(new Dragoman({ key: '', baseUrl }));
  assert.ok(new Dragoman({ key: secret, baseUrl, dangerouslyAllowBrowser: true }));
});

test('without a key, requests have none, and baseUrl may have a path', async () => {
  const asked: [string, Headers][] = [];
  const fetch: Fetch = async (url, init) => {
    asked.push([url, new Headers(init.headers)]);
    return Response.json({ language: null, confidence: 0, candidates: [] });
  };
  for (const end of ['', '/', '/api/v1', '//api/v1/'])
    await new Dragoman({ key: '', baseUrl: `https://dragoman.example/path${end}`, fetch }).detect('x');
  for (const [url, headers] of asked)
    assert.deepEqual([url, headers.has('Authorization')], ['https://dragoman.example/path/api/v1/detect', false]);
  const dragoman = new Dragoman({ key: secret, baseUrl: 'https://dragoman.example', fetch });
  await assert.rejects(dragoman.translate('x', { to: 'en', idempotencyKey: 'a b' }), { param: 'idempotencyKey' });
});
