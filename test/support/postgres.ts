import { findBreaches } from '../../src/adapters/sql/invariants.ts';
import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import {
  openPostgres,
  type PostgresOptions,
  type PostgresStores,
} from '../../src/adapters/sql/postgres/open-postgres.ts';
import { query, type Row } from '../../src/adapters/sql/procedure.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { noEvents, type OpenStores } from './stores.ts';

/** The name of the database that every temporary one is a copy of. */
const template = 'dragoman_template';

let shared: Promise<SharedPostgres> | undefined;

let databases = 0;

/** The server that tests share: of the whole run where `TEST_POSTGRES_URL` names it, else of this process. */
export type SharedPostgres = Pick<PostgresServer, 'url' | 'port'>;

/** The shared server, with a database to copy. A test process without a runner starts one, which ends with the process. */
export function sharedPostgres(): Promise<SharedPostgres> {
  const url = process.env['TEST_POSTGRES_URL'];
  shared ??= url === undefined ? startSharedPostgres() : Promise.resolve({ url, port: Number(new URL(url).port) });
  return shared;
}

/** Starts a server with the template of the tests' databases. */
export async function startSharedPostgres(): Promise<PostgresServer> {
  // Vacuuming at its own times would change what tests of plans see.
  const server = await startPostgres({ settings: { autovacuum: 'off' } });
  await superuserCommand(server.url, `create database ${template}`);
  await migratePostgres(urlOf(server, template));
  return server;
}

/** Carries out statements as a superuser, outside any transaction of the service. */
export async function superuserCommand(url: string, ...commands: readonly string[]): Promise<void> {
  await using connection = await PostgresConnection.open({ url, ...requestLimits, statementMaxMs: 60_000 });
  for (const command of commands) await connection.command(command);
}

/** A superuser's own connection, for tests that stand in somebody's way: its transaction stays open for as long as they want. */
export async function openSession(url: string): Promise<PostgresConnection> {
  const session = await PostgresConnection.open({ url, ...requestLimits });
  await session.command('set idle_in_transaction_session_timeout = 0');
  return session;
}

/** What a statement without parameters gives to a superuser. */
export async function rowsOf(url: string, sql: string): Promise<readonly Row[]> {
  await using connection = await PostgresConnection.open({ url, ...requestLimits });
  return await connection.rows(query(sql));
}

export type TemporaryDatabase = AsyncDisposable & { readonly url: string };

/** A database of its own on the shared server, up to date or empty; disposing drops it. */
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

/** Opens a new PostgreSQL database. */
export async function openTemporaryPostgres(
  options: Partial<PostgresOptions> = {},
): Promise<OpenStores & PostgresStores & { readonly url: string; readonly corrupt: (sql: string) => Promise<void> }> {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase());
  const stores = opening.use(await openPostgres({ url, connectionsMax: 10, events: noEvents, ...options }));
  const opened = opening.move();
  return {
    ...stores,
    url,
    corrupt: (sql) => corruptPostgres(url, sql),
    breaches: (now, sweepIntervalMs) => stores.database.read(() => findBreaches({ now, sweepIntervalMs })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const eachGuard = (statements: string) => `do $$ declare guard record; begin
 for guard in select * from guards loop ${statements} end loop; end $$`;

/** Runs `sql` without the guards: no triggers, no foreign keys, and checks put back as they were, without checking. */
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

/** The same server, another database. */
export function urlOf({ url }: Pick<PostgresServer, 'url'>, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
