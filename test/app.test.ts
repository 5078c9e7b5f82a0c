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
});
