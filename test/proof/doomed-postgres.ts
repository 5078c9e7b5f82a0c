import { PostgresConnection } from '../../src/adapters/sql/postgres/connection.ts';
import { pass } from './kill-points.ts';
import { hasCharge, StatementWatch } from './statement-watch.ts';

/** Kills this process between its statements to PostgreSQL. The server's own code is unchanged. */
export function watchPostgres(): void {
  const watches = new WeakMap<PostgresConnection, StatementWatch>();
  const { rows, command, commit } = PostgresConnection.prototype;
  PostgresConnection.prototype.command = async function (sql) {
    await command.call(this, sql);
    if (sql === 'begin') watches.set(this, new StatementWatch());
    if (sql === 'rollback') watches.delete(this);
  };
  PostgresConnection.prototype.rows = async function (query) {
    const watch = watches.get(this);
    if (watch === undefined && hasCharge(query.sql)) return autoCommitted(() => rows.call(this, query));
    const found = await rows.call(this, query);
    watch?.done(query.sql);
    return found;
  };
  PostgresConnection.prototype.commit = async function () {
    const watch = watches.get(this) ?? new StatementWatch();
    watch.beforeCommit();
    const committed = commit.call(this);
    await sent();
    watch.duringCommit();
    await committed;
    watches.delete(this);
    watch.afterCommit();
  };
}

/** A charge of one statement, which commits automatically. */
async function autoCommitted<Result>(run: () => Promise<Result>): Promise<Result> {
  pass('before the commit');
  const running = run();
  await sent();
  pass('during the commit');
  const found = await running;
  pass('after the commit');
  return found;
}

/** Resolves once the written data has left this process. */
function sent(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
