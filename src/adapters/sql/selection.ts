import type { AccountId } from '../../shop/accounts/account.ts';
import type { SqlRow, SqlValue } from './column-values.ts';
import { type Procedure, query } from './procedure.ts';

/** A comparison and its value; left out while the value is undefined. */
export type Condition = readonly [comparison: string, value: SqlValue | undefined];

/** The values of a statement whose conditions depend on its input. */
export class Values {
  readonly all: SqlValue[];

  constructor(...first: readonly SqlValue[]) {
    this.all = [...first];
  }

  /** Adds values; returns their parameters: `$3, $4`. */
  next(...values: readonly SqlValue[]): string {
    return values.map((value) => `$${this.all.push(value)}`).join(', ');
  }

  /** Returns ` and kind = $2` for each condition that has a value. */
  conditions(wanted: readonly Condition[]): string {
    return wanted
      .map(([comparison, value]) => (value === undefined ? '' : ` and ${comparison} ${this.next(value)}`))
      .join('');
  }
}

export type PageQuery = {
  readonly table: string;
  readonly columns: string;
  readonly accountId?: AccountId | undefined;
  /** A further condition, without values. */
  readonly condition?: string | undefined;
  /** Columns that together are unique. */
  readonly order: readonly string[];
  readonly descending?: boolean;
  /** Id of the row behind which the page begins. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** Selects a page; empty after a row that does not exist, or is of another account. */
export function* selectPage(page: PageQuery): Procedure<readonly SqlRow[]> {
  const { table, accountId, condition = 'true', descending = false, after } = page;
  const values = new Values();
  const ofAccount = values.conditions([['account_id =', accountId]]);
  const place = page.order.join(', ');
  let behind = '';
  if (after !== undefined) {
    const id = `$${values.all.length + 1}`;
    const [last] = yield query(`select ${place} from ${table} where id = ${id}${ofAccount}`, ...values.all, after);
    if (last === undefined) return [];
    behind = ` and (${place}) ${descending ? '<' : '>'} (${values.next(...last)})`;
  }
  const sorted = page.order.map((column) => (descending ? `${column} desc` : column)).join(', ');
  const sql = `select ${page.columns} from ${table} where ${condition}${ofAccount}${behind}
 order by ${sorted} limit ${values.next(page.limit)}`;
  return yield query(sql, ...values.all);
}
