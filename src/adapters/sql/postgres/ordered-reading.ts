import { type Procedure, query } from '../procedure.ts';

const keepOrder = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/**
 * A procedure that reads along the order of an index, for a transaction. Left to itself, the server takes few rows for what
 * is asked of a table that it does not know yet, reads all of them and sorts them.
 */
export function* inOrderOfIndex<Result>(begin: () => Procedure<Result>): Procedure<Result> {
  yield query(keepOrder);
  return yield* begin();
}
