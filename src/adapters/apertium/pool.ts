import type { Job } from '../../core/engine/engine.ts';
import { ServiceError } from '../../core/service-error.ts';
import { opaquePattern } from './frame.ts';
import { PendingJob, type Request } from './job.ts';
import type { ApertiumLimits } from './limits.ts';
import type { Lease, MemoryBudget, Tenant } from './memory-budget.ts';
import { type Mode, markovTagger, persistentStages, type Stage, withTaggerData } from './mode.ts';
import { damagedCharacters, mendTranslation, preludeFor } from './mode-faults.ts';
import { Pipeline, type PipelineReport } from './pipeline.ts';
import { RequestQueue } from './request-queue.ts';
import { Setbacks } from './setbacks.ts';
import { discardTaggerFile, type TaggerData } from './tagger-data.ts';

export type PoolOptions = {
  readonly mode: Mode;
  /** Undefined for a mode whose tagger, if it has one, does not change as it works. */
  readonly taggerData: TaggerData | undefined;
  /** What one pipeline is going to take, until it has been measured. */
  readonly bytesEstimated: number;
  readonly budget: MemoryBudget;
  readonly limits: ApertiumLimits;
  /** A pipeline was given up for `reason`, and another takes its place. */
  restarted(reason: string): void;
  /** Whether the mode can be used has changed. */
  availabilityChanged(): void;
};

/** A sentence on which pipelines failed so often is taken to be the cause. */
const strikesMax = 2;

/** The pipelines of one mode, and the segments that wait for them. */
export class Pool implements Tenant, AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #queue = new RequestQueue();
  readonly #pipelines = new Map<Pipeline<Request>, Lease>();
  readonly #ending = new Set<Promise<void>>();
  readonly #setbacks: Setbacks;
  #starting = 0;
  #bytesNeeded: number;
  #isWaking = false;
  #isDisposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#bytesNeeded = options.bytesEstimated;
    this.#setbacks = new Setbacks({
      withdrawMs: options.limits.withdrawMs,
      resume: () => this.wake(),
      withdrawn: () => this.#withdraw(),
      restored: () => options.availabilityChanged(),
    });
  }

  get bytesNeeded(): number {
    return this.#bytesNeeded;
  }

  /** Why the mode cannot be used now; undefined when it can. */
  get obstacle(): string | undefined {
    if (this.#isDisposed) return 'closed';
    if (this.#bytesNeeded > this.#options.budget.bytesMax) return 'needs more memory than pipelines may take';
    return this.#setbacks.isWithdrawn ? 'its programs failed several times in a row; to be tried again' : undefined;
  }

  get pipelineCount(): number {
    return this.#pipelines.size;
  }

  /**
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async translate(
    { segments, share }: Pick<Job, 'segments' | 'share'>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    signal.throwIfAborted();
    if (this.obstacle !== undefined) throw this.#unavailable(this.obstacle);
    const job = new PendingJob(segments, share);
    const giveUp = (): void => this.#fail(job, signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      this.#queue.add(job);
      this.#wakeSoon();
      return await job.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  measured(bytes: number): void {
    const obstacle = this.obstacle;
    this.#bytesNeeded = bytes;
    if (this.obstacle !== obstacle) this.#withdraw();
  }

  /** Hands out what waits to the pipelines that have room, and starts one more when none has. */
  wake(): void {
    if (this.#isDisposed) return;
    for (let pipeline = this.#roomiest(); pipeline !== undefined; pipeline = this.#roomiest()) {
      if (!this.#feed(pipeline)) break;
    }
    if (this.#queue.isEmpty) this.#options.budget.forget(this);
    else if (this.#roomiest() === undefined) this.#startOneMore();
  }

  /** Once all callers of this turn of the event loop have been heard, so that one write carries what they bring. */
  #wakeSoon(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.wake();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#setbacks[Symbol.dispose]();
    this.#options.budget.forget(this);
    for (const pipeline of [...this.#pipelines.keys()]) pipeline.kill();
    for (const job of this.#queue.clear()) job.fail(this.#unavailable('closed'));
    await Promise.all(this.#ending);
  }

  #roomiest(): Pipeline<Request> | undefined {
    const [first] = [...this.#pipelines.keys()]
      .filter(({ room }) => room > 0)
      .toSorted((one, other) => other.room - one.room);
    return first;
  }

  /** @returns whether there was anything to send */
  #feed(pipeline: Pipeline<Request>): boolean {
    if (this.#queue.hasSuspects) {
      // Nothing else is sent meanwhile, so that a pipeline becomes idle and they get their turn.
      const suspect = pipeline.isIdle ? this.#queue.takeSuspect() : undefined;
      if (suspect !== undefined) pipeline.sendAlone(suspect);
      return suspect !== undefined;
    }
    const requests: Request[] = [];
    while (requests.length < pipeline.room) {
      const request = this.#queue.take();
      if (request === undefined) break;
      requests.push(request);
    }
    if (requests.length > 0) pipeline.send(requests);
    return requests.length > 0;
  }

  #startOneMore(): void {
    const running = this.#pipelines.size + this.#starting;
    // One that starts takes requests as soon as its data is written, which is a moment.
    if (running >= this.#options.limits.pipelinesPerPairMax || this.#starting > 0 || this.#setbacks.isPausing) return;
    const lease = this.#options.budget.lease(this, running > 0);
    if (lease === undefined) return;
    this.#starting++;
    const starting = this.#start(lease).finally(() => {
      this.#starting--;
      this.#ending.delete(starting);
      this.wake();
    });
    this.#ending.add(starting);
  }

  async #start(lease: Lease): Promise<void> {
    const { mode, taggerData, budget } = this.#options;
    try {
      const taggerFile = await taggerData?.write();
      if (this.#isDisposed) {
        budget.release(lease);
        if (taggerFile !== undefined) await discardTaggerFile(taggerFile);
        return;
      }
      const stages = persistentStages(mode);
      this.#open(lease, taggerFile, taggerFile === undefined ? stages : withTaggerData(stages, taggerFile));
    } catch {
      budget.release(lease);
      this.#setbacks.failedToStart();
      this.#options.restarted('no_tagger_data');
    }
  }

  #open(lease: Lease, taggerFile: string | undefined, stages: readonly Stage[]): void {
    const { mode, limits } = this.#options;
    const discard = (): void => {
      if (taggerFile !== undefined) void discardTaggerFile(taggerFile);
    };
    const pipeline: Pipeline<Request> = new Pipeline<Request>({
      stages,
      watched: taggerFile === undefined ? undefined : markovTagger(stages)?.index,
      opaque: opaquePattern(damagedCharacters(mode.name)),
      prelude: preludeFor(mode.name),
      limits,
      started: () => {
        discard();
        this.#setbacks.started();
      },
      delivered: ({ job, index, text }, translation) => {
        this.#setbacks.delivered();
        job.settle(index, mendTranslation(mode.name, translation, text));
      },
      advanced: () => this.wake(),
      ended: (report) => {
        discard();
        this.#pipelines.delete(pipeline);
        this.#options.budget.release(lease);
        void this.#recover(report);
      },
    });
    lease.occupant = pipeline;
    this.#pipelines.set(pipeline, lease);
    const gone = pipeline.gone.finally(() => this.#ending.delete(gone));
    this.#ending.add(gone);
  }

  /** Sends again what a pipeline that ended had not delivered. */
  async #recover(report: PipelineReport<Request>): Promise<void> {
    if (this.#isDisposed) return this.#failAll(report.undelivered);
    if (report.reason === 'new_class') await this.#learn(report);
    else if (report.reason === 'retired') this.#queue.addAgain(report.undelivered);
    else this.#suspect(report);
    if (report.reason !== 'retired') this.#options.restarted(report.reason);
    this.wake();
  }

  #failAll(requests: readonly Request[]): void {
    for (const { job } of requests) this.#fail(job, this.#unavailable('closed'));
  }

  #fail(job: PendingJob, reason: unknown): void {
    this.#queue.remove(job);
    job.fail(reason);
  }

  async #learn(report: PipelineReport<Request>): Promise<void> {
    const hasLearned = await this.#options.taggerData?.learn(report.classes).catch(() => false);
    // Disposing does not wait for this, and what is queued after it nobody would ever send.
    if (this.#isDisposed) return this.#failAll(report.undelivered);
    if (hasLearned === true) return this.#queue.addAgain(report.undelivered);
    // The tagger was told of these already. Sent again, they would go round for ever: find out which one it is.
    const [first, ...others] = report.undelivered;
    this.#suspect({ ...report, suspect: others.length === 0 ? first : undefined });
  }

  #suspect({ undelivered, suspect, hadStarted, hadDelivered }: PipelineReport<Request>): void {
    if (!hadStarted) {
      this.#queue.addAgain(undelivered);
      this.#setbacks.failedToStart();
      return;
    }
    const struck = undelivered.map((request) => {
      return request === suspect ? { ...request, strikes: request.strikes + 1 } : request;
    });
    for (const { job, strikes } of struck) if (strikes >= strikesMax) this.#fail(job, this.#unavailable('failed'));
    this.#queue.addSuspects(struck);
    if (!hadDelivered) this.#setbacks.failedToDeliver();
  }

  #withdraw(): void {
    for (const job of this.#queue.clear()) job.fail(this.#unavailable(this.obstacle ?? 'withdrawn'));
    this.#options.availabilityChanged();
  }

  #unavailable(reason: string): ServiceError {
    const detail = { engine: 'apertium', mode: this.#options.mode.name, reason };
    return new ServiceError('engine_unavailable', { message: 'This pair cannot be translated at the moment.', detail });
  }
}
