/** The threads that translate, and the models in their shared memory. */
import { UnusableModel } from '../../../packages/marian/src/index.ts';
import { oncePerRound } from '../../ground/steps.ts';
import { CircuitBreaker } from '../../text/engine/circuit-breaker.ts';
import type { Job } from '../../text/engine/engine.ts';
import { MemoryBudget } from '../../text/engine/memory-budget.ts';
import type { TextEvents } from '../../text/events.ts';
import { pairName } from '../../text/languages/language.ts';
import { collectGarbage } from './collect-garbage.ts';
import { type BergamotLimits, estimatedBytes, type Scratch, scratchFor, workerBytes } from './limits.ts';
import type { InstalledModel } from './model.ts';
import { prepareSegments, translateSegment } from './segment-translation.ts';
import { ServedModel, type TextRequest } from './served-model.ts';
import { WorkerEnded, WorkerThread } from './worker-thread.ts';

export type PoolEvents = 'engineRestarted' | 'modelsLoaded' | 'modelNotLoaded';

export type WorkerPoolOptions = {
  readonly engine: string;
  readonly limits: BergamotLimits;
  readonly events: Pick<TextEvents, PoolEvents>;
  availabilityChanged(): void;
  refused(model: InstalledModel, reason: string): void;
};

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

export class WorkerPool implements AsyncDisposable {
  readonly #options: WorkerPoolOptions;
  readonly #models = new Set<ServedModel>();
  readonly #scratch: Scratch;
  readonly #budget: MemoryBudget<ServedModel>;
  readonly #workers = new Set<PoolWorker>();
  readonly #tasks = new Set<Promise<void>>();
  /** For starts of threads. */
  readonly #breaker: CircuitBreaker;
  readonly #timer: NodeJS.Timeout;
  /** Memory of unloaded models since garbage was last collected. */
  #garbageBytes = 0;
  #isStarting = false;
  #turns = 0;
  readonly #wakeSoon = oncePerRound(() => this.#wake());
  #isDisposed = false;

  constructor(options: WorkerPoolOptions) {
    const { limits } = options;
    this.#options = options;
    this.#scratch = scratchFor(limits);
    const { memoryBytesMax, tenureMs, surveyMs } = limits;
    const bytesMax = memoryBytesMax - this.#scratch.threads * workerBytes;
    this.#budget = new MemoryBudget({ bytesMax, idleMsMax: Number.POSITIVE_INFINITY, tenureMs, surveyMs });
    this.#breaker = new CircuitBreaker({ withdrawMs: limits.withdrawMs, changed: () => this.#availabilityChanged() });
    this.#timer = setInterval(() => this.#survey(), limits.surveyMs).unref();
  }

  /** Serves a model; no thread loads it before its first job. */
  serve(installed: InstalledModel): ServedModel {
    const { engine, limits } = this.#options;
    return new ServedModel(installed, {
      engine,
      limits,
      bytesEstimated: estimatedBytes(installed.bytes, this.#scratch),
      obstacle: (model) => this.#obstacleOf(model),
      wake: this.#wakeSoon,
      abandoned: () => this.#abandonUnwanted(),
      retired: (model) => this.#unloadRetired(model),
      changed: () => this.#options.availabilityChanged(),
    });
  }

  /** @throws ServiceError `engine_unavailable`; the signal's reason when it aborts */
  async translate(model: ServedModel, job: Job, signal: AbortSignal): Promise<readonly string[]> {
    const { pair, segments, entries, share } = job;
    const caller = { share, signal };
    this.#models.add(model);
    model.jobs++;
    try {
      const hasCharacter = await model.open(caller);
      const withEntries = segments.map((segment, index) => ({ segment, entries: entries?.[index] ?? [] }));
      const prepared = await prepareSegments(withEntries, { pair, hasCharacter }, signal);
      return await model.queue.run(caller, (ask) => Promise.all(prepared.map((one) => translateSegment(one, ask))));
    } finally {
      model.jobs--;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    this.#budget[Symbol.dispose]();
    this.#breaker[Symbol.dispose]();
    for (const model of this.#models) model[Symbol.dispose]();
    await Promise.all([...this.#workers].map((worker) => this.#end(worker)));
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #obstacleOf(model: ServedModel): string | undefined {
    if (this.#isDisposed) return 'closed';
    if (model.bytesNeeded > this.#budget.bytesMax) return 'needs more memory than BERGAMOT_MEMORY_MB allows';
    return this.#workers.size === 0 ? this.#breaker.reason : undefined;
  }

  /** Called when the last thread failed, or when one may be started again. */
  #availabilityChanged(): void {
    this.#options.availabilityChanged();
    for (const { queue } of this.#models) queue.availabilityChanged();
  }

  #wake(): void {
    for (const model of this.#models) if (!model.isWanted) this.#budget.forget(model);
    const next = () => (this.#isDisposed ? undefined : this.#next());
    for (let step = next(); step !== undefined; step = next()) {
      const task: Promise<void> = step().finally(() => this.#tasks.delete(task));
      this.#tasks.add(task);
    }
  }

  /** Models take turns: the least recently used comes first. */
  #next(): (() => Promise<void>) | undefined {
    const work = [...this.#models]
      .filter((model) => model.isWanted && !model.isLoading && !model.queue.breaker.isPausing)
      .filter(({ memory, queue }) => memory === undefined || !queue.waiting.isEmpty)
      .toSorted((one, other) => one.turn - other.turn);
    const regular = [...this.#workers].filter(({ isExpress }) => !isExpress);
    const idle = regular.filter(isIdle);
    let isMemoryAwaited = false;
    for (const model of work) {
      const worker = idle.find(({ opened }) => opened.has(model)) ?? idle[0];
      if (worker === undefined) break;
      if (model.isRetiring || (isMemoryAwaited && model.memory === undefined)) continue;
      if (model.memory !== undefined) return () => this.#translate(worker, model);
      model.lease = this.#budget.lease(model);
      if (model.lease !== undefined) return () => this.#load(worker, model);
      // Memory that is freed for this model is not given to later models.
      isMemoryAwaited = true;
    }
    if (work.length === 0 || idle.length > 0) return undefined;
    if (regular.length < this.#options.limits.workersMax) return this.#startLater();
    const short = work.find(({ memory, isRetiring, queue }) => {
      return memory !== undefined && !isRetiring && queue.waiting.has('short');
    });
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

  async #load(worker: PoolWorker, model: ServedModel): Promise<void> {
    const { installed, lease } = model;
    await this.#occupy(worker, { model, batch: [], isLong: true }, async () => {
      try {
        const loaded = await worker.thread.load({ files: installed.files, pair: installed.pair, ...this.#scratch });
        model.loaded(loaded);
        if (lease !== undefined) this.#budget.occupy(lease, model, loaded.model.bytes);
        this.#report();
      } catch (error) {
        if (error instanceof WorkerEnded) this.#failed(worker, model, error);
        this.#unload([model]);
        const isUnusable = error instanceof UnusableModel;
        const reason = isUnusable || error instanceof WorkerEnded ? error.message : 'its files cannot be read';
        model.queue.breaker.failed(reason, { isFinal: isUnusable });
        if (isUnusable) this.#options.refused(installed, reason);
        else this.#options.events.modelNotLoaded({ pair: installed.pair, reason });
      }
      return undefined;
    });
  }

  async #translate(worker: PoolWorker, model: ServedModel): Promise<void> {
    const { memory, key } = model;
    const idle = [...this.#workers].filter((one) => !one.isExpress && isIdle(one)).length;
    const batch = model.takeBatch(Math.max(1, idle), worker.isExpress ? 'short' : undefined);
    if (batch.length === 0) return;
    const { overdueMs, overdueMsPerUnit } = this.#options.limits;
    const isLong = batch.some(({ job, strikes }) => job.size === 'long' || strikes > 0);
    const units = batch.reduce((sum, request) => sum + request.units, 0);
    await this.#occupy(worker, { model, batch, isLong }, async () => {
      const task = {
        key,
        texts: batch.map(({ input }) => input.text),
        isScored: batch.some(({ input }) => input.isScored),
        model: worker.opened.has(model) ? undefined : memory,
      };
      worker.opened.add(model);
      try {
        const translations = await worker.thread.translate(task, overdueMs + overdueMsPerUnit * units);
        // Undefined if they were abandoned: no caller waits for them.
        return translations && (() => model.queue.deliver(batch, translations));
      } catch (error) {
        this.#failed(worker, model, error);
        return () => model.queue.tryAlone(batch);
      }
    });
  }

  /** @param work returns a step to run after the thread has its next work */
  async #occupy(worker: PoolWorker, call: Call, work: () => Promise<(() => void) | undefined>): Promise<void> {
    const { model } = call;
    worker.call = call;
    model.calls++;
    model.turn = ++this.#turns;
    model.lastUsedAt = performance.now();
    const finish = await work();
    worker.call = undefined;
    model.calls--;
    worker.usedAt = model.lastUsedAt = performance.now();
    this.#unloadRetired(model);
    this.#wake();
    finish?.();
    if (worker.isLeaving) await worker.thread[Symbol.asyncDispose]();
  }

  #abandonUnwanted(): void {
    for (const { call, thread } of this.#workers) {
      if (call !== undefined && call.batch.length > 0 && call.batch.every(({ job }) => job.isOver)) thread.abandon();
    }
  }

  #unloadRetired(model: ServedModel): void {
    if (model.isRetiring && model.calls === 0) this.#unload([model]);
  }

  #unload(models: readonly ServedModel[]): void {
    for (const model of models) {
      this.#garbageBytes += model.memory?.bytes ?? 0;
      model.memory = undefined;
      model.isRetiring = false;
      if (model.lease !== undefined) this.#budget.release(model.lease);
      model.lease = undefined;
      for (const { opened, thread } of this.#workers) if (opened.delete(model)) thread.forget(model.key);
    }
    this.#report();
    // Blocks this thread for tens of milliseconds, so it runs only if it frees enough, or if nothing is translated.
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
    // An end during a call was already reported, with the pair.
    if (!worker.isLeaving && worker.call === undefined) {
      this.#options.events.engineRestarted({ engine: this.#options.engine, unit: 'worker', reason });
    }
    if (this.#workers.size === 0) this.#unload([...this.#models].filter((model) => model.memory && !model.isWanted));
    else this.#report();
    this.#availabilityChanged();
  }

  /** Ends idle threads, and drops models that were removed from disk. */
  #survey(): void {
    const usedBefore = performance.now() - this.#options.limits.idleMsMax;
    for (const worker of this.#workers) if (isIdle(worker) && worker.usedAt < usedBefore) void this.#end(worker);
    for (const model of this.#models) {
      if (!model.isGone || model.jobs > 0 || model.calls > 0) continue;
      this.#unload([model]);
      this.#budget.forget(model);
      model[Symbol.dispose]();
      this.#models.delete(model);
    }
    this.#wake();
  }

  #report(): void {
    if (this.#isDisposed) return;
    const { engine, events } = this.#options;
    const models = [...this.#models].filter(({ memory }) => memory !== undefined).length;
    events.modelsLoaded({ engine, models, bytes: this.#budget.bytesHeld + this.#workers.size * workerBytes });
  }
}

function isIdle({ call, isLeaving }: PoolWorker): boolean {
  return call === undefined && !isLeaving;
}
