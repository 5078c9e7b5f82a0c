import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ground/assert.ts';

export type SqliteThreadData = { readonly file: string };

export type ToSqliteThread =
  | { readonly id: number; readonly sql: string; readonly parameters: readonly SQLInputValue[] }
  | 'close';

export type SqliteAnswer = { readonly rows: readonly unknown[]; readonly changes: number };

export type FromSqliteThread =
  | ({ readonly id: number; readonly kind: 'done' } & SqliteAnswer)
  /** SQLite's message, which names columns and no values. */
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string };

/** How long one statement waits for other writers, whose commits take milliseconds. */
const lockWaitMs = 5_000;

/** Longest pause between two attempts. SQLite's own pauses grow to 100 ms, too long beside a busy ledger. */
const lockPauseMs = 3;

/** Page cache in KiB; the tables of people are small. */
const cacheKib = 2_048;

/** As the ledger, whose commits do most checkpoints. */
const logPagesMax = 4_000;

const port = parentPort;
assert(port !== null, 'this module must run in a worker thread');

const { file } = workerData as SqliteThreadData;
const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
database.exec(`pragma cache_size = -${cacheKib};
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma wal_autocheckpoint = ${logPagesMax};`);
const statements = new Map<string, StatementSync>();
const pause = new Int32Array(new SharedArrayBuffer(4));

function prepared(sql: string): StatementSync {
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = database.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}

function run(sql: string, parameters: readonly SQLInputValue[]): SqliteAnswer {
  // SQLite rolls back automatically after some failures, such as a full disk.
  if (sql === 'rollback' && !database.isTransaction) return { rows: [], changes: 0 };
  const statement = prepared(sql);
  if (statement.columns().length > 0) return { rows: statement.all(...parameters), changes: 0 };
  return { rows: [], changes: Number(statement.run(...parameters).changes) };
}

/** Retries a statement on a locked database. Safe: it has done nothing, and `begin` locks first. */
function runInTurn(sql: string, parameters: readonly SQLInputValue[]): SqliteAnswer {
  const deadline = performance.now() + lockWaitMs;
  for (;;) {
    try {
      return run(sql, parameters);
    } catch (cause) {
      if (!isLockedOut(cause) || database.isTransaction || performance.now() >= deadline) throw cause;
      Atomics.wait(pause, 0, 0, Math.random() * lockPauseMs);
    }
  }
}

/** Source: https://www.sqlite.org/rescode.html; the low byte is the primary code: busy or locked. */
function isLockedOut(cause: unknown): boolean {
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0;
  return code === 5 || code === 6;
}

port.on('message', (message: ToSqliteThread) => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  const { id, sql, parameters } = message;
  try {
    const answer: FromSqliteThread = { id, kind: 'done', ...runInTurn(sql, parameters) };
    port.postMessage(answer);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    port.postMessage({ id, kind: 'failed', reason } satisfies FromSqliteThread);
  }
});
