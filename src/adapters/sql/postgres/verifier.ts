import { randomBytes } from 'node:crypto';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import { findBreaches, type VerificationOptions } from '../invariants.ts';
import { query, type SqlRow } from '../procedure.ts';
import { changesOfShape } from '../shape-changes.ts';
import { PostgresConnection } from './connection.ts';
import { createShape } from './migrate.ts';
import { postgresFailure, sqlStateOf, storeUnavailable } from './postgres-error.ts';
import { shape } from './shape.ts';

/** For a statement that reads a whole ledger, which may be large; an hour is many times what it takes. */
export const wholeLedgerLimits = { statementMaxMs: 3_600_000, lockWaitMs: 10_000 } as const;

const insufficientPrivilege = '42501';

/**
 * Checks the ledger in one snapshot, on separate connections: requests continue.
 *
 * @throws ServiceError `store_unavailable` when the database cannot be read
 */
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

/**
 * Returns the schema that the migrations create, as this server describes it. They run in a private schema that is
 * rolled back.
 */
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
