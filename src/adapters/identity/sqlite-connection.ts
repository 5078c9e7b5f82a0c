import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../ground/service-error.ts';
import { moduleBeside } from '../../ops/module-address.ts';
import type { FromSqliteThread, SqliteAnswer, SqliteThreadData, ToSqliteThread } from './sqlite-thread.ts';

type Waiting = { readonly answer: (answer: SqliteAnswer) => void; readonly fail: (cause: ServiceError) => void };

/** At most this many statements wait; more are refused. */
const waitingMax = 1_000;

/** How long closing waits for a thread that no longer answers. */
const closeMaxMs = 10_000;

const heapMib = 64;

/** In a thread: waiting for the disk or the ledger blocks no requests. The next statement replaces a dead thread. */
export class SeparateConnection implements AsyncDisposable {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #gone: Promise<void> = Promise.resolve();
  #lastId = 0;
  #closing = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws ServiceError `store_unavailable`, or `overloaded` when too many wait */
  run(sql: string, parameters: readonly SQLInputValue[] = []): Promise<SqliteAnswer> {
    if (this.#closing) return Promise.reject(unavailable('the connection is closed'));
    if (this.#waiting.size >= waitingMax) return Promise.reject(new ServiceError('overloaded'));
    this.#thread ??= this.#start();
    const id = ++this.#lastId;
    return new Promise((answer, fail) => {
      this.#waiting.set(id, { answer, fail });
      this.#post({ id, sql, parameters });
    });
  }

  /** Finishes the submitted statements and closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    const thread = this.#thread;
    if (thread === undefined) return;
    const timer = setTimeout(() => void thread.terminate(), closeMaxMs);
    this.#post('close');
    await this.#gone;
    clearTimeout(timer);
  }

  #post(message: ToSqliteThread): void {
    this.#thread?.postMessage(message);
  }

  #start(): Worker {
    const workerData: SqliteThreadData = { file: this.#file };
    const thread = new Worker(moduleBeside(import.meta.url, 'sqlite-thread'), {
      name: 'people',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
    });
    let reason = 'the thread exited unexpectedly';
    thread.on('message', (message: FromSqliteThread) => this.#receive(message));
    thread.on('error', (cause) => {
      reason = cause instanceof Error ? cause.message : reason;
    });
    this.#gone = new Promise((resolve) => {
      thread.on('exit', () => {
        this.#handleExit(reason);
        resolve();
      });
    });
    return thread;
  }

  #receive(message: FromSqliteThread): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'done') waiting?.answer(message);
    else waiting?.fail(unavailable(message.reason));
  }

  #handleExit(reason: string): void {
    this.#thread = undefined;
    for (const { fail } of this.#waiting.values()) fail(unavailable(reason));
    this.#waiting.clear();
  }
}

function unavailable(reason: string): ServiceError {
  return new ServiceError('store_unavailable', { detail: { reason } });
}
