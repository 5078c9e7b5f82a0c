import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { production } from '../../src/parts.ts';
import { translate } from '../support/call.ts';
import { openOperatorsDesk, startNode } from '../support/node.ts';
import { operate } from '../support/operate.ts';
import { createTemporaryDatabase } from '../support/postgres.ts';
import { newCustomer } from '../support/service.ts';

/** Two servers on one PostgreSQL, each with all languages of its engine, and an account. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase());
  const desk = opening.use(await openOperatorsDesk(url));
  const [a, b] = [opening.use(await startNode({ url })), opening.use(await startNode({ url }))];
  for (const { engine } of [a, b]) engine.open();
  const customer = await newCustomer(desk, production.now, { count: 1_000, expiresAt: undefined });
  const say = async (node: typeof a) => {
    const body = { text: 'compra una nube hoy', source_lang: 'es' };
    return (await translate<Translation>(node.url, { key: customer.key, body })).body.translated_text;
  };
  const term = (...argv: readonly string[]) =>
    operate({ DATABASE_URL: url }, 'glossary', ...argv, '--account', customer.id, '--source', 'es', '--target', 'en');
  const opened = opening.move();
  return { a, b, say, term, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

describe('terms on two servers', () => {
  test('a change is seen by the very next request on each of them', async () => {
    await using world = await setup();
    const { a, b, say, term } = world;
    const before = [await say(a), await say(b)];
    for (const translation of ['Wolke', 'Nimbus', 'Cirrus']) {
      await term('add', '--term', 'nube', '--translation', translation);
      for (const node of [b, a]) assert.match(await say(node), new RegExp(`\\b${translation}\\b`));
    }
    await term('remove', '--term', 'nube');
    assert.deepEqual([await say(a), await say(b)], before);
  });
});
