import { type Procedure, query } from '../procedure.ts';

const keepOrder = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/**
 * Makes a procedure read in the order of an index, for use in a transaction. Without this, the planner expects few rows
 * in a table that was never analyzed, reads all of them and sorts them.
 */
export function* inOrderOfIndex<Result>(begin: () => Procedure<Result>): Procedure<Result> {
  yield query(keepOrder);
  return yield* begin();
}
