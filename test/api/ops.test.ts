import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../sdk/src/wire.ts';
import { createOpsApi, type OpsParts } from '../../src/api/ops.ts';
import { problemRenderer } from '../../src/calls/problem.ts';
import { listenWith } from '../http/listening.ts';
import { read } from '../support/call.ts';

function listenForOps(parts: Partial<OpsParts> = {}) {
  const ops = createOpsApi({
    release: { version: '1.2.3', commit: 'abc' },
    isReady: () => Promise.resolve({ ready: true, reasons: [] }),
    metrics: () => Promise.resolve({ contentType: 'text/plain; version=0.0.4', body: 'up 1\n' }),
    renderProblem: problemRenderer(() => 'http://127.0.0.1'),
    ...parts,
  });
  return listenWith((bindings, request) => ops.fetch(request, bindings));
}

describe('/livez', () => {
  test('is 200 as long as the process answers, and says which release runs', async () => {
    await using server = await listenForOps({ isReady: () => Promise.reject(new Error('not asked')) });
    const { status, headers, body } = await read<object>(`${server.url}/livez`);
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'ok', version: '1.2.3', commit: 'abc' });
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});

describe('/readyz', () => {
  test('is 200 when work may be sent', async () => {
    await using server = await listenForOps();
    assert.equal((await read(`${server.url}/readyz`)).status, 200);
  });

  test('is 503 with the reasons when it may not', async () => {
    const reasons = ['no engine has translated the canary sentence'];
    await using server = await listenForOps({ isReady: () => Promise.resolve({ ready: false, reasons }) });
    const { status, body } = await read<object>(`${server.url}/readyz`);
    assert.equal(status, 503);
    assert.deepEqual(body, { status: 'unavailable', reasons });
  });

  test('is a failure in the envelope when the question itself fails', async () => {
    await using server = await listenForOps({ isReady: () => Promise.reject(new Error('secret')) });
    const { status, body } = await read(`${server.url}/readyz`);
    assert.equal(status, 500);
    assert.equal(body.error.code, 'server_error');
    assert.doesNotMatch(JSON.stringify(body), /secret/);
  });
});

describe('/metrics', () => {
  test('is what the telemetry says, with its content type', async () => {
    await using server = await listenForOps();
    const reply = await fetch(`${server.url}/metrics`);
    assert.equal(reply.headers.get('content-type'), 'text/plain; version=0.0.4');
    assert.equal(await reply.text(), 'up 1\n');
  });
});

describe('any other address', () => {
  test('is a 404, or a 405 with Allow, in the envelope', async () => {
    await using server = await listenForOps();
    const unknown = await read(`${server.url}/api/v1/translate`);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.error.code, 'not_found');
    const posted = await fetch(`${server.url}/readyz`, { method: 'POST' });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS');
    assert.equal(((await posted.json()) as Problem).error.code, 'method_not_allowed');
  });
});
