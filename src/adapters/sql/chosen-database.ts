import { existsSync } from 'node:fs';
import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { ShopEvents } from '../../shop/events.ts';
import { clockDifference } from '../../shop/health/clock-difference.ts';
import { ExactWindowLimiter } from '../../shop/limits/exact-window.ts';
import { inspectPostgres } from './postgres/inspect.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { PostgresRateLimiter } from './postgres/rate-limiter.ts';
import type { ServedStores, SqlStores } from './sql-stores.ts';
import { refuseOrphanedLog } from './sqlite/database-files.ts';
import { migrateSqlite, pendingSqliteMigrations } from './sqlite/migrate.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import {
  type RehearsedCopy,
  type RestoredDatabase,
  type RestoreOptions,
  rehearseRestore,
  restoreSqlite,
} from './sqlite/restore.ts';

/** Where the data is stored: in a file for one server, or in PostgreSQL for any number of servers. */
export type ChosenDatabase =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgres';
      /** Contains a password: never logged or shown. */
      readonly url: string;
      /** Connections of one server process. */
      readonly connections: number;
    };

export type ServingOptions = {
  readonly rateLimitPerMinute: number;
  /** Milliseconds of a monotonic clock with an arbitrary origin. */
  readonly elapsedMs: () => number;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

/** With the rate limiter that all servers share. @throws ServiceError `store_unavailable` with a line for operators */
export async function openServedStores(
  database: ChosenDatabase,
  { rateLimitPerMinute, elapsedMs, events }: ServingOptions,
): Promise<ServedStores> {
  switch (database.kind) {
    case 'sqlite': {
      const stores = await openSqlite({ file: database.file, use: 'serve', events });
      return { ...stores, limiter: new ExactWindowLimiter(rateLimitPerMinute, elapsedMs) };
    }
    case 'postgres': {
      const stores = await openPostgres({
        url: database.url,
        connectionsMax: database.connections,
        connectionsSpared: connectionsForOperators + connectionsOfPeople,
        patienceMs: startPatienceMs,
        events,
      });
      return { ...stores, limiter: new PostgresRateLimiter(stores.database, rateLimitPerMinute) };
    }
  }
}

/** How long a starting server waits for PostgreSQL, which may start at the same time. */
const startPatienceMs = 30_000;

/** Connections that a server leaves free for commands and database administration. */
const connectionsForOperators = 3;

/** Connections per server for the sign-in library, in addition to `connections`. It opens them when it needs them. */
export const connectionsOfPeople = 2;

/** A command works sequentially, and must start even when the servers leave few connections. */
const connectionsOfCommand = 2;

/** For one command, while servers may run. @throws ServiceError `store_unavailable` with one line for the operator */
export function openOperatedStores(database: ChosenDatabase, events: ServingOptions['events']): Promise<SqlStores> {
  if (database.kind === 'sqlite') return openSqlite({ file: database.file, events, writesHere: true });
  return openPostgres({ url: database.url, connectionsMax: connectionsOfCommand, connectionsSpared: 0, events });
}

/** Applies the pending migrations and returns their names. @throws as `openOperatedStores` */
export async function migrateDatabase(database: ChosenDatabase): Promise<readonly string[]> {
  return database.kind === 'sqlite' ? migrateSqlite(database.file) : migratePostgres(database.url);
}

/** `missing`: it is empty. `outdated`: it has pending migrations. Changes nothing. @throws as `openOperatedStores` */
export async function inspectDatabase(database: ChosenDatabase, now: Clock) {
  if (database.kind === 'sqlite') {
    refuseOrphanedLog(database.file);
    if (!existsSync(database.file)) return { kind: 'missing' } as const;
    return stateOf(pendingSqliteMigrations(database.file));
  }
  return inspectPostgres(database.url, async ({ version, unwritable, pending, connectionsLeft, readTime }) => {
    const server = {
      product: `PostgreSQL ${version}`,
      unwritable,
      connectionsLeft,
      connectionsPerNode: database.connections + connectionsOfPeople,
      clockDifference: await clockDifference(now, readTime),
    };
    return { ...stateOf(pending), server };
  });
}

function stateOf(pending: readonly string[]) {
  return pending.length === 0 ? ({ kind: 'current' } as const) : ({ kind: 'outdated', pending } as const);
}

/** Copies a snapshot of a database in use. @throws ServiceError `backup_exists`, `backup_failed`, `postgres_tools` */
export async function backUpDatabase(
  database: ChosenDatabase,
  { toFile, events }: { readonly toFile: string; readonly events: ServingOptions['events'] },
): Promise<void> {
  if (database.kind === 'postgres') throw toolsOfPostgres('pg_dump --format=custom --file=FILE "$DATABASE_URL"');
  await using stores = await openSqlite({ file: database.file, events, writesHere: true });
  await stores.backup(toFile);
}

/** As `restoreSqlite`. @throws ServiceError also `postgres_tools`, when the database is PostgreSQL */
export async function restoreDatabase(
  database: ChosenDatabase,
  options: Omit<RestoreOptions, 'file'>,
): Promise<RestoredDatabase> {
  if (database.kind === 'postgres') throw pgRestore();
  return restoreSqlite({ ...options, file: database.file });
}

/** As `rehearseRestore`. @throws ServiceError also `postgres_tools`, when the database is PostgreSQL */
export async function rehearseDatabaseRestore(
  database: ChosenDatabase,
  options: Omit<RestoreOptions, 'file'>,
): Promise<RehearsedCopy> {
  if (database.kind === 'postgres') throw pgRestore();
  return rehearseRestore(options);
}

const pgRestore = () =>
  toolsOfPostgres('pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" FILE');

/** @param command for a shell with the same environment, so that it contains no password */
function toolsOfPostgres(command: string): ServiceError {
  return new ServiceError('postgres_tools', { data: { command } });
}
