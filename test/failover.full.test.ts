import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Translation } from '../sdk/src/wire.ts';
import { plainText, wholeNumberValue } from '../src/adapters/sql/column-values.ts';
import { inspectPostgres } from '../src/adapters/sql/postgres/inspect.ts';
import { migratePostgres } from '../src/adapters/sql/postgres/migrate.ts';
import { production } from '../src/parts.ts';
import { startAccountArea } from './support/account-area.ts';
import { translate } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { rowsOf, superuserCommand } from './support/postgres.ts';
import { replicationSettings, startPostgres, startStandby } from './support/postgres-server.ts';
import { startNodeProcess } from './support/server-child.ts';
import { freePort } from './support/server-process.ts';
import { newCustomer } from './support/service.ts';
import { TcpProxy } from './support/tcp-proxy.ts';

const sweepIntervalMs = 10_000;
const bought = 100_000_000;
const callersPerNode = 4;

/** Keeps all callers together below the limit of 10,000 requests a minute. */
const callerPauseMs = 50;

const env = { RATE_LIMIT_PER_MINUTE: '10000' };

// As in docs/scaling.md.
const noLongerSynchronous = ['alter system reset synchronous_standby_names', 'select pg_reload_conf()'];

/** Two nodes, a primary, its synchronous standby, and a customer. @param first the server that the URL names first */
async function setup(first: 'primary' | 'standby') {
  await using opening = new AsyncDisposableStack();
  const primary = opening.use(await startPostgres({ settings: replicationSettings }));
  const standby = opening.use(await startStandby(primary));
  const servers = (first === 'primary' ? [primary, standby] : [standby, primary]).map(
    ({ port }) => `127.0.0.1:${port}`,
  );
  const url = `postgres://postgres@${servers.join(',')}/postgres?target_session_attrs=read-write`;
  await migratePostgres(url);
  const area = opening.use(await startAccountArea({ database: { url }, env }));
  await superuserCommand(primary.url, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  await eventually(async () => {
    const [[state] = []] = await rowsOf(primary.url, 'select sync_state from pg_stat_replication');
    return state === 'sync';
  });
  const [port, opsPort] = [await freePort(), await freePort()];
  const other = opening.use(await startNodeProcess({ databaseUrl: url, host: '127.0.0.2', port, opsPort, env }));
  const customer = await newCustomer(area.stores, production.now, { count: bought, expiresAt: undefined });
  const opened = opening.move();
  return {
    primary,
    standby,
    area,
    nodes: [area.url, other.url],
    customer,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Sends translations to every node until it is disposed, and notes what each was charged. */
class Load implements AsyncDisposable {
  readonly charged: number[] = [];
  readonly refusals = new Map<number, number>();
  readonly #successes: Map<string, number>;
  #going = true;
  #turn = 0;
  readonly #callers: Promise<unknown>;

  constructor(nodes: readonly string[], key: string) {
    this.#successes = new Map(nodes.map((node) => [node, 0]));
    this.#callers = Promise.all(
      nodes.flatMap((node) => Array.from({ length: callersPerNode }, () => this.#callOn(node, key))),
    );
  }

  /** Resolves once every node has answered this many more requests with a translation. */
  async progress(count: number): Promise<void> {
    const goals = [...this.#successes].map(([node, successes]) => [node, successes + count] as const);
    await eventually(() => goals.every(([node, goal]) => (this.#successes.get(node) ?? 0) >= goal));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#going = false;
    await this.#callers;
  }

  async #callOn(node: string, key: string): Promise<void> {
    while (this.#going) {
      // The lengths tell most requests apart.
      const text = `uno dos tres ${'x'.repeat(this.#turn++ % 997)}`;
      const { status, body } = await translate<Translation>(node, { key, body: { text, source_lang: 'es' } });
      if (status === 200) {
        this.charged.push(body.characters_charged);
        this.#successes.set(node, (this.#successes.get(node) ?? 0) + 1);
      } else {
        this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
      }
      await pause(callerPauseMs);
    }
  }
}

const byNumber = (one: number, other: number): number => one - other;

describe('a primary with a synchronous standby', () => {
  test('fails over under load: what was answered is charged once, nothing else is, and nodes go on', {
    timeout: 180_000,
  }, async (context) => {
    await using world = await setup('primary');
    const { primary, standby, area, nodes, customer } = world;
    await area.signUp();
    await using load = new Load(nodes, customer.key);
    await load.progress(200);
    await primary.stop('killed');
    // Until requests fail: a quicker failover is only a delay.
    await eventually(() => load.refusals.size > 0);
    await superuserCommand(standby.url, ...noLongerSynchronous, 'select pg_promote()');
    await load.progress(200);
    await load[Symbol.asyncDispose]();
    const refused = JSON.stringify(Object.fromEntries(load.refusals));
    context.diagnostic(`${load.charged.length} translations; ${refused} refused, by status`);
    const charges = await rowsOf(standby.url, 'select characters::int, hold_id from usage');
    assert.deepEqual(
      charges.map(([amount]) => wholeNumberValue(amount)).toSorted(byNumber),
      load.charged.toSorted(byNumber),
    );
    assert.equal(new Set(charges.map(([, hold]) => plainText(hold))).size, charges.length);
    await area.stores.ledger.sweep(production.now());
    const used = load.charged.reduce((sum, amount) => sum + amount, 0);
    assert.deepEqual((await customer.balance()).used, used);
    assert.deepEqual(await area.stores.ledger.verify(production.now(), sweepIntervalMs), []);
    await area.signUp();
  });

  test('is never called dead because it is slow: the standby is to be promoted only if the primary is off', async () => {
    await using opening = new AsyncDisposableStack();
    const primary = opening.use(await startPostgres({ settings: replicationSettings }));
    const standby = opening.use(await startStandby(primary));
    const proxy = opening.use(await TcpProxy.start(primary.port));
    proxy.rule = () => 'swallow';
    const urlOf = (ports: readonly number[]) =>
      `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`;
    const [slow, ready] = [`127.0.0.1:${proxy.port}`, `127.0.0.1:${standby.port}`];
    await assert.rejects(migratePostgres(urlOf([proxy.port, standby.port])), {
      code: 'store_unavailable',
      message:
        `store_unavailable: PostgreSQL at ${slow} did not answer in 5 s; ` +
        `${ready} is a standby: promote ${ready} only if ${slow} is switched off`,
    });
    await assert.rejects(migratePostgres(urlOf([standby.port, standby.port])), {
      message: 'store_unavailable: every server is a standby: promote one',
    });
    const onStandby = await inspectPostgres(standby.url, async ({ unwritable }) => unwritable);
    assert.deepEqual(onStandby, {
      reason: 'it is a standby, which is read-only',
      remedy: 'set DATABASE_URL to the primary; promote this server only if the primary is switched off',
    });
  });

  test('whose standby is lost charges nothing until it is taken out of synchronous_standby_names', {
    timeout: 180_000,
  }, async () => {
    await using world = await setup('standby');
    const { primary, standby, area, customer } = world;
    const body = { text: 'uno dos tres', source_lang: 'es' };
    await standby.stop('killed');
    const answered = translate<Translation>(area.url, { key: customer.key, body });
    await eventually(async () => {
      const [[waiting] = []] = await rowsOf(
        primary.url,
        "select count(*)::int from pg_stat_activity where wait_event = 'SyncRep' and query ilike '%usage%'",
      );
      return waiting === 1;
    });
    assert.equal((await customer.balance()).used, 0);
    await superuserCommand(primary.url, ...noLongerSynchronous);
    const { status, body: translation } = await answered;
    assert.equal(status, 200);
    assert.equal((await customer.balance()).used, translation.characters_charged);
  });
});
