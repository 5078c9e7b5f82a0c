import { assert } from '../../core/assert.ts';

/** A parameter or a result. PostgreSQL returns 8-byte integers as text, SQLite as numbers. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type Row = readonly SqlValue[];

/** One statement. Its parameters are `$1`, `$2` ...; each database's folder converts them to its own notation. */
export type Query = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** The answer is one row with the number of changed rows: on SQLite a third of the cost of `returning`. */
  readonly counts: boolean;
};

/**
 * A step of a store, written once for every database: it yields statements, gets their rows back, and returns the
 * port's result. The database runs it in one transaction and decides whether to wait between statements.
 *
 * A fact checked by one statement still holds in the next only if the first locked its row. Every procedure therefore
 * begins with the `update`, `insert` or `delete` that all others must wait for.
 */
export type Procedure<Result> = Generator<Query, Result, readonly Row[]>;

export function query(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values, counts: false };
}

/** A statement that returns the number of changed rows; read it with `changed`. */
export function change(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values, counts: true };
}

/** Whether a `change` changed a row. */
export function changed([count]: readonly Row[]): boolean {
  return wholeNumber(count?.[0]) > 0;
}

export function wholeNumber(value: SqlValue | undefined): number {
  const number = Number(value ?? Number.NaN);
  assert(Number.isSafeInteger(number), 'a column of whole numbers held something else');
  return number;
}

export function plainText(value: SqlValue | undefined): string {
  assert(typeof value === 'string', 'a column of text held something else');
  return value;
}
