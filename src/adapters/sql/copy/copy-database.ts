import { ServiceError } from '../../../ground/service-error.ts';
import type { ChosenDatabase } from '../chosen-database.ts';
import { plainText } from '../column-values.ts';
import { breaksConnection, postgresFailure as postgresFailureOf } from '../postgres/postgres-error.ts';
import { sqliteFailure as sqliteFailureOf, storeUnavailable } from '../sqlite/sqlite-error.ts';
import { openPostgresSource, openPostgresTarget } from './postgres-side.ts';
import { openSqliteSource, openSqliteTarget } from './sqlite-side.ts';
import {
  type CopiedTable,
  type CopySide,
  type CopySource,
  copiedTables,
  measurement,
  postgresColumns,
  type Target,
} from './tables.ts';

export type CopyOptions = {
  readonly from: ChosenDatabase;
  readonly to: ChosenDatabase;
  /** Copies and verifies everything while servers use the source, and then discards the copy. */
  readonly rehearsal: boolean;
};

/**
 * Copies all rows to an empty database of the other kind, and verifies both. Unless `equal`, the target is as before.
 * @throws ServiceError `copy_failed`; `backup_exists` when the target is a file that exists
 */
export async function copyDatabase({ from, to, rehearsal }: CopyOptions) {
  if (from.kind === to.kind) throw new ServiceError('copy_failed', { detail: { reason: reasons[to.kind] } });
  const begunAt = performance.now();
  await using source = await orRefuse('the source', async () =>
    from.kind === 'sqlite' ? openSqliteSource(from.file, { rehearsal }) : openPostgresSource(from.url, { rehearsal }),
  );
  await using target = await orRefuse('the target', async () =>
    to.kind === 'sqlite' ? openSqliteTarget(to.file) : openPostgresTarget(to.url),
  );
  return await orRefuse('', async () => {
    const postgres = source.kind === 'postgres' ? source : target;
    const tables = copiedTables(await postgres.rows(postgresColumns));
    const verified = source.verify();
    verified.catch(() => undefined);
    for (const table of tables) await orRefuse(`table ${table.name}`, () => copyRows(table, source, target));
    await target.finish();
    const found = { source: await verified, target: await target.verify() };
    const faults = (['source', 'target'] as const).flatMap((database) =>
      found[database].map((fault) => ({ ...fault, database })),
    );
    const comparison = await compare(tables, source, target);
    const equal = faults.length === 0 && comparison.differences.length === 0;
    if (equal && !rehearsal) await orRefuse('in the last step, so the target may be complete', target.keep);
    return { equal, ...comparison, faults, tookMs: Math.round(performance.now() - begunAt) };
  });
}

const reasons = {
  sqlite: 'both databases are SQLite files; use db backup',
  postgres: 'both databases are on PostgreSQL; use pg_dump',
} as const;

/** Reads the next rows while the target writes the last ones. */
async function copyRows(table: CopiedTable, source: CopySource, target: Target): Promise<void> {
  let writing = Promise.resolve();
  for await (const rows of source.read(table)) {
    await writing;
    writing = target.write(table, rows);
    writing.catch(() => undefined);
  }
  await writing;
}

/** A number of each of the two databases, as text. */
type Compared = { readonly name: string; readonly source: string; readonly target: string };

async function compare(tables: readonly CopiedTable[], source: CopySide, target: CopySide) {
  const rowOf = async (side: CopySide, sql: string) => ((await side.rows(sql))[0] ?? []).map(plainText);
  const rowsOf = (sql: (side: CopySide) => string) =>
    Promise.all([rowOf(source, sql(source)), rowOf(target, sql(target))]);
  const counts: Compared[] = [];
  const differences: string[] = [];
  for (const table of tables) {
    const [ofSource, ofTarget] = await rowsOf(({ kind }) => measurement(table, kind));
    counts.push({ name: table.name, source: ofSource[0] ?? '', target: ofTarget[0] ?? '' });
    ['*', ...table.columns.map(({ name }) => name)].forEach((column, index) => {
      if (ofSource[index] !== ofTarget[index]) differences.push(`${table.name}.${column}`);
    });
  }
  const sums: Compared[] = [];
  for (const [name, sum] of Object.entries(ledgerSums)) {
    const [[ofSource = ''], [ofTarget = '']] = await rowsOf(() => sum);
    sums.push({ name, source: ofSource, target: ofTarget });
    if (ofSource !== ofTarget) differences.push(name);
  }
  return { tables: counts, sums, differences };
}

const ledgerSums = {
  'sum of the journal': 'select cast(coalesce(sum(amount), 0) as text) from journal',
  'sum of the balances': 'select cast(coalesce(sum(settled), 0) as text) from balances',
};

/** @param what begins the reason; empty for a failure whose database is not known */
async function orRefuse<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const failure = failureOf(cause);
    if (!(failure instanceof ServiceError && failure.code === 'store_unavailable')) throw failure;
    const { reason, constraint } = failure.detail;
    const clauses = [what, String(reason), constraint].filter((clause) => clause !== undefined && clause !== '');
    throw new ServiceError('copy_failed', { detail: { reason: clauses.join(': ') } });
  }
}

/** Returns ServiceError `store_unavailable` for an error of either database, and any other error unchanged. */
function failureOf(cause: unknown): unknown {
  // Such a message quotes no row and no password.
  if (cause instanceof Error && breaksConnection(cause)) {
    return new ServiceError('store_unavailable', { detail: { reason: cause.message } });
  }
  const failure = sqliteFailureOf(cause);
  return failure.resultCode === undefined ? postgresFailureOf(cause) : storeUnavailable(failure);
}
