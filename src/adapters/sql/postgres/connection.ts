import { Client, DatabaseError, type types } from 'pg';
import { assert } from '../../../ground/assert.ts';
import { serverUrls } from '../../../ops/server-urls.ts';
import type { SqlRow, SqlValue } from '../column-values.ts';
import type { Procedure, Query } from '../procedure.ts';
import {
  ConnectionFailure,
  concernsServer,
  failureOfAll,
  OwnFailure,
  ownCodes,
  type ServerFailure,
} from './postgres-error.ts';

export type PostgresConnectionOptions = {
  /** May name several servers: a primary and its standbys. */
  readonly url: string;
  /** The server's limit for one statement, waiting for locks included. */
  readonly statementMaxMs: number;
  /** The server's limit for waiting for one lock. */
  readonly lockWaitMs: number;
  /** Whether each statement concerns few rows: the server then always uses an index, even for a small table. */
  readonly fewRows?: boolean;
};

/** Limits of the requests' connections. A statement takes about 1 ms; a longer one waits for a lock. */
export const requestLimits = { statementMaxMs: 5_000, lockWaitMs: 2_000, fewRows: true } as const;

const connectMaxMs = 5_000;

/** Steps of a counted wait: time in which this process is busy and reads no answer counts as one step. */
const waitSteps = 10;

/** How long after its limit a statement without an answer fails: the server hangs, or the network is cut. */
const silenceMaxMs = 2_000;

/** How long closing waits for the other end, which may be unreachable. */
const farewellMaxMs = 1_000;

/** How long the server keeps a transaction whose client sends nothing. */
const idleInTransactionMaxMs = 10_000;

/** Idle time before TCP keep-alive checks the connection. */
const keepAliveAfterMs = 10_000;

/** One statement at a time, each prepared once. A failing connection never throws outside a call: `lost` resolves. */
export class PostgresConnection implements AsyncDisposable {
  /** Names only the server that it reached. */
  readonly url: string;
  readonly #client: Client;
  readonly #giveUpAfterMs: number;
  readonly #names = new Map<string, string>();
  readonly #lost = Promise.withResolvers<unknown>();
  #usable = true;

  private constructor(client: Client, { url, statementMaxMs }: PostgresConnectionOptions) {
    this.url = url;
    this.#client = client;
    this.#giveUpAfterMs = statementMaxMs + silenceMaxMs;
    // The client reports a dead socket by an `error` event, which ends the process if it has no listener.
    client.on('error', (cause) => this.#lose(cause));
    client.on('end', () => this.#lose(new Error('the connection ended')));
  }

  /** Connects to the first server that is not a standby. @throws ConnectionFailure, or the server's refusal */
  static async open(options: PostgresConnectionOptions): Promise<PostgresConnection> {
    const urls = serverUrls(options.url);
    const failures: ServerFailure[] = [];
    for (const url of urls) {
      try {
        return await PostgresConnection.#openTo({ ...options, url }, urls.length > 1);
      } catch (cause) {
        if (!concernsServer(cause)) throw cause;
        failures.push({ server: serverOf(createClient(url)), cause });
      }
    }
    throw failureOfAll(failures);
  }

  static async #openTo(options: PostgresConnectionOptions, mustBePrimary: boolean): Promise<PostgresConnection> {
    const connection = new PostgresConnection(createClient(options.url), options);
    try {
      await connection.#within(connectMaxMs, connection.#client.connect());
      await connection.command(sessionSettings(options));
      if (mustBePrimary && (await connection.value('select pg_is_in_recovery()')) !== 0) {
        throw new ConnectionFailure(new OwnFailure(ownCodes.standby, 'the server is a standby'));
      }
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

  /** The server process of this connection, as reported at connection time. */
  get processId(): number | null {
    return (this.#client as unknown as { readonly processID: number | null }).processID;
  }

  /** Runs a procedure to its end in the open transaction, if any. */
  async perform<Result>(procedure: Procedure<Result>): Promise<Result> {
    let step = procedure.next();
    while (step.done !== true) step = procedure.next(await this.rows(step.value));
    return step.value;
  }

  /** Runs one prepared statement. @throws ConnectionFailure, or the server's error (`DatabaseError`) */
  async rows({ sql, values, counts }: Query): Promise<readonly SqlRow[]> {
    const text = { name: this.#nameOf(sql), text: sql, rowMode: 'array' as const, values: [...values] };
    const { rows, rowCount } = await this.#within(this.#giveUpAfterMs, this.#client.query<SqlValue[]>(text));
    return counts ? [[rowCount]] : rows;
  }

  /** Returns the one value of a statement that is not prepared: for a peer that may be a proxy. @throws as `rows` */
  async value(sql: string): Promise<SqlValue | undefined> {
    const text = { text: sql, rowMode: 'array' as const };
    const { rows } = await this.#within(this.#giveUpAfterMs, this.#client.query<SqlValue[]>(text));
    return rows[0]?.[0];
  }

  /** Runs statements without parameters, such as `begin`. @throws as `rows` */
  async command(sql: string): Promise<void> {
    await this.#within(this.#giveUpAfterMs, this.#client.query(sql));
  }

  /** Commits durably. @throws ConnectionFailure when the outcome is unknown, or the server's error when it failed */
  async commit(): Promise<void> {
    const { command } = await this.#within(this.#giveUpAfterMs, this.#client.query('commit'));
    // `commit` rolls back a failed transaction without reporting an error.
    assert(command === 'COMMIT', 'a failed transaction must not be committed');
  }

  /** Closes the connection; cuts it while a statement is running. Never throws. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.discard(new Error('the connection was closed'));
  }

  /** As disposing, but `lost` resolves with `cause`. */
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

  /** Discards the connection when `answer` takes longer than `ms`. No other caller can have a pending answer on it. */
  async #within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
    let silence: OwnFailure | undefined;
    let steps = 0;
    const timer = setInterval(() => {
      // After the last step, an answer that has arrived is read first.
      if (++steps <= waitSteps) return;
      const message = `PostgreSQL at ${serverOf(this.#client)} did not answer in ${ms / 1_000} s`;
      silence = new OwnFailure(ownCodes.silent, message);
      this.#lose(silence);
      this.#cut();
    }, ms / waitSteps);
    try {
      return await answer;
    } catch (cause) {
      if (cause instanceof DatabaseError) throw cause;
      this.#lose(cause);
      throw new ConnectionFailure(silence ?? cause);
    } finally {
      clearInterval(timer);
    }
  }

  #lose(cause: unknown): void {
    this.#usable = false;
    this.#lost.resolve(cause);
  }

  /** Closes the socket without waiting for a peer that may be unreachable. */
  #cut(): void {
    this.#client.connection.stream.destroy();
  }
}

function serverOf({ host, port }: Client): string {
  return `${host}:${port}`;
}

function createClient(url: string): Client {
  try {
    return new Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      types: { getTypeParser: ((type) => parsers[type] ?? String) as typeof types.getTypeParser },
    });
  } catch (cause) {
    // The cause is left out because it quotes the connection URL with its password.
    const code = cause instanceof Error && 'syscall' in cause ? ownCodes.authority : ownCodes.address;
    throw new ConnectionFailure(new OwnFailure(code, ''));
  }
}

// A plan for an almost empty table reads all of it, and is kept until the next analyze, when it may be large. So do
// joins that read a whole index. Without a fitting index, the high cost of `off` would trigger JIT compilation.
const byIndex = `set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;
    set jit = off;`;

/** No connection parameters: a proxy may know few, and the URL's come first. `db copy` recognises nodes by the name. */
function sessionSettings({ statementMaxMs, lockWaitMs, fewRows = false }: PostgresConnectionOptions): string {
  return `${fewRows ? byIndex : ''}
    set statement_timeout = ${statementMaxMs};
    set lock_timeout = ${lockWaitMs};
    set idle_in_transaction_session_timeout = ${idleInTransactionMaxMs};
    set default_transaction_isolation = 'read committed';
    set client_encoding = 'UTF8';
    set bytea_output = 'hex';
    set application_name = 'dragoman';
    set timezone = 'UTC'`;
}

/** By the number of their type; all others are texts. Source: pg_type.dat of PostgreSQL; these numbers never change. */
const parsers: Readonly<Record<number, (text: string) => SqlValue>> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: bytesOf,
  // smallint and integer
  21: Number,
  23: Number,
};

/** @param text hexadecimal after `\x`, as `bytea_output` says */
function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(buffer, byteOffset, byteLength);
}
