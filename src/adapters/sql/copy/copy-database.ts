import { createHash } from 'node:crypto';
import { hasReason, ServiceError } from '../../../core/service-error.ts';
import type { ChosenDatabase } from '../chosen-database.ts';
import { breaksConnection, failureOf as postgresFailureOf } from '../postgres/postgres-error.ts';
import { plainText } from '../procedure.ts';
import { failureOf as sqliteFailureOf, storeUnavailable } from '../sqlite/sqlite-error.ts';
import { openPostgresSource, openPostgresTarget } from './postgres-side.ts';
import type { Side, Source, Target } from './sides.ts';
import { openSqliteSource, openSqliteTarget } from './sqlite-side.ts';
import { type CopiedTable, copiedTables, measurement, postgresColumns } from './tables.ts';

export type CopyOptions = {
  readonly from: ChosenDatabase;
  readonly to: ChosenDatabase;
  /** Copies and verifies everything while servers use the source, and then discards the copy. */
  readonly rehearsal: boolean;
};

/**
 * Copies all rows to an empty database of the other kind, completely or not at all, and compares and verifies both.
 * Unless the result is `equal`, the target is as it was.
 *
 * @throws ServiceError `copy_failed`; `backup_exists` when the target is a file that exists
 */
export async function copyDatabase({ from, to, rehearsal }: CopyOptions) {
  if (from.kind === to.kind) throw new ServiceError('copy_failed', { detail: { reason: reasons[to.kind] } });
  const begunAt = performance.now();
  await using source = await orRefuse('the source', () => openSource(from, rehearsal));
  await using target = await orRefuse('the target', () => openTarget(to));
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

async function openSource(from: ChosenDatabase, rehearsal: boolean): Promise<Source> {
  return from.kind === 'sqlite'
    ? openSqliteSource(from.file, { rehearsal })
    : openPostgresSource(from.url, { rehearsal });
}

async function openTarget(to: ChosenDatabase): Promise<Target> {
  return to.kind === 'sqlite' ? openSqliteTarget(to.file) : openPostgresTarget(to.url);
}

/** Reads the next rows while the target writes the last ones. */
async function copyRows(table: CopiedTable, source: Source, target: Target): Promise<void> {
  let writing = Promise.resolve();
  for await (const rows of source.read(table)) {
    await writing;
    writing = target.write(table, rows);
    writing.catch(() => undefined);
  }
  await writing;
}

/** A number or a digest of each of the two databases, as text. */
type Compared = { readonly name: string; readonly source: string; readonly target: string };

async function compare(tables: readonly CopiedTable[], source: Side, target: Side) {
  const counts: Compared[] = [];
  const differences: string[] = [];
  for (const table of tables) {
    const [ofSource = [], ofTarget = []] = await both(source, target, async (side) => {
      const [row = []] = await side.rows(measurement(table, side.kind));
      return row.map(plainText);
    });
    counts.push({ name: table.name, source: ofSource[0] ?? '', target: ofTarget[0] ?? '' });
    ['*', ...table.columns.map(({ name }) => name)].forEach((column, index) => {
      if (ofSource[index] !== ofTarget[index]) differences.push(`${table.name}.${column}`);
    });
  }
  const sums: Compared[] = [];
  for (const [name, read] of Object.entries(ledgerSums)) {
    const [ofSource = '', ofTarget = ''] = await both(source, target, read);
    sums.push({ name, source: ofSource, target: ofTarget });
    if (ofSource !== ofTarget) differences.push(name);
  }
  return { tables: counts, sums, differences };
}

function both<Value>(source: Side, target: Side, read: (side: Side) => Promise<Value>): Promise<readonly Value[]> {
  return Promise.all([read(source), read(target)]);
}

const sumOf = (sum: string) => async (side: Side) => plainText((await side.rows(sum))[0]?.[0]);

const ledgerSums: Readonly<Record<string, (side: Side) => Promise<string>>> = {
  'sum of the journal': sumOf('select cast(coalesce(sum(amount), 0) as text) from journal'),
  'sum of the balances': sumOf('select cast(coalesce(sum(settled), 0) as text) from balances'),
  'chain heads': chainHeads,
};

const newest = (column: string) =>
  `(select ${column} from journal where account_id = accounts.id order by seq desc limit 1)`;

const pageOfHeads = `select id, cast(${newest('seq')} as text), cast(${newest('balance_after')} as text)
 from accounts where id > $1 order by id limit 10000`;

/** Returns a digest of number and balance of the newest journal row of every account. */
async function chainHeads(side: Side): Promise<string> {
  const digest = createHash('sha256');
  for (let after = ''; ; ) {
    const rows = await side.rows(pageOfHeads, after);
    const last = rows.at(-1);
    if (last === undefined) return digest.digest('hex').slice(0, 16);
    for (const row of rows) digest.update(`${row.join()}\n`);
    after = plainText(last[0]);
  }
}

/** @param what begins the reason; empty for a failure whose database is not known */
async function orRefuse<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const failure = failureOf(cause);
    if (!hasReason(failure, 'store_unavailable')) throw failure;
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
