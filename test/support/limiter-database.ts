import { type SqlValue, wholeNumberValue } from '../../src/adapters/sql/column-values.ts';
import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import { PostgresDatabase } from '../../src/adapters/sql/postgres/database.ts';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import { PostgresRateLimiter } from '../../src/adapters/sql/postgres/rate-limiter.ts';
import { query } from '../../src/adapters/sql/procedure.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { RateLimiter } from '../../src/shop/limits/rate-limiter.ts';
import { eventually } from './eventually.ts';
import { openSession } from './postgres.ts';
import { startPostgres } from './postgres-server.ts';
import type { SteeredLimiter } from './steered-limiter.ts';
import { noEvents } from './stores.ts';

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
export async function openLimiterDatabase(onFailure = noEvents.backgroundFailed) {
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
    /** The test's own connection. */
    connection,
    rows: (sql: string, ...values: readonly SqlValue[]) => connection.rows(query(sql, ...values)),
    setClock: async (ms: number) => {
      await connection.rows(query('update limiter_clock set ms = $1', ms));
    },
    /** Locks the account's row. */
    lockRow: (accountId: AccountId) => lockRow(accountId, { locker, connection }),
    /** A separate limiter for one node. Nodes share the connections, more than one per node. */
    openNode: (limit: number) => new PostgresRateLimiter(database, limit),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Wraps a limiter to use the time given by its caller. */
export function steered(
  { setClock }: { readonly setClock: (ms: number) => Promise<void> },
  limiter: RateLimiter,
): SteeredLimiter {
  return {
    admit: async (accountId, now) => {
      await setClock(now);
      return limiter.admit(accountId);
    },
  };
}

type LockParts = { readonly locker: PostgresConnection; readonly connection: PostgresConnection };

/** Disposing the result also unlocks. */
async function lockRow(accountId: AccountId, { locker, connection }: LockParts) {
  await locker.command('begin');
  await locker.rows(query('select 1 from limiter_windows where account_id = $1 for update', accountId));
  let locked = true;
  const waiting = query(`select count(*) from pg_stat_activity
   where wait_event_type = 'Lock' and query like '%limiter_windows%'`);
  /** Returns how many limiter statements wait for the row. */
  const waitingCount = async () => wholeNumberValue((await connection.rows(waiting))[0]?.[0]);
  const unlock = async () => {
    if (locked) await locker.commit();
    locked = false;
  };
  return {
    waitingCount,
    unlock,
    whenWaiting: (count: number) => eventually(async () => (await waitingCount()) >= count),
    [Symbol.asyncDispose]: unlock,
  };
}
