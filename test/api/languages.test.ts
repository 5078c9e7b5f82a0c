import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '../../sdk/src/wire.ts';
import { read } from '../support/call.ts';
import { startService, type TestService } from '../support/service.ts';

function languages(service: TestService, headers: Readonly<Record<string, string>> = {}) {
  return read<readonly Language[]>(`${service.url}/api/v1/languages`, { headers });
}

describe('200', () => {
  test('the reply is a bare array, sorted by code, each element with exactly the seven fields', async () => {
    await using service = await startService();
    const { status, headers, body } = await languages(service);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    const codes = body.map(({ code }) => code);
    assert.deepEqual(codes, ['ar', 'ca', 'en', 'es', 'fr']);
    assert.deepEqual(body[0], {
      code: 'ar',
      name: 'Arabic',
      native_name: 'العربية',
      direction: 'rtl',
      source: true,
      target: false,
      targets: ['ca', 'en', 'es', 'fr'],
    });
  });

  test('it needs no key, takes no notice of one, and may be kept for an hour', async () => {
    await using service = await startService();
    for (const headers of [{}, { Authorization: 'Bearer nonsense' }]) {
      const reply = await languages(service, headers);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('cache-control'), 'public, max-age=3600');
      assert.ok(!reply.headers.has('ratelimit'));
    }
  });

  test('it is what can be translated now: an engine that goes down takes its languages along', async () => {
    await using service = await startService();
    const before = await languages(service);
    service.engine.serve('es-en');
    const after = await languages(service);
    assert.deepEqual(
      after.body.map(({ code, source, target }) => [code, source, target]),
      [
        ['en', false, true],
        ['es', true, false],
      ],
    );
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
    service.engine.serve('');
    assert.deepEqual((await languages(service)).body, []);
  });

  test('pages of any origin may read it, also after asking first', async () => {
    await using service = await startService();
    const reply = await languages(service, { Origin: 'https://example.com' });
    assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    const asked = await fetch(`${service.url}/api/v1/languages`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' },
    });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-origin'), '*');
    assert.match(asked.headers.get('access-control-allow-methods') ?? '', /\bGET\b/);
    assert.ok(asked.headers.has('x-request-id'));
  });

  test('HEAD brings the headers alone', async () => {
    await using service = await startService();
    const reply = await fetch(`${service.url}/api/v1/languages`, { method: 'HEAD' });
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('etag') ?? '', /^"[0-9a-f]{16}"$/);
    assert.equal(await reply.text(), '');
  });
});

describe('304', () => {
  test('nothing is sent again to a caller that has this version', async () => {
    await using service = await startService();
    const etag = (await languages(service)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await languages(service, { 'If-None-Match': known });
      assert.equal(reply.status, 304, known);
      assert.equal(reply.body, undefined);
      assert.equal(reply.headers.get('etag'), etag);
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    }
  });

  test('another version brings the whole list', async () => {
    await using service = await startService();
    for (const known of ['"other"', '""', 'nonsense']) {
      assert.equal((await languages(service, { 'If-None-Match': known })).status, 200, known);
    }
  });
});
