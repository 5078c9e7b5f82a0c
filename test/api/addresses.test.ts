import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../sdk/src/wire.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { startService } from '../support/service.ts';

describe('404', () => {
  test('names the endpoint with the same last part', async () => {
    await using service = await startService();
    const messageAt = async (path: string) => {
      const reply = await fetch(service.url + path, { method: 'POST' });
      return ((await reply.json()) as Problem).error.message;
    };
    for (const path of ['/api/v1/translate/', '/api/translate', '/v1/translate', '/API/V1/Translate'])
      assert.match(await messageAt(path), /Did you mean \/api\/v1\/translate\?$/, path);
    for (const path of ['/api', '/api/v1/translates', '/nothing', `/${'a'.repeat(15_000)}/b`])
      assert.equal(await messageAt(path), 'There is nothing at this path.', path);
  });

  test('any path that is not of the API, by whatever method, is refused in the envelope', async () => {
    await using service = await startService();
    const near = '/api /api/v1 /api/v1/translate/ /api/v1/Translate /api/v2/translate /api/v1/glossary/some-id/more';
    const paths = `${near} // /%00 /%ff /../etc/passwd /constructor /__proto__ /metrics`.split(' ');
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

describe('request target', () => {
  test('may be absolute: its host replaces that of the header', async () => {
    await using service = await startService();
    using connection = await RawConnection.open(service.url);
    const ask = async (path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) => {
      connection.send(rawRequest({ method, path, headers }));
      const { status, headers: sent, body } = await connection.reply({ head: method === 'OPTIONS' });
      return { status, type: sent['content-type'], body };
    };
    for (const path of ['http://localhost/docs', 'HTTPS://translate.example:443/docs?q=1', 'http://localhost']) {
      const { status, type } = await ask(path, 'GET', { Accept: 'text/html' });
      assert.deepEqual([status, type], [200, 'text/html; charset=utf-8'], path);
    }
    assert.equal((await ask('http://localhost/api/v1/languages')).status, 200);
    assert.equal((await ask('http://localhost/api/v1/translate', 'POST')).status, 401);
    assert.equal((await ask('http://localhost/api/v1/nothing')).status, 404);
    assert.equal((await ask('http://localhost/nothing')).status, 404);
    const forged = { Host: 'a b' };
    assert.equal((await ask('http://localhost/api/v1/languages', 'GET', forged)).status, 200);
    for (const path of [
      'http://',
      'http:///docs',
      'http://ana@localhost/docs',
      'http://a b/',
      'ftp://localhost/docs',
      '*',
    ]) {
      using other = await RawConnection.open(service.url);
      other.send(rawRequest({ path }));
      assert.equal((await other.reply()).status, 400, path);
    }
  });

  test('of OPTIONS may be the server itself', async () => {
    await using service = await startService();
    using connection = await RawConnection.open(service.url);
    for (const path of ['*', 'http://localhost']) {
      connection.send(rawRequest({ method: 'OPTIONS', path }));
      const { status, headers } = await connection.reply({ head: true });
      assert.deepEqual([status, headers['allow']], [204, 'GET, HEAD, POST, OPTIONS']);
      assert.ok(headers['x-request-id']);
    }
  });
});

describe('405', () => {
  const allowed: Readonly<Record<string, string>> = {
    '/api/v1/translate': 'POST, OPTIONS',
    '/api/v1/detect': 'POST, OPTIONS',
    '/api/v1/documents': 'POST, OPTIONS',
    '/api/v1/glossary': 'GET, HEAD, POST, OPTIONS',
    '/api/v1/glossary/some-id': 'DELETE, OPTIONS',
    '/api/v1/memory': 'GET, HEAD, POST, OPTIONS',
    '/api/v1/memory/some-id': 'DELETE, OPTIONS',
    '/api/v1/usage': 'GET, HEAD, OPTIONS',
    '/api/v1/languages': 'GET, HEAD, OPTIONS',
    '/api/v1/openapi.json': 'GET, HEAD, OPTIONS',
    '/docs': 'GET, HEAD, OPTIONS',
    '/': 'GET, HEAD, OPTIONS',
    '/sign-in': 'GET, HEAD, POST, OPTIONS',
  };
  test('each path names its methods to every other method', async () => {
    await using service = await startService();
    for (const [path, methods] of Object.entries(allowed)) {
      using connection = await RawConnection.open(service.url);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
        if (methods.split(', ').includes(method)) continue;
        connection.send(rawRequest({ method, path, ...(method === 'HEAD' ? {} : { body: '{}' }) }));
        const { status, headers, body } = await connection.reply({ head: method === 'HEAD' });
        assert.equal(status, 405, `${method} ${path}`);
        assert.equal(headers['allow'], methods, method);
        assert.ok(headers['x-request-id']);
        if (method !== 'HEAD') assert.equal((JSON.parse(body) as Problem).error.code, 'method_not_allowed', method);
      }
      connection.send(rawRequest({ method: 'OPTIONS', path, headers: { Accept: 'text/html' } }));
      const asked = await connection.reply({ head: true });
      assert.equal(asked.status, 204);
      if (path !== '/api/v1/languages') assert.equal(asked.headers['allow'], methods);
    }
  });
});
