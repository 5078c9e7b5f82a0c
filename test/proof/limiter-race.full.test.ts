import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { wholeNumberValue } from '../../src/adapters/sql/column-values.ts';
import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import { openPostgres } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { query } from '../../src/adapters/sql/procedure.ts';
import { unixMs } from '../../src/ground/units.ts';
import { promiseGraceMs, windowMs } from '../../src/shop/limits/account-window.ts';
import { read, translate } from '../support/call.ts';
import { largestWindow } from '../support/largest-window.ts';
import { steerLimiterClock } from '../support/limiter-database.ts';
import { createTemporaryDatabase } from '../support/postgres.ts';
import { newCustomer } from '../support/service.ts';
import { noEvents } from '../support/stores.ts';
import { Chance, extent, reportSeed } from './extent.ts';
import { startServer } from './started-server.ts';

const start = 1_800_000_000_000;

/** A denied caller: when it may retry, and when it does. */
type Waiter = { readonly dueAt: number; readonly comesAt: number };

/** Largest number of waiters with a promise. */
const waitersMaxOf = (limit: number) => 4 * limit;

// With a small limit, the order of requests matters at every moment.
for (const [limit, moments] of [
  [60, extent.limiterMoments],
  [3, 5 * extent.limiterMoments],
] as const) {
  const title = `three nodes, five keys of one account: never more than ${limit} in any 60 s, and every caller that waits succeeds`;
  test(title, async (context) => {
    reportSeed(context);
    await using race = await startLimiterRace({ limit, clock: 'steered' });
    await playMoments({ race, limit, moments });
  });
}

type Play = { readonly race: LimiterRace; readonly limit: number; readonly moments: number };

async function playMoments({ race, limit, moments }: Play): Promise<void> {
  const chance = new Chance('when callers come');
  const accepted: number[] = [];
  let [charged, denials, now] = [0, 0, start];
  let waiters: Waiter[] = [];

  /** All at the same time of the steered clock, in any real order. */
  const callAll = async (count: number): Promise<readonly Verdict[]> => {
    const verdicts = await Promise.all(Array.from({ length: count }, () => race.call()));
    for (const verdict of verdicts) {
      charged += verdict.charged;
      if (verdict.status !== 429) accepted.push(now);
    }
    return verdicts;
  };

  for (let moment = 0; moment < moments || waiters.length > 0; moment++) {
    const nextWaiter = Math.min(...waiters.map(({ comesAt }) => comesAt));
    const nextNewcomers = moment < moments ? comesNext({ chance, now, accepted }) : Infinity;
    now = Math.min(nextWaiter, nextNewcomers);
    await race.setClock(now);
    const coming = waiters.filter(({ comesAt }) => comesAt <= now);
    waiters = waiters.filter(({ comesAt }) => comesAt > now);
    const told = await callAll(coming.length);
    assert.deepEqual(
      told.filter(({ status }) => status === 429),
      [],
      `waiters who came ${now - start} ms after the start`,
    );
    // The limiter cannot distinguish a new caller from a late waiter, and would admit it instead.
    if (nextNewcomers > now || waiters.some(({ dueAt }) => dueAt <= now)) continue;
    const free = limit - accepted.filter((at) => at > now - windowMs).length;
    // The first moment sends more than can be admitted, so that every run has waiters.
    const count = moment === 0 ? 3 * limit : chance.pick([1, 1, free, free, free + 1, free + 1, limit, 2 * limit]);
    const newcomers = await callAll(Math.min(count, waitersMaxOf(limit) - waiters.length));
    for (const { retryAfterMs } of newcomers.filter(({ status }) => status === 429)) {
      const dueAt = now + retryAfterMs;
      waiters.push({ dueAt, comesAt: dueAt + chance.pick([0, 0, 0, chance.below(promiseGraceMs)]) });
      denials++;
    }
  }
  const recorded = await race.admissions();
  assert.deepEqual(recorded, accepted);
  assert.ok(largestWindow(recorded) === limit, `${largestWindow(recorded)} in 60 s`);
  assert.equal(await race.used(), charged);
  assert.ok(denials > limit, `only ${denials} denials`);
  assert.deepEqual(race.called(), { nodes: 3, keys: 5 });
}

type Arrivals = { readonly chance: Chance; readonly now: number; readonly accepted: readonly number[] };

/** Times at which an inexact limiter would fail: immediately, around the end of a request's window, or at random. */
function comesNext({ chance, now, accepted }: Arrivals): number {
  const leaving = accepted.find((at) => at + windowMs > now + 1) ?? now;
  return chance.pick([
    now,
    now + chance.below(2_000),
    now + chance.below(30_000),
    leaving + windowMs - 1,
    leaving + windowMs,
    leaving + windowMs + 1,
  ]);
}

/** One call as its caller saw it: when it was sent and when it was answered. */
type Observed = { readonly sentAt: number; readonly answeredAt: number; readonly status: number };

test('the same in real minutes, from both sides', { skip: !extent.isLong }, async (context) => {
  reportSeed(context);
  const limit = 60;
  await using race = await startLimiterRace({ limit, clock: 'real' });
  const chance = new Chance('when callers come in real time');
  const observed: Observed[] = [];
  const waiting = new Set<Waiter>();
  const deniedAgain: Waiter[] = [];
  const returning: Promise<void>[] = [];

  const call = async (): Promise<Verdict> => {
    const sentAt = performance.now();
    const verdict = await race.call();
    observed.push({ sentAt, answeredAt: performance.now(), status: verdict.status });
    return verdict;
  };
  const comeBack = async (waiter: Waiter): Promise<void> => {
    waiting.add(waiter);
    await pass(waiter.comesAt - performance.now());
    if ((await call()).status === 429) deniedAgain.push(waiter);
    waiting.delete(waiter);
  };
  const comeNew = async (): Promise<void> => {
    const { status, retryAfterMs } = await call();
    if (status !== 429) return;
    const dueAt = performance.now() + retryAfterMs;
    returning.push(comeBack({ dueAt, comesAt: dueAt + chance.below(promiseGraceMs / 2) }));
  };

  const until = performance.now() + extent.limiterMinutes * windowMs;
  while (performance.now() < until) {
    await pass(chance.below(1_500));
    // No new caller while a waiter is due, or soon will be: see above.
    const soon = performance.now() + 1_000;
    if ([...waiting].some(({ dueAt }) => dueAt <= soon)) continue;
    const count = Math.min(chance.pick([1, 5, 30, 90]), waitersMaxOf(limit) - waiting.size);
    await Promise.all(Array.from({ length: count }, comeNew));
  }
  await Promise.all(returning);
  assert.deepEqual(deniedAgain, []);
  const admitted = observed.filter(({ status }) => status !== 429);
  const recorded = await race.admissions();
  assert.equal(recorded.length, admitted.length);
  assert.equal(largestWindow(recorded), limit);
  assert.ok(mostSurelyWithinAWindow(admitted) <= limit);
  assert.ok(returning.length > limit);
});

/** The largest number of calls that were all sent after one moment, and all answered less than 60 seconds later. */
function mostSurelyWithinAWindow(calls: readonly Observed[]): number {
  const counts = calls.map(
    ({ sentAt }) => calls.filter((other) => other.sentAt >= sentAt && other.answeredAt < sentAt + windowMs).length,
  );
  return Math.max(0, ...counts);
}

/** How far each node's clock is ahead of the database's. */
const aheadMs = [-4_000, 0, 4_000] as const;

const keysMax = 5;
const text = 'hola amigo';

/** The result of one call. Every call except a denied one counts. */
type Verdict = {
  readonly status: number;
  /** Milliseconds after which a retry succeeds; 0 unless denied. */
  readonly retryAfterMs: number;
  readonly charged: number;
};

type LimiterRace = Awaited<ReturnType<typeof startLimiterRace>>;

// Each admission appends its time to the row.
const recordAdmissions = `create table admissions (at bigint not null);
 create function record_admissions() returns trigger language plpgsql as $$ begin
  insert into admissions select new.latest from generate_series(
   cardinality(array_positions(old.times, new.latest)) + 1, cardinality(array_positions(new.times, new.latest)));
  return null;
 end $$;
 create trigger record_admissions after update on limiter_windows for each row execute function record_admissions();
 create function record_first() returns trigger language plpgsql as $$ begin
  insert into admissions select unnest(new.times);
  return null;
 end $$;
 create trigger record_first after insert on limiter_windows for each row execute function record_first()`;

type RaceOptions = {
  readonly limit: number;
  /** `steered`: the test moves the time; `real`: the real time. */
  readonly clock: 'steered' | 'real';
};

/** Three server processes on one database, and an account with five keys. */
async function startLimiterRace({ limit, clock }: RaceOptions) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase());
  const connection = opening.use(await PostgresConnection.open({ url, ...requestLimits }));
  const stores = opening.use(await openPostgres({ url, connectionsMax: 1, events: noEvents }));
  const customer = await newCustomer(stores, () => unixMs(Date.now()), { count: 1_000_000, expiresAt: undefined });
  const keys = [customer.key];
  while (keys.length < keysMax) keys.push(await customer.anotherKey());
  // Silent, because a starting server logs each change to the database, and the test makes some.
  const env = {
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: '4',
    RATE_LIMIT_PER_MINUTE: String(limit),
  };
  const starting = aheadMs.map((ahead) => startServer({ env, aheadMs: ahead }));
  const nodes: string[] = [];
  for (const server of await Promise.all(starting)) {
    assert.ok(server, 'a server ended before it listened');
    nodes.push(opening.use(server).url);
  }
  if (clock === 'steered') await steerLimiterClock(connection);
  await connection.command(recordAdmissions);
  const chance = new Chance('who calls whom');
  const called = { nodes: new Set<string>(), keys: new Set<string>() };
  const opened = opening.move();
  return {
    /** Makes a random request with a random key on a random node. */
    call: () => {
      const node = nodes[chance.below(nodes.length)] ?? '';
      const key = keys[chance.below(keys.length)] ?? '';
      called.nodes.add(node);
      called.keys.add(key);
      return callOnce(node, key, chance.pick(['usage', 'translation', 'mistake']));
    },
    setClock: async (ms: number) => {
      await connection.rows(query('update limiter_clock set ms = $1', ms));
    },
    /** Times of the limiter's admissions by the database's clock, in order. */
    admissions: async () => {
      const rows = await connection.rows(query('select at from admissions order by at'));
      return rows.map(([at]) => wholeNumberValue(at));
    },
    used: async () => (await customer.balance()).used,
    /** Number of nodes and keys called so far. */
    called: () => ({ nodes: called.nodes.size, keys: called.keys.size }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function callOnce(node: string, key: string, what: 'usage' | 'translation' | 'mistake'): Promise<Verdict> {
  const body = { text: what === 'mistake' ? '' : text, source_lang: 'es' };
  const told = what === 'usage' ? await read(`${node}/api/v1/usage`, { key }) : await translate(node, { key, body });
  const expected = what === 'mistake' ? 400 : 200;
  assert.ok(told.status === expected || told.status === 429, `${what}: ${told.status} ${JSON.stringify(told.body)}`);
  const retryAfterMs = told.status === 429 ? Number(told.headers.get('retry-after')) * 1_000 : 0;
  assert.ok(told.status !== 429 || retryAfterMs > 0);
  return {
    status: told.status,
    retryAfterMs,
    charged: told.status === 200 && what === 'translation' ? text.length : 0,
  };
}
