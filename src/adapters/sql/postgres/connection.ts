import { Client, DatabaseError, type types } from 'pg';
import { assert } from '../../../core/assert.ts';
import type { Procedure, Row, SqlValue } from '../procedure.ts';
import { ConnectionFailure } from './postgres-error.ts';
import type { PostgresQuery } from './postgres-query.ts';

export type ConnectionOptions = {
  readonly url: string;
  /** How long the server works on one statement, waiting for locks included. */
  readonly statementMaxMs: number;
  /** How long one statement waits for one lock. */
  readonly lockWaitMs: number;
  /** Whether each statement is about few rows, which the server then finds by an index, however small it takes a table for. */
  readonly fewRows?: boolean;
};

/** What the requests' connections allow. A statement of theirs takes a millisecond; longer ones wait for somebody. */
export const requestLimits = { statementMaxMs: 5_000, lockWaitMs: 2_000, fewRows: true } as const;

/** How long the making of a connection may take. */
const connectMaxMs = 5_000;

/** How long after its own limit a server that says nothing is given up: it hangs, or the network is cut. */
const silenceMaxMs = 2_000;

/** How long closing waits for the other end, which may be gone. */
const farewellMaxMs = 1_000;

/** How long the server keeps a transaction whose client says nothing. */
const idleInTransactionMaxMs = 10_000;

/** Silence on a connection after which the network is asked whether the other end is still there. */
const keepAliveAfterMs = 10_000;

/**
 * One connection to one server, with each statement prepared once. One statement at a time.
 *
 * A connection that fails in whatever way never throws on its own: it becomes unusable, and `lost` resolves.
 */
export class PostgresConnection implements AsyncDisposable {
  readonly #client: Client;
  readonly #giveUpAfterMs: number;
  readonly #names = new Map<string, string>();
  readonly #lost = Promise.withResolvers<unknown>();
  #usable = true;

  private constructor(client: Client, { statementMaxMs }: ConnectionOptions) {
    this.#client = client;
    this.#giveUpAfterMs = statementMaxMs + silenceMaxMs;
    // The client tells of a dead socket by an event that would end the process if nobody listened.
    client.on('error', (cause) => this.#lose(cause));
    client.on('end', () => this.#lose(new Error('the connection ended')));
  }

  /** @throws ConnectionFailure, or the server's error that refuses the connection */
  static async open(options: ConnectionOptions): Promise<PostgresConnection> {
    const connection = new PostgresConnection(createClient(options.url), options);
    try {
      await connection.#within(connectMaxMs, connection.#client.connect());
      await connection.command(sessionSettings(options));
      return connection;
    } catch (cause) {
      await connection[Symbol.asyncDispose]();
      throw cause;
    }
  }

  /** False once the connection has failed or was closed; it never becomes true again. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Resolves with the reason once the connection has failed or was closed. */
  get lost(): Promise<unknown> {
    return this.#lost.promise;
  }

  /** The process that serves this connection, as the server told it when the connection was made. */
  get processId(): number | null {
    return (this.#client as unknown as { readonly processID: number | null }).processID;
  }

  /** Runs a procedure to its end in whatever transaction is open. */
  async perform<Result>(procedure: Procedure<Result>): Promise<Result> {
    let step = procedure.next();
    while (step.done !== true) step = procedure.next(await this.rows(step.value));
    return step.value;
  }

  /**
   * Runs one prepared statement.
   *
   * @throws ConnectionFailure, or the server's error (`DatabaseError`)
   */
  async rows({ sql, values, counts }: PostgresQuery): Promise<readonly Row[]> {
    const text = { name: this.#nameOf(sql), text: sql, rowMode: 'array' as const, values: [...values] };
    const { rows, rowCount } = await this.#within(this.#giveUpAfterMs, this.#client.query<SqlValue[]>(text));
    return counts ? [[rowCount]] : rows;
  }

  /**
   * The one value that a statement gives, without preparing it: for when it is not known yet who answers.
   *
   * @throws as `rows`
   */
  async value(sql: string): Promise<SqlValue | undefined> {
    const text = { text: sql, rowMode: 'array' as const };
    const { rows } = await this.#within(this.#giveUpAfterMs, this.#client.query<SqlValue[]>(text));
    return rows[0]?.[0];
  }

  /**
   * Runs statements without parameters, such as `begin`.
   *
   * @throws as `rows`
   */
  async command(sql: string): Promise<void> {
    await this.#within(this.#giveUpAfterMs, this.#client.query(sql));
  }

  /**
   * Ends the transaction and makes it last.
   *
   * @throws ConnectionFailure when nobody knows whether that was done, or the server's error when it was not
   */
  async commit(): Promise<void> {
    const { command } = await this.#within(this.#giveUpAfterMs, this.#client.query('commit'));
    // A transaction in which something failed is rolled back by `commit`, and no error says so.
    assert(command === 'COMMIT', 'a transaction that had failed was to be committed');
  }

  /** Closes the connection; cuts it when a statement is under way. Never throws. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.discard(new Error('the connection was closed'));
  }

  /** As disposing, but `lost` tells `cause`. */
  async discard(cause: unknown): Promise<void> {
    this.#lose(cause);
    const timer = setTimeout(() => this.#cut(), farewellMaxMs);
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  #nameOf(sql: string): string {
    let name = this.#names.get(sql);
    if (name === undefined) {
      name = `s${this.#names.size}`;
      this.#names.set(sql, name);
    }
    return name;
  }

  /** Gives the connection up when `answer` takes longer than `ms`; nobody else can have asked for anything on it. */
  async #within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
    const timer = setTimeout(() => {
      this.#lose(new Error('the server said nothing'));
      this.#cut();
    }, ms);
    try {
      return await answer;
    } catch (cause) {
      if (cause instanceof DatabaseError) throw cause;
      this.#lose(cause);
      throw new ConnectionFailure(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  #lose(cause: unknown): void {
    this.#usable = false;
    this.#lost.resolve(cause);
  }

  /** Unlike a polite goodbye, this does not wait for a peer that may be gone. */
  #cut(): void {
    this.#client.connection.stream.destroy();
  }
}

function createClient(url: string): Client {
  try {
    return new Client({
      connectionString: url,
      application_name: 'dragoman',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      types: { getTypeParser: parserOf as typeof types.getTypeParser },
    });
  } catch {
    // The cause is left out because it quotes the address, which holds the password.
    throw new ConnectionFailure(new Error('the address of the database cannot be read'));
  }
}

// A plan that was made while a table was all but empty reads the whole of it, and is kept until the table is analyzed
// anew: by then it may hold the remains of a hundred thousand requests. The same goes for joins that read all of an index.
// Where there is nothing else to go by, the cost that stands for `off` would have the statement compiled.
const byIndex = `set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;
    set jit = off;`;

/** As a statement, not as parameters of the connection: a proxy in between may know only some of those. */
function sessionSettings({ statementMaxMs, lockWaitMs, fewRows = false }: ConnectionOptions): string {
  return `${fewRows ? byIndex : ''}
    set statement_timeout = ${statementMaxMs};
    set lock_timeout = ${lockWaitMs};
    set idle_in_transaction_session_timeout = ${idleInTransactionMaxMs};
    set default_transaction_isolation = 'read committed';
    set client_encoding = 'UTF8';
    set bytea_output = 'hex';
    set timezone = 'UTC'`;
}

// Source: pg_type.dat of PostgreSQL; these numbers never change.
const typeId = { boolean: 16, bytes: 17, smallint: 21, integer: 23 } as const;

function parserOf(type: number): (text: string) => SqlValue {
  switch (type) {
    case typeId.bytes:
      return bytesOf;
    case typeId.boolean:
      return (text) => (text === 't' ? 1 : 0);
    case typeId.smallint:
    case typeId.integer:
      return Number;
    default:
      return (text) => text;
  }
}

/** @param text hexadecimal after `\x`, as `bytea_output` says */
function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(buffer, byteOffset, byteLength);
}
