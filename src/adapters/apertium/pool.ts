import { oncePerRound } from '../../ground/steps.ts';
import { JobQueue } from '../../text/engine/job-queue.ts';
import { type Lease, MemoryBudget, type Tenant } from '../../text/engine/memory-budget.ts';
import { type JobSize, jobSizes, type Request } from '../../text/engine/waiting-requests.ts';
import type { ApertiumLimits } from './limits.ts';
import { type Mode, markovTagger, persistentStages, withTaggerData } from './mode.ts';
import { Pipeline, type PipelineInput, type PipelineReport, type Wire } from './pipeline.ts';
import { PipelineGroup } from './pipeline-group.ts';
import type { PlaceholderNouns } from './placeholder-nouns/noun-choice.ts';
import { readGroupMemory } from './process-group.ts';
import { discardTaggerFile, type TaggerData } from './tagger-data.ts';

export type Work = {
  readonly segments: readonly string[];
  readonly share: string;
  /** The placeholder nouns of each segment; undefined if there are none. */
  readonly placeholders?: readonly (PlaceholderNouns | undefined)[] | undefined;
};

export type PipelinePoolOptions = {
  readonly mode: Mode;
  readonly wire: Wire;
  /** Undefined for a mode without a tagger that changes its data as it works. */
  readonly taggerData: TaggerData | undefined;
  /** The memory of one pipeline, until it has been measured. */
  readonly bytesEstimated: number;
  readonly budget: MemoryBudget<Pipeline>;
  readonly limits: ApertiumLimits;
  /** Called when a pipeline ended for `reason` and another replaces it. */
  restarted(reason: string): void;
  availabilityChanged(): void;
};

/** A busy pipeline may work this long before it must make room for a mode that has none. */
const tenureMs = 2_000;

export function openBudget({ memoryBytesMax, idleMsMax, surveyMs }: ApertiumLimits): MemoryBudget<Pipeline> {
  return new MemoryBudget({
    bytesMax: memoryBytesMax,
    idleMsMax,
    tenureMs,
    surveyMs,
    measure: async (pipelines) => {
      const groups = pipelines.map(({ groupId }) => groupId ?? -1);
      const bytesByGroup = await readGroupMemory(new Set(groups));
      return groups.map((group) => bytesByGroup.get(group) ?? 0);
    },
  });
}

/** A job of more sentences is long, regardless of their length. */
const shortJobSegmentsMax = 32;

type Opening = {
  readonly lease: Lease<Pipeline>;
  readonly size: JobSize;
  /** The tagger's copy of its data; undefined if it needs none. */
  readonly taggerFile: string | undefined;
};

/** Consecutive pipelines that may start and deliver nothing. */
const barrenMax = 8;
const failing = 'its programs failed several times in a row and are restarted later';

/** The pipelines of one mode, and the segments that wait for them. */
export class Pool implements Tenant, AsyncDisposable {
  readonly #options: PipelinePoolOptions;
  readonly #queue: JobQueue<PipelineInput, string>;
  readonly #group: PipelineGroup<Pipeline>;
  readonly #ending = new Set<Promise<void>>();
  /** Pipelines in a row that started and delivered nothing. */
  #barren = 0;
  #isStarting = false;
  #bytesNeeded: number;
  #isDisposed = false;

  constructor(options: PipelinePoolOptions) {
    this.#options = options;
    this.#group = new PipelineGroup(options.limits);
    this.#bytesNeeded = options.bytesEstimated;
    this.#queue = new JobQueue({
      detail: { engine: 'apertium', mode: options.mode.name },
      shortJob: { requests: shortJobSegmentsMax, units: options.limits.shortJobUnitsMax },
      withdrawMs: options.limits.withdrawMs,
      unitsOf: ({ text }) => text.length,
      obstacle: () =>
        this.#bytesNeeded > options.budget.bytesMax ? 'needs more memory than APERTIUM_MEMORY_MB allows' : undefined,
      // One write sends the segments of all callers of this round.
      wake: oncePerRound(() => this.wake()),
      changed: () => options.availabilityChanged(),
    });
  }

  get bytesNeeded(): number {
    return this.#bytesNeeded;
  }

  /** Why the mode cannot be used now; undefined when it can. */
  get obstacle(): string | undefined {
    return this.#queue.obstacle;
  }

  get pipelineCount(): number {
    return this.#group.pipelineCount;
  }

  /** @throws ServiceError `engine_unavailable`; the signal's reason when it aborts */
  async translate({ segments, share, placeholders }: Work, signal: AbortSignal): Promise<readonly string[]> {
    const translations = await this.#queue.run({ share, signal }, (ask) =>
      Promise.all(segments.map((text, index) => ask({ text, placeholders: placeholders?.[index] }))),
    );
    return translations.map((translation) => translation ?? '');
  }

  measured(bytes: number): void {
    const obstacle = this.obstacle;
    this.#bytesNeeded = bytes;
    if (this.obstacle !== obstacle) this.#queue.availabilityChanged();
  }

  /** Sends waiting segments to pipelines with room, and starts one more if none has room. */
  wake(): void {
    if (this.#isDisposed) return;
    const { waiting } = this.#queue;
    const isInUse = { short: waiting.has('short'), long: waiting.has('long') };
    if (waiting.hasSuspects) this.#feedSuspects();
    else for (const size of jobSizes) this.#feed(size);
    if (waiting.isEmpty) this.#options.budget.forget(this);
    const lacking = jobSizes.find((size) => isInUse[size] && this.#lacksPipeline(size));
    if (lacking !== undefined) this.#startOneMore(lacking);
    else if (waiting.hasSuspects && this.#group.pipelineCount === 0) this.#startOneMore('short');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#queue[Symbol.dispose]();
    this.#options.budget.forget(this);
    for (const pipeline of this.#group.pipelines) pipeline.kill();
    await Promise.all(this.#ending);
  }

  #feed(size: JobSize): void {
    while (this.#queue.waiting.has(size)) {
      const taker = this.#group.taker(size);
      if (taker === undefined) return;
      const requests = this.#queue.take(size, taker.room);
      if (requests.length === 0) return;
      taker.member.pipeline.send(requests);
      this.#group.sent(requests, taker.member);
    }
  }

  /** Sends suspects only, so that pipelines become idle. */
  #feedSuspects(): void {
    for (let member = this.#group.idle(); member !== undefined; member = this.#group.idle()) {
      const suspect = this.#queue.waiting.takeSuspect();
      if (suspect === undefined) return;
      member.pipeline.sendAlone(suspect);
      this.#group.sent([suspect], member);
    }
  }

  /** Whether another pipeline would serve a queue that has waiting work or no pipeline. */
  #lacksPipeline(size: JobSize): boolean {
    const count = this.#group.count(size);
    return count === 0 || (this.#queue.waiting.has(size) && count < this.#options.limits.pipelinesPerPairMax);
  }

  #startOneMore(size: JobSize): void {
    // A pipeline that starts accepts requests as soon as its tagger data is written, which takes a moment.
    if (this.#isStarting || this.#queue.breaker.isPausing) return;
    const lease = this.#options.budget.lease(this, this.#group.pipelineCount > 0);
    if (lease === undefined) return;
    this.#isStarting = true;
    const started = this.#start(lease, size).finally(() => {
      this.#isStarting = false;
      this.wake();
    });
    this.#awaitAtEnd(started);
  }

  async #start(lease: Lease<Pipeline>, size: JobSize): Promise<void> {
    const { taggerData, budget } = this.#options;
    try {
      const taggerFile = await taggerData?.write();
      if (this.#isDisposed) {
        budget.release(lease);
        if (taggerFile !== undefined) await discardTaggerFile(taggerFile);
        return;
      }
      this.#open({ lease, size, taggerFile });
    } catch (cause) {
      budget.release(lease);
      // Of the system, with the path, or of the program's own.
      const reason = `no_tagger_data: ${cause instanceof Error ? cause.message : 'an unknown error'}`;
      this.#queue.breaker.failed(reason);
      this.#options.restarted(reason);
    }
  }

  #open({ lease, size, taggerFile }: Opening): void {
    const { mode, wire, limits } = this.#options;
    const stages =
      taggerFile === undefined ? persistentStages(mode) : withTaggerData(persistentStages(mode), taggerFile);
    const discard = (): void => {
      if (taggerFile !== undefined) this.#awaitAtEnd(discardTaggerFile(taggerFile));
    };
    const pipeline: Pipeline = new Pipeline({
      stages,
      yields: size === 'long',
      watched: taggerFile === undefined ? undefined : markovTagger(stages)?.index,
      wire,
      limits,
      started: discard,
      delivered: (request, translation) => {
        this.#barren = 0;
        this.#queue.breaker.succeeded();
        this.#group.delivered(request, pipeline);
        request.settle(translation);
      },
      advanced: () => this.wake(),
      ended: (report) => {
        discard();
        this.#group.remove(pipeline);
        this.#options.budget.release(lease);
        void this.#recover(report);
      },
    });
    this.#options.budget.occupy(lease, pipeline);
    this.#group.add(pipeline, size);
    this.#awaitAtEnd(pipeline.gone);
  }

  #awaitAtEnd(work: Promise<void>): void {
    const awaited = work.finally(() => this.#ending.delete(awaited));
    this.#ending.add(awaited);
  }

  /** Resends the undelivered requests of an ended pipeline. */
  async #recover(report: PipelineReport): Promise<void> {
    if (this.#isDisposed) return;
    if (report.reason === 'new_class') await this.#learn(report);
    else if (report.reason === 'retired') this.#queue.sendAgain(report.undelivered);
    else this.#suspect(report);
    if (report.reason !== 'retired') this.#options.restarted(report.reason);
  }

  async #learn(report: PipelineReport): Promise<void> {
    const hasLearned = await this.#options.taggerData?.learn(report.classes).catch(() => false);
    if (hasLearned === true) return this.#queue.sendAgain(report.undelivered);
    // The tagger already learned these. Together they would fail again in a loop: alone, the failing one is found.
    const [first, ...others] = report.undelivered;
    this.#suspect({ ...report, suspect: others.length === 0 ? first : undefined });
  }

  #suspect({ undelivered, suspect, hadStarted, hadDelivered }: PipelineReport): void {
    const isBarren = hadStarted && !hadDelivered && ++this.#barren >= barrenMax;
    if (!hadStarted || isBarren) this.#queue.breaker.failed(failing, { isFinal: isBarren });
    if (hadStarted) this.#queue.tryAlone(undelivered, (request: Request<PipelineInput, string>) => request === suspect);
    else this.#queue.sendAgain(undelivered);
  }
}
