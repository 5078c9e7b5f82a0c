import assert from 'node:assert/strict';
import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import { openPostgres } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { query, wholeNumberValue } from '../../src/adapters/sql/procedure.ts';
import { unixMs } from '../../src/ground/units.ts';
import { read, translate } from '../support/call.ts';
import { steerLimiterClock } from '../support/limiter-database.ts';
import { createTemporaryDatabase } from '../support/postgres.ts';
import { newCustomer } from '../support/service.ts';
import { noEvents } from '../support/stores.ts';
import { Chance } from './extent.ts';
import { StartedServer } from './started-server.ts';

/** How far each node's clock is ahead of the database's. */
const aheadMs = [-4_000, 0, 4_000] as const;

const keysMax = 5;
const text = 'hola amigo';

/** The result of one call. Every call except a denied one counts. */
export type Verdict = {
  readonly status: number;
  /** Milliseconds after which a retry succeeds; 0 unless denied. */
  readonly retryAfterMs: number;
  readonly charged: number;
};

/** Three server processes on one database, and an account with five keys. */
export type LimiterRace = AsyncDisposable & {
  /** Makes a random request with a random key on a random node. */
  readonly call: () => Promise<Verdict>;
  readonly setClock: (ms: number) => Promise<void>;
  /** Times of the limiter's admissions by the database's clock, in order. */
  readonly admissions: () => Promise<readonly number[]>;
  readonly used: () => Promise<number>;
  /** Number of nodes and keys called so far. */
  readonly called: () => { readonly nodes: number; readonly keys: number };
};

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

export type RaceOptions = {
  readonly limit: number;
  /** `steered`: the test moves the time; `real`: the real time. */
  readonly clock: 'steered' | 'real';
};

export async function startLimiterRace({ limit, clock }: RaceOptions): Promise<LimiterRace> {
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
  const starting = aheadMs.map((ahead) => StartedServer.start({ env, aheadMs: ahead }));
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
    call: () => {
      const node = nodes[chance.below(nodes.length)] ?? '';
      const key = keys[chance.below(keys.length)] ?? '';
      called.nodes.add(node);
      called.keys.add(key);
      return callOnce(node, key, chance.pick(['usage', 'translation', 'mistake']));
    },
    setClock: async (ms) => {
      await connection.rows(query('update limiter_clock set ms = $1', ms));
    },
    admissions: async () => {
      const rows = await connection.rows(query('select at from admissions order by at'));
      return rows.map(([at]) => wholeNumberValue(at));
    },
    used: async () => (await customer.balance()).used,
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
