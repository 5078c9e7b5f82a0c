/**
 * Loaded with `--import` before everything else, in every thread: lets the thread that writes to SQLite die among its
 * statements. The server's own code knows nothing of it.
 */
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';
import type { Procedure } from '../../src/adapters/sql/procedure.ts';
import { Connection } from '../../src/adapters/sql/sqlite/connection.ts';
import { arm, type Doom } from './kill-points.ts';
import { StatementWatch } from './statement-watch.ts';

/** Of the channel on which the main thread tells where to die, and hears that it was understood. */
export const doomChannel = 'where to die';

const isWriter = !isMainThread && workerData !== null && typeof workerData === 'object' && 'lockWaitMs' in workerData;

if (isWriter) {
  arm(JSON.parse(process.env['PROOF_DOOM'] ?? 'null') ?? undefined);
  const channel = new BroadcastChannel(doomChannel);
  channel.unref();
  channel.onmessage = (event) => {
    const { data } = event as { readonly data: Doom | 'armed' };
    if (data === 'armed') return;
    arm(data);
    channel.postMessage('armed');
  };
  const watch = new StatementWatch();
  const { rows, perform } = Connection.prototype;
  Connection.prototype.rows = function (sql, values) {
    if (sql === 'commit') watch.beforeCommit();
    const found = rows.call(this, sql, values);
    if (sql === 'commit') watch.afterCommit();
    if (sql.startsWith('rollback')) watch.forget();
    return found;
  };
  Connection.prototype.perform = function <Result>(procedure: Procedure<Result>): Result {
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
