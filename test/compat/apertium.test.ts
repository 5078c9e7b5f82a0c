import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { apertiumCode, tagOfApertiumCode } from '../../src/compat/apertium/shape.ts';
import { parseLanguageTag } from '../../src/text/languages/language-tag.ts';
import { openAsking, settled } from '../api/asking.ts';
import { afterTheCharge, describeShape, house, reversed } from '../contract/shape.ts';
import { read } from '../support/call.ts';
import { LettersEngine } from '../support/letters-engine.ts';

const joint = '\n\n';

describeShape({
  name: 'Apertium APy',
  api: 'apertium',
  path: '/compat/apertium/translate',
  bodyOf: ({ texts, source = 'spa', target = 'eng' }) => ({
    q: texts.join(joint),
    langpair: `${source}|${target}`,
    format: 'txt',
  }),
  joint,
  required: ['q', 'langpair'],
  scalars: ['langpair', 'format'],
  headers: (key) => ({ Authorization: `Bearer ${key}` }),
  keyParameter: 'key',
  formOf: ({ texts, source = 'spa', target = 'eng' }) => [
    ['q', texts.join(joint)],
    ['langpair', `${source}|${target}`],
    ['format', 'txt'],
  ],
  formats: {
    html: [
      { format: undefined },
      { format: 'html' },
      { format: undefined, deformat: 'apertium-deshtml', reformat: 'html-noent' },
    ],
    text: [{ format: 'txt' }, { format: undefined, deformat: 'txt', reformat: 'txt' }],
  },
  textsOf: (body) => (body as { responseData: { translatedText: string } }).responseData.translatedText.split(joint),
  isFailure: (body) => {
    const { status, code, message, explanation } = body as Record<string, unknown>;
    return (
      status === 'error' && Number.isInteger(code) && typeof message === 'string' && typeof explanation === 'string'
    );
  },
  statuses: { noKey: 401, wrongKey: 401, noBalance: 403, limited: 429, engineDown: 503, bug: 500, tooLong: 400 },
  takesBlanks: false,
});

type Failed = {
  readonly status: string;
  readonly code: number;
  readonly message: string;
  readonly explanation: string;
};
type Pair = { readonly sourceLanguage: string; readonly targetLanguage: string };
type Listed = { readonly responseData: readonly Pair[] };

const translated = (text: string) => ({
  responseData: { translatedText: text },
  responseDetails: null,
  responseStatus: 200,
});

describe('/translate', () => {
  test('takes a pair with a bare bar in the address, at the root', async () => {
    await using world = await openAsking();
    const { url } = world.service;
    const query = `q=${encodeURIComponent(house)}&markUnknown=no&langpair=spa|eng&key=${world.customer.key}`;
    // fetch would escape the bar.
    const { port } = new URL(url);
    const [reply] = (await once(get({ port, path: `/translate?${query}` }), 'response')) as [IncomingMessage];
    assert.equal(reply.statusCode, 200);
    assert.deepEqual(JSON.parse(await textOf(reply)), translated(reversed));
    assert.equal((await world.customer.balance()).used, house.length);
    const long = await read<{ code: number }>(`${url}/translate?langpair=spa|eng&q=${'a'.repeat(17_000)}`);
    assert.deepEqual([long.status, long.body.code], [414, 414]);
  });

  test('takes everything from a form, and codes of two letters', async () => {
    await using world = await openAsking();
    for (const langpair of ['spa|eng', 'es|en', 'SPA|ENG', 'es_ES|en_GB']) {
      const body = new URLSearchParams({ q: 'uno dos', langpair, key: world.customer.key });
      const reply = await fetch(`${world.service.url}/compat/apertium/translate`, { method: 'POST', body });
      assert.deepEqual(await reply.json(), translated('dos uno'), langpair);
    }
  });

  test('has the messages that clients know', async () => {
    await using world = await openAsking(5, {}, [new LettersEngine({ pairs: 'es-en en-fr' })]);
    const { key } = world.customer;
    const good = { q: 'La casa', langpair: 'spa|eng', key };
    const notInstalled = 'That pair is not installed';
    const expected = [
      [{ ...good, langpair: 'spaeng' }, 400, 'Bad Request', 'That pair is invalid, use e.g. eng|spa'],
      [{ ...good, langpair: 'spa|' }, 400, 'Bad Request', 'That pair is invalid, use e.g. eng|spa'],
      [{ ...good, langpair: 'spa|eng|fra' }, 400, 'Bad Request', 'That pair is invalid, use e.g. eng|spa'],
      [{ ...good, langpair: 'spa|zzz' }, 400, 'Bad Request', notInstalled],
      [{ ...good, langpair: 'spa|fra' }, 400, 'Bad Request', notInstalled],
      [{ ...good, q: '' }, 400, 'Bad Request', 'Missing argument q'],
      [{ q: 'La casa', key }, 400, 'Bad Request', 'Missing argument langpair'],
      [{ ...good, format: 'odt' }, 400, 'Bad Request', 'format odt is not supported'],
      [{ ...good, callback: 'f' }, 400, 'Bad Request', 'callback f is not supported'],
      [good, 403, 'Forbidden', 'The account has fewer than the 7 characters that this request needs.'],
      [{ ...good, key: `${key}x` }, 401, 'Unauthorized', 'The API key is not valid.'],
    ] as const;
    for (const [sent, code, message, explanation] of expected) {
      const query = new URLSearchParams(sent).toString();
      const { status, body } = await read<Failed>(`${world.service.url}/compat/apertium/translate?${query}`);
      assert.deepEqual([status, body], [code, { status: 'error', code, message, explanation }]);
    }
    for (const path of ['/compat/apertium/perWord?lang=eng&q=a', '/translatePage?url=x', '/stats', '/pipedebug']) {
      const unserved = await read<Failed>(world.service.url + path);
      assert.deepEqual([unserved.status, unserved.body.status], [404, 'error'], path);
    }
    const twice = `q=a&q=b&langpair=spa|eng&key=${key}`;
    assert.equal((await read(`${world.service.url}/translate?${twice}`)).status, 400);
  });
});

describe('lists', () => {
  test('/listPairs names every pair in codes of three letters, which translate', async () => {
    await using world = await openAsking(1_000, {}, [new LettersEngine({ pairs: 'es-en en-ca es-ca ca-es' })]);
    const { url } = world.service;
    const { status, headers, body } = await read<Listed & { responseStatus: number }>(`${url}/listPairs`);
    assert.deepEqual([status, body.responseStatus, headers.get('access-control-allow-origin')], [200, 200, '*']);
    assert.ok(body.responseData.length > 0);
    for (const { sourceLanguage, targetLanguage } of body.responseData) {
      assert.match(`${sourceLanguage} ${targetLanguage}`, /^[a-z]{3} [a-z]{3}$/);
      const asked = new URLSearchParams({
        langpair: `${sourceLanguage}|${targetLanguage}`,
        q: 'casa',
        key: world.customer.key,
      });
      assert.equal((await read(`${url}/translate?${asked.toString()}`)).status, 200);
    }
    const ofSource = await read<Listed>(`${url}/list?q=pairs&src=spa`);
    assert.deepEqual(ofSource.body.responseData, [
      { sourceLanguage: 'spa', targetLanguage: 'cat' },
      { sourceLanguage: 'spa', targetLanguage: 'eng' },
    ]);
    const doubled = await read<Listed>(`${url}/listPairs?include_deprecated_codes=1`);
    assert.equal(doubled.body.responseData.length, 2 * body.responseData.length);
    assert.deepEqual(doubled.body.responseData[1], { sourceLanguage: 'ca', targetLanguage: 'es' });
    assert.deepEqual((await read(`${url}/list?q=analysers`)).body, {});
    assert.equal((await read(`${url}/list?q=everything`)).status, 400);
  });

  test('/listLanguageNames names languages in another one', async () => {
    await using world = await openAsking();
    const named = async <Names>(query: string, headers = {}) =>
      (await read<Names>(`${world.service.url}/listLanguageNames${query}`, { headers })).body;
    assert.deepEqual(await named('?locale=deu&languages=spa+en+zzz'), { spa: 'Spanisch', en: 'Englisch' });
    assert.deepEqual(await named('?locale=eng&languages=arg+oci_aran'), {
      arg: 'Aragonese',
      oci_aran: 'Occitan (Aranese)',
    });
    const all = await named<Readonly<Record<string, string>>>('', { 'Accept-Language': 'fr' });
    assert.ok(Object.keys(all).length > 100);
    assert.deepEqual([all['en'], all['ca']], ['anglais', 'catalan']);
  });
});

test('every code of Apertium stands for the tag that it came from', () => {
  const tags = 'ca-valencia oc-aranese oc-gascon bs hr sr sr-Latn nb nn pt-BR zh-Hans zh-Hant frp en sq et ms'.split(
    ' ',
  );
  const codes = tags.map(apertiumCode);
  assert.deepEqual(codes.slice(0, 8), [
    ...['cat_valencia', 'oci_aran', 'oci_gascon', 'hbs_BS', 'hbs_HR', 'srp', 'hbs_SR', 'nob'],
  ]);
  const parsed = codes.map((code) => parseLanguageTag(tagOfApertiumCode(code)));
  assert.deepEqual(parsed, tags);
});

test('/identifyLang weighs the languages of a text, free of charge', async () => {
  await using world = await openAsking();
  const { key } = world.customer;
  const shares = async (q: string) => {
    const query = new URLSearchParams({ q, key }).toString();
    return (await read<Readonly<Record<string, number>>>(`${world.service.url}/identifyLang?${query}`)).body;
  };
  const { spa = 0 } = await shares(house);
  assert.ok(spa > 0.9 && spa <= 1);
  assert.equal(Object.keys(await shares('proton beam'))[0], 'eng');
  assert.deepEqual(await shares('12'), { eng: 0 });
  assert.equal((await read(`${world.service.url}/identifyLang?q=hola`)).status, 401);
  assert.equal((await world.customer.balance()).used, 0);
});

describe('/translateDoc', () => {
  const send = (
    world: Awaited<ReturnType<typeof openAsking>>,
    name: string,
    content: string,
    { langpair = 'spa|eng', signal }: { readonly langpair?: string; readonly signal?: AbortSignal } = {},
  ) => {
    const body = new FormData();
    body.set('langpair', langpair);
    body.set('key', world.customer.key);
    body.set('file', new Blob([content]), name);
    return fetch(`${world.service.url}/translateDoc`, { method: 'POST', body, ...(signal && { signal }) });
  };

  test('replies with the translated file, charges it and deletes it', async () => {
    await using world = await openAsking();
    const reply = await send(world, 'notas.txt', 'hola mundo\n\n12\n');
    assert.deepEqual([reply.status, await reply.text()], [200, 'mundo hola\n\n12\n']);
    assert.match(reply.headers.get('content-disposition') ?? '', /attachment/);
    assert.equal((await world.customer.balance()).used, 'hola mundo'.length);
  });

  test('charges once if the connection is lost after the charge and the file is sent again', async (context) => {
    await using world = await openAsking();
    const caller = new AbortController();
    const noticed = afterTheCharge(context, { hangUp: () => caller.abort() });
    await assert.rejects(send(world, 'notas.txt', 'hola mundo', { signal: caller.signal }));
    await noticed;
    const reply = await send(world, 'notas.txt', 'hola mundo');
    assert.deepEqual([reply.status, await reply.text()], [200, 'mundo hola']);
    assert.equal((await world.customer.balance()).used, 'hola mundo'.length);
  });

  test('charges nothing for a file that cannot be read or translated, or whose caller has disconnected', async () => {
    await using world = await openAsking();
    for (const [name, content, langpair, status] of [
      ['notas.exe', 'hola', 'spa|eng', 400],
      ['notas.docx', 'no zip', 'spa|eng', 400],
      ['notas.txt', 'hola', 'spa|zzz', 400],
    ] as const) {
      const reply = await send(world, name, content, { langpair });
      assert.deepEqual([reply.status, ((await reply.json()) as Failed).status], [status, 'error'], name);
    }
    const large = await send(world, 'notas.txt', 'a'.repeat(21_000_000));
    const words = { code: 413, message: 'Request Entity Too Large', explanation: 'That file is too large' };
    assert.deepEqual(await large.json(), { status: 'error', ...words });
    await world.customer.buy(100_100);
    const long = await send(world, 'notas.txt', 'a'.repeat(100_001));
    assert.equal(long.status, 400);
    assert.match(((await long.json()) as Failed).explanation, /100001 .* 100000.*\/api\/v1\/documents/);
    const caller = new AbortController();
    const body = new FormData();
    body.set('file', new Blob(['espera un poco']), 'notas.txt');
    const address = `${world.service.url}/translateDoc?langpair=spa|eng&key=${world.customer.key}`;
    const asked = fetch(address, { method: 'POST', body, signal: caller.signal });
    await world.service.engine.entered;
    caller.abort();
    await assert.rejects(asked);
    await world.service.engine.givenUp;
    assert.deepEqual(await settled(world.customer), { balance: 101_100, used: 0, held: 0 });
  });
});
