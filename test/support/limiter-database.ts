import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import { PostgresDatabase } from '../../src/adapters/sql/postgres/database.ts';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import { PostgresRateLimiter } from '../../src/adapters/sql/postgres/rate-limiter.ts';
import { query, type SqlRow, type SqlValue, wholeNumberValue } from '../../src/adapters/sql/procedure.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { RateLimiter } from '../../src/shop/limits/rate-limiter.ts';
import { eventually } from './eventually.ts';
import { openSession } from './postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import type { SteeredLimiter } from './steered-limiter.ts';
import { noEvents } from './stores.ts';

/** Disposing also unlocks. */
export type RowLock = AsyncDisposable & {
  /** Returns how many limiter statements wait for the row. */
  readonly waitingCount: () => Promise<number>;
  readonly whenWaiting: (count: number) => Promise<void>;
  readonly unlock: () => Promise<void>;
};

/** A database whose limiter uses a clock set by the test. */
export type LimiterDatabase = AsyncDisposable & {
  readonly server: PostgresServer;
  /** The test's own connection. */
  readonly connection: PostgresConnection;
  readonly rows: (sql: string, ...values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  readonly setClock: (ms: number) => Promise<void>;
  /** Locks the account's row. */
  readonly lockRow: (accountId: AccountId) => Promise<RowLock>;
  /** A separate limiter for one node. Nodes share the connections, more than one per node. */
  readonly openNode: (limit: number) => PostgresRateLimiter;
};

/** Replaces the clock's function: reads a table instead of the machine's time. */
const steeredClock = `create table limiter_clock (ms bigint not null);
 insert into limiter_clock values (0);
 create or replace function limiter_time() returns bigint language plpgsql volatile as
 $$ begin return (select ms from limiter_clock); end $$`;

/** Makes the limiter's clock of this database stand at 0 until it is set. */
export function steerLimiterClock(connection: PostgresConnection): Promise<void> {
  return connection.command(steeredClock);
}

/** Starts a server with a migrated database, with a clock that only the test moves. */
export async function openLimiterDatabase(onFailure = noEvents.backgroundFailed): Promise<LimiterDatabase> {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await startPostgres());
  const { url } = server;
  await migratePostgres(url);
  const connection = opening.use(await PostgresConnection.open({ url, ...requestLimits }));
  await steerLimiterClock(connection);
  const locker = opening.use(await openSession(url));
  const database = opening.use(await PostgresDatabase.open({ url, connectionsMax: 8, onFailure }));
  const opened = opening.move();
  return {
    server,
    connection,
    rows: (sql, ...values) => connection.rows(query(sql, ...values)),
    setClock: async (ms) => {
      await connection.rows(query('update limiter_clock set ms = $1', ms));
    },
    lockRow: (accountId) => lockRow(accountId, { locker, connection }),
    openNode: (limit) => new PostgresRateLimiter(database, limit),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Wraps a limiter to use the time given by its caller. */
export function steered({ setClock }: Pick<LimiterDatabase, 'setClock'>, limiter: RateLimiter): SteeredLimiter {
  return {
    admit: async (accountId, now) => {
      await setClock(now);
      return limiter.admit(accountId);
    },
  };
}

type LockParts = { readonly locker: PostgresConnection; readonly connection: PostgresConnection };

async function lockRow(accountId: AccountId, { locker, connection }: LockParts): Promise<RowLock> {
  await locker.command('begin');
  await locker.rows(query('select 1 from limiter_windows where account_id = $1 for update', accountId));
  let locked = true;
  const waiting = query(`select count(*) from pg_stat_activity
   where wait_event_type = 'Lock' and query like '%limiter_windows%'`);
  const waitingCount = async () => wholeNumberValue((await connection.rows(waiting))[0]?.[0]);
  const unlock = async () => {
    if (locked) await locker.commit();
    locked = false;
  };
  return {
    waitingCount,
    unlock,
    whenWaiting: (count) => eventually(async () => (await waitingCount()) >= count),
    [Symbol.asyncDispose]: unlock,
  };
}
