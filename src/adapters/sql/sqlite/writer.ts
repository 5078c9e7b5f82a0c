import { ServiceError } from '../../../ground/service-error.ts';
import type { ShopTask } from '../../../shop/events.ts';
import type { FromWriter, ToWriter } from './answer-writer.ts';
import { type AnswerTo, isAnsweredEarly, type OperationName, settlesHold, type WriterOperation } from './operation.ts';
import { sqliteFailure, storeUnavailable } from './sqlite-error.ts';

/** The other end of a writer: a thread that runs `writer-thread.ts`, or `answerWriter` on the calling thread. */
export type WriterThread = {
  postMessage(message: ToWriter): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
  terminate(): unknown;
};

export type WriterOptions = {
  /** Called again whenever a thread has died, with the files that the first one had open. */
  readonly start: (opened: string | undefined) => WriterThread;
  /** At most this many operations wait for the writer; more are refused, unless they end a hold. */
  readonly waitingMax: number;
  /** Called for failures that no caller sees: a thread died, or holds that had been answered were lost. */
  readonly onFailure: (failure: { readonly task: ShopTask; readonly cause: unknown }) => void;
};

type Waiting = {
  readonly operation: WriterOperation;
  /** Size of the operation's input without numbers and names. */
  readonly bytes: number;
  readonly answer: (answer: never) => void;
  readonly fail: (cause: ServiceError) => void;
  /** Whether it was sent before, to a thread that died. */
  readonly again: boolean;
};

/** The largest number of operations in one transaction; bounds the wait of the first one. */
const batchMax = 512;

/** Bytes of sealed replies that wait. Beyond it no hold is opened, so only the replies of open holds may exceed it. */
const waitingBytesMax = 67_108_864;

/** Pause before a dead thread is replaced; it doubles until a thread has completed a batch. */
const restartPauseMs = { first: 20, max: 5_000 };

/** How long closing waits for a thread that no longer answers. */
const closeMaxMs = 10_000;

/** Collects operations of a turn, or while a batch runs, into one batch. Each costs a promise and part of a message. */
export class Writer implements AsyncDisposable {
  readonly #options: WriterOptions;
  #thread: WriterThread | undefined;
  #ready = false;
  /** Set while no thread can be started: operations fail immediately. */
  #down: ServiceError | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #underWay: readonly Waiting[] = [];
  #flushIsDue = false;
  #pauseMs = restartPauseMs.first;
  #restart: NodeJS.Timeout | undefined;
  /** The files that the first thread had open. */
  #opened: string | undefined;
  #closing = false;
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #idle = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();

  private constructor(options: WriterOptions) {
    this.#options = options;
    this.#startThread();
  }

  /** @throws ServiceError `store_unavailable` when the thread cannot open the database */
  static async open(options: WriterOptions): Promise<Writer> {
    const writer = new Writer(options);
    await writer.#firstReady.promise;
    return writer;
  }

  /**
   * Resolves with the answer, early if allowed. @param bytes size of the input without numbers and names
   * @throws ServiceError `overloaded` when too much waits and it does not end a hold; `store_unavailable`
   */
  submit<Name extends OperationName>(operation: WriterOperation<Name>, bytes = 0): Promise<AnswerTo<Name>> {
    const refusal = this.#refusal(operation, bytes);
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise((answer, fail) => {
      this.#waiting.push({ operation, bytes, answer, fail, again: false });
      this.#waitingBytes += bytes;
      this.#flushSoon();
    });
  }

  /** Refuses new operations, finishes the submitted ones, and ends the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#restart);
    if (this.#thread === undefined) return this.#failWaiting(closed());
    const timer = setTimeout(() => void this.#thread?.terminate(), closeMaxMs);
    this.#flush();
    this.#settleIdle();
    await this.#idle.promise;
    this.#post('close');
    await this.#gone.promise;
    clearTimeout(timer);
  }

  #refusal(operation: WriterOperation, bytes: number): ServiceError | undefined {
    if (this.#closing) return closed();
    if (this.#down !== undefined) return this.#down;
    if (settlesHold(operation)) return undefined;
    const hasPlace = this.#waiting.length < this.#options.waitingMax;
    if (hasPlace && this.#waitingBytes + bytes <= waitingBytesMax) return undefined;
    return new ServiceError('overloaded', { detail: { waiting: this.#waiting.length } });
  }

  #flushSoon(): void {
    if (this.#flushIsDue || this.#underWay.length > 0) return;
    this.#flushIsDue = true;
    // After all network input of this turn of the event loop.
    setImmediate(() => {
      this.#flushIsDue = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (!this.#ready || this.#underWay.length > 0 || this.#waiting.length === 0) return;
    if (this.#waiting.length <= batchMax) {
      this.#underWay = this.#waiting;
      this.#waiting = [];
    } else {
      this.#underWay = this.#waiting.splice(0, batchMax);
    }
    for (const { bytes } of this.#underWay) this.#waitingBytes -= bytes;
    this.#post(this.#underWay.map(({ operation }) => operation));
  }

  #post(message: ToWriter): void {
    this.#thread?.postMessage(message);
  }

  #startThread(): void {
    let cause: unknown = new Error('the thread exited unexpectedly');
    try {
      const thread = this.#options.start(this.#opened);
      this.#thread = thread;
      thread.on('message', (message) => this.#receive(message as FromWriter));
      thread.on('error', (error) => {
        cause = error;
      });
      thread.on('exit', () => this.#handleExit(cause));
    } catch (error) {
      this.#handleExit(error);
    }
  }

  #receive(message: FromWriter): void {
    switch (message.kind) {
      case 'ready':
        this.#ready = true;
        this.#opened = message.opened;
        this.#down = undefined;
        this.#firstReady.resolve();
        return this.#flush();
      case 'early':
        for (const [index, answer] of message.answers.entries()) if (answer !== undefined) this.#answer(index, answer);
        return;
      case 'done':
        for (const [index, failure] of message.failed) this.#underWay[index]?.fail(storeUnavailable(failure));
        for (const [index, answer] of message.answers.entries()) this.#answer(index, answer);
        return this.#finishBatch();
      case 'failed':
        this.#failBatch(storeUnavailable(message.failure));
        return this.#finishBatch();
    }
  }

  #failBatch(cause: ServiceError): void {
    for (const { fail } of this.#underWay) fail(cause);
    const answered = this.#underWay.some(({ operation }) => isAnsweredEarly(operation));
    if (answered) this.#options.onFailure({ task: 'commit of holds', cause });
  }

  /** A second answer (early and done, or after a failure) changes nothing: a promise keeps its first result. */
  #answer(index: number, answer: unknown): void {
    this.#underWay[index]?.answer(answer as never);
  }

  #finishBatch(): void {
    this.#underWay = [];
    this.#pauseMs = restartPauseMs.first;
    if (this.#waiting.length > 0) this.#flushSoon();
    this.#settleIdle();
  }

  #settleIdle(): void {
    if (this.#closing && this.#underWay.length === 0 && this.#waiting.length === 0) this.#idle.resolve();
  }

  /** Handles a dead thread. Whether it had committed is unknown, so only repeatable operations are sent again, once. */
  #handleExit(cause: unknown): void {
    const failure = storeUnavailable(sqliteFailure(cause));
    const wasReady = this.#ready;
    const [repeated, lost] = partition(this.#underWay, ({ operation, again }) => settlesHold(operation) && !again);
    this.#thread = undefined;
    this.#ready = false;
    this.#underWay = [];
    for (const { fail } of lost) fail(failure);
    if (this.#closing) this.#gone.resolve();
    this.#firstReady.reject(failure);
    for (const waiting of repeated) this.#waitingBytes += waiting.bytes;
    this.#waiting = [...repeated.map((waiting) => ({ ...waiting, again: true })), ...this.#waiting];
    if (!wasReady) this.#down = failure;
    if (!wasReady || this.#closing) this.#failWaiting(failure);
    if (this.#closing || this.#opened === undefined) return;
    this.#options.onFailure({ task: "database writer's thread", cause });
    this.#restart = setTimeout(() => this.#startThread(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, restartPauseMs.max);
  }

  #failWaiting(cause: ServiceError): void {
    for (const { fail } of this.#waiting) fail(cause);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#settleIdle();
  }
}

function closed(): ServiceError {
  return new ServiceError('draining');
}

function partition<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter((item) => belongs(item)), items.filter((item) => !belongs(item))];
}
