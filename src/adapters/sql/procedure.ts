import { assert } from '../../core/assert.ts';

/** What a statement takes and gives. PostgreSQL gives 8-byte integers as text, SQLite as numbers. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type Row = readonly SqlValue[];

/** One statement. Its parameters are `$1`, `$2` ..., which each database's folder turns into its own notation. */
export type Query = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** The answer is one row with the number of rows changed: on SQLite a third of the price of `returning`. */
  readonly counts: boolean;
};

/**
 * A step of a store, written once for every database: it yields statements, gets their rows back, and returns what the
 * port promises. Whoever runs it does so inside one transaction and decides whether to wait between statements.
 *
 * A fact that is checked by one statement and acted on by the next stands only if the first locked its row, so every
 * procedure begins with the `update`, `insert` or `delete` that all others must wait for.
 */
export type Procedure<Result> = Generator<Query, Result, readonly Row[]>;

export function query(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values, counts: false };
}

/** A statement of which only the number of changed rows matters; read it with `changed`. */
export function change(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values, counts: true };
}

/** Whether a `change` found the row that it is about. */
export function changed([count]: readonly Row[]): boolean {
  return wholeNumber(count?.[0]) > 0;
}

/** A column that holds a whole number. */
export function wholeNumber(value: SqlValue | undefined): number {
  const number = Number(value ?? Number.NaN);
  assert(Number.isSafeInteger(number), 'a column of whole numbers held something else');
  return number;
}

/** A column that holds text. */
export function plainText(value: SqlValue | undefined): string {
  assert(typeof value === 'string', 'a column of text held something else');
  return value;
}
