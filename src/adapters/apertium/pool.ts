import { CircuitBreaker } from '../../core/scheduling/circuit-breaker.ts';
import { type Lane, LaneQueue, lanes } from '../../core/scheduling/lane-queue.ts';
import { ServiceError } from '../../core/service-error.ts';
import { Crew } from './crew.ts';
import { PendingJob, type Request, type Work } from './job.ts';
import type { ApertiumLimits } from './limits.ts';
import type { Lease, MemoryBudget, Tenant } from './memory-budget.ts';
import { type Mode, markovTagger, persistentStages, withTaggerData } from './mode.ts';
import { Pipeline, type PipelineReport, type Room } from './pipeline.ts';
import { discardTaggerFile, type TaggerData } from './tagger-data.ts';
import type { Wire } from './wire.ts';

export type PoolOptions = {
  readonly mode: Mode;
  readonly wire: Wire;
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

/** A job of more sentences is not short, however little is in them. */
const shortJobSegmentsMax = 32;

type Opening = {
  readonly lease: Lease;
  readonly lane: Lane;
  /** The tagger's copy of its data; undefined where it needs none. */
  readonly taggerFile: string | undefined;
};

/** A sentence on which pipelines failed so often is taken to be the cause. */
const strikesMax = 2;

/** Pipelines that may start and deliver nothing, one after the other. */
const barrenMax = 8;
const failing = 'its programs failed several times in a row; to be tried again';

/** What such a sentence comes out as, so that its job loses no more than it. */
const untranslatable = '';

/** The pipelines of one mode, and the segments that wait for them. */
export class Pool implements Tenant, AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #queue = new LaneQueue<Request, PendingJob>();
  readonly #crew: Crew<Pipeline<Request>>;
  readonly #ending = new Set<Promise<void>>();
  readonly #breaker: CircuitBreaker;
  /** Pipelines in a row that started and delivered nothing. */
  #barren = 0;
  #isStarting = false;
  #bytesNeeded: number;
  #isWaking = false;
  #isDisposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#crew = new Crew(options.limits);
    this.#bytesNeeded = options.bytesEstimated;
    this.#breaker = new CircuitBreaker({ withdrawMs: options.limits.withdrawMs, changed: () => this.#changed() });
  }

  get bytesNeeded(): number {
    return this.#bytesNeeded;
  }

  /** Why the mode cannot be used now; undefined when it can. */
  get obstacle(): string | undefined {
    if (this.#isDisposed) return 'closed';
    if (this.#bytesNeeded > this.#options.budget.bytesMax) return 'needs more memory than pipelines may take';
    return this.#breaker.reason;
  }

  get pipelineCount(): number {
    return this.#crew.size;
  }

  /**
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async translate(work: Work, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    if (this.obstacle !== undefined) throw this.#unavailable(this.obstacle);
    const job = new PendingJob({ ...work, lane: this.#laneOf(work.segments) });
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
    if (this.obstacle !== obstacle) this.#changed();
  }

  /** Hands out what waits to the pipelines that have room, and starts one more where none has. */
  wake(): void {
    if (this.#isDisposed) return;
    const isInUse = { short: this.#queue.has('short'), long: this.#queue.has('long') };
    if (this.#queue.hasSuspects) this.#feedSuspects();
    else for (const lane of lanes) this.#feed(lane);
    if (this.#queue.isEmpty) this.#options.budget.forget(this);
    const lacking = lanes.find((lane) => isInUse[lane] && this.#lacksPipeline(lane));
    if (lacking !== undefined) this.#startOneMore(lacking);
    else if (this.#queue.hasSuspects && this.#crew.size === 0) this.#startOneMore('short');
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
    this.#breaker[Symbol.dispose]();
    this.#options.budget.forget(this);
    for (const pipeline of this.#crew.pipelines) pipeline.kill();
    for (const job of this.#queue.clear()) job.fail(this.#unavailable('closed'));
    await Promise.all(this.#ending);
  }

  #laneOf(segments: readonly string[]): Lane {
    const { shortJobUnitsMax } = this.#options.limits;
    const units = segments.reduce((sum, segment) => sum + segment.length, 0);
    return units <= shortJobUnitsMax && segments.length <= shortJobSegmentsMax ? 'short' : 'long';
  }

  #feed(lane: Lane): void {
    for (let taker = this.#crew.taker(lane); taker !== undefined; taker = this.#crew.taker(lane)) {
      const requests = this.#take(lane, taker.room);
      if (requests.length === 0) return;
      taker.member.pipeline.send(requests);
      this.#crew.sent(requests, taker.member);
    }
  }

  #take(lane: Lane, room: Room): readonly Request[] {
    const requests: Request[] = [];
    for (let units = 0; requests.length < room.sentences && units < room.units; ) {
      const request = this.#queue.take(lane);
      if (request === undefined) break;
      requests.push(request);
      units += request.text.length;
    }
    return requests;
  }

  /** Sends nothing else, so that a pipeline becomes idle and the suspects get their turn. */
  #feedSuspects(): void {
    for (let member = this.#crew.idle(); member !== undefined; member = this.#crew.idle()) {
      const suspect = this.#queue.takeSuspect();
      if (suspect === undefined) return;
      member.pipeline.sendAlone(suspect);
      this.#crew.sent([suspect], member);
    }
  }

  /** Whether another pipeline would serve a queue that has waiting work or no pipeline. */
  #lacksPipeline(lane: Lane): boolean {
    const count = this.#crew.count(lane);
    return count === 0 || (this.#queue.has(lane) && count < this.#options.limits.pipelinesPerPairMax);
  }

  #startOneMore(lane: Lane): void {
    // One that starts takes requests as soon as its data is written, which is a moment.
    if (this.#isStarting || this.#breaker.isPausing) return;
    const lease = this.#options.budget.lease(this, this.#crew.size > 0);
    if (lease === undefined) return;
    this.#isStarting = true;
    const starting = this.#start(lease, lane).finally(() => {
      this.#isStarting = false;
      this.#ending.delete(starting);
      this.wake();
    });
    this.#ending.add(starting);
  }

  async #start(lease: Lease, lane: Lane): Promise<void> {
    const { taggerData, budget } = this.#options;
    try {
      const taggerFile = await taggerData?.write();
      if (this.#isDisposed) {
        budget.release(lease);
        if (taggerFile !== undefined) await discardTaggerFile(taggerFile);
        return;
      }
      this.#open({ lease, lane, taggerFile });
    } catch {
      budget.release(lease);
      this.#breaker.failed(failing);
      this.#options.restarted('no_tagger_data');
    }
  }

  #open({ lease, lane, taggerFile }: Opening): void {
    const { mode, wire, limits } = this.#options;
    const stages =
      taggerFile === undefined ? persistentStages(mode) : withTaggerData(persistentStages(mode), taggerFile);
    const discard = (): void => {
      if (taggerFile === undefined) return;
      const discarded = discardTaggerFile(taggerFile).finally(() => this.#ending.delete(discarded));
      this.#ending.add(discarded);
    };
    const pipeline: Pipeline<Request> = new Pipeline<Request>({
      stages,
      yields: lane === 'long',
      watched: taggerFile === undefined ? undefined : markovTagger(stages)?.index,
      wire,
      limits,
      started: discard,
      delivered: (request, translation) => {
        this.#barren = 0;
        this.#breaker.succeeded();
        this.#crew.delivered(request, pipeline);
        request.job.settle(request.index, translation);
      },
      advanced: () => this.wake(),
      ended: (report) => {
        discard();
        this.#crew.remove(pipeline);
        this.#options.budget.release(lease);
        void this.#recover(report);
      },
    });
    lease.occupant = pipeline;
    this.#crew.add(pipeline, lane);
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
    // Disposal does not wait for this, and later queued work would never be sent.
    if (this.#isDisposed) return this.#failAll(report.undelivered);
    if (hasLearned === true) return this.#queue.addAgain(report.undelivered);
    // The tagger already learned these. Sent again together, they would loop: find the failing one.
    const [first, ...others] = report.undelivered;
    this.#suspect({ ...report, suspect: others.length === 0 ? first : undefined });
  }

  #suspect({ undelivered, suspect, hadStarted, hadDelivered }: PipelineReport<Request>): void {
    if (!hadStarted) {
      this.#queue.addAgain(undelivered);
      this.#breaker.failed(failing);
      return;
    }
    const struck = undelivered.map((request) => {
      return request === suspect ? { ...request, strikes: request.strikes + 1 } : request;
    });
    for (const { job, index, strikes } of struck) if (strikes >= strikesMax) job.settle(index, untranslatable);
    this.#queue.addSuspects(struck.filter(({ strikes }) => strikes < strikesMax));
    if (!hadDelivered && ++this.#barren >= barrenMax) this.#breaker.failed(failing, { isFinal: true });
  }

  #changed(): void {
    const { obstacle } = this;
    if (obstacle !== undefined) for (const job of this.#queue.clear()) job.fail(this.#unavailable(obstacle));
    this.#options.availabilityChanged();
    this.wake();
  }

  #unavailable(reason: string): ServiceError {
    const detail = { engine: 'apertium', mode: this.#options.mode.name, reason };
    return new ServiceError('engine_unavailable', { detail });
  }
}
