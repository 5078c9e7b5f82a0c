import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import { windowMs } from '../../../../src/shop/limits/account-window.ts';
import type { RateDecision } from '../../../../src/shop/limits/rate-limiter.ts';
import { describeClockSetBack, describeRateLimiter } from '../../../contract/rate-limiter.ts';
import { largestWindow } from '../../../support/largest-window.ts';
import { openLimiterDatabase, steered } from '../../../support/limiter-database.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { type SteeredLimiter, SteeredWindowLimiter } from '../../../support/steered-limiter.ts';

const database = await openLimiterDatabase();
after(() => database[Symbol.asyncDispose]());

const start = 1_800_000_000_000;
const limits = fc.integer({ min: 1, max: 5 });
const nodeNumbers = fc.integer({ min: 0, max: 2 });
const gapsMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 1_500 }),
  fc.integer({ min: 58_000, max: 62_000 }),
  fc.integer({ min: 0, max: 70_000 }),
);

const openSteered = async (limit: number) => steered(database, database.openNode(limit));

describeRateLimiter('PostgreSQL', openSteered);
describeClockSetBack(openSteered);

test('several nodes decide each request as one limiter in memory does', () =>
  fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(fc.record({ gap: gapsMs, node: nodeNumbers, count: fc.integer({ min: 1, max: 4 }) }), { maxLength: 40 }),
      async (limit, moves) => {
        const { nodes, accountId, setNow } = setup(limit);
        const model = new SteeredWindowLimiter(limit);
        let now = start;
        for (const { gap, node, count } of moves) {
          now += gap;
          await setNow(now);
          const asked = Array.from({ length: count }, () => accountId);
          const expected = await admitEach(model, asked, now);
          assert.deepEqual(await admitEach(nodeOf(nodes, node), asked, now), expected);
        }
      },
    ),
    { numRuns: propertyRuns('', 90) },
  ));

test('concurrent requests on several nodes get the answers of one limiter', () =>
  fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(fc.record({ gap: gapsMs, counts: fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5)) }), { maxLength: 12 }),
      async (limit, moments) => {
        const { nodes, accountId, setNow } = setup(limit);
        const model = new SteeredWindowLimiter(limit);
        let now = start;
        for (const { gap, counts } of moments) {
          now += gap;
          await setNow(now);
          const total = counts.reduce((sum, count) => sum + count, 0);
          const expected = await admitEach(model, Array(total).fill(accountId), now);
          const told = await Promise.all(
            nodes.map((node, index) => admitEach(node, Array(counts[index] ?? 0).fill(accountId), now)),
          );
          assert.deepEqual(inOrder(told.flat()), inOrder(expected));
        }
      },
    ),
    { numRuns: propertyRuns('', 90) },
  ));

test('never admits more than the limit in any 60 real seconds on several nodes, even if the clock is set back', () =>
  fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(
        fc.record({
          gap: fc.integer({ min: 0, max: 20_000 }),
          back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 500_000 })),
          node: nodeNumbers,
        }),
        { maxLength: 60, size: 'max' },
      ),
      async (limit, steps) => {
        const { nodes, accountId, setNow } = setup(limit);
        const admittedAt: number[] = [];
        let truly = 0;
        let clock = start;
        for (const { gap, back, node } of steps) {
          truly += gap;
          clock += gap - back;
          await setNow(clock);
          if ((await nodeOf(nodes, node).admit(accountId)).admitted) admittedAt.push(truly);
        }
        assert.ok(largestWindow(admittedAt) <= limit);
      },
    ),
    { numRuns: propertyRuns('', 60) },
  ));

test('the clock is read once the row is locked, even after a long wait', async () => {
  const { nodes, accountId, setNow } = setup(1);
  await setNow(start);
  assert.equal((await nodeOf(nodes, 0).admit(accountId)).admitted, true);
  {
    await using locked = await database.lockRow(accountId);
    const waiting = nodeOf(nodes, 0).admit(accountId);
    await locked.whenWaiting(1);
    await setNow(start + windowMs);
    await locked.unlock();
    assert.equal((await waiting).admitted, true, 'in one statement');
  }
  assert.equal((await nodeOf(nodes, 0).admit(accountId)).admitted, false);
  await using locked = await database.lockRow(accountId);
  const waiting = nodeOf(nodes, 0).admit(accountId);
  await locked.whenWaiting(1);
  await setNow(start + 2 * windowMs);
  await locked.unlock();
  assert.equal((await waiting).admitted, true, 'in a transaction');
});

test('a flood on one account uses one connection of a node, and other accounts do not wait', async () => {
  const { nodes, accountId, setNow } = setup(20);
  await setNow(start);
  const node = nodeOf(nodes, 0);
  await node.admit(accountId);
  await using locked = await database.lockRow(accountId);
  const flood = Array.from({ length: 300 }, () => node.admit(accountId));
  await locked.whenWaiting(1);
  for (let other = 0; other < 5; other++) assert.equal((await node.admit(newAccountId())).admitted, true);
  assert.equal(await locked.waitingCount(), 1);
  await locked.unlock();
  const admitted = (await Promise.all(flood)).map((admission) => admission.admitted);
  assert.deepEqual(admitted, [...Array(19).fill(true), ...Array(281).fill(false)], 'in order of arrival');
});

test('waiting requests are bounded: more are refused and not counted', async () => {
  const { nodes, accountId, setNow } = setup(1);
  await setNow(start);
  const node = nodeOf(nodes, 0);
  await node.admit(accountId);
  await using locked = await database.lockRow(accountId);
  const flood = Promise.all(Array.from({ length: 10_000 }, () => node.admit(accountId)));
  await assert.rejects(node.admit(accountId), { code: 'overloaded' });
  await locked.unlock();
  assert.ok((await flood).every(({ admitted }) => !admitted));
  await setNow(start + 600_000);
  assert.equal((await node.admit(accountId)).admitted, true);
});

test('a denial without a promise writes nothing', async () => {
  const { nodes, accountId, setNow, version } = setup(1);
  await setNow(start);
  for (let request = 0; request < 5; request++) await nodeOf(nodes, request).admit(accountId);
  const before = await version();
  const told = await nodeOf(nodes, 0).admit(accountId);
  assert.ok(!told.admitted && told.retryAfterSeconds > 0);
  assert.deepEqual(await version(), before);
});

test('a limit of 10,000 is counted exactly', async () => {
  const { nodes, accountId, setNow } = setup(10_000);
  await setNow(start);
  for (const node of nodes.slice(0, 2)) {
    const told = await admitEach(node, Array(5_000).fill(accountId), start);
    assert.ok(told.every(({ admitted }) => admitted));
  }
  await setNow(start + windowMs - 1);
  assert.deepEqual(await nodeOf(nodes, 0).admit(accountId), {
    admitted: false,
    limit: 10_000,
    remaining: 0,
    resetSeconds: 1,
    retryAfterSeconds: 1,
  });
  await setNow(start + windowMs + 999);
  assert.equal((await nodeOf(nodes, 2).admit(accountId)).admitted, true);
});

test('nodes that get a new limit one after the other each apply their own', async () => {
  const { accountId, setNow } = setup(1);
  const [lower, higher] = [database.openNode(2), database.openNode(4)];
  await setNow(start);
  const told: boolean[] = [];
  for (const node of [higher, higher, higher, lower, higher, higher, lower]) {
    told.push((await node.admit(accountId)).admitted);
  }
  assert.deepEqual(told, [true, true, true, false, true, false, false]);
  await setNow(start + windowMs);
  assert.equal((await lower.admit(accountId)).admitted, true);
});

test('idle accounts are forgotten in small steps, and no others', async () => {
  const { nodes, setNow, count } = setup(5);
  const node = nodeOf(nodes, 0);
  const tomorrow = start + 86_400_000;
  await setNow(tomorrow);
  await node.forget();
  assert.equal(await count(), 0);
  const away = Array.from({ length: 1_200 }, newAccountId);
  const here = Array.from({ length: 30 }, newAccountId);
  // Not concurrently: on a busy machine the last ones would exceed the time limit.
  for (const accountId of [...away, ...here]) await node.admit(accountId);
  await setNow(tomorrow + 4 * windowMs);
  await Promise.all(here.map((accountId) => node.admit(accountId)));
  assert.equal(await node.forget(), 0, 'promises might still stand');
  await setNow(tomorrow + 6 * windowMs);
  assert.equal(await node.forget(), away.length);
  assert.equal(await count(), here.length);
  await setNow(tomorrow + 5 * windowMs);
  const told = await admitEach(node, away.slice(0, 1), tomorrow);
  assert.deepEqual(
    told.map(({ remaining }) => remaining),
    [4],
    'a forgotten account starts again with an empty window',
  );
});

test('an admission does not wait for the disk', async () => {
  const { nodes, accountId, setNow } = setup(1);
  await setNow(start);
  await database.connection.command(`create table commits (waits text);
    create function note_commit() returns trigger language plpgsql as
    $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger note_commit after insert or update on limiter_windows
    deferrable initially deferred for each row execute function note_commit()`);
  for (let request = 0; request < 3; request++) await nodeOf(nodes, 0).admit(accountId);
  await database.connection.command('drop trigger note_commit on limiter_windows');
  const waits = await database.rows('select waits from commits');
  assert.deepEqual(waits, [['off'], ['off'], ['off']], 'admitted, denied, denied again');
});

test('refuses a limit that is not a whole number from 1 to 10,000', () => {
  for (const limit of [0, -1, 1.5, Number.NaN, 10_001]) {
    assert.throws(() => database.openNode(limit), RangeError);
  }
});

test('admits nothing while PostgreSQL is unreachable, and counts earlier admissions afterwards', async () => {
  const failures: string[] = [];
  await using own = await openLimiterDatabase(({ task }) => void failures.push(task));
  const node = own.openNode(2);
  await own.setClock(start);
  const accountId = newAccountId();
  assert.equal((await node.admit(accountId)).admitted, true);
  // Admissions just before a crash may be lost, so the server stops cleanly.
  await own.server.stop('fast');
  await assert.rejects(Promise.all([node.admit(accountId), node.admit(newAccountId())]), { code: 'store_unavailable' });
  await own.server.start();
  assert.equal((await node.admit(accountId)).remaining, 0);
  assert.equal((await node.admit(accountId)).admitted, false);
});

/** Three nodes with one limit, and a new account. */
function setup(limit: number) {
  const accountId = newAccountId();
  const { rows } = database;
  return {
    accountId,
    nodes: [1, 2, 3].map(() => database.openNode(limit)),
    setNow: database.setClock,
    count: async () => wholeNumberValue((await rows('select count(*) from limiter_windows'))[0]?.[0]),
    /** Version of the account's row; every write changes it. */
    version: async () => (await rows('select ctid, xmin from limiter_windows where account_id = $1', accountId))[0],
  };
}

type Node = ReturnType<typeof database.openNode>;

function nodeOf(nodes: readonly Node[], index: number): Node {
  const node = nodes[index % nodes.length];
  assert.ok(node);
  return node;
}

/** Sends all requests concurrently, and returns the answers in order. */
function admitEach(
  limiter: SteeredLimiter,
  accounts: readonly AccountId[],
  now: number,
): Promise<readonly RateDecision[]> {
  return Promise.all(accounts.map((accountId) => limiter.admit(accountId, now)));
}

function inOrder(admissions: readonly RateDecision[]): readonly RateDecision[] {
  return admissions.toSorted((a, b) => a.retryAfterSeconds - b.retryAfterSeconds || b.remaining - a.remaining);
}

function newAccountId(): AccountId {
  return crypto.randomUUID() as string as AccountId;
}
