import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres, type PostgresStores } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { plainText, wholeNumber } from '../../../../src/adapters/sql/procedure.ts';
import type { AccountId } from '../../../../src/core/accounts/account.ts';
import type { CaptureOutcome, Hold } from '../../../../src/core/ledger/ledger-store.ts';
import { later } from '../../../../src/core/units.ts';
import {
  createHold,
  firstMoment,
  leaseMs,
  newId,
  newPurchase,
  openAccount,
  spanishToEnglish,
  sweepIntervalMs,
} from '../../../support/ledger-world.ts';
import {
  createTemporaryDatabase,
  openSession,
  rowsOf,
  sharedPostgres,
  superuserCommand,
  urlOf,
} from '../../../support/postgres.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres-server.ts';
import { TcpProxy } from '../../../support/tcp-proxy.ts';

const bought = 100_000;
const at = firstMoment;

/** A database on which nodes sell characters, and what stands in it. */
type World = AsyncDisposable & {
  /** Of the database itself, past any proxy. */
  readonly url: string;
  readonly proxy: TcpProxy;
  readonly openNode: (options?: NodeOptions) => Promise<PostgresStores>;
  /** An account that has bought `bought` characters. */
  readonly openShop: (node: PostgresStores) => Promise<AccountId>;
};

type NodeOptions = { readonly through?: 'proxy' | 'nothing'; readonly connectionsMax?: number };

async function setup(server?: PostgresServer): Promise<World> {
  await using opening = new AsyncDisposableStack();
  const url = server?.url ?? opening.use(await createTemporaryDatabase()).url;
  const { port } = server ?? (await sharedPostgres());
  if (server !== undefined) await migratePostgres(url);
  const proxy = opening.use(await TcpProxy.start(port));
  const nodes = opening.use(new AsyncDisposableStack());
  const opened = opening.move();
  return {
    url,
    proxy,
    openNode: async ({ through = 'nothing', connectionsMax = 4 } = {}) => {
      const address = through === 'proxy' ? proxy.lead(url) : url;
      const events = { backgroundFailed: () => undefined };
      return nodes.use(await openPostgres({ url: address, connectionsMax, events }));
    },
    openShop: async (node) => {
      const accountId = await openAccount(node);
      assert.equal(await node.ledger.grant(newPurchase(accountId, bought)), 'granted');
      return accountId;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const capture = (node: PostgresStores, hold: Hold) => node.ledger.captureHold({ hold, at, usage: spanishToEnglish });

/** What the account has, read past the nodes. */
async function money(url: string, accountId: AccountId) {
  const [balance] = await rowsOf(url, `select settled, held, used from balances where account_id = '${accountId}'`);
  const [settled, held, used] = (balance ?? []).map((value) => wholeNumber(value));
  return { settled, held, used };
}

async function chargedHolds(url: string, accountId: AccountId): Promise<readonly string[]> {
  const rows = await rowsOf(url, `select hold_id from usage where account_id = '${accountId}' order by hold_id`);
  return rows.map(([id]) => plainText(id));
}

/** Gives back whatever a failed request left, and finds nothing wrong. */
async function assertSoundAfterSweep(node: PostgresStores): Promise<void> {
  const afterLease = later(at, leaseMs + 1);
  await node.ledger.sweep(afterLease);
  assert.deepEqual(await node.ledger.verify(afterLease, sweepIntervalMs), []);
}

const backends = `select pid from pg_stat_activity
 where datname = current_database() and application_name = 'dragoman' and pid <> pg_backend_pid()`;

async function pidOf(url: string): Promise<number> {
  const rows = await rowsOf(url, backends);
  assert.equal(rows.length, 1, 'the node has one connection');
  return wholeNumber(rows[0]?.[0]);
}

/** Asks again and again; each test ends by its own limit if it never comes. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

const count = async (url: string, sql: string) =>
  wholeNumber((await rowsOf(url, `select count(*) from ${sql}`))[0]?.[0]);

/** How many of the nodes' statements wait for a lock of this kind. */
const waitingFor = (url: string, kind: string) =>
  count(
    url,
    `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = '${kind}'`,
  );

// Makes every charge wait, in the middle of its statement, for a lock that a test may hold.
const gate = `create function wait_at_gate() returns trigger language plpgsql as
 $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
 create trigger wait_at_gate before insert on usage for each row execute function wait_at_gate()`;

const noGate = 'drop trigger wait_at_gate on usage; drop function wait_at_gate';

describe('a connection that is cut', () => {
  test('at whatever point of a request, each step has the outcome that it would have had, once', async () => {
    await using world = await setup();
    const node = await world.openNode({ through: 'proxy', connectionsMax: 2 });
    for (const moment of ['before the server has read it', 'before its answer has come'] as const) {
      for (let step = 1; ; step++) {
        const accountId = await world.openShop(node);
        const cutting = cutOnce(world.proxy, moment, step);
        await playStory(node, accountId);
        world.proxy.rule = () => 'pass';
        assert.deepEqual(await money(world.url, accountId), { settled: bought - 67, held: 0, used: 67 });
        assert.equal((await chargedHolds(world.url, accountId)).length, 8);
        if (!cutting.done) {
          assert.ok(step > 20, `the story has ${step} steps`);
          break;
        }
      }
    }
    await assertSoundAfterSweep(node);
  });

  test('while the charge is still being made: it is waited for and charged once', async () => {
    await using world = await setup();
    await superuserCommand(world.url, gate);
    const node = await world.openNode({ through: 'proxy' });
    const accountId = await world.openShop(node);
    const hold = createHold(accountId, 70);
    await node.ledger.openHold(hold);
    await using gatekeeper = await openSession(world.url);
    await gatekeeper.command('select pg_advisory_lock(1)');
    const charging = capture(node, hold);
    await until(async () => (await waitingFor(world.url, 'advisory')) === 1);
    world.proxy.cut();
    // The charge is sent again and waits for the first, whose client is gone.
    await until(async () => (await waitingFor(world.url, 'transactionid')) === 1);
    await gatekeeper.command('select pg_advisory_unlock(1)');
    assert.equal(await charging, 'captured');
    assert.deepEqual(await money(world.url, accountId), { settled: bought - 70, held: 0, used: 70 });
    await superuserCommand(world.url, noGate);
    await assertSoundAfterSweep(node);
  });

  test('and whose last message the server reads only when all is over: nothing is held or charged again', async () => {
    await using world = await setup();
    const node = await world.openNode({ through: 'proxy' });
    const accountId = await world.openShop(node);
    const { ledger } = node;
    const strandNext = () => {
      world.proxy.rule = ({ direction }) => {
        if (direction === 'down') return 'pass';
        world.proxy.rule = () => 'pass';
        return 'strand';
      };
    };
    const delivered = () => until(async () => (await count(world.url, `(${backends}) as backend`)) === 4);
    const lateHold = createHold(accountId, 30);
    strandNext();
    assert.deepEqual(await ledger.openHold(lateHold), { kind: 'held' });
    assert.equal(await capture(node, lateHold), 'captured');
    world.proxy.resume();
    await delivered();
    assert.deepEqual(await money(world.url, accountId), { settled: bought - 30, held: 0, used: 30 });
    assert.deepEqual(await ledger.verify(at, sweepIntervalMs), []);
    const lateCharge = createHold(accountId, 5);
    await ledger.openHold(lateCharge);
    strandNext();
    assert.equal(await capture(node, lateCharge), 'captured');
    world.proxy.resume();
    await delivered();
    assert.deepEqual(await money(world.url, accountId), { settled: bought - 35, held: 0, used: 35 });
    await assertSoundAfterSweep(node);
  });

  test('for longer than a request may take: the hold fails, nothing is charged, and the rest comes back', async () => {
    await using world = await setup();
    const node = await world.openNode({ through: 'proxy' });
    const accountId = await world.openShop(node);
    const charged = createHold(accountId, 10);
    await node.ledger.openHold(charged);
    world.proxy.rule = () => 'cut';
    world.proxy.cut();
    await assert.rejects(node.ledger.openHold(createHold(accountId, 20)), { code: 'store_unavailable' });
    const charging = capture(node, charged);
    world.proxy.rule = () => 'pass';
    assert.equal(await charging, 'captured');
    await assertSoundAfterSweep(node);
    assert.deepEqual(await money(world.url, accountId), { settled: bought - 10, held: 0, used: 10 });
    assert.equal((await node.ledger.openHold(createHold(accountId, 20))).kind, 'held');
  });
});

type Moment = 'before the server has read it' | 'before its answer has come';

/** Cuts the connection over which the `step`th message from now on goes to the server. */
function cutOnce(proxy: TcpProxy, moment: Moment, step: number): { readonly done: boolean } {
  const cutting = { done: false };
  let seen = 0;
  let asking: number | undefined;
  proxy.rule = ({ direction, connection }) => {
    if (cutting.done) return 'pass';
    if (direction === 'up' && asking === undefined && ++seen === step) asking = connection;
    if (connection !== asking) return 'pass';
    if (direction === 'up' && moment === 'before its answer has come') return 'pass';
    cutting.done = true;
    return 'cut';
  };
  return cutting;
}

/** Charges 67 characters of eight holds: alone, with a reply, and several at once. */
async function playStory(node: PostgresStores, accountId: AccountId): Promise<void> {
  const { ledger } = node;
  const open = async (amount: number) => {
    const hold = createHold(accountId, amount);
    assert.deepEqual(await ledger.openHold(hold), { kind: 'held' });
    return hold;
  };
  assert.equal(await capture(node, await open(30)), 'captured');
  await ledger.releaseHold({ hold: await open(20), at });
  const hold = await open(10);
  const reply = {
    accountId,
    keyHash: newId(),
    requestHash: 'a request',
    sealed: Uint8Array.of(1),
    keepUntil: later(at, leaseMs),
  };
  assert.equal(await ledger.captureHold({ hold, at, usage: spanishToEnglish, reply }), 'captured');
  assert.ok(await node.replies.findReply(accountId, reply.keyHash, at));
  const several = await Promise.all([2, 3, 4, 5, 6, 7].map(open));
  const outcomes = await Promise.all(several.map((each) => capture(node, each)));
  assert.deepEqual(outcomes, Array(6).fill('captured'));
}

describe('a server process that', () => {
  test('is terminated in the middle of holds and charges costs nobody anything', async () => {
    await using world = await setup();
    const nodes = [await world.openNode(), await world.openNode()];
    await using load = await startLoad(world, nodes);
    for (let terminated = 0; terminated < 30; ) {
      const busiest = `${backends} order by state = 'idle', random() limit 1`;
      const [row] = await rowsOf(world.url, `select pg_terminate_backend(pid) from (${busiest}) as backend`);
      terminated += Number(row?.[0] ?? 0);
      await load.progress(20);
    }
    await load.assertExact();
  });
});

describe('a server that restarts', () => {
  for (const how of ['fast', 'immediate'] as const) {
    test(`${how}, under load: all that was acknowledged is there, and nothing else is charged`, async () => {
      await using server = await startPostgres();
      await using world = await setup(server);
      const nodes = [await world.openNode(), await world.openNode()];
      await using load = await startLoad(world, nodes);
      for (let restarts = 0; restarts < 3; restarts++) {
        await load.progress(200);
        await server.restart(how);
      }
      await load.progress(200);
      await load.assertExact();
    });
  }
});

type Load = AsyncDisposable & {
  /** Resolves once so many more requests have ended. */
  readonly progress: (requests: number) => Promise<void>;
  /** Stops, and compares what the customers were told with what stands in the ledger. */
  readonly assertExact: () => Promise<void>;
};

/** Customers of three accounts who translate without a pause, on all nodes. */
async function startLoad(world: World, nodes: readonly PostgresStores[]): Promise<Load> {
  const [first] = nodes;
  assert(first !== undefined);
  const accounts = await Promise.all([1, 2, 3].map(() => world.openShop(first)));
  const told = new Map<string, { readonly hold: Hold; readonly outcome: CaptureOutcome }>();
  const failures: unknown[] = [];
  let [ended, stopped] = [0, false];
  let awaited = Promise.withResolvers<void>();

  const request = async (node: PostgresStores, accountId: AccountId) => {
    const hold = createHold(accountId, 1 + (ended % 5));
    // A hold that cannot be had is a 500: the customer has lost nothing.
    const opened = await node.ledger.openHold(hold).catch(() => undefined);
    if (opened?.kind !== 'held') return;
    if (ended % 4 === 0) await node.ledger.releaseHold({ hold, at }).catch(() => undefined);
    else told.set(hold.id, { hold, outcome: await capture(node, hold) });
  };
  const customer = async (node: PostgresStores, accountId: AccountId) => {
    while (!stopped) {
      await request(node, accountId).catch((cause: unknown) => failures.push(cause));
      ended++;
      awaited.resolve();
    }
  };
  const customers = nodes.flatMap((node) =>
    accounts.flatMap((accountId) => Array.from({ length: 4 }, () => customer(node, accountId))),
  );
  const stop = async () => {
    stopped = true;
    await Promise.all(customers);
  };
  return {
    progress: async (requests) => {
      for (const goal = ended + requests; ended < goal; awaited = Promise.withResolvers()) await awaited.promise;
    },
    assertExact: async () => {
      await stop();
      assert.deepEqual(failures, [], 'no charge was left untold');
      await assertSoundAfterSweep(first);
      for (const accountId of accounts) {
        const charged = [...told.values()].filter(
          ({ hold, outcome }) => hold.accountId === accountId && outcome === 'captured',
        );
        const used = charged.reduce((sum, { hold }) => sum + hold.amount, 0);
        assert.ok(used > 0);
        assert.deepEqual(await money(world.url, accountId), { settled: bought - used, held: 0, used });
        assert.deepEqual(
          await chargedHolds(world.url, accountId),
          charged.map(({ hold }) => hold.id as string).toSorted(),
        );
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}
