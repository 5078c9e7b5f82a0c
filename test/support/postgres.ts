import type { SqlRow } from '../../src/adapters/sql/column-values.ts';
import { findBreaches } from '../../src/adapters/sql/invariants.ts';
import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import {
  openPostgres,
  type PostgresOptions,
  type PostgresStores,
} from '../../src/adapters/sql/postgres/open-postgres.ts';
import { query } from '../../src/adapters/sql/procedure.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { noEvents, type OpenStores } from './stores.ts';

/** Name of the template database that every temporary one is copied from. */
const template = 'dragoman_template';

let shared: Promise<SharedPostgres> | undefined;

let databases = 0;

/** The shared server: of the whole run if `TEST_POSTGRES_URL` is set, otherwise of this process. */
export type SharedPostgres = Pick<PostgresServer, 'url' | 'port'>;

/** The shared server, with a database to copy. A process without the test runner starts one, which ends with it. */
export function sharedPostgres(): Promise<SharedPostgres> {
  const url = process.env['TEST_POSTGRES_URL'];
  shared ??= url === undefined ? startSharedPostgres() : Promise.resolve({ url, port: Number(new URL(url).port) });
  return shared;
}

/** Starts a server with the template database. */
export async function startSharedPostgres(): Promise<PostgresServer> {
  // Automatic vacuum would change query plans and statistics.
  const server = await startPostgres({ settings: { autovacuum: 'off' } });
  await superuserCommand(server.url, `create database ${template}`);
  await migratePostgres(urlOf(server, template));
  return server;
}

/** Runs statements as a superuser, outside any transaction of the service. */
export async function superuserCommand(url: string, ...commands: readonly string[]): Promise<void> {
  await using connection = await PostgresConnection.open({ url, ...requestLimits, statementMaxMs: 60_000 });
  for (const command of commands) await connection.command(command);
}

/** Opens a superuser's connection, for tests that block others by a long transaction. */
export async function openSession(url: string): Promise<PostgresConnection> {
  const session = await PostgresConnection.open({ url, ...requestLimits });
  await session.command('set idle_in_transaction_session_timeout = 0');
  return session;
}

/** Returns the rows of a statement without parameters, as a superuser. */
export async function rowsOf(url: string, sql: string): Promise<readonly SqlRow[]> {
  await using connection = await PostgresConnection.open({ url, ...requestLimits });
  return await connection.rows(query(sql));
}

export type TemporaryDatabase = AsyncDisposable & { readonly url: string };

/** Creates a database on the shared server, migrated or empty; disposing drops it. */
export async function createTemporaryDatabase(from: 'migrated' | 'empty' = 'migrated'): Promise<TemporaryDatabase> {
  const server = await sharedPostgres();
  const name = `test_${process.pid}_${databases++}`;
  await superuserCommand(
    server.url,
    `create database ${name} template ${from === 'migrated' ? template : 'template0'} strategy file_copy`,
  );
  return {
    url: urlOf(server, name),
    [Symbol.asyncDispose]: () => superuserCommand(server.url, `drop database ${name} with (force)`),
  };
}

/** Databases that no test uses now. To empty one takes a tenth of the time that it takes to create one. */
const emptied: TemporaryDatabase[] = [];

const deleteRows = `do $$ declare name text; begin
 for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'
 loop execute format('delete from %I', name); end loop; end $$`;

async function empty(database: TemporaryDatabase): Promise<void> {
  const others = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await superuserCommand(
    database.url,
    `select pg_terminate_backend(pid, 5000) from ${others}`,
    'set session_replication_role = replica',
    deleteRows,
  );
  emptied.push(database);
}

type TemporaryPostgres = OpenStores &
  PostgresStores & {
    readonly url: string;
    /** Changes the tables by a statement of the superuser. */
    readonly alter: (sql: string) => Promise<void>;
    /** Runs a statement without the guards of the tables. */
    readonly corrupt: (sql: string) => Promise<void>;
  };

/** Opens a PostgreSQL database without rows. */
export async function openTemporaryPostgres(options: Partial<PostgresOptions> = {}): Promise<TemporaryPostgres> {
  await using opening = new AsyncDisposableStack();
  const database = emptied.pop() ?? (await createTemporaryDatabase());
  const { url } = database;
  let isAltered = false;
  const alter = (change: Promise<void>) => {
    isAltered = true;
    return change;
  };
  opening.defer(() => (isAltered ? database[Symbol.asyncDispose]() : empty(database)));
  const stores = opening.use(await openPostgres({ url, connectionsMax: 10, events: noEvents, ...options }));
  const opened = opening.move();
  return {
    ...stores,
    url,
    alter: (sql) => alter(superuserCommand(url, sql)),
    corrupt: (sql) => alter(corruptPostgres(url, sql)),
    breaches: (now, sweepIntervalMs) => stores.database.read(() => findBreaches({ now, sweepIntervalMs })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const eachGuard = (statements: string) => `do $$ declare guard record; begin
 for guard in select * from guards loop ${statements} end loop; end $$`;

/** Runs `sql` without the guards: no triggers, no foreign keys; checks are restored without validation. */
function corruptPostgres(url: string, sql: string): Promise<void> {
  return superuserCommand(
    url,
    `begin;
    set local session_replication_role = replica;
    create temporary table guards on commit drop as
     select oid, conrelid::regclass as place, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace;
    ${eachGuard("execute format('alter table %s drop constraint %I', guard.place, guard.name);")};
    ${sql};
    ${eachGuard(`execute format('alter table %s add constraint %I %s not valid', guard.place, guard.name, guard.definition);
     update pg_constraint set convalidated = true where conrelid = guard.place and conname = guard.name;`)};
    commit`,
  );
}

/** Returns the URL of another database on the same server. */
export function urlOf({ url }: Pick<PostgresServer, 'url'>, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
