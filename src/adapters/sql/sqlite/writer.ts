import { ServiceError } from '../../../core/service-error.ts';
import type { FromWriter, ToWriter } from './answer-writer.ts';
import { type AnswerTo, isAnsweredEarly, type Operation, type OperationName, settlesHold } from './operation.ts';
import { failureOf, storeUnavailable } from './sqlite-error.ts';

/** The other end of a writer: a thread that runs `writer-thread.ts`, or `answerWriter` on the calling thread. */
export type WriterThread = {
  postMessage(message: ToWriter): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
  terminate(): unknown;
};

export type WriterOptions = {
  /** Called again whenever one has died. */
  readonly start: () => WriterThread;
  /** How many operations may wait for the writer; one beyond that is refused, unless it ends a hold. */
  readonly waitingMax: number;
  /** Told what no caller is told: that a thread has died, or that holds were lost which had been answered already. */
  readonly onFailure: (failure: { readonly task: string; readonly cause: unknown }) => void;
};

type Waiting = {
  readonly operation: Operation;
  /** Of what the operation carries besides numbers and names. */
  readonly bytes: number;
  readonly answer: (answer: never) => void;
  readonly fail: (cause: ServiceError) => void;
  /** Whether it has been sent to a thread that died over it. */
  readonly again: boolean;
};

/** One transaction carries at most so many operations, so that the first of them does not wait for too many others. */
const batchMax = 512;

/**
 * Bytes of sealed replies that may wait for the writer. A charge brings its reply along beyond that, since it is never
 * refused; but no hold is opened meanwhile, so that the excess is at most the replies of the holds that are open.
 */
const waitingBytesMax = 67_108_864;

/** Pause before a thread takes the place of one that died; it doubles until one of them has done something. */
const restartPauseMs = { first: 20, max: 5_000 };

/** How long closing waits for a thread that no longer answers. */
const closeMaxMs = 10_000;

/**
 * The calling thread's half of the writer: collects what one turn of the event loop, and whatever comes while a batch
 * is under way, asks for, and hands it over as one batch. An operation costs one promise and a share of one message.
 */
export class Writer implements AsyncDisposable {
  readonly #options: WriterOptions;
  #thread: WriterThread | undefined;
  #ready = false;
  /** Set while no thread could be started: waiting would be in vain. */
  #down: ServiceError | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #underWay: readonly Waiting[] = [];
  #flushIsDue = false;
  #pauseMs = restartPauseMs.first;
  #restart: NodeJS.Timeout | undefined;
  #opened = false;
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
   * Has `operation` carried out, and resolves with its answer once that may be known.
   *
   * @param bytes of what the operation carries besides numbers and names
   * @throws ServiceError `overloaded` when too much waits and the operation does not end a hold, `store_unavailable` when
   * the database could not be written
   */
  submit<Name extends OperationName>(operation: Operation<Name>, bytes = 0): Promise<AnswerTo<Name>> {
    const refusal = this.#refusal(operation, bytes);
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise((answer, fail) => {
      this.#waiting.push({ operation, bytes, answer, fail, again: false });
      this.#waitingBytes += bytes;
      this.#flushSoon();
    });
  }

  /** Refuses what comes from now on, finishes what came before, and ends the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#restart);
    if (this.#thread === undefined) return this.#failWaiting(closed());
    const stuck = setTimeout(() => void this.#thread?.terminate(), closeMaxMs);
    this.#flush();
    this.#settleIdle();
    await this.#idle.promise;
    this.#post('close');
    await this.#gone.promise;
    clearTimeout(stuck);
  }

  #refusal(operation: Operation, bytes: number): ServiceError | undefined {
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
    // After everything that this turn of the event loop still reads from the network.
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
    let cause: unknown = new Error('the thread ended by itself');
    try {
      const thread = this.#options.start();
      this.#thread = thread;
      thread.on('message', (message) => this.#hear(message as FromWriter));
      thread.on('error', (error) => {
        cause = error;
      });
      thread.on('exit', () => this.#bury(cause));
    } catch (error) {
      this.#bury(error);
    }
  }

  #hear(message: FromWriter): void {
    switch (message.kind) {
      case 'ready':
        this.#ready = true;
        this.#opened = true;
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

  /** Answering twice, early and when done, or after a failure, changes nothing: a promise keeps what it got first. */
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

  /** Nobody knows whether the thread committed what it was at, so only what may be repeated is sent again, once. */
  #bury(cause: unknown): void {
    const failure = storeUnavailable(failureOf(cause));
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
    if (this.#closing || !this.#opened) return;
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
