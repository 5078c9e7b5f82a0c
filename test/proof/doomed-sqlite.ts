/**
 * Loaded with `--import` before everything else, in every thread: kills the process between statements of the thread
 * that writes to SQLite. The server's own code is unchanged.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import type { Procedure } from '../../src/adapters/sql/procedure.ts';
import { SqliteConnection } from '../../src/adapters/sql/sqlite/connection.ts';
import { StatementWatch } from './statement-watch.ts';

const isWriter = !isMainThread && workerData !== null && typeof workerData === 'object' && 'lockWaitMs' in workerData;

if (isWriter) {
  const watch = new StatementWatch();
  const { rows, perform } = SqliteConnection.prototype;
  SqliteConnection.prototype.rows = function (sql, values) {
    if (sql === 'commit') watch.beforeCommit();
    const found = rows.call(this, sql, values);
    if (sql === 'commit') watch.afterCommit();
    if (sql.startsWith('rollback')) watch.forget();
    return found;
  };
  SqliteConnection.prototype.perform = function <Result>(procedure: Procedure<Result>): Result {
    return perform.call(this, watched(procedure, watch)) as Result;
  };
}

function* watched<Result>(procedure: Procedure<Result>, watch: StatementWatch): Procedure<Result> {
  let step = procedure.next();
  while (step.done !== true) {
    const found = yield step.value;
    watch.done(step.value.sql);
    step = procedure.next(found);
  }
  return step.value;
}
