/** The threads that translate, and the models in their shared memory. */
import { UnusableModel } from '../../../packages/marian/src/index.ts';
import { orAborted } from '../../core/abort.ts';
import type { Job } from '../../core/engine/engine.ts';
import { CircuitBreaker } from '../../core/engine-runtime/circuit-breaker.ts';
import type { Events } from '../../core/events.ts';
import { pairName } from '../../core/languages/language.ts';
import { ServiceError } from '../../core/service-error.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { BergamotLimits } from './limits.ts';
import { ModelMemory, workerBytes } from './model-memory.ts';
import { PendingJob, type TextRequest } from './pending-job.ts';
import type { Knows } from './post-edit/unknown-signs.ts';
import { prepareSegments } from './segment-translation.ts';
import type { ServedModel } from './served-model.ts';
import type { EngineTranslation } from './worker.ts';
import { WorkerEnded, WorkerThread } from './worker-thread.ts';

export type WorkerPoolOptions = {
  readonly engine: string;
  readonly limits: BergamotLimits;
  /** Whether the confidence of every translation is reported, not only where it is needed. */
  readonly isScored: boolean;
  readonly events: Pick<Events, 'engineRestarted' | 'confidenceTold' | 'modelsLoaded'>;
  /** Called when models become usable or unusable. */
  availabilityChanged(): void;
};

/** A thread and what it is doing. */
type PoolWorker = {
  readonly thread: WorkerThread;
  readonly slot: number;
  /** Whether it only takes short texts. */
  readonly isExpress: boolean;
  /** Models that it has used since they were loaded. */
  readonly opened: Set<ServedModel>;
  call: Call | undefined;
  usedAt: number;
  /** Whether it failed or must end. */
  isLeaving: boolean;
};

type Call = {
  readonly model: ServedModel;
  readonly batch: readonly TextRequest[];
  /** Whether short texts should not wait for it. */
  readonly isLong: boolean;
};

/** Share of the memory that unloaded models may still take until garbage is collected. */
const garbageShareMax = 1 / 8;

/** A text that was in this many calls of ended threads is treated as the cause. */
const strikesMax = 2;

/** A job that loses more texts than this fails, because other jobs wait while its threads are replaced. */
const givenUpMax = 8;

export class WorkerPool implements AsyncDisposable {
  readonly #options: WorkerPoolOptions;
  readonly #models = new Set<ServedModel>();
  readonly #memory: ModelMemory;
  readonly #workers = new Set<PoolWorker>();
  readonly #tasks = new Set<Promise<void>>();
  /** Of starting a thread. */
  readonly #breaker: CircuitBreaker;
  readonly #timer: NodeJS.Timeout;
  /** Memory of unloaded models since garbage was last collected. */
  #garbageBytes = 0;
  #isStarting = false;
  #turns = 0;
  #isWaking = false;
  #isDisposed = false;

  constructor(options: WorkerPoolOptions) {
    const { limits } = options;
    this.#options = options;
    this.#memory = new ModelMemory(this.#models, limits);
    this.#breaker = new CircuitBreaker({ withdrawMs: limits.withdrawMs, changed: () => this.availabilityChanged() });
    this.#timer = setInterval(() => this.#survey(), limits.surveyMs).unref();
  }

  /** Why a model cannot be used now; undefined if it can. */
  obstacleOf(model: ServedModel): string | undefined {
    if (this.#isDisposed) return 'closed';
    if (!this.#memory.canHold(model)) return 'needs more memory than models may take';
    return model.breaker.reason ?? (this.#workers.size === 0 ? this.#breaker.reason : undefined);
  }

  /**
   * Translates the segments of a job with a model.
   *
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async translate(model: ServedModel, job: Job, signal: AbortSignal): Promise<readonly string[]> {
    const { pair, segments, terms, share } = job;
    const knows = model.knows ?? (await this.#open(model, signal));
    const carried = segments.map((segment, index) => ({ segment, terms: terms?.[index] ?? [] }));
    const prepared = await prepareSegments(carried, { pair, knows }, signal);
    this.#accept(model, signal);
    const shortUnitsMax = this.#options.limits.shortJobUnitsMax;
    const further = (request: TextRequest): void => this.#again(model, [request]);
    const pending = new PendingJob({ segments: prepared, share, shortUnitsMax, further });
    const giveUp = (): void => {
      pending.fail(signal.reason);
      this.#abandonUnwanted();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      model.queue.add(pending);
      this.#wakeSoon();
      return await pending.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      model.queue.remove(pending);
    }
  }

  /** A model or the last thread failed, or may be tried again. */
  availabilityChanged(): void {
    for (const model of this.#models) {
      const obstacle = this.obstacleOf(model);
      if (obstacle !== undefined) model.fail(this.#unavailable(model, obstacle));
    }
    this.#options.availabilityChanged();
    this.#wakeSoon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    this.#breaker[Symbol.dispose]();
    for (const model of this.#models) {
      model[Symbol.dispose]();
      model.fail(this.#unavailable(model, 'closed'));
    }
    await Promise.all([...this.#workers].map((worker) => this.#end(worker)));
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  /** Waits until a model is loaded, and returns which characters it has. */
  async #open(model: ServedModel, signal: AbortSignal): Promise<Knows> {
    this.#accept(model, signal);
    const opened = Promise.withResolvers<Knows>();
    model.opening.add(opened);
    this.#wakeSoon();
    try {
      return await orAborted(opened.promise, signal);
    } finally {
      model.opening.delete(opened);
    }
  }

  #accept(model: ServedModel, signal: AbortSignal): void {
    signal.throwIfAborted();
    const obstacle = this.obstacleOf(model);
    if (obstacle !== undefined) throw this.#unavailable(model, obstacle);
    // A model removed from disk may have been dropped since the last turn.
    this.#models.add(model);
  }

  /** Waits for the end of this turn of the event loop, to batch the texts of all its callers. */
  #wakeSoon(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.#wake();
    });
  }

  /** Starts everything that can be done now. */
  #wake(): void {
    const next = () => (this.#isDisposed ? undefined : this.#next());
    for (let step = next(); step !== undefined; step = next()) {
      const task: Promise<void> = step().finally(() => this.#tasks.delete(task));
      this.#tasks.add(task);
    }
  }

  /** Models take turns: the least recently used comes first. */
  #next(): (() => Promise<void>) | undefined {
    const work = [...this.#models]
      .filter((model) => model.isWanted && !model.isLoading && !model.breaker.isPausing)
      .filter(({ memory, queue }) => memory === undefined || !queue.isEmpty)
      .toSorted((one, other) => one.turn - other.turn);
    const regular = [...this.#workers].filter(({ isExpress }) => !isExpress);
    const idle = regular.filter(isIdle);
    const leaving = new Set<ServedModel>();
    for (const model of work) {
      const worker = idle.find(({ opened }) => opened.has(model)) ?? idle[0];
      if (worker === undefined) break;
      if (leaving.has(model)) continue;
      if (model.memory !== undefined) return () => this.#translate(worker, model);
      const leavers = this.#memory.leaversFor(model, (one) => this.#isInUse(one));
      if (leavers === undefined) continue;
      const inUse = leavers.filter((one) => this.#isInUse(one));
      if (inUse.length === 0) return () => this.#load(worker, model, leavers);
      // They get no new call, because several threads would keep them in use forever.
      for (const one of inUse) leaving.add(one);
    }
    if (work.length === 0 || idle.length > 0) return undefined;
    if (regular.length < this.#options.limits.workersMax) return this.#startLater();
    const short = work.find(({ memory, queue }) => memory !== undefined && queue.has('short'));
    if (short === undefined || !regular.some(({ call }) => call?.isLong)) return undefined;
    const express = [...this.#workers].find(({ isExpress }) => isExpress);
    if (express === undefined) return this.#startLater(this.#options.limits.workersMax);
    return isIdle(express) ? () => this.#translate(express, short) : undefined;
  }

  #startLater(slot?: number): (() => Promise<void>) | undefined {
    if (this.#isStarting || this.#breaker.isPausing) return undefined;
    const taken = new Set(Array.from(this.#workers, (worker) => worker.slot));
    let free = slot ?? 0;
    while (taken.has(free)) free++;
    return () => this.#start(free);
  }

  async #start(slot: number): Promise<void> {
    this.#isStarting = true;
    try {
      const thread = await WorkerThread.start(slot);
      const isExpress = slot === this.#options.limits.workersMax;
      const idle = { opened: new Set<ServedModel>(), call: undefined, usedAt: performance.now(), isLeaving: false };
      const worker: PoolWorker = { thread, slot, isExpress, ...idle };
      this.#workers.add(worker);
      void thread.ended.then(({ kind }) => this.#lose(worker, kind));
      if (this.#isDisposed) return await this.#end(worker);
      this.#breaker.succeeded();
    } catch {
      this.#breaker.failed('no worker can be started');
    } finally {
      this.#isStarting = false;
    }
    this.#wake();
  }

  async #load(worker: PoolWorker, model: ServedModel, leavers: readonly ServedModel[]): Promise<void> {
    const { files } = model.installed;
    const { scratch } = this.#memory;
    this.#unload(leavers);
    model.isLoading = true;
    await this.#occupy(worker, { model, batch: [], isLong: true }, async () => {
      try {
        model.loaded(await worker.thread.load({ files, ...scratch }));
      } catch (error) {
        if (error instanceof WorkerEnded) this.#failed(worker, model, error);
        model.breaker.failed(reasonOf(error), { isFinal: error instanceof UnusableModel });
      }
      model.isLoading = false;
      this.#report();
      return undefined;
    });
  }

  async #translate(worker: PoolWorker, model: ServedModel): Promise<void> {
    const { memory, key } = model;
    const idle = [...this.#workers].filter((one) => !one.isExpress && isIdle(one)).length;
    const batch = model.takeBatch(Math.max(1, idle), worker.isExpress ? 'short' : undefined);
    if (batch.length === 0) return;
    const { overdueMs, overdueMsPerUnit } = this.#options.limits;
    const isLong = batch.some(({ job, strikes }) => job.lane === 'long' || strikes > 0);
    const units = batch.reduce((sum, request) => sum + request.units, 0);
    await this.#occupy(worker, { model, batch, isLong }, async () => {
      const task = {
        key,
        texts: batch.map(({ text }) => text),
        isScored: this.#options.isScored || batch.some(({ isScored }) => isScored),
        model: worker.opened.has(model) ? undefined : memory,
      };
      worker.opened.add(model);
      try {
        const translations = await worker.thread.translate(task, overdueMs + overdueMsPerUnit * units);
        if (translations === undefined) return () => this.#again(model, batch);
        return () => this.#deliver(batch, translations);
      } catch (error) {
        this.#failed(worker, model, error);
        return () => this.#strike(model, batch);
      }
    });
  }

  /** @param work returns a step to run after the thread has its next work */
  async #occupy(worker: PoolWorker, call: Call, work: () => Promise<(() => void) | undefined>): Promise<void> {
    worker.call = call;
    call.model.turn = ++this.#turns;
    call.model.usedAt = performance.now();
    const finish = await work();
    worker.call = undefined;
    worker.usedAt = call.model.usedAt = performance.now();
    this.#wake();
    finish?.();
    if (worker.isLeaving) await worker.thread[Symbol.asyncDispose]();
  }

  #deliver(batch: readonly TextRequest[], translations: readonly EngineTranslation[]): void {
    const { events, engine, isScored } = this.#options;
    const confidences: number[] = [];
    for (const [index, request] of batch.entries()) {
      const translation = translations[index];
      request.resolve(translation);
      if (!isScored && !request.isScored) continue;
      if (translation?.confidence !== undefined) confidences.push(translation.confidence);
    }
    if (confidences.length > 0) events.confidenceTold({ engine, confidences });
  }

  /** Tries each text once more, alone. A text is given up when its thread ends again. */
  #strike(model: ServedModel, batch: readonly TextRequest[]): void {
    if (this.#isDisposed) return this.#again(model, batch);
    const struck = batch.map((request) => ({ ...request, strikes: request.strikes + 1 }));
    for (const { job, resolve, strikes } of struck) {
      if (strikes < strikesMax) continue;
      resolve(undefined);
      if (++job.givenUp > givenUpMax) job.fail(this.#unavailable(model, 'failed on it again and again'));
    }
    this.#again(
      model,
      struck.filter(({ strikes }) => strikes < strikesMax),
    );
  }

  /** Puts texts back into the queue, unless the model is unusable. */
  #again(model: ServedModel, requests: readonly TextRequest[]): void {
    const obstacle = this.obstacleOf(model);
    if (obstacle !== undefined) for (const { job } of requests) job.fail(this.#unavailable(model, obstacle));
    model.queue.addAgain(requests.filter(({ strikes }) => strikes === 0));
    model.queue.addSuspects(requests.filter(({ strikes }) => strikes > 0));
    this.#wakeSoon();
  }

  /** Ends translations that no caller waits for. */
  #abandonUnwanted(): void {
    for (const { call, thread } of this.#workers) {
      if (call !== undefined && call.batch.length > 0 && call.batch.every(({ job }) => job.isOver)) thread.abandon();
    }
  }

  #isInUse(model: ServedModel): boolean {
    return [...this.#workers].some(({ call }) => call?.model === model);
  }

  #unload(models: readonly ServedModel[]): void {
    for (const model of models) {
      this.#garbageBytes += model.memory?.bytes ?? 0;
      model.memory = undefined;
      for (const { opened, thread } of this.#workers) if (opened.delete(model)) thread.forget(model.key);
    }
    this.#report();
    // It stops this thread for tens of milliseconds, so it runs only when it frees enough, or nothing is translated.
    const garbageBytesMax = this.#workers.size > 0 ? garbageShareMax * this.#options.limits.memoryBytesMax : 0;
    if (this.#garbageBytes <= garbageBytesMax) return;
    this.#garbageBytes = 0;
    setImmediate(collectGarbage);
  }

  async #end(worker: PoolWorker): Promise<void> {
    worker.isLeaving = true;
    await worker.thread[Symbol.asyncDispose]();
  }

  /** A thread ended during a call, or must not be used again. */
  #failed(worker: PoolWorker, model: ServedModel, error: unknown): void {
    if (this.#isDisposed) return;
    worker.isLeaving = true;
    const reason = error instanceof WorkerEnded ? error.end.kind : 'failed';
    this.#options.events.engineRestarted({ engine: this.#options.engine, unit: pairName(model.pair), reason });
  }

  #lose(worker: PoolWorker, reason: string): void {
    this.#workers.delete(worker);
    if (this.#isDisposed) return;
    // An end during a call was reported with the pair.
    if (!worker.isLeaving && worker.call === undefined) {
      this.#options.events.engineRestarted({ engine: this.#options.engine, unit: 'worker', reason });
    }
    if (this.#workers.size === 0) this.#unload([...this.#models].filter((model) => model.memory && !model.isWanted));
    else this.#report();
    this.availabilityChanged();
  }

  /** Ends idle threads, and drops models that were removed from disk. */
  #survey(): void {
    const usedBefore = performance.now() - this.#options.limits.idleMsMax;
    for (const worker of this.#workers) if (isIdle(worker) && worker.usedAt < usedBefore) void this.#end(worker);
    for (const model of this.#models) {
      if (!model.isGone || model.isWanted || model.isLoading || this.#isInUse(model)) continue;
      this.#unload([model]);
      model[Symbol.dispose]();
      this.#models.delete(model);
    }
    this.#wake();
  }

  #report(): void {
    if (this.#isDisposed) return;
    const { engine, events } = this.#options;
    const models = [...this.#models].filter(({ memory }) => memory !== undefined).length;
    events.modelsLoaded({ engine, models, bytes: this.#memory.bytes + this.#workers.size * workerBytes });
  }

  #unavailable({ pair }: ServedModel, reason: string): ServiceError {
    const detail = { engine: this.#options.engine, pair: pairName(pair), reason };
    return new ServiceError('engine_unavailable', { detail });
  }
}

function isIdle({ call, isLeaving }: PoolWorker): boolean {
  return call === undefined && !isLeaving;
}

function reasonOf(error: unknown): string {
  if (error instanceof UnusableModel || error instanceof WorkerEnded) return error.message;
  return 'its files cannot be read';
}
