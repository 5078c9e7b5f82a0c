import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { production } from '../../src/parts.ts';
import { post, translate } from '../support/call.ts';
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
});

test('a change of the glossary on one server applies to the next request on each, but not to a stored reply', async () => {
  await using world = await setup();
  const { a, b, call } = world;
  for (const { engine } of [a, b]) engine.open();
  const { key } = call;
  const say = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const asked = { key, headers, body: { text: 'compra una nube', source_lang: 'es' } };
    return (await translate<Translation>(url, asked)).body.translated_text;
  };
  const stored = await say(b.url, call.headers);
  for (const translation of ['Wolke', 'Nimbus']) {
    const entries = [{ source_lang: 'es', target_lang: 'en', term: 'nube', translation }];
    assert.equal((await post(`${a.url}/api/v1/glossary`, { key, body: { entries } })).status, 200);
    for (const { url } of [b, a]) assert.match(await say(url), new RegExp(`\\b${translation}\\b`));
  }
  assert.equal(await say(a.url, call.headers), stored);
});
