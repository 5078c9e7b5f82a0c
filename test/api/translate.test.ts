import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { translate } from '../support/call.ts';
import { startService } from '../support/service.ts';
import { openAsking } from './asking.ts';

const casa = 'La casa es grande.';

describe('200', () => {
  test('a success has exactly the four fields and charges the characters of the text', async () => {
    await using world = await openAsking(100);
    const { customer, ask } = world;
    const { status, headers, body } = await ask<Translation>({ text: casa, source_lang: 'es', target_lang: 'en' });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      translated_text: 'grande es casa La.',
      characters_charged: 18,
      source_lang: 'es',
      target_lang: 'en',
    });
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('memory-characters'), '0');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.deepEqual(await customer.balance(), { balance: 82, used: 18, held: 0 });
  });

  test('the reply tells the limit, what is left of it, and how long each part took', async () => {
    await using world = await openAsking();
    const { headers } = await world.ask({ text: casa, source_lang: 'es' });
    assert.equal(headers.get('ratelimit-policy'), '"account";q=60;w=60');
    assert.equal(headers.get('ratelimit'), '"account";r=59;t=60');
    assert.equal(headers.get('x-ratelimit-limit'), '60');
    assert.equal(headers.get('x-ratelimit-remaining'), '59');
    assert.equal(headers.get('x-ratelimit-reset'), '60');
    const parts = (headers.get('server-timing') ?? '').split(', ');
    for (const part of parts) assert.match(part, /^[a-z]+;dur=\d+(\.\d{1,2})?$/);
    const names = parts.map((part) => part.split(';')[0]);
    assert.deepEqual(names, ['auth', 'limit', 'hold', 'engine', 'capture', 'total']);
  });

  test('source_lang is detected and target_lang is English when they are left out', async () => {
    await using world = await openAsking();
    const text = 'Los gatos duermen tranquilos en la cocina de mi abuela.';
    for (const more of [{}, { source_lang: 'auto' }, { source_lang: 'AUTO', target_lang: 'en' }]) {
      const { status, headers, body } = await world.ask<Translation>({ text, ...more });
      assert.equal(status, 200);
      assert.equal(body.source_lang, 'es');
      assert.equal(body.target_lang, 'en');
      assert.match(headers.get('server-timing') ?? '', /detect;dur=/);
    }
  });

  test('language codes are taken in any case, with _ or -, and by their usual aliases', async () => {
    await using world = await openAsking();
    for (const [source_lang, target_lang] of [
      ['ES', 'EN'],
      ['spa', 'eng'],
      ['es_ES', 'en-GB'],
      ['Es-es', 'en_us'],
    ]) {
      const { body } = await world.ask<Translation>({ text: casa, source_lang, target_lang });
      assert.equal(body.source_lang, 'es', source_lang);
      assert.equal(body.target_lang, 'en', target_lang);
    }
  });

  test('a text that needs no translation comes back unchanged, at no charge', async () => {
    await using world = await openAsking(1);
    const { customer, ask } = world;
    const unchanged = [
      { text: casa, source_lang: 'es', target_lang: 'es' },
      { text: ' 12:30 — 99 % 🙂\n', source_lang: 'es', target_lang: 'en' },
      { text: '...', target_lang: 'en' },
      { text: '&#8364; 5 &#8212; 7', target_lang: 'en' },
    ];
    for (const body of unchanged) {
      const reply = await ask<Translation>(body);
      assert.equal(reply.status, 200);
      assert.equal(reply.body.translated_text, body.text);
      assert.equal(reply.body.characters_charged, 0);
      assert.notEqual(reply.body.source_lang, 'auto');
    }
    assert.deepEqual(await customer.balance(), { balance: 1, used: 0, held: 0 });
  });

  test('a character is a code point, however it is written, from 1 to 100,000 of them', async () => {
    await using world = await openAsking(1_000_000);
    const { customer, ask } = world;
    const longest: Readonly<Record<string, string>> = {
      ascii: JSON.stringify({ text: 'a'.repeat(100_000), source_lang: 'es' }),
      astral: JSON.stringify({ text: '𝒶'.repeat(100_000), source_lang: 'es' }),
      combining: JSON.stringify({ text: 'e\u0301'.repeat(50_000), source_lang: 'es' }),
      escaped: `{"text":"${'\\ud835\\udcb6'.repeat(100_000)}","source_lang":"es"}`,
    };
    for (const [name, body] of Object.entries(longest)) {
      const reply = await ask<Translation>(body);
      assert.equal(reply.status, 200, name);
      assert.equal(reply.body.characters_charged, 100_000, name);
    }
    const shortest = await ask<Translation>({ text: '𝒶', source_lang: 'es' });
    assert.equal(shortest.body.characters_charged, 1);
    assert.equal((await customer.balance()).used, 400_001);
  });

  test('the content type may name UTF-8 in any way, and have other parameters', async () => {
    await using world = await openAsking();
    const types = [
      ...['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json ;'],
      ...['application/json; charset=utf8', 'application/json;charset=UTF8', 'application/json; charset='],
      ...['application/json; odata=verbose; charset=utf8; q="a;b"', 'application/json; v', 'application/json;;a=b'],
    ];
    for (const type of types)
      assert.equal((await world.ask({ text: casa, source_lang: 'es' }, { 'Content-Type': type })).status, 200, type);
  });
});

test('a byte order mark before the JSON is ignored', async () => {
  await using world = await openAsking();
  const { status } = await world.ask(`\uFEFF${JSON.stringify({ text: casa, source_lang: 'es' })}`);
  assert.equal(status, 200);
});

describe('200 with an Idempotency-Key', () => {
  const body = { text: casa, source_lang: 'es' };

  test('the same key and request bring the same reply again, charged once', async () => {
    await using service = await startService();
    const customer = await service.customer(100);
    const call = { key: customer.key, body, headers: { 'Idempotency-Key': 'order-1' } };
    const first = await translate<Translation>(service.url, call);
    const second = await translate<Translation>(service.url, call);
    assert.equal(first.headers.get('idempotency-replayed'), null);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(second.body, first.body);
    assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'));
    assert.deepEqual(await customer.balance(), { balance: 82, used: 18, held: 0 });
  });

  test('the same key while the first is under way waits for it, and is charged once', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000' });
    const customer = await service.customer(10_000);
    const call = {
      key: customer.key,
      body: { text: 'espera un poco', source_lang: 'es' },
      headers: { 'Idempotency-Key': '~'.repeat(255) },
    };
    let passes = 0;
    /** Goes the whole way of a translation past the gate, and tells how many others the account's limit admitted. */
    const passBy = async () => {
      const headers = { 'Idempotency-Key': `pass-${++passes}` };
      const reply = await translate(service.url, { ...call, headers, body: { text: 'uno', source_lang: 'es' } });
      return 1_000 - Number(reply.headers.get('x-ratelimit-remaining')) - passes;
    };
    const first = translate<Translation>(service.url, call);
    await service.engine.entered;
    const second = translate<Translation>(service.url, call);
    while ((await passBy()) < 2);
    // One more, begun after the second was admitted: when it ends, the second waits or is the only one in the queue.
    await passBy();
    assert.deepEqual([service.engine.arrivals, (await customer.balance()).held], [1, 14]);
    service.engine.open();
    const replies = [await first, await second];
    assert.deepEqual(replies[1]?.body, replies[0]?.body);
    const replayed = replies.map(({ headers }) => headers.get('idempotency-replayed'));
    assert.deepEqual(replayed, [null, 'true']);
    assert.equal(service.engine.arrivals, 1);
    assert.equal((await customer.balance()).used, 14 + 3 * passes);
  });

  test('a failure is not kept: the same key may try again', async () => {
    await using service = await startService();
    const customer = await service.customer(100);
    service.engine.serve('ca-en');
    const call = { key: customer.key, body, headers: { 'Idempotency-Key': 'order-2' } };
    assert.equal((await translate(service.url, call)).status, 500);
    service.engine.serve('es-en');
    assert.equal((await translate(service.url, call)).status, 200);
    assert.equal((await customer.balance()).used, 18);
  });
});
