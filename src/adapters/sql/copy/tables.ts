import { assert } from '../../../ground/assert.ts';
import { unixMs } from '../../../ground/units.ts';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import { plainText, type SqlRow } from '../column-values.ts';
import type { VerificationOptions } from '../invariants.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { migrate } from '../sqlite/migrate.ts';

/** A table of both databases. Its rows travel as JSON objects with the columns' names. */
export type CopiedTable = {
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
};

export type CopiedColumn = { readonly name: string; readonly rule: Rule };

type Dialect = 'sqlite' | 'postgres';

/** Each function takes and returns an SQL expression. */
type Rule = {
  /** The column's type on SQLite. */
  readonly stored: string;
  readonly read: Readonly<Record<Dialect, (column: string) => string>>;
  /** What SQLite stores of the JSON value. PostgreSQL itself converts it to the column's type. */
  readonly write: (value: string) => string;
  /** A number below 2^31 or a length, so that its sum over a table is exact in both databases. */
  readonly measure: Readonly<Record<Dialect, (column: string) => string>>;
};

const asIs = (expression: string) => expression;
const inBoth = (each: (column: string) => string) => ({ sqlite: each, postgres: each });
const residue = (expression: string) => `${expression} % 2147483647`;
const length = inBoth((column) => `length(${column})`);

const number: Rule = { stored: 'integer', read: inBoth(asIs), write: asIs, measure: inBoth(residue) };

/** How each type of PostgreSQL is copied. */
const rules: Readonly<Record<string, Rule>> = {
  text: { stored: 'text', read: inBoth(asIs), write: asIs, measure: length },
  bigint: number,
  integer: number,
  // JSON's `true` becomes 1 in SQLite, and PostgreSQL accepts 1 as true.
  boolean: { ...number, measure: { sqlite: asIs, postgres: (column) => `${column}::int` } },
  bytea: {
    stored: 'blob',
    read: { sqlite: (column) => `iif(${column} is null, null, '\\x' || hex(${column}))`, postgres: asIs },
    write: (value) => `unhex(substr(${value}, 3))`,
    measure: length,
  },
  // On SQLite as the sign-in library writes it: 2026-11-20T09:30:00.000Z.
  'timestamp with time zone': {
    stored: 'text',
    read: { sqlite: asIs, postgres: (column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
    write: asIs,
    measure: {
      sqlite: (column) => residue(`unixepoch(${column})`),
      postgres: (column) => residue(`floor(extract(epoch from ${column}))::bigint`),
    },
  },
};

/** Each database has its own record of migrations. Tables that only PostgreSQL has contain nothing that lasts. */
const sqliteColumns = `with recursive
 own_tables as (select name from sqlite_master
  where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'),
 depths (name, depth) as (select name, 0 from own_tables
  union select own_tables.name, depth + 1 from depths, own_tables, pragma_foreign_key_list(own_tables.name) as parent
  where parent."table" = depths.name)
select depths.name, columns.name, lower(columns.type), columns.pk
 from depths, pragma_table_info(depths.name) as columns
 group by depths.name, columns.name order by max(depth), depths.name, columns.cid`;

/** Table, column and type of every column in the first schema of the search path. */
export const postgresColumns = `select relname::text, attname::text, format_type(atttypid, null)
 from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
 where relnamespace = current_schema()::regnamespace and relkind = 'r'`;

/** Returns the names of the tables to copy: those that this program creates on SQLite, without its record of migrations. */
export function tableNames(): readonly string[] {
  return [...new Set(rowsOfFresh().map(([table]) => plainText(table)))];
}

/** Each after those that it refers to. Both databases must be up to date. `ofPostgres`: rows of `postgresColumns`. */
export function copiedTables(ofPostgres: readonly SqlRow[]): readonly CopiedTable[] {
  const types = new Map(ofPostgres.map((row) => [row.slice(0, 2).join('.'), plainText(row[2])]));
  const tables = Map.groupBy(rowsOfFresh(), ([table]) => plainText(table));
  return [...tables].map(([name, rows]) => {
    const columns = rows.map(([, column, stored]) => {
      const type = types.get(`${name}.${plainText(column)}`) ?? 'missing';
      const rule = rules[type];
      assert(
        rule !== undefined && rule.stored === stored,
        `${name}.${plainText(column)} cannot be copied: it is ${type} on PostgreSQL`,
      );
      return { name: plainText(column), rule };
    });
    const count = ofPostgres.filter(([table]) => table === name).length;
    assert(count === columns.length, `table ${name} has other columns on PostgreSQL`);
    const key = rows
      .filter(([, , , place]) => Number(place) > 0)
      .toSorted((one, other) => Number(one[3]) - Number(other[3]));
    return { name, columns, key: key.map(([, column]) => plainText(column)) };
  });
}

function rowsOfFresh(): readonly SqlRow[] {
  using fresh = new SqliteConnection({ file: ':memory:', readOnly: false, lockWaitMs: 0 });
  migrate(fresh);
  return fresh.rows(sqliteColumns);
}

export const quotedName = (name: string) => `"${name}"`;

/** Selects the number of rows, and one sum for each column, as text. */
export function measurement({ name, columns }: CopiedTable, dialect: Dialect): string {
  const sums = columns.map(({ name: column, rule }) => `sum(${rule.measure[dialect](quotedName(column))})`);
  return `select ${['count(*)', ...sums].map((sum) => `cast(coalesce(${sum}, 0) as text)`).join(', ')} from ${quotedName(name)}`;
}

/** One of the two databases of a copy. */
export type CopySide = AsyncDisposable & {
  readonly kind: 'sqlite' | 'postgres';
  readonly rows: (sql: string) => Promise<readonly SqlRow[]>;
  readonly verify: () => Promise<readonly LedgerFault[]>;
};

/** The database to copy, in one snapshot. */
export type CopySource = CopySide & {
  /** Yields all rows of a table in the order of its key, as JSON arrays of limited size. */
  readonly read: (table: CopiedTable) => AsyncIterable<string>;
};

/** The database to create; disposing leaves nothing of it unless it was kept. */
export type Target = CopySide & {
  /** @param rows from `Source.read` */
  readonly write: (table: CopiedTable, rows: string) => Promise<void>;
  /** Called once after the last write. */
  readonly finish: () => Promise<void>;
  /** Makes the copy permanent, in one step. */
  readonly keep: () => Promise<void>;
};

/** Under this clock no lease has ended: holds that a killed server left are copied, and released by the next one. */
export const verification: VerificationOptions = { now: unixMs(0), sweepIntervalMs: 0 };
