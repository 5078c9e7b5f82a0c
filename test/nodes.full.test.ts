import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BatchTranslation, MemoryWritten, TranslatedFile, Translation, Usage } from '../sdk/src/wire.ts';
import { later } from '../src/ground/units.ts';
import { production } from '../src/parts.ts';
import { post, read, translate } from './support/call.ts';
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

const approved = 'La casa es grande.';
const halfApproved = { text: `${approved} La puerta es roja.`, source_lang: 'es', target_lang: 'en' };

/** Translates a text by an entrance of a node. Returns what it says, and the characters that it charged. */
type Entrance = (url: string, key: string) => Promise<readonly [text: string | undefined, charged: number | undefined]>;

const entrances: Readonly<Record<string, Entrance>> = {
  translate: async (url, key) => {
    const { body: said } = await translate<Translation>(url, { key, body: halfApproved });
    return [said.translated_text, said.characters_charged];
  },
  batch: async (url, key) => {
    const { text, ...languages } = halfApproved;
    const sent = { key, body: { texts: [text], ...languages } };
    const { body: said } = await post<BatchTranslation>(`${url}/api/v1/translate/batch`, sent);
    return [said.translations[0]?.translated_text, said.characters_charged];
  },
  DeepL: async (url, key) => {
    const sent = {
      headers: { Authorization: `DeepL-Auth-Key ${key}` },
      body: { text: [halfApproved.text], target_lang: 'EN', show_billed_characters: true },
    };
    type Said = { readonly translations: readonly { readonly text: string; readonly billed_characters: number }[] };
    const { body: said } = await post<Said>(`${url}/compat/deepl/v2/translate`, sent);
    return [said.translations[0]?.text, said.translations[0]?.billed_characters];
  },
  document: async (url, key) => {
    const headers = { Authorization: `Bearer ${key}` };
    const form = new FormData();
    for (const name of ['source_lang', 'target_lang'] as const) form.set(name, halfApproved[name]);
    form.set('file', new Blob([halfApproved.text]), 'house.txt');
    const sent = await fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body: form });
    let said = (await sent.json()) as TranslatedFile;
    const address = `${url}/api/v1/documents/${said.id}`;
    await eventually(async () => {
      said = (await read<TranslatedFile>(address, { key })).body;
      return said.status === 'done';
    });
    return [await (await fetch(`${address}/content`, { headers })).text(), said.characters_charged];
  },
};

describe('nodes on one PostgreSQL', () => {
  test('apply an approval, and its removal, from the next request on by every entrance, and charge only the rest', async () => {
    await using world = await setup(0);
    const options = { url: world.url, env: { RATE_LIMIT_PER_MINUTE: '10000' } };
    await using one = await startNode(options);
    await using other = await startNode(options);
    const { key } = world.customer;
    const addressOf = ({ url }: Node) => `${url}/api/v1/memory`;
    const approve = async (node: Node, target: string) => {
      const entry = { source_lang: 'es', target_lang: 'en', source: approved, target };
      return (await post<MemoryWritten>(addressOf(node), { key, body: { entries: [entry] } })).body.ids[0] ?? '';
    };
    const remove = (node: Node, id: string) =>
      fetch(`${addressOf(node)}/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } });
    const repeated = () =>
      translate<Translation>(one.url, { key, body: halfApproved, headers: { 'Idempotency-Key': 'one' } });
    const [written, rest] = ['roja es puerta La.', 'La puerta es roja.'.length + 1];
    for (const [name, ask] of Object.entries(entrances)) {
      const id = await approve(one, 'The house is large.');
      assert.deepEqual(await ask(other.url, key), [`The house is large. ${written}`, rest], name);
      await approve(other, 'The house is big.');
      assert.deepEqual(await ask(one.url, key), [`The house is big. ${written}`, rest], name);
      const first = await repeated();
      assert.equal((await remove(one, id)).status, 204);
      assert.deepEqual(await ask(other.url, key), [`grande es casa La. ${written}`, halfApproved.text.length], name);
      const again = await repeated();
      assert.deepEqual(again.body, first.body);
      for (const { headers } of [first, again]) assert.equal(headers.get('Memory-Characters'), `${approved.length}`);
      assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    }
    const used = Object.keys(entrances).length * (2 * rest + halfApproved.text.length) + rest;
    for (const { url } of [one, other]) {
      const usage = await read<Usage>(`${url}/api/v1/usage`, { key });
      assert.deepEqual([usage.body.characters_balance, usage.body.characters_used], [1_000 - used, used]);
    }
  });

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
