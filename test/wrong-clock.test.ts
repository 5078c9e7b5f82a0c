import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { SqlStores } from '../src/adapters/sql/sql-stores.ts';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { dayMs, later } from '../src/ground/units.ts';
import { production } from '../src/parts.ts';
import { read, translate } from './support/call.ts';
import { type NodeOptions, openOperatorsDesk, startNode } from './support/node.ts';
import { createTemporaryDatabase } from './support/postgres.ts';
import { newCustomer } from './support/service.ts';
import { noEvents, temporaryFolder } from './support/stores.ts';

type World = AsyncDisposable & { readonly stores: SqlStores; readonly options: NodeOptions };

const databases: Readonly<Record<string, () => Promise<World>>> = {
  async SQLite() {
    await using opening = new AsyncDisposableStack();
    const { path } = opening.use(await temporaryFolder());
    const stores = opening.use(await openSqlite({ file: join(path, 'dragoman.db'), events: noEvents }));
    const opened = opening.move();
    return { stores, options: { env: { DATA_DIR: path } }, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  },
  async PostgreSQL() {
    await using opening = new AsyncDisposableStack();
    const { url } = opening.use(await createTemporaryDatabase());
    const stores = opening.use(await openOperatorsDesk(url));
    const opened = opening.move();
    return { stores, options: { url }, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  },
};

const body = { text: 'uno', source_lang: 'es' };

for (const [name, open] of Object.entries(databases)) {
  describe(`${name}: clock that is 400 days ahead`, () => {
    test('at a start expires no balance, and the server reports that it is not ready', async () => {
      await using world = await open();
      await (await startNode(world.options))[Symbol.asyncDispose]();
      const customer = await newCustomer(world.stores, production.now, { count: 1_000, expiresAt: undefined });
      {
        await using wrong = await startNode({ ...world.options, now: () => later(production.now(), 400 * dayMs) });
        const { status, body: told } = await read<{ reasons: readonly string[] }>(`${wrong.opsUrl}/readyz`);
        assert.equal(status, 503);
        assert.match(told.reasons.join('\n'), /clock is (9600 hours|\d+ s) ahead of/);
      }
      await using right = await startNode(world.options);
      assert.equal((await translate(right.url, { key: customer.key, body })).status, 200);
      assert.equal((await customer.balance()).balance, 997);
    });

    test('while a server runs is only reported by its readiness', async () => {
      await using world = await open();
      let aheadMs = 0;
      await using server = await startNode({ ...world.options, now: () => later(production.now(), aheadMs) });
      const customer = await newCustomer(world.stores, production.now, { count: 1_000, expiresAt: undefined });
      aheadMs = 400 * dayMs;
      assert.equal((await read(`${server.opsUrl}/readyz`)).status, 503);
      assert.equal((await translate(server.url, { key: customer.key, body })).status, 200);
      const usage = await read<{ characters_balance: number }>(`${server.url}/api/v1/usage`, { key: customer.key });
      assert.equal(usage.body.characters_balance, 997);
      aheadMs = 0;
      assert.equal((await read(`${server.opsUrl}/readyz`)).status, 200);
    });
  });

  test(`${name}: a step of 61 seconds gives an account no second rate-limit window`, async () => {
    await using world = await open();
    let aheadMs = 0;
    const env = { ...world.options.env, RATE_LIMIT_PER_MINUTE: '3' };
    await using server = await startNode({ ...world.options, env, now: () => later(production.now(), aheadMs) });
    const { key } = await newCustomer(world.stores, production.now, { count: 1_000, expiresAt: undefined });
    const ask = async () => (await read(`${server.url}/api/v1/usage`, { key })).status;
    for (let request = 0; request < 3; request++) assert.equal(await ask(), 200);
    aheadMs = 61_000;
    assert.equal(await ask(), 429);
  });
}
