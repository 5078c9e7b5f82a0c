import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Langbly } from 'langbly';
import { openAsking } from '../api/asking.ts';
import { describeShape, house, reversed } from '../contract/shape.ts';
import { post, read } from '../support/call.ts';

type Failed = {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status: string;
    readonly errors: readonly { readonly message: string; readonly domain: string; readonly reason: string }[];
    readonly details?: readonly { readonly reason: string }[];
  };
};

const path = '/language/translate/v2';

describeShape({
  name: 'Google',
  api: 'google',
  path,
  bodyOf: ({ texts, source, target = 'en' }) => ({ q: texts, ...(source && { source }), target, format: 'text' }),
  required: ['q', 'target'],
  scalars: ['source', 'target', 'format'],
  headers: (key) => ({ 'X-Goog-Api-Key': key }),
  keyParameter: 'key',
  formOf: ({ texts, source = '', target = 'en' }) => [
    ...texts.map((text) => ['q', text] as const),
    ['source', source],
    ['target', target],
  ],
  formats: { html: [{ format: undefined }], text: [{ format: 'text' }] },
  textsOf: (body) =>
    (body as { data: { translations: readonly { translatedText: string }[] } }).data.translations.map(
      ({ translatedText }) => translatedText,
    ),
  isFailure: (body) => {
    const { code, message, status, errors } = (body as Failed).error;
    return code >= 400 && message !== '' && /^[A-Z_]+$/.test(status) && errors[0]?.domain === 'global';
  },
  statuses: { noKey: 403, wrongKey: 400, noBalance: 403, limited: 429, engineDown: 503, bug: 500, tooLong: 400 },
  takesBlanks: true,
});

async function openGoogle(...started: Parameters<typeof openAsking>) {
  const world = await openAsking(...started);
  return { ...world, base: world.service.url + path, key: world.customer.key };
}

describe('/language/translate/v2', () => {
  test('names the detected language unless the request names it, and repeats the model', async () => {
    await using world = await openGoogle();
    const ask = async (more: object) =>
      (await post<object>(world.base, { key: world.key, body: { q: house, ...more } })).body;
    assert.deepEqual(await ask({ target: 'en', model: 'base' }), {
      data: { translations: [{ translatedText: reversed, detectedSourceLanguage: 'es', model: 'base' }] },
    });
    assert.deepEqual(await ask({ target: 'en_US', source: 'spa' }), {
      data: { translations: [{ translatedText: reversed }] },
    });
  });

  test('takes everything from the query of a GET, and from a form that overrides its method', async () => {
    await using world = await openGoogle();
    const query = new URLSearchParams({
      key: world.key,
      target: 'en',
      source: 'es',
      format: 'text',
      alt: 'json',
      prettyPrint: 'false',
    });
    for (const text of ['uno dos', house]) query.append('q', text);
    const expected = { data: { translations: [{ translatedText: 'dos uno' }, { translatedText: reversed }] } };
    assert.deepEqual((await read<object>(`${world.base}/?${query.toString()}`)).body, expected);
    const overridden = await fetch(world.base, {
      method: 'POST',
      headers: { 'X-HTTP-Method-Override': 'GET' },
      body: query,
    });
    assert.deepEqual(await overridden.json(), expected);
    assert.equal((await world.customer.balance()).used, 2 * (7 + house.length));
  });

  test('names a wrong key as Google does', async () => {
    await using world = await openGoogle();
    const { body } = await post<Failed>(`${world.base}?key=wrong`, { body: { q: house, target: 'en' } });
    assert.equal(body.error.message, 'API key not valid. Please pass a valid API key.');
    assert.equal(body.error.details?.[0]?.reason, 'API_KEY_INVALID');
    const unknown = await post<Failed>(world.base, { key: world.key, body: { q: house, target: 'zz' } });
    assert.match(unknown.body.error.message, /^Invalid Value/);
  });

  test('does not exist under other paths and methods', async () => {
    await using world = await openGoogle();
    for (const [method, address] of [
      ['GET', `${path}/translations`],
      ['DELETE', path],
      ['POST', '/compat/google/v3/projects/p:translateText'],
    ] as const) {
      const reply = await fetch(world.service.url + address, { method });
      const { error } = (await reply.json()) as Failed;
      assert.deepEqual([reply.status, error.code, error.status], [404, 404, 'NOT_FOUND'], address);
    }
    const head = await fetch(`${world.base}?q=casa&target=en&key=${world.key}`, { method: 'HEAD' });
    assert.deepEqual([head.status, (await world.customer.balance()).used], [404, 0]);
  });
});

test('/detect has one language for each text, `und` for none, free of charge', async () => {
  await using world = await openGoogle();
  type Detected = { data: { detections: readonly [{ language: string; confidence: number; isReliable: boolean }][] } };
  const { body } = await post<Detected>(`${world.base}/detect?key=${world.key}`, {
    body: { q: [house, 'proton beam', '12', ''] },
  });
  const languages = body.data.detections.map(([{ language }]) => language);
  assert.deepEqual(languages, ['es', 'en', 'und', 'und']);
  assert.ok((body.data.detections[0]?.[0].confidence ?? 0) > 0.9);
  assert.equal((await world.customer.balance()).used, 0);
});

test('/languages has names in the requested language, and both spellings of a code', async () => {
  await using world = await openGoogle();
  world.service.engine.serve('es-en en-es he-en en-nb');
  type Listed = { data: { languages: readonly { language: string; name?: string }[] } };
  const listed = async (query: string) => (await read<Listed>(`${world.base}/languages${query}`)).body.data.languages;
  const bare = await listed('');
  assert.deepEqual(bare.map(({ language }) => language).toSorted(), ['en', 'es', 'he', 'iw', 'nb', 'no']);
  assert.ok(bare.every((each) => !('name' in each)));
  assert.equal((await listed('?target=es')).find(({ language }) => language === 'iw')?.name, 'hebreo');
  const posted = await fetch(`${world.base}/languages`, {
    method: 'POST',
    body: new URLSearchParams({ target: 'en' }),
  });
  const { data } = (await posted.json()) as Listed;
  assert.equal(data.languages.find(({ language }) => language === 'no')?.name, 'Norwegian Bokmål');
});

test('langbly translates, detects, lists and shows a refusal', async () => {
  await using world = await openGoogle();
  const options = { baseUrl: `${world.service.url}/compat/google/`, maxRetries: 0 };
  const client = new Langbly({ ...options, apiKey: world.key });
  assert.deepEqual(await client.translate([house, 'uno'], { target: 'en', source: 'es' }), [
    { text: reversed, source: 'es', model: undefined },
    { text: 'uno', source: 'es', model: undefined },
  ]);
  assert.equal((await client.translate(house, { target: 'en' })).source, 'es');
  assert.equal((await client.detect(house)).language, 'es');
  assert.ok((await client.languages({ target: 'en' })).some(({ code, name }) => code === 'es' && name === 'Spanish'));
  const wrong = new Langbly({ ...options, apiKey: 'wrong' });
  await assert.rejects(wrong.translate(house, { target: 'en' }), { status: 400, code: 'INVALID_ARGUMENT' });
});

/** Sent by @google-cloud/translate 10.1.0, which is too large to install for a test: it brings gRPC. */
const recorded = [
  [
    'POST',
    '',
    '{"q":["La casa","<b>uno</b> dos"],"format":"text","source":"es","target":"en"}',
    ['casa La', 'dos <b>uno</b>'],
  ],
  ['POST', '', '{"q":["<p>La casa</p>"],"format":"html","source":"es","target":"en"}', ['<p>casa La</p>']],
  ['POST', '/detect', '{"q":["La casa de mi abuela"]}', ['es']],
  ['GET', '/languages?target=en', undefined, ['Arabic', 'Catalan', 'English', 'Spanish', 'French']],
] as const;

test('@google-cloud/translate, by its recorded requests', async () => {
  await using world = await openGoogle();
  for (const [method, address, body, expected] of recorded) {
    const url = `${world.base}${address}${address.includes('?') ? '&' : '?'}key=${world.key}`;
    const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip, deflate, br' };
    const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const { data } = (await reply.json()) as { data: Record<string, readonly unknown[]> };
    const [list = []] = Object.values(data);
    const shown = list.flat().map((each) => {
      const { translatedText, name, language } = each as Record<string, string>;
      return translatedText ?? name ?? language;
    });
    assert.deepEqual(shown, expected);
  }
});
