import { randomBytes } from 'node:crypto';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import type { SqlRow } from '../column-values.ts';
import { changesOfShape, findBreaches, type VerificationOptions } from '../invariants.ts';
import { query } from '../procedure.ts';
import { PostgresConnection } from './connection.ts';
import { createShape } from './migrate.ts';
import { postgresFailure, sqlStateOf, storeUnavailable } from './postgres-error.ts';

/** For a statement that reads a whole ledger, which may be large; an hour is many times what it takes. */
export const wholeLedgerLimits = { statementMaxMs: 3_600_000, lockWaitMs: 10_000 } as const;

const insufficientPrivilege = '42501';

/** In one snapshot, on separate connections: requests continue. @throws ServiceError `store_unavailable` */
export async function verifyPostgres({
  url,
  ...options
}: VerificationOptions & { readonly url: string }): Promise<readonly LedgerFault[]> {
  try {
    await using connection = await PostgresConnection.open({ url, ...wholeLedgerLimits });
    const expected = await expectedShape(url);
    await connection.command('begin isolation level repeatable read, read only');
    const faults = await faultsIn(connection, expected, options);
    await connection.command('rollback');
    return faults;
  } catch (cause) {
    throw postgresFailure(cause);
  }
}

/** Checks the ledger in the open transaction. @param expected from `expectedShape` */
export async function faultsIn(
  connection: PostgresConnection,
  expected: readonly SqlRow[],
  options: VerificationOptions,
): Promise<readonly LedgerFault[]> {
  const changed = shapeFaults(expected, await connection.rows(query(shape)));
  return [...changed, ...(await connection.perform(findBreaches(options)))];
}

/** Returns the schema of the migrations, as this server describes it. They run in a private schema, rolled back. */
export async function expectedShape(url: string): Promise<readonly SqlRow[]> {
  await using connection = await PostgresConnection.open({ url, ...wholeLedgerLimits });
  const schema = `dragoman_verify_${randomBytes(8).toString('hex')}`;
  try {
    await connection.command('begin');
    await connection.command(`create schema ${schema}; set local search_path to ${schema}`);
    await createShape(connection);
    const rows = await connection.rows(query(shape));
    await connection.command('rollback');
    return rows;
  } catch (cause) {
    if (sqlStateOf(cause) !== insufficientPrivilege) throw cause;
    throw storeUnavailable('to verify the ledger, its user needs the right to create a schema in it');
  }
}

/** Other tables may exist beside the ledger's; only objects on the ledger's tables are compared. */
function shapeFaults(expected: readonly SqlRow[], present: readonly SqlRow[]): readonly LedgerFault[] {
  const ownTables = new Set(expected.map(([table]) => table));
  const named = (rows: readonly SqlRow[]) => rows.filter(([table]) => ownTables.has(table)).map(([, ...rest]) => rest);
  return changesOfShape(named(expected), named(present));
}

/**
 * Describes the objects in the first schema of the search path, one row each: its table (empty for a function), its
 * kind, and the server's definition without storage settings, which an operator may tune. A disabled trigger or
 * constraint counts as changed, and so does an invalid index. Triggers behind foreign keys have different names in
 * every schema, so they are described with their constraint. Source: PostgreSQL's manual, "System Catalogs".
 */
const shape = `with
 own_tables as (
  select oid, relname::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))
select name, 'table ' || name || ' column ' || attname,
  concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
   pg_get_expr(adbin, adrelid), attidentity, attgenerated, (select collname from pg_collation where oid = attcollation))
 from own_tables join pg_attribute on attrelid = own_tables.oid and attnum > 0 and not attisdropped
 left join pg_attrdef on adrelid = attrelid and adnum = attnum
union all
select name, 'constraint ' || conname || ' of ' || name,
  concat_ws(' ', pg_get_constraintdef(pg_constraint.oid, true), case when not convalidated then 'not valid' end,
   (select string_agg(tgenabled::text, '' order by tgenabled) from pg_trigger where tgconstraint = pg_constraint.oid))
 from own_tables join pg_constraint on conrelid = own_tables.oid and contype <> 'n'
union all
select name, 'index ' || indexes.relname,
  concat_ws(' ', pg_get_indexdef(indexrelid, 0, true), case when not (indisvalid and indisready) then 'not valid' end)
 from own_tables join pg_index on indrelid = own_tables.oid join pg_class as indexes on indexes.oid = indexrelid
union all
select name, 'trigger ' || tgname || ' of ' || name, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid, true), tgenabled)
 from own_tables join pg_trigger on tgrelid = own_tables.oid and not tgisinternal
union all
select '', 'function ' || proname || '(' || pg_get_function_arguments(pg_proc.oid) || ')',
  concat_ws(' ', lanname, provolatile, prosecdef::text, proconfig::text, prosrc)
 from pg_proc join pg_language on pg_language.oid = prolang
 where pronamespace = current_schema()::regnamespace`;
