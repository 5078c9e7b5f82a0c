import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as fc from 'fast-check';
import type { SqlRow } from '../../src/adapters/sql/column-values.ts';
import { PostgresConnection, requestLimits } from '../../src/adapters/sql/postgres/connection.ts';
import type { PostgresDatabase } from '../../src/adapters/sql/postgres/database.ts';
import { isPassing, sqlStateOf } from '../../src/adapters/sql/postgres/postgres-error.ts';
import { type Procedure, type Query, query } from '../../src/adapters/sql/procedure.ts';

/** Returns which of these server connections wait for a lock that another holds or was promised. */
const blocked = `select pid from unnest(cast($1 as text)::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0`;

/** How soon a deadlock is detected. The default of a second would delay each of them. */
const deadlockTimeout = "set deadlock_timeout = '10ms'";

/** How often a transaction is repeated after a deadlock. */
const attemptsMax = 10;

/** Source: PostgreSQL's manual, appendix A. */
const deadlockDetected = '40P01';

/** The operations that a store uses. */
type DatabaseOperations = Pick<PostgresDatabase, 'transact' | 'read' | 'run'>;

/** Real connections to one database, with a scheduler that decides whose statement is next. */
export class StatementStage implements AsyncDisposable {
  readonly #url: string;
  readonly #observer: PostgresConnection;
  readonly #idle: PostgresConnection[] = [];
  readonly #opened: PostgresConnection[] = [];
  readonly #answering = new Set<PostgresConnection>();
  readonly #waited = new Set<PostgresConnection>();
  #scheduler: fc.Scheduler | undefined;
  /** Number of statements that had to wait for another transaction. */
  waits = 0;
  /** Number of transactions that the server aborted because of a deadlock. */
  deadlocks = 0;

  private constructor(url: string, observer: PostgresConnection) {
    this.#url = url;
    this.#observer = observer;
  }

  static async open(url: string): Promise<StatementStage> {
    return new StatementStage(url, await PostgresConnection.open({ url, ...requestLimits }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of [this.#observer, ...this.#opened]) await connection[Symbol.asyncDispose]();
  }

  /**
   * A database for one node, with a separate connection for each operation. Every statement and every commit waits
   * until the scheduler releases it, even where the node sends both together, because they may take as long.
   */
  node(name: string): PostgresDatabase {
    const operations: DatabaseOperations = {
      transact: (begin) => this.#inTransaction(name, begin),
      read: (begin) => this.#onConnection((connection) => this.#perform(name, connection, begin())),
      run: (statement) => this.#inTransaction(name, () => only(statement)),
    };
    // Stores use no other members.
    return operations as PostgresDatabase;
  }

  /** Runs `actors` to their ends; releases one statement at a time; statements that wait for a lock stay pending. */
  async play<Result>(scheduler: fc.Scheduler, actors: () => readonly Promise<Result>[]): Promise<readonly Result[]> {
    this.#scheduler = scheduler;
    const play = { isOver: false };
    const results = Promise.all(actors()).finally(() => {
      play.isOver = true;
    });
    // Checked at the end; until then a failure must not count as an unhandled rejection.
    results.catch(() => undefined);
    while (!play.isOver) {
      await this.#settle();
      if (scheduler.count() > 0) await scheduler.waitOne();
    }
    return results;
  }

  async #inTransaction<Result>(name: string, begin: () => Procedure<Result>): Promise<Result> {
    return this.#onConnection(async (connection) => {
      for (let tries = 1; ; tries++) {
        await connection.command('begin');
        try {
          const result = await this.#perform(name, connection, begin());
          await this.#turn(`${name}: commit`);
          await connection.commit();
          return result;
        } catch (cause) {
          await connection.command('rollback');
          if (sqlStateOf(cause) === deadlockDetected) this.deadlocks++;
          if (!isPassing(cause) || tries === attemptsMax) throw cause;
        }
      }
    });
  }

  async #perform<Result>(name: string, connection: PostgresConnection, procedure: Procedure<Result>): Promise<Result> {
    let step = procedure.next();
    while (step.done !== true) {
      const statement = step.value;
      await this.#turn(`${name}: ${statement.sql.slice(0, 40).replaceAll(/\s+/g, ' ')}`);
      step = procedure.next(await this.#answer(connection, connection.rows(statement)));
    }
    return step.value;
  }

  async #turn(label: string): Promise<void> {
    assert(this.#scheduler !== undefined, 'somebody acts before the play has begun');
    await this.#scheduler.schedule(Promise.resolve(), label);
  }

  async #answer(connection: PostgresConnection, answer: Promise<readonly SqlRow[]>): Promise<readonly SqlRow[]> {
    this.#answering.add(connection);
    try {
      return await answer;
    } finally {
      this.#answering.delete(connection);
      if (this.#waited.delete(connection)) this.waits++;
    }
  }

  async #onConnection<Result>(use: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const connection = this.#idle.pop() ?? (await this.#connect());
    const result = await use(connection);
    this.#idle.push(connection);
    return result;
  }

  async #connect(): Promise<PostgresConnection> {
    const connection = await PostgresConnection.open({ url: this.#url, ...requestLimits });
    this.#opened.push(connection);
    await connection.command(deadlockTimeout);
    return connection;
  }

  /** Waits until every released statement is answered or waits for a lock, and every actor has requested its next. */
  async #settle(): Promise<void> {
    do {
      // A node may need several turns of the event loop to send its next statement.
      for (let turn = 0; turn < 4; turn++) await setImmediate();
    } while (!(await this.#allBlocked()));
  }

  async #allBlocked(): Promise<boolean> {
    const asked = [...this.#answering];
    if (asked.length === 0) return true;
    const pids = asked.map(({ processId }) => processId);
    const waiting = new Set((await this.#observer.rows(query(blocked, `{${pids.join()}}`))).map(([pid]) => pid));
    if (waiting.size < asked.length) return false;
    for (const connection of asked) if (this.#answering.has(connection)) this.#waited.add(connection);
    return true;
  }
}

function* only(statement: Query): Procedure<readonly SqlRow[]> {
  return yield statement;
}
