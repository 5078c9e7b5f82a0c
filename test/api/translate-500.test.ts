import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServiceError } from '../../src/ground/service-error.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { startService } from '../support/service.ts';
import { openAsking, settled } from './asking.ts';

const waiting = { text: 'espera un poco', source_lang: 'es' };

function rawTranslate(key: string, body: object) {
  return rawRequest({
    method: 'POST',
    path: '/api/v1/translate',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('500', () => {
  test('every internal error has the same message, and costs nothing', async () => {
    await using world = await openAsking(100);
    const { customer, ask } = world;
    const messages = new Set<string>();
    for (const text of ['el motor fracasa', 'el motor revienta']) {
      const reply = await ask({ text, source_lang: 'es' });
      assert.equal(reply.status, 500);
      assert.equal(reply.body.error.code, 'server_error');
      assert.equal(reply.body.error.param, null);
      assert.equal(reply.body.error.request_id, reply.headers.get('x-request-id'));
      assert.ok(reply.headers.has('ratelimit'));
      messages.add(reply.body.error.message);
    }
    assert.equal(messages.size, 1);
    assert.deepEqual(await settled(customer), { balance: 100, used: 0, held: 0 });
  });

  test('no available engine is a server error, not an invalid language code; an invalid request is still 400', async () => {
    await using world = await openAsking();
    const { service, ask } = world;
    service.engine.serve('');
    assert.equal((await ask({ text: 'uno', source_lang: 'es' })).status, 500);
    for (const body of [
      { text: '' },
      { q: 'uno' },
      { text: 'uno', target_lang: 'auto' },
      { text: 'uno', target_lang: 'klingon' },
      { text: '', source_lang: 'es' },
    ]) {
      assert.equal((await ask(body)).status, 400, JSON.stringify(body));
    }
  });

  test('a temporarily unavailable language or pair is a server error, and costs nothing', async () => {
    await using world = await openAsking(100);
    const { service, customer, ask } = world;
    const answer = async (body: object) => (await ask(body)).status;
    const french = { text: 'Le chat dort sur la table de la cuisine.' };
    assert.equal(await answer({ ...french, source_lang: 'es', target_lang: 'fr' }), 200);
    service.engine.serve('es-en ca-es ar-en');
    for (const body of [
      { ...french, source_lang: 'fr', target_lang: 'en' },
      { ...french, source_lang: 'es', target_lang: 'fr' },
      { ...french, source_lang: 'es', target_lang: 'ca' },
      { ...french, target_lang: 'en' },
    ]) {
      assert.equal(await answer(body), 500, JSON.stringify(body));
    }
    assert.equal(await answer({ ...french, source_lang: 'it' }), 400, 'was never served');
    assert.equal(await answer({ ...french, source_lang: 'es', target_lang: 'ar' }), 400, 'was never a target');
    assert.deepEqual(await settled(customer), { balance: 60, used: 40, held: 0 });
  });

  test('a translation that takes longer than it may is given up, uncharged', async () => {
    await using world = await openAsking(100, { REQUEST_TIMEOUT_SECONDS: '3' });
    const { service, customer, ask } = world;
    const reply = await ask(waiting);
    assert.equal(reply.status, 500);
    assert.equal(((await service.engine.givenUp) as ServiceError).code, 'deadline_exceeded');
    assert.deepEqual(await settled(customer), { balance: 100, used: 0, held: 0 });
  });
});

describe('no reply', () => {
  test('a caller that hangs up in the middle of its body is charged nothing', async () => {
    await using service = await startService();
    const customer = await service.customer(100);
    using connection = await RawConnection.open(service.url);
    connection.send(rawTranslate(customer.key, waiting).subarray(0, -5));
    connection.socket.end();
    assert.equal((await connection.reply()).status, 400);
    assert.deepEqual(await customer.balance(), { balance: 100, used: 0, held: 0 });
  });
});
