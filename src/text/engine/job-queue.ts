import { ServiceError } from '../../ground/service-error.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Ask, type JobSize, PendingJob, type Request, type Room, WaitingRequests } from './waiting-requests.ts';

export type JobQueueOptions<Input> = {
  /** Identifies the queue in errors: the engine, and its mode, model or endpoint. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** The largest job that is short. */
  readonly shortJob: Room;
  /** How many requests of a job may be given up before it fails; unlimited by default. */
  readonly givenUpMax?: number;
  /** How long the queue is first withdrawn after repeated failures. */
  readonly withdrawMs: number;
  /** The work of an input, in UTF-16 units. */
  unitsOf(input: Input): number;
  /** Why the queue cannot be used, apart from the circuit breaker; undefined if it can. */
  obstacle?(): string | undefined;
  /** Called when requests wait. */
  wake(): void;
  /** Called when jobs ended before their requests were settled. */
  abandoned?(): void;
  /** Called when the queue becomes usable or unusable. */
  changed(): void;
};

export type Caller = { readonly share: string; readonly signal: AbortSignal };

/** A request is given up after this many worker failures. */
const strikesMax = 2;

/** The unfinished jobs for one mode, model or endpoint, and whether it can be used. */
export class JobQueue<Input, Output> implements Disposable {
  readonly waiting = new WaitingRequests<Input, Output>();
  readonly breaker: CircuitBreaker;
  readonly #options: JobQueueOptions<Input>;
  readonly #jobs = new Set<PendingJob<Input, Output>>();
  #isDisposed = false;

  constructor(options: JobQueueOptions<Input>) {
    this.#options = options;
    this.breaker = new CircuitBreaker({ withdrawMs: options.withdrawMs, changed: () => this.availabilityChanged() });
  }

  get obstacle(): string | undefined {
    return this.#isDisposed ? 'closed' : (this.#options.obstacle?.() ?? this.breaker.reason);
  }

  /**
   * Runs a job. Its first outputs, asked for before `work` awaits anything, decide whether it is short.
   * @throws ServiceError `engine_unavailable`; the signal's reason when it aborts
   */
  async run<Result>({ share, signal }: Caller, work: (ask: Ask<Input, Output>) => Promise<Result>): Promise<Result> {
    this.accept(signal);
    const { unitsOf, shortJob, wake } = this.#options;
    const job = new PendingJob<Input, Output>({ share, unitsOf, further: (request) => this.sendAgain([request]) });
    const outcome = job.outcome(work((input) => job.ask(input)));
    job.close(shortJob);
    const giveUp = (): void => this.#fail(job, signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#jobs.add(job);
    this.waiting.add(job);
    wake();
    try {
      return await outcome;
    } finally {
      signal.removeEventListener('abort', giveUp);
      job.end();
      this.waiting.remove(job);
      this.#jobs.delete(job);
      this.#options.abandoned?.();
    }
  }

  /** @throws like `run` if it would refuse a job now */
  accept(signal: AbortSignal): void {
    signal.throwIfAborted();
    const { obstacle } = this;
    if (obstacle !== undefined) throw this.unavailable(obstacle);
  }

  /** Takes requests of short or of long jobs while there is room. The last one may exceed the units. */
  take(size: JobSize, room: Room): readonly Request<Input, Output>[] {
    const taken: Request<Input, Output>[] = [];
    for (let units = 0; taken.length < room.requests && units < room.units; ) {
      const request = this.waiting.take(size);
      if (request === undefined) break;
      taken.push(request);
      units += request.units;
    }
    return taken;
  }

  /** Settles requests. Those without an output are tried alone. */
  deliver(requests: readonly Request<Input, Output>[], outputs: readonly (Output | undefined)[]): void {
    const lost: Request<Input, Output>[] = [];
    for (const [index, request] of requests.entries()) {
      const output = outputs[index];
      if (output === undefined) lost.push(request);
      else request.settle(output);
    }
    if (lost.length > 0) this.tryAlone(lost);
  }

  /** Puts requests back at the front of the queue. If the queue cannot be used, fails their jobs. */
  sendAgain(requests: readonly Request<Input, Output>[]): void {
    this.#failIfUnusable(requests);
    this.waiting.addAgain(requests);
    this.#options.wake();
  }

  /** Puts back undelivered requests, to be sent one at a time. Gives up those that were blamed too often. */
  tryAlone(
    requests: readonly Request<Input, Output>[],
    isBlamed: (request: Request<Input, Output>) => boolean = () => true,
  ): void {
    const suspects = requests.map((one) => (isBlamed(one) ? { ...one, strikes: one.strikes + 1 } : one));
    for (const one of suspects) if (one.strikes >= strikesMax) this.#giveUp(one);
    const kept = suspects.filter(({ strikes }) => strikes < strikesMax);
    this.#failIfUnusable(kept);
    this.waiting.addSuspects(kept);
    this.#options.wake();
  }

  fail(requests: readonly Request<Input, Output>[], reason: unknown): void {
    for (const { job } of requests) this.#fail(job, reason);
  }

  /** Fails every job that has waiting requests, or has made none so far. */
  failWaiting(reason: unknown): void {
    const empty = [...this.#jobs].filter(({ isEmpty }) => isEmpty);
    for (const job of [...this.waiting.clear(), ...empty]) job.fail(reason);
  }

  availabilityChanged(): void {
    const { obstacle } = this;
    if (obstacle !== undefined) this.failWaiting(this.unavailable(obstacle));
    this.#options.changed();
    this.#options.wake();
  }

  unavailable(reason: string): ServiceError {
    return new ServiceError('engine_unavailable', { detail: { ...this.#options.detail, reason } });
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.breaker[Symbol.dispose]();
    for (const job of this.#jobs) this.#fail(job, this.unavailable('closed'));
  }

  #fail(job: PendingJob<Input, Output>, reason: unknown): void {
    job.fail(reason);
    this.waiting.remove(job);
  }

  #giveUp({ job, settle }: Request<Input, Output>): void {
    settle(undefined);
    const { givenUpMax = Number.POSITIVE_INFINITY } = this.#options;
    if (++job.givenUp > givenUpMax) this.#fail(job, this.unavailable('failed_repeatedly'));
  }

  #failIfUnusable(requests: readonly Request<Input, Output>[]): void {
    const { obstacle } = this;
    if (obstacle !== undefined) this.fail(requests, this.unavailable(obstacle));
  }
}
