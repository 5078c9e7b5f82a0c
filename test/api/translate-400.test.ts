import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { translate } from '../support/call.ts';
import { startService } from '../support/service.ts';
import { openAsking } from './asking.ts';

const text = 'La casa es grande.';

type Case = readonly [body: unknown, param: string | null, message: RegExp];

/** Sends each body to a service, and expects for each a 400 on this `param` with a message like this. */
async function refuses(cases: readonly Case[], pairs?: string) {
  await using service = await startService();
  if (pairs !== undefined) service.engine.serve(pairs);
  const customer = await service.customer(10);
  for (const [body, param, message] of cases) {
    const reply = await translate(service.url, { key: customer.key, body });
    const shown = typeof body === 'string' ? body.slice(0, 60) : JSON.stringify(body)?.slice(0, 60);
    assert.equal(reply.status, 400, shown);
    assert.equal(reply.body.error.code, 'validation_error', shown);
    assert.equal(reply.body.error.param, param, shown);
    assert.match(reply.body.error.message, message, shown);
    assert.equal(reply.body.error.errors?.[0]?.param ?? null, param, shown);
    assert.equal(reply.body.error.request_id, reply.headers.get('x-request-id'));
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.ok(reply.headers.has('ratelimit'));
  }
  assert.deepEqual(await customer.balance(), { balance: 10, used: 0, held: 0 });
}

describe('400', () => {
  test('a body that is missing or empty', () =>
    refuses([
      [undefined, null, /no body/],
      ['', null, /no body/],
    ]));

  test('a body that is not JSON, with the place where it goes wrong and none of its text', () =>
    refuses([
      ['secreto', null, /^The body is not valid JSON(: see position 0)?\.$/],
      ['{"text":"secreto"', null, /not valid JSON/],
      ['{"text":"secreto', null, /not valid JSON/],
      ['{"text":', null, /ends too early/],
      ["{'text':'secreto'}", null, /not valid JSON/],
      ['{"text":"secreto",}', null, /not valid JSON/],
      ['{"text":"sec\nreto"}', null, /not valid JSON/],
      ['\ufeff\ufeff{"text":"secreto"}', null, /not valid JSON/],
      ['{"text":NaN}', null, /not valid JSON/],
      ['['.repeat(1_000_000), null, /not valid JSON/],
    ]));

  test('a body that is JSON but no object', async () => {
    const nested = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    await refuses(
      ['null', '[]', '"text"', '1', 'true', '[{"text":"a"}]', nested].map((body) => [
        body,
        null,
        /must be a JSON object/,
      ]),
    );
  });

  test('a body that is not UTF-8', async () => {
    const latin1 = Buffer.from(`{"text":"coraz\u00f3n"}`, 'latin1');
    const surrogate = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]);
    const overlong = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]);
    await refuses([latin1, surrogate, overlong].map((body) => [body, null, /not valid UTF-8/]));
  });

  test('a field that appears twice, by its name, however the name is spelled', () =>
    refuses([
      ['{"text":"a","text":"b"}', 'text', /`text` appears more than once/],
      ['{"text":"a","source_lang":"es","t\\u0065xt":"b"}', 'text', /more than once/],
      ['{"x":{"text":1,"text":2},"text":"{\\"text\\":","text":"b"}', 'text', /more than once/],
      [`{"text":"a","target_lang":"en","target_lang":"fr"}`, 'target_lang', /more than once/],
    ]));

  test('a name that only looks repeated is not', async () => {
    await using world = await openAsking();
    for (const body of [
      '{"text":"text","source_lang":"es"}',
      '{"text":"a \\",\\"text\\":\\"b","source_lang":"es"}',
      '{"text":"a\\\\","source_lang":"es"}',
    ]) {
      assert.equal((await world.ask(body)).status, 200, body);
    }
  });

  test('an unknown field, with the field that was probably meant', async () => {
    const asked: readonly (readonly [string, string])[] = [
      ['q', 'text'],
      ['target', 'target_lang'],
      ['source', 'source_lang'],
      ['to', 'target_lang'],
      ['from', 'source_lang'],
      ['targetLanguage', 'target_lang'],
      ['source_language_code', 'source_lang'],
      ['target-lang', 'target_lang'],
      ['Text', 'text'],
      ['tetx', 'text'],
      ['taget_lang', 'target_lang'],
    ];
    await refuses(
      asked.map(([name, meant]) => [{ text, [name]: 'x' }, name, new RegExp(`did you mean \`${meant}\`\\?`)]),
    );
  });

  test('an unknown field that is near none, with the fields that there are', () =>
    refuses([
      [{ text, formality: 'more' }, 'formality', /the fields are text, source_lang, target_lang/],
      [{ text, '': 1 }, '', /is unknown/],
      [`{"text":"a","__proto__":{"source_lang":"es"}}`, '__proto__', /is unknown/],
      [`{"text":"a","constructor":1}`, 'constructor', /is unknown/],
      [{ text, ['n'.repeat(5_000)]: 1 }, `${'n'.repeat(64)}...`, /is unknown/],
      [`{"text":"a","\\ud800":1}`, '\ufffd', /is unknown/],
    ]));

  test('a field of the wrong type', async () => {
    const cases = [null, 1, true, [], ['a'], { a: 1 }].flatMap((wrong): Case[] => [
      [{ text: wrong }, 'text', /must be a string/],
      [{ text, source_lang: wrong }, 'source_lang', /must be a string/],
      [{ text, target_lang: wrong }, 'target_lang', /must be a string/],
    ]);
    await refuses([...cases, [{}, 'text', /is required/]]);
  });

  test('reports all errors in one reply, the likely misspelling first', async () => {
    await using world = await openAsking();
    const reply = await world.ask(
      { q: text, target: 'en', source_lang: 'klingon' },
      { 'Idempotency-Key': 'two words' },
    );
    assert.equal(reply.status, 400);
    assert.equal(reply.body.error.param, 'q');
    assert.match(reply.body.error.message, /^`q` is unknown; did you mean `text`\? \(and 4 more, see errors\)\.$/);
    const params = reply.body.error.errors?.map(({ param }) => param);
    assert.deepEqual(params, ['q', 'target', 'text', 'source_lang', 'Idempotency-Key']);
  });

  test('reports the first 20 of 10,000 unknown fields', async () => {
    await using world = await openAsking();
    const flood = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]));
    const reply = await world.ask(flood);
    assert.equal(reply.status, 400);
    assert.equal(reply.body.error.errors?.length, 20);
  });

  test('a text of no character, and one of 100,001, however it is written', async () => {
    const tooMany = /`text` has 100001 characters; the maximum is 100000/;
    await refuses([
      [{ text: '' }, 'text', /must not be empty/],
      [{ text: 'a'.repeat(100_001) }, 'text', tooMany],
      [{ text: '𝒶'.repeat(100_001) }, 'text', tooMany],
      [{ text: `${'e\u0301'.repeat(50_000)}e` }, 'text', tooMany],
      [`{"text":"${'\\ud835\\udcb6'.repeat(100_001)}"}`, 'text', tooMany],
    ]);
  });

  test('half of a surrogate pair', () =>
    refuses(
      ['\\ud800', 'a\\udc00b', '\\udc00\\ud800', '\\ud83d\\ud83d\\ude00'].map((half) => [
        `{"text":"${half}"}`,
        'text',
        /half of a surrogate pair/,
      ]),
    ));

  test('a body above the cap is a 400 too, and the connection goes on', () =>
    refuses([
      [`{"text":"a"${' '.repeat(1_300_000)}}`, null, /larger than \d+ bytes/],
      [{ text: 'x'.repeat(3_000_000) }, null, /larger than \d+ bytes/],
    ]));

  test('a content type that is not JSON in UTF-8, and a compressed body', async () => {
    await using world = await openAsking();
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/json; charset="utf-16"; charset=utf-8',
      'application/json; charset=klingon',
      'application/json, text/plain',
      'json',
      'application/jsonp',
    ];
    for (const type of types) {
      const reply = await world.ask({ text }, { 'Content-Type': type });
      assert.equal(reply.status, 400, type);
      const { param, message, errors } = reply.body.error;
      assert.equal(param, 'Content-Type', type);
      assert.deepEqual(errors, [{ param, message }], type);
      const charset = /charset="?([\w-]+)/.exec(type)?.[1];
      if (charset !== undefined)
        assert.equal(message, `The charset \`${charset}\` is not accepted. Send the body in UTF-8.`);
    }
    const zipped = await world.ask(gzipSync(JSON.stringify({ text })), { 'Content-Encoding': 'gzip' });
    assert.equal(zipped.status, 400);
    assert.equal(zipped.body.error.param, 'Content-Encoding');
  });

  test('a language that is unknown or not served, and names the nearest one', () =>
    refuses([
      [{ text, source_lang: 'spanish' }, 'source_lang', /unknown source language `spanish`. The nearest is `es`/],
      [{ text, source_lang: 'xx' }, 'source_lang', /The nearest is `[a-z]{2}`/],
      [{ text, source_lang: '' }, 'source_lang', /The nearest is/],
      [{ text, source_lang: 'e'.repeat(10_000) }, 'source_lang', /The nearest is/],
      [{ text, target_lang: 'englisch' }, 'target_lang', /The nearest is `en`/],
      [{ text, target_lang: 'ar' }, 'target_lang', /unknown target language `ar`. The nearest is/],
      [{ text, target_lang: 'auto' }, 'target_lang', /only source_lang may be `auto`/],
    ]));

  test('a pair without a route', async () => {
    const cases: readonly Case[] = [
      [{ text, source_lang: 'es', target_lang: 'hi' }, 'target_lang', /no translation from es to hi/],
    ];
    await refuses(cases, 'es-en ur-hi');
  });

  test('a text whose language cannot be detected', async () => {
    await using world = await openAsking();
    const reply = await world.ask({ text: 'x' });
    assert.equal(reply.status, 400);
    assert.equal(reply.body.error.param, 'source_lang');
    assert.ok(Array.isArray(reply.body.error.candidates));
  });

  test('an Idempotency-Key that is not 1 to 255 visible ASCII characters', async () => {
    await using world = await openAsking();
    for (const bad of ['', 'two words', 'x'.repeat(256), 'caf\u00e9']) {
      const headers = { 'Idempotency-Key': bad };
      const reply = await world.ask({ text, source_lang: 'es' }, headers);
      assert.equal(reply.status, 400, bad);
      assert.equal(reply.body.error.param, 'Idempotency-Key', bad);
    }
  });

  test('an Idempotency-Key that another request has used', async () => {
    await using world = await openAsking(100);
    const { customer, ask } = world;
    const headers = { 'Idempotency-Key': 'order-1' };
    const first = await ask({ text, source_lang: 'es' }, headers);
    assert.equal(first.status, 200);
    const other = { text: 'Otra casa.', source_lang: 'es' };
    const second = await ask(other, headers);
    assert.equal(second.status, 400);
    assert.equal(second.body.error.param, 'Idempotency-Key');
    assert.equal((await customer.balance()).used, 18);
  });
});
