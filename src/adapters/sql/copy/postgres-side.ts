import { setTimeout as pause } from 'node:timers/promises';
import { plainText } from '../column-values.ts';
import { PostgresConnection } from '../postgres/connection.ts';
import { createSchema, pendingPostgresMigrations } from '../postgres/migrate.ts';
import { storeUnavailable } from '../postgres/postgres-error.ts';
import { refuseTransactionPooling } from '../postgres/transaction-pooling.ts';
import { expectedShape, faultsIn, verifyPostgres, wholeLedgerLimits } from '../postgres/verifier.ts';
import { countOf, query } from '../procedure.ts';
import {
  type CopiedTable,
  type CopySide,
  type CopySource,
  quotedName,
  type Target,
  tableNames,
  verification,
} from './tables.ts';

/** Rows of one fetch; a stored reply may have a megabyte. */
const fetchedRows = { usual: 1_000, withBytes: 20 } as const;

// A monitor or a database administrator may be connected. A session of another role may hide its name.
const nodes = query(`select count(*)::int from pg_stat_activity where datname = current_database()
 and backend_type = 'client backend' and pid <> pg_backend_pid() and coalesce(application_name, 'dragoman') like 'dragoman%'`);

/** How often a source is checked for other sessions: those just closed take a moment to end. */
const nodeChecks = { times: 10, everyMs: 200 } as const;

/**
 * Stops all writes unless it is a rehearsal.
 * @throws ServiceError `store_unavailable` when nodes are connected or it is not up to date; or the server's error
 */
export async function openPostgresSource(
  url: string,
  { rehearsal }: { readonly rehearsal: boolean },
): Promise<CopySource> {
  if ((await pendingPostgresMigrations(url)).length > 0) {
    throw storeUnavailable('it is not up to date: run bin/dragoman db migrate first');
  }
  await using opening = new AsyncDisposableStack();
  const connection = opening.use(await openConnection(url));
  if (!rehearsal) await refuseNodes(connection);
  await connection.command('begin isolation level repeatable read');
  // The first query after the lock takes the snapshot.
  if (!rehearsal) await connection.command(`lock table ${tableNames().map(quotedName).join(', ')} in share mode`);
  const opened = opening.move();
  return {
    ...sideOf(connection),
    verify: () => verifyPostgres({ url, ...verification }),
    read: (table) => batchesOf(connection, table),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * In one transaction, which creates the schema.
 * @throws ServiceError `store_unavailable` when the database is not empty; or the server's error
 */
export async function openPostgresTarget(url: string): Promise<Target> {
  await refuseTransactionPooling(url);
  await using opening = new AsyncDisposableStack();
  const connection = opening.use(await openConnection(url));
  await connection.command('begin');
  await createSchema(connection);
  const tables = tableNames().map(quotedName);
  await connection.command(`lock table ${tables.join(', ')} in exclusive mode`);
  const filled = tables.map((table) => `select '${table}' where exists (select 1 from ${table})`);
  const [found] = await connection.rows(query(filled.join(' union all ')));
  if (found !== undefined) {
    throw storeUnavailable(`its table ${plainText(found[0])} has rows; a copy needs a new, empty database`);
  }
  const expected = await expectedShape(url);
  const opened = opening.move();
  return {
    ...sideOf(connection),
    write: async (table, rows) => void (await connection.rows(query(insertion(table), rows))),
    // The planner knows nothing of the new rows.
    finish: () => connection.command(`analyze ${tables.join(', ')}`),
    verify: () => faultsIn(connection, expected, verification),
    keep: () => connection.commit(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function openConnection(url: string): Promise<PostgresConnection> {
  const connection = await PostgresConnection.open({ url, ...wholeLedgerLimits });
  // The connection waits while the other database is verified. After a dead machine, the server ends its locks.
  await connection.command(`set idle_in_transaction_session_timeout = ${wholeLedgerLimits.statementMaxMs}`);
  return connection;
}

async function refuseNodes(connection: PostgresConnection): Promise<void> {
  for (let times = 1; ; times++) {
    const count = countOf(await connection.rows(nodes));
    if (count === 0) return;
    if (times === nodeChecks.times) {
      throw storeUnavailable(`servers or commands have ${count} connections to it; stop all nodes first`);
    }
    await pause(nodeChecks.everyMs);
  }
}

function sideOf(connection: PostgresConnection): Pick<CopySide, 'kind' | 'rows'> {
  return { kind: 'postgres', rows: (sql) => connection.rows(query(sql)) };
}

async function* batchesOf(connection: PostgresConnection, { name, columns, key }: CopiedTable): AsyncGenerator<string> {
  const read = columns.map(
    ({ name: column, rule }) => `${rule.read.postgres(quotedName(column))} as ${quotedName(column)}`,
  );
  await connection.command(`declare copied no scroll cursor for select row_to_json(copied_row)::text
    from (select ${read.join(', ')} from ${quotedName(name)} order by ${key.map(quotedName).join(', ')}) as copied_row`);
  const hasBytes = columns.some(({ rule }) => rule.stored === 'blob');
  const fetching = query(`fetch ${hasBytes ? fetchedRows.withBytes : fetchedRows.usual} from copied`);
  for (let next = connection.rows(fetching); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    // The server works on the next rows while the caller writes these.
    next = connection.rows(fetching);
    next.catch(() => undefined);
    yield `[${rows.join()}]`;
  }
  await connection.command('close copied');
}

function insertion({ name, columns }: CopiedTable): string {
  const names = columns.map((column) => quotedName(column.name)).join(', ');
  return `insert into ${quotedName(name)} (${names})
    select ${names} from json_populate_recordset(null::${quotedName(name)}, $1::json)`;
}
