import type { Access } from '../access.ts';
import { changesIn } from '../changes.ts';
import { type Procedure, query } from '../procedure.ts';
import type { PostgresDatabase } from './database.ts';

/** How PostgreSQL unpacks packed values. Source: its manual, "JSON Functions and Operators". */
export const changes = changesIn({
  rows: (parameter) => `jsonb_array_elements(cast(${parameter} as jsonb))`,
  unchanged: 'for share',
  byId: 'terms',
  // This form of the account matches no index. Without statistics, the planner would otherwise read all entries of an
  // account to find a few by id.
  isListed: "id = any (array(select jsonb_array_elements_text(cast($3 as jsonb)))) and account_id || '' = $1",
});

export function accessTo(database: PostgresDatabase): Access {
  return {
    read: (begin) => database.read(begin),
    readInOrder: (begin) => database.transact(() => inOrderOfIndex(begin)),
    change: (begin) => database.transact(begin),
    // Not needed here: other connections write at the same time, and each page is awaited.
    pauseForWriters: async () => {},
    pauseForRequests: async () => {},
  };
}

const keepOrder = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/** Without this, the planner expects few rows in a table that was never analyzed, reads all of them and sorts them. */
function* inOrderOfIndex<Result>(begin: () => Procedure<Result>): Procedure<Result> {
  yield query(keepOrder);
  return yield* begin();
}
