import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { production } from '../../src/parts.ts';
import { translate } from '../support/call.ts';
import { openOperatorsDesk, startNode } from '../support/node.ts';
import { createTemporaryDatabase } from '../support/postgres.ts';
import { newCustomer } from '../support/service.ts';

/** Two servers on one PostgreSQL, and an account of 1,000 characters. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase());
  const desk = opening.use(await openOperatorsDesk(url));
  const [a, b] = [opening.use(await startNode({ url })), opening.use(await startNode({ url }))];
  const customer = await newCustomer(desk, production.now, { count: 1_000, expiresAt: undefined });
  const opened = opening.move();
  return {
    a,
    b,
    customer,
    call: { key: customer.key, headers: { 'Idempotency-Key': 'order-1' } },
    verify: () => desk.ledger.verify(production.now(), 10_000),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const body = { text: 'espera un poco', source_lang: 'es' };

describe('an Idempotency-Key on two servers', () => {
  test('under way on one, repeated on the other: waits for the same reply, and one charge', async () => {
    await using world = await setup();
    const { a, b, customer } = world;
    const first = translate<Translation>(a.url, { ...world.call, body });
    await a.engine.entered;
    // Once the second server has answered another request, the repeat is waiting.
    const second = translate<Translation>(b.url, { ...world.call, body });
    const other = { key: customer.key, headers: { 'Idempotency-Key': 'order-2' } };
    await translate(b.url, { ...other, body: { text: 'uno', source_lang: 'es' } });
    a.engine.open();
    const replies = [await first, await second];
    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers.get('idempotency-replayed')]),
      [
        [200, null],
        [200, 'true'],
      ],
    );
    assert.deepEqual(replies[1]?.body, replies[0]?.body);
    assert.equal(b.engine.arrivals, 0);
    assert.deepEqual(await customer.balance(), { balance: 983, used: 17, held: 0 });
    assert.deepEqual(await world.verify(), []);
  });

  test('repeated on the other before one fails: the other does the work', async () => {
    await using world = await setup();
    const { a, b } = world;
    const caller = new AbortController();
    const first = fetch(`${a.url}/api/v1/translate`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${world.customer.key}`,
        'Content-Type': 'application/json',
        ...world.call.headers,
      },
      body: JSON.stringify(body),
      signal: caller.signal,
    });
    await a.engine.entered;
    b.engine.open();
    const second = translate<Translation>(b.url, { ...world.call, body });
    caller.abort();
    await assert.rejects(first);
    const { status, headers } = await second;
    assert.deepEqual([status, headers.get('idempotency-replayed')], [200, null]);
    assert.deepEqual(await world.customer.balance(), { balance: 986, used: 14, held: 0 });
  });

  test('used on one for another text: 400 from the other, under way or answered', async () => {
    await using world = await setup();
    const { a, b } = world;
    const first = translate(a.url, { ...world.call, body });
    await a.engine.entered;
    const other = { ...world.call, body: { text: 'otro texto', source_lang: 'es' } };
    const refusals = [await translate(b.url, other)];
    a.engine.open();
    assert.equal((await first).status, 200);
    refusals.push(await translate(b.url, other));
    for (const { status, body: problem } of refusals) {
      assert.deepEqual([status, problem.error.param], [400, 'Idempotency-Key']);
    }
    assert.equal((await world.customer.balance()).used, 14);
  });
});
