import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { invalidKeyMessage } from '../../src/calls/problem.ts';
import { newApiKey } from '../../src/shop/keys/api-key.ts';
import { translate } from '../support/call.ts';
import { startService, type TestService } from '../support/service.ts';
import { openAsking } from './asking.ts';

const body = { text: 'La casa es grande.', source_lang: 'es' };

describe('401', () => {
  /** Every way to send a request without an active key. */
  async function keyless(service: TestService): Promise<Readonly<Record<string, string | undefined>>> {
    const { key, anotherKey, revoke } = await service.customer();
    const revoked = await anotherKey();
    await revoke(revoked);
    return {
      missing: undefined,
      empty: '',
      'without a scheme': key,
      'with another scheme': `Basic ${key}`,
      'with the scheme alone': 'Bearer',
      'with an empty credential': 'Bearer ',
      'with two keys': `Bearer ${key} ${key}`,
      'with a scheme that only begins so': `Bearerx ${key}`,
      malformed: 'Bearer hello',
      'with a bad checksum': `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      'of another service': `Bearer ${key.replace('dragoman', 'dragonfly')}`,
      'too long': `Bearer ${key}${'0'.repeat(5_000)}`,
      unknown: `Bearer ${newApiKey('dragoman')}`,
      revoked: `Bearer ${revoked}`,
    };
  }

  test('a key that is missing, malformed, unknown or revoked gets one and the same reply', async () => {
    await using service = await startService();
    const replies = new Set<string>();
    for (const [name, authorization] of Object.entries(await keyless(service))) {
      const headers = {
        'X-Request-Id': 'same',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      };
      const reply = await translate(service.url, { body, headers });
      assert.equal(reply.status, 401, name);
      const shown = [...reply.headers].filter(([header]) => header !== 'date');
      replies.add(JSON.stringify([shown, reply.body]));
      assert.equal(reply.headers.get('www-authenticate'), 'Bearer', name);
      assert.equal(reply.headers.get('cache-control'), 'no-store', name);
      assert.equal(reply.body.error.code, 'invalid_api_key', name);
      assert.equal(reply.body.error.message, invalidKeyMessage, name);
      assert.equal(reply.body.error.param, null, name);
    }
    assert.equal(replies.size, 1);
  });

  test('every endpoint with a key refuses a request without one, also if the query contains it', async () => {
    await using service = await startService();
    const { key } = await service.customer();
    for (const { method, path, access } of endpoints) {
      if (access === 'open') continue;
      const reply = await fetch(`${service.url}${path}?api_key=${key}`, { method });
      assert.deepEqual([reply.status, reply.headers.get('www-authenticate')], [401, 'Bearer'], `${method} ${path}`);
    }
  });

  test('the scheme may be written in any case', async () => {
    await using service = await startService();
    const { key } = await service.customer();
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      const reply = await translate(service.url, { body, headers: { Authorization: `${scheme} ${key}` } });
      assert.equal(reply.status, 200, scheme);
    }
  });

  test('it comes before anything else that is wrong, and the body is not looked at', async () => {
    await using service = await startService();
    for (const wrong of ['not json', '', 'x'.repeat(2_000_000)]) {
      assert.equal((await translate(service.url, { body: wrong })).status, 401);
    }
  });
});

describe('402', () => {
  test('a text that needs one character more than there is', async () => {
    await using world = await openAsking(17);
    const { customer, ask } = world;
    const reply = await ask(body);
    assert.equal(reply.status, 402);
    assert.equal(reply.body.error.code, 'insufficient_balance');
    assert.equal(reply.body.error.characters_required, 18);
    assert.equal(reply.body.error.characters_balance, 17);
    assert.ok(reply.headers.has('ratelimit'));
    assert.deepEqual(await customer.balance(), { balance: 17, used: 0, held: 0 });
  });

  test('it comes before a text is read, also one that would turn out to be free', async () => {
    await using world = await openAsking(50_000);
    const free = (count: number) => ({ text: 'https://example.com/a '.repeat(count), source_lang: 'es' });
    const reply = await world.ask(free(4_545));
    assert.equal(reply.status, 402);
    assert.equal(reply.body.error.characters_required, 99_990);
    const { status, body: read } = await world.ask<Translation>(free(2));
    assert.deepEqual([status, read.characters_charged], [200, 0]);
    assert.deepEqual(await world.customer.balance(), { balance: 50_000, used: 0, held: 0 });
  });

  test('it comes after everything that is wrong with the request', async () => {
    await using world = await openAsking(1);
    assert.equal((await world.ask({ text: body.text, source_lang: 'xx' })).status, 400);
  });
});

describe('429', () => {
  test('the 61st request within 60 seconds, with the time after which a retry succeeds', async () => {
    await using world = await openAsking(10_000);
    const { service, ask } = world;
    for (let count = 1; count <= 60; count++) {
      const { status, headers } = await ask('');
      assert.equal(status, 400);
      assert.equal(headers.get('x-ratelimit-remaining'), String(60 - count));
      service.advance(100);
    }
    const denied = await ask(body);
    assert.equal(denied.status, 429);
    assert.equal(denied.body.error.code, 'rate_limit_exceeded');
    const seconds = denied.body.retry_after ?? 0;
    assert.ok(seconds >= 54 && seconds <= 55, String(seconds));
    assert.equal(denied.body.error.retry_after, seconds);
    assert.equal(denied.headers.get('retry-after'), String(seconds));
    assert.equal(denied.headers.get('x-ratelimit-remaining'), '0');
    assert.match(denied.headers.get('ratelimit') ?? '', /^"account";r=0;t=\d+$/);
    service.advance(seconds * 1_000);
    assert.equal((await ask(body)).status, 200);
  });

  test('all keys of an account count together, another account apart, and a denied request not at all', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '2' });
    const [one, other] = [await service.customer(), await service.customer()];
    const secondKey = await one.anotherKey();
    assert.equal((await translate(service.url, { key: one.key, body })).status, 200);
    assert.equal((await translate(service.url, { key: secondKey, body })).status, 200);
    for (let denied = 0; denied < 3; denied++) {
      assert.equal((await translate(service.url, { key: secondKey, body })).status, 429);
    }
    const apart = await translate(service.url, { key: other.key, body });
    assert.equal(apart.status, 200);
    assert.equal(apart.headers.get('ratelimit-policy'), '"account";q=2;w=60');
    assert.equal((await one.balance()).used, 36);
  });

  test('it comes before anything that is wrong with the request, and after the key', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1' });
    const { key } = await service.customer(1);
    assert.equal((await translate(service.url, { key, body })).status, 402);
    assert.equal((await translate(service.url, { key, body: 'not json' })).status, 429);
    assert.equal((await translate(service.url, { key: `${key}x`, body })).status, 401);
  });
});
