import { existsSync } from 'node:fs';
import type { Events } from '../../core/events.ts';
import { clockDifference } from '../../core/health/clock-difference.ts';
import { ExactWindowLimiter } from '../../core/limits/exact-window.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Clock } from '../../core/units.ts';
import { inspectPostgres } from './postgres/inspect.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { PostgresRateLimiter } from './postgres/rate-limiter.ts';
import type { ServedStores, SqlStores } from './sql-stores.ts';
import { migrateSqlite, pendingSqliteMigrations } from './sqlite/migrate.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { type Restoration, type RestoreOptions, restoreSqlite } from './sqlite/restore.ts';

/** Where the records are kept: in a file for one server, or by a PostgreSQL server for any number. */
export type ChosenDatabase =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgres';
      /** With a password, so it is handed on and never shown. */
      readonly url: string;
      /** How many connections one server process has. */
      readonly connections: number;
    };

export type ServingOptions = {
  readonly rateLimitPerMinute: number;
  /** Milliseconds since some moment, by a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly events: Pick<Events, 'backgroundFailed'>;
};

/**
 * Opens the records for one server, with the limiter that holds for all servers that share them.
 *
 * @throws ServiceError `store_unavailable` with one line for the operator
 */
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
        events,
      });
      return { ...stores, limiter: new PostgresRateLimiter(stores.database, rateLimitPerMinute) };
    }
  }
}

/** What a server leaves free for commands, and for those who look after the database. */
const connectionsForOperators = 3;

/** What a server has besides, for the library behind sign-in, which makes connections of its own when it needs them. */
export const connectionsOfPeople = 2;

/** A command does one thing after another, and must find room where the servers leave little. */
const connectionsOfCommand = 2;

/**
 * Opens the records for one command, beside the servers.
 *
 * @throws ServiceError `store_unavailable` with one line for the operator
 */
export function openOperatedStores(database: ChosenDatabase, events: ServingOptions['events']): Promise<SqlStores> {
  if (database.kind === 'sqlite') return openSqlite({ file: database.file, events, writesHere: true });
  return openPostgres({ url: database.url, connectionsMax: connectionsOfCommand, connectionsSpared: 0, events });
}

/** Brings the database up to date; the names of the migrations that were due. @throws as `openOperatedStores` */
export async function migrateDatabase(database: ChosenDatabase): Promise<readonly string[]> {
  return database.kind === 'sqlite' ? migrateSqlite(database.file) : migratePostgres(database.url);
}

/** `missing`: nothing was kept yet. `outdated`: migrations are due, by their names. */
export type InspectedDatabase =
  | { readonly kind: 'missing' }
  | ({ readonly kind: 'current' } & Inspected)
  | ({ readonly kind: 'outdated'; readonly pending: readonly string[] } & Inspected);

type Inspected = {
  readonly server?: {
    readonly product: string;
    readonly connectionsLeft: number;
    readonly connectionsPerNode: number;
    readonly clockDifference: string | undefined;
  };
};

/** Looks at the database without changing it. @throws as `openOperatedStores` */
export async function inspectDatabase(database: ChosenDatabase, now: Clock): Promise<InspectedDatabase> {
  if (database.kind === 'sqlite') {
    return existsSync(database.file) ? stateOf(pendingSqliteMigrations(database.file)) : { kind: 'missing' };
  }
  return inspectPostgres(database.url, async ({ version, pending, connectionsLeft, readTime }) => {
    const server = {
      product: `PostgreSQL ${version}`,
      connectionsLeft,
      connectionsPerNode: database.connections + connectionsOfPeople,
      clockDifference: await clockDifference(now, readTime),
    };
    return { ...stateOf(pending), server };
  });
}

function stateOf(pending: readonly string[]): Exclude<InspectedDatabase, { readonly kind: 'missing' }> {
  return pending.length === 0 ? { kind: 'current' } : { kind: 'outdated', pending };
}

/**
 * Copies the database as of one moment to `toFile`, while it is in use.
 *
 * @throws ServiceError `backup_exists`, `backup_failed`; `postgres_tools` when the database has tools of its own for this
 */
export async function backUpDatabase(
  database: ChosenDatabase,
  { toFile, events }: { readonly toFile: string; readonly events: ServingOptions['events'] },
): Promise<void> {
  if (database.kind === 'postgres') throw toolsOfPostgres('pg_dump --format=custom --file=FILE "$DATABASE_URL"');
  await using stores = await openSqlite({ file: database.file, events, writesHere: true });
  await stores.backup(toFile);
}

/** As `restoreSqlite`. @throws ServiceError `postgres_tools` also, when the database has tools of its own for this */
export async function restoreDatabase(
  database: ChosenDatabase,
  options: Omit<RestoreOptions, 'file'>,
): Promise<Restoration> {
  if (database.kind === 'postgres') {
    const command = 'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" FILE';
    throw toolsOfPostgres(command);
  }
  return restoreSqlite({ ...options, file: database.file });
}

/** @param command for a shell that has the same environment, so that no password stands in it */
function toolsOfPostgres(command: string): ServiceError {
  return new ServiceError('postgres_tools', { data: { command } });
}
