import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/server-process.ts';
import type { TestService } from '../support/service.ts';
import { openAsking } from './asking.ts';

/** Returns all rows once there are `count`, oldest first. */
async function recorded({ dataDir }: TestService, count: number) {
  using database = new DatabaseSync(join(dataDir, 'dragoman.db'), { readOnly: true });
  const read = database.prepare('select * from recent_requests');
  await eventually(() => read.all().length >= count);
  return read.all();
}

const word = 'confidencialísimo';

describe('recent requests', () => {
  test('records a success, each kind of failure and a limited request, without any text', async () => {
    await using world = await openAsking(50, { RATE_LIMIT_PER_MINUTE: '8' });
    const { service, customer, ask } = world;
    const from = (id: string) => ({ 'X-Request-Id': id });
    const repeat = { ...from('e'), 'Idempotency-Key': 'k1' };
    const text = `hola ${word}`;
    await ask({ text, source_lang: 'es' }, { ...repeat, ...from('a') });
    await ask({ text: `fracasa ${word}`, source_lang: 'es' }, from('b'));
    await ask({ text, source_lang: word }, from('c'));
    await ask({ text: `${text} `.repeat(9), source_lang: 'es' }, from('d'));
    await ask({ text, source_lang: 'es' }, repeat);
    await ask({ text: '42', target_lang: 'en' }, from('f'));
    await ask({ text: '', source_lang: 'es', target_lang: 'fr' }, from('g'));
    await ask({ text, source_lang: 'es', target_lang: word }, from('h'));
    await ask({ text, source_lang: 'es' }, from('i'));
    const rows = await recorded(service, 9);
    const shown = rows.map(({ request_id, status, code, source, target, characters, engine }) =>
      [request_id, status, code, source, target, characters, engine].join(' '),
    );
    assert.deepEqual(shown.toSorted(), [
      'a 200  es en 22 reversing',
      'b 500 server_error es en 0 ',
      'c 400 validation_error   0 ',
      'd 402 insufficient_balance es en 0 ',
      'e 200  es en 0 ',
      'f 200  en en 0 ',
      'g 400 validation_error es fr 0 ',
      'h 400 validation_error es  0 ',
      'i 429 rate_limit_exceeded   0 ',
    ]);
    const [{ account_id, key_id, took_ms } = {}] = rows;
    assert.equal(account_id, customer.id);
    assert.equal(typeof key_id, 'string');
    assert.ok(Number(took_ms) >= 0);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${word}|hola`));
  });

  test('records nothing of a caller without a live key', async () => {
    await using world = await openAsking();
    const { service, customer, ask } = world;
    assert.equal((await ask({ text: 'hola' }, { Authorization: 'Bearer wrong' })).status, 401);
    await customer.revoke(customer.key);
    assert.equal((await ask({ text: 'hola' })).status, 401);
    const other = await service.customer();
    assert.equal((await fetch(`${service.url}/api/v1/usage`, bearer(other.key))).status, 200);
    await service.drain();
    assert.deepEqual(await recorded(service, 0), []);
  });

  test('translates and charges as usual while the list cannot be written, and counts what is missing', async () => {
    await using world = await openAsking(1_000, { OPS_PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '1000' });
    const { service, customer, ask } = world;
    using database = new DatabaseSync(join(service.dataDir, 'dragoman.db'), { timeout: 5_000 });
    database.exec("create trigger full before insert on recent_requests begin select raise(abort, 'full'); end");
    const metric = async () => {
      const text = await (await fetch(`${service.opsUrl}/metrics`)).text();
      return Number(/^dragoman_requests_unrecorded_total (\d+)/m.exec(text)?.[1]);
    };
    for (let sent = 1; sent <= 20; sent++) assert.equal((await ask({ text: 'hola', source_lang: 'es' })).status, 200);
    await eventually(async () => (await metric()) === 20);
    assert.deepEqual(await customer.balance(), { balance: 920, used: 80, held: 0 });
    database.exec('drop trigger full');
    await ask({ text: 'adiós', source_lang: 'es' });
    assert.equal((await recorded(service, 1)).length, 1);
  });
});

const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });
