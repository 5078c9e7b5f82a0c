import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../sdk/src/wire.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { startService } from '../support/service.ts';

describe('404', () => {
  test('any path that is not of the API, by whatever method, is refused in the envelope', async () => {
    await using service = await startService();
    const paths = [
      '/api',
      '/api/v1',
      '/api/v1/translate/',
      '/api/v1/Translate',
      '/api/v2/translate',
      '//',
      '/%00',
      '/%ff',
      '/../etc/passwd',
      '/constructor',
      '/__proto__',
      '/metrics',
    ];
    using connection = await RawConnection.open(service.url);
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE', 'TRACE', 'PROPFIND']) {
        connection.send(rawRequest({ method, path }));
        const { status, headers, body } = await connection.reply();
        assert.equal(status, 404, `${method} ${path}`);
        assert.equal(headers['content-type'], 'application/json; charset=utf-8');
        const { error } = JSON.parse(body) as Problem;
        assert.equal(error.code, 'not_found');
        assert.equal(error.request_id, headers['x-request-id']);
      }
    }
  });

  test('HEAD gets the status alone', async () => {
    await using service = await startService();
    const reply = await fetch(`${service.url}/nothing`, { method: 'HEAD' });
    assert.equal(reply.status, 404);
    assert.ok(reply.headers.has('x-request-id'));
    assert.equal(await reply.text(), '');
  });
});

describe('405', () => {
  const allowed: Readonly<Record<string, string>> = {
    '/api/v1/translate': 'POST',
    '/api/v1/usage': 'GET, HEAD',
    '/api/v1/languages': 'GET, HEAD, OPTIONS',
    '/api/v1/openapi.json': 'GET, HEAD',
    '/docs': 'GET, HEAD',
  };
  for (const [path, methods] of Object.entries(allowed)) {
    test(`${path} knows ${methods} and names them to every other method`, async () => {
      await using service = await startService();
      using connection = await RawConnection.open(service.url);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
        if (methods.split(', ').includes(method)) continue;
        connection.send(rawRequest({ method, path, ...(method === 'HEAD' ? {} : { body: '{}' }) }));
        const { status, headers, body } = await connection.reply({ head: method === 'HEAD' });
        assert.equal(status, 405, method);
        assert.equal(headers['allow'], methods, method);
        assert.ok(headers['x-request-id']);
        if (method !== 'HEAD') assert.equal((JSON.parse(body) as Problem).error.code, 'method_not_allowed', method);
      }
    });
  }
});
