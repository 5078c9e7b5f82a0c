import { type SqlRow, type SqlValue, wholeNumberValue } from './column-values.ts';

/** One statement. Its parameters are `$1`, `$2` ...; each database's folder converts them to its own notation. */
export type Query = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** The answer is one row with the number of changed rows: on SQLite a third of the cost of `returning`. */
  readonly counts: boolean;
};

/**
 * A step of a store, for every database: it yields statements, gets their rows back, and returns the port's result. The
 * database runs it in one transaction. A fact checked by one statement still holds in the next only if the first locked
 * its row: every procedure begins with the `update`, `insert` or `delete` that all others must wait for.
 */
export type Procedure<Result> = Generator<Query, Result, readonly SqlRow[]>;

/** The procedures of some methods of a store, whose types they take from the port. */
export type ProceduresOf<Store> = {
  readonly [Name in keyof Store]?: Store[Name] extends (...input: infer Input) => Promise<infer Result>
    ? (...input: Input) => Procedure<Result>
    : never;
};

export function query(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values, counts: false };
}

/** A statement that returns the number of changed rows; read it with `changed`. */
export function change(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values, counts: true };
}

/** Whether a `change` changed a row. */
export function changed(rows: readonly SqlRow[]): boolean {
  return countOf(rows) > 0;
}

/** The number in the only column of the one row, such as that of a `change` or of a `select count(*)`. */
export function countOf([row]: readonly SqlRow[]): number {
  return wholeNumberValue(row?.[0]);
}
