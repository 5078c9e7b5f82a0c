import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { keyUseIntervalMs } from '../src/shop/keys/key-store.ts';
import { read, translate } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { freePort } from './support/server-process.ts';
import { startService, type TestService } from './support/service.ts';

async function startWithOps(): Promise<{ readonly service: TestService; readonly opsUrl: string }> {
  const service = await startService({ OPS_PORT: String(await freePort()) });
  assert.match(service.opsUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
  return { service, opsUrl: service.opsUrl ?? '' };
}

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('assembled service', () => {
  test('answers probes of other machines where OPS_HOST says so', {
    skip: outside === undefined && 'this machine has no address except loopback',
  }, async () => {
    const port = String(await freePort());
    await using _ = await startService({ OPS_HOST: '0.0.0.0', OPS_PORT: port });
    const url = `http://${outside}:${port}/readyz`;
    assert.equal((await read(url)).status, 200);
    // The proxies of a service mesh add it to every request.
    assert.equal((await read(url, { headers: { 'X-Forwarded-Proto': 'http' } })).status, 200);
  });

  test('is ready only while an engine translates, and no longer once it stops', async () => {
    const { service, opsUrl } = await startWithOps();
    await using running = service;
    assert.equal((await read(`${opsUrl}/readyz`)).status, 200);
    running.engine.serve('');
    running.advance(30_000);
    const silent = await read<object>(`${opsUrl}/readyz`);
    assert.equal(silent.status, 503);
    assert.deepEqual(silent.body, {
      status: 'unavailable',
      reasons: ['no engine has translated the canary sentence'],
    });
    running.engine.serve('es-en');
    assert.equal((await read(`${opsUrl}/readyz`)).status, 200);
    await running.drain();
    const stopping = await read<object>(`${opsUrl}/readyz`);
    assert.deepEqual(stopping.body, { status: 'unavailable', reasons: ['the service is stopping'] });
    assert.equal((await read(`${opsUrl}/livez`)).status, 200);
  });

  test('records the last use of a key, accurate to half a minute, without delaying requests', async () => {
    await using service = await startService();
    const { key, lastUse } = await service.customer(100);
    const translateAt = async (byMs: number) => {
      service.advance(byMs);
      const { status } = await translate(service.url, { key, body: { text: 'hola', source_lang: 'es' } });
      assert.equal(status, 200);
      return service.now();
    };
    assert.equal(await lastUse(), undefined);
    const first = await translateAt(0);
    await eventually(async () => (await lastUse()) === first);
    await translateAt(keyUseIntervalMs - 1);
    const second = await translateAt(1);
    await eventually(async () => (await lastUse()) !== first);
    assert.equal(await lastUse(), second);
  });

  test('counts charges and replies, without a key, account or text in the metrics', async () => {
    const { service, opsUrl } = await startWithOps();
    await using running = service;
    const { id, key } = await running.customer(100);
    const text = 'palabras muy privadas';
    assert.equal((await translate(running.url, { key, body: { text, source_lang: 'es' } })).status, 200);
    assert.equal((await translate(running.url, { body: { text } })).status, 401);
    assert.equal((await translate(running.url, { key, body: { text: 'el motor revienta' } })).status, 500);
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    assert.match(metrics, /^dragoman_characters_charged_total\{engine="reversing"\} 21$/m);
    for (const labels of [
      'endpoint="translate",status="200",code=""',
      'endpoint="translate",status="401",code="invalid_api_key"',
      'endpoint="translate",status="500",code="server_error"',
    ]) {
      assert.ok(metrics.includes(`dragoman_requests_total{${labels}} 1`), labels);
    }
    for (const secret of [key, id, 'privadas', 'revienta', 'example.com']) {
      assert.equal(metrics.includes(secret), false, secret);
    }
  });
});
