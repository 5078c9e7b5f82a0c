import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation, Usage } from '../sdk/src/wire.ts';
import { later } from '../src/ground/units.ts';
import { production } from '../src/parts.ts';
import { read, translate } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { type Node, openOperatorsDesk, startNode } from './support/node.ts';
import { createTemporaryDatabase, superuserCommand } from './support/postgres.ts';
import { startPostgres } from './support/postgres-server.ts';
import { newCustomer } from './support/service.ts';

const sweepIntervalMs = 10_000;

/** A database with a customer of 1,000 characters, and a number of nodes on it. */
async function setup(
  nodeCount = 2,
  openDatabase: () => Promise<AsyncDisposable & { readonly url: string }> = createTemporaryDatabase,
) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await openDatabase());
  const desk = opening.use(await openOperatorsDesk(url));
  opening.defer(async () => assert.deepEqual(await desk.ledger.verify(production.now(), sweepIntervalMs), []));
  const nodes: Node[] = [];
  while (nodes.length < nodeCount) nodes.push(opening.use(await startNode({ url })));
  const customer = await newCustomer(desk, production.now, { count: 1_000, expiresAt: undefined });
  const opened = opening.move();
  return { url, nodes, customer, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const body = { text: 'uno dos', source_lang: 'es' };

async function readiness({ opsUrl }: Node) {
  const { status, body: said } = await read<{ readonly reasons?: readonly string[] }>(`${opsUrl}/readyz`);
  return { status, reasons: said.reasons ?? [] };
}

/** Polls until the node is ready, or is not. */
async function untilReady(node: Node, status: 200 | 503): Promise<readonly string[]> {
  let found = await readiness(node);
  await eventually(async () => {
    found = await readiness(node);
    return found.status === status;
  });
  return found.reasons;
}

describe('nodes on one PostgreSQL', () => {
  test('serve one account: charges of one node are visible on the other, and the rate limit counts both', async () => {
    await using world = await setup();
    const [one, other] = world.nodes as [Node, Node];
    const { key } = world.customer;
    const reply = await translate<Translation>(one.url, { key, body });
    assert.deepEqual([reply.status, reply.body.characters_charged], [200, 7]);
    const usage = await read<Usage>(`${other.url}/api/v1/usage`, { key });
    assert.deepEqual([usage.body.characters_balance, usage.body.characters_used], [993, 7]);
    assert.equal(usage.headers.get('X-RateLimit-Remaining'), '58');
  });

  test('refuse a revoked key with the next request on any node', async () => {
    await using world = await setup();
    const key = await world.customer.anotherKey();
    for (const { url } of world.nodes) assert.equal((await read(`${url}/api/v1/usage`, { key })).status, 200);
    await world.customer.revoke(key);
    for (const { url } of world.nodes) assert.equal((await read(`${url}/api/v1/usage`, { key })).status, 401);
  });

  test("a node whose clock differs from the database's by more than five seconds is not ready, and reports it", async () => {
    await using world = await setup(0);
    // The time that the query takes makes the difference look smaller: it may take most of a second.
    for (const [byMs, reason] of [
      [7_450, "this machine's clock is 7 s ahead of the database's"],
      [-7_450, "this machine's clock is 7 s behind the database's"],
    ] as const) {
      await using node = await startNode({ url: world.url, now: () => later(production.now(), byMs) });
      assert.deepEqual(await readiness(node), { status: 503, reasons: [reason] });
    }
    await using node = await startNode({ url: world.url, now: () => later(production.now(), 3_000) });
    assert.deepEqual(await readiness(node), { status: 200, reasons: [] });
  });

  test('a node is not ready while its database is read-only, and recovers automatically', async () => {
    // The setting is for a whole server.
    await using world = await setup(1, startPostgres);
    const [node] = world.nodes as [Node];
    assert.equal((await readiness(node)).status, 200);
    await superuserCommand(world.url, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    assert.deepEqual(await untilReady(node, 503), ['the database cannot be written to']);
    const refused = await translate(node.url, { key: world.customer.key, body });
    assert.deepEqual([refused.status, refused.body.error.code], [500, 'server_error']);
    await superuserCommand(world.url, 'alter system reset default_transaction_read_only', 'select pg_reload_conf()');
    await untilReady(node, 200);
    assert.equal((await translate(node.url, { key: world.customer.key, body })).status, 200);
    assert.deepEqual(await world.customer.balance(), { balance: 993, used: 7, held: 0 });
  });
});

describe('node whose PostgreSQL stops', () => {
  test('answers 500, charges nothing, is not ready, and recovers automatically', async () => {
    await using server = await startPostgres();
    await using desk = await openOperatorsDesk(server.url);
    await using node = await startNode({ url: server.url });
    const customer = await newCustomer(desk, production.now, { count: 100, expiresAt: undefined });
    await untilReady(node, 200);
    assert.equal((await translate(node.url, { key: customer.key, body })).status, 200);
    for (const how of ['fast', 'immediate'] as const) {
      const before = await customer.balance();
      await server.stop(how);
      const [translation, usage, { reasons }] = await Promise.all([
        translate(node.url, { key: customer.key, body }),
        read(`${node.url}/api/v1/usage`, { key: customer.key }),
        readiness(node),
      ]);
      for (const refused of [translation, usage]) {
        assert.deepEqual([refused.status, refused.body.error.code], [500, 'server_error']);
      }
      assert.deepEqual(reasons, ['the database cannot be written to']);
      assert.equal((await read(`${node.opsUrl}/livez`)).status, 200);
      await server.start();
      await untilReady(node, 200);
      assert.deepEqual(await customer.balance(), before);
      assert.equal((await translate(node.url, { key: customer.key, body })).status, 200);
    }
    assert.deepEqual(await customer.balance(), { balance: 79, used: 21, held: 0 });
    assert.deepEqual(await desk.ledger.verify(production.now(), sweepIntervalMs), []);
  });

  test('charges a running translation once when the database is back in time, or else fails it uncharged', async () => {
    await using server = await startPostgres();
    await using desk = await openOperatorsDesk(server.url);
    for (const how of ['fast', 'immediate'] as const) {
      await using node = await startNode({ url: server.url });
      const customer = await newCustomer(desk, production.now, { count: 100, expiresAt: undefined });
      const underWay = translate<Translation>(node.url, {
        key: customer.key,
        body: { text: 'espera un poco', source_lang: 'es' },
      });
      await node.engine.entered;
      await server.stop(how);
      node.engine.open();
      await server.start();
      const { status } = await underWay;
      // A hold that was answered before its commit is lost in a crash, and cannot be charged.
      if (how === 'fast') assert.equal(status, 200);
      await untilReady(node, 200);
      const used = status === 200 ? 14 : 0;
      assert.deepEqual(await customer.balance(), { balance: 100 - used, used, held: 0 });
      assert.deepEqual(await desk.ledger.verify(production.now(), sweepIntervalMs), []);
    }
  });
});
