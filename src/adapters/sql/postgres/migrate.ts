import { ServiceError } from '../../../ground/service-error.ts';
import { plainText, wholeNumberValue } from '../column-values.ts';
import { insertApplied, loadMigrations, type Migration, pendingMigrations, selectApplied } from '../migration.ts';
import { query } from '../procedure.ts';
import { PostgresConnection, type PostgresConnectionOptions } from './connection.ts';
import { postgresFailure, storeUnavailable } from './postgres-error.ts';
import { refuseTransactionPooling } from './transaction-pooling.ts';

const createRecord = `create table migrations (
  number bigint primary key,
  name text not null,
  checksum text not null,
  applied_at bigint not null
)`;

/** Columns that distinguish Dragoman's table of migrations from another program's table of that name. */
const recordColumns = `select count(*)::int from pg_attribute
 where attrelid = to_regclass('migrations') and attname in ('number', 'name', 'checksum', 'applied_at')`;

// Tables of an extension do not count as another program's.
const tables = `select count(*)::int from pg_class
 where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
 and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

const server = `select current_setting('server_version_num')::int, current_setting('server_version'),
 current_setting('server_encoding'), current_schema()`;

/** Source: PostgreSQL's manual: a server's version number is its major version times 10,000, plus the minor one. */
const versionMin = 150_000;

/** The advisory lock that lets one process at a time change the schema ("Drgm"). */
const migrationLock = 0x4472676d;

// Long enough for another process that migrates, and for rewriting rows; the lock wait applies per table.
const limits: MigrationLimits = { statementMaxMs: 3_600_000, lockWaitMs: 30_000 };

type MigrationLimits = Pick<PostgresConnectionOptions, 'statementMaxMs' | 'lockWaitMs'>;

/**
 * Applies each pending migration in one transaction; returns their names. Safe at any time, and by several processes.
 * @throws ServiceError `store_unavailable` when the server is too old, a proxy pools by transaction, or the database is
 * not Dragoman's or belongs to a newer program
 */
export function migratePostgres(url: string, { lockWaitMs } = limits): Promise<readonly string[]> {
  return onConnection(url, async (connection) => {
    // PostgreSQL's limit for locks is for this one too, and another process may need an hour.
    await connection.command('set lock_timeout = 0');
    await connection.rows(query(`select pg_advisory_lock(${migrationLock})`));
    await connection.command(`set lock_timeout = ${lockWaitMs}`);
    // Under the lock, no other process creates the table of migrations.
    const pending = await pendingIn(connection);
    if (!(await hasRecord(connection))) await connection.command(createRecord);
    for (const migration of pending) await apply(migration, connection);
    return pending.map(({ name }) => name);
  });
}

/** Returns the names; changes nothing. @throws ServiceError `store_unavailable` as `migratePostgres` */
export function pendingPostgresMigrations(url: string): Promise<readonly string[]> {
  return onConnection(url, async (connection) => (await pendingIn(connection)).map(({ name }) => name));
}

/** Applies every migration to the first schema of the search path, in the open transaction, without recording it. */
export async function createShape(connection: PostgresConnection): Promise<void> {
  for (const { sql } of loadMigrations('postgres')) await connection.command(sql);
}

/**
 * Checks in the open transaction that the database is up to date; creates the schema in an empty one. Until its end, no
 * other process changes it. @throws ServiceError `store_unavailable` as `migratePostgres`, and when it is outdated
 */
export async function createSchema(connection: PostgresConnection): Promise<void> {
  await refuseServer(connection);
  await connection.rows(query(`select pg_advisory_xact_lock(${migrationLock})`));
  const pending = await pendingIn(connection);
  if (!(await hasRecord(connection))) {
    await connection.command(createRecord);
    for (const migration of pending) await carryOut(migration, connection);
  } else if (pending.length > 0)
    throw storeUnavailable('it is not up to date: run bin/dragoman db migrate on it first');
}

async function onConnection<Result>(
  url: string,
  use: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  try {
    await refuseTransactionPooling(url);
    await using connection = await PostgresConnection.open({ url, ...limits });
    await refuseServer(connection);
    return await use(connection);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    const failure = postgresFailure(cause);
    if (!(failure instanceof ServiceError)) throw failure;
    // The server's message is safe to show: a migration contains no customer data.
    throw storeUnavailable(cause instanceof Error ? cause.message : String(cause), failure.detail);
  }
}

async function refuseServer(connection: PostgresConnection): Promise<void> {
  const [row = []] = await connection.rows(query(server));
  const [number, version, encoding, schema] = row;
  if (wholeNumberValue(number) < versionMin) {
    throw storeUnavailable(`PostgreSQL ${plainText(version)} is too old: 15 or newer is needed`);
  }
  if (encoding !== 'UTF8') throw storeUnavailable(`its encoding is ${plainText(encoding)} and must be UTF8`);
  if (schema === null) throw storeUnavailable('its user may use no schema in it');
}

async function apply(migration: Migration, connection: PostgresConnection): Promise<void> {
  await connection.command('begin');
  await carryOut(migration, connection);
  await connection.commit();
}

async function carryOut({ number, name, checksum, sql }: Migration, connection: PostgresConnection): Promise<void> {
  await connection.command(sql);
  await connection.rows(query(insertApplied, number, name, checksum, Date.now()));
}

async function hasRecord(connection: PostgresConnection): Promise<boolean> {
  const [row] = await connection.rows(query(recordColumns));
  return wholeNumberValue(row?.[0]) === 4;
}

/** @throws ServiceError `store_unavailable` when there are tables without Dragoman's table of migrations */
async function pendingIn(connection: PostgresConnection): Promise<readonly Migration[]> {
  const known = loadMigrations('postgres');
  if (!(await hasRecord(connection))) {
    const [row] = await connection.rows(query(tables));
    if (wholeNumberValue(row?.[0]) > 0) throw storeUnavailable('it holds tables of another program');
    return known;
  }
  return pendingMigrations(known, await connection.rows(query(selectApplied)));
}
