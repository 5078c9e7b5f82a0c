import { FairQueue, type QueuedJob } from '../../ground/fair-queue.ts';

/** Callers wait for short texts. Long ones take so long that a short delay does not matter. */
export type JobSize = 'short' | 'long';

export const jobSizes: readonly JobSize[] = ['short', 'long'];

export type Request<Input, Output> = {
  readonly job: PendingJob<Input, Output>;
  readonly input: Input;
  /** Its work, in UTF-16 units. */
  readonly units: number;
  /** How often a worker failed while working on it. */
  readonly strikes: number;
  /** @param output undefined if it was given up */
  readonly settle: (output: Output | undefined) => void;
};

/** Returns the output for an input; undefined if it was given up. */
export type Ask<Input, Output> = (input: Input) => Promise<Output | undefined>;

export type PendingJobOptions<Input, Output> = {
  readonly share: string;
  /** The work of an input, in UTF-16 units. */
  unitsOf(input: Input): number;
  /** Accepts a request that is added after the job was queued. */
  further(request: Request<Input, Output>): void;
};

/** A caller's requests until all are settled, one fails the job or the caller gives up. */
export class PendingJob<Input, Output> implements QueuedJob<Request<Input, Output>> {
  readonly share: string;
  givenUp = 0;
  readonly #options: PendingJobOptions<Input, Output>;
  readonly #requests: Request<Input, Output>[] = [];
  #failed: ((reason: unknown) => void) | undefined;
  #size: JobSize | undefined;
  #taken = 0;
  #isOver = false;

  constructor(options: PendingJobOptions<Input, Output>) {
    this.share = options.share;
    this.#options = options;
  }

  /** Returns the result of the job's work. Rejects earlier if the job fails. Call once, before the job can fail. */
  outcome<Result>(result: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      result.then(resolve, reject);
    });
  }

  get size(): JobSize {
    return this.#size ?? 'short';
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isEmpty(): boolean {
    return this.#requests.length === 0;
  }

  get hasMore(): boolean {
    return this.next !== undefined;
  }

  get next(): Request<Input, Output> | undefined {
    return this.#isOver ? undefined : this.#requests[this.#taken];
  }

  ask(input: Input): Promise<Output | undefined> {
    const { promise, resolve: settle } = Promise.withResolvers<Output | undefined>();
    const request = { job: this, input, units: this.#options.unitsOf(input), strikes: 0, settle };
    if (this.#size === undefined) this.#requests.push(request);
    else this.#options.further(request);
    return promise;
  }

  /** Sets the size by the requests so far. Later requests go to `further`. */
  close({ units, requests }: Room): void {
    const total = this.#requests.reduce((sum, request) => sum + request.units, 0);
    this.#size = total <= units && this.#requests.length <= requests ? 'short' : 'long';
  }

  take(): Request<Input, Output> | undefined {
    const { next } = this;
    if (next !== undefined) this.#taken++;
    return next;
  }

  end(): void {
    this.#isOver = true;
  }

  fail(reason: unknown): void {
    this.end();
    this.#failed?.(reason);
  }
}

/** A number of requests, and their work in UTF-16 units. */
export type Room = { readonly requests: number; readonly units: number };

/** Suspects, during which a worker exited, wait separately and are sent alone. Items to be sent again come first. */
export class WaitingRequests<Input, Output> {
  readonly #waiting: Readonly<Record<JobSize, FairQueue<Request<Input, Output>, PendingJob<Input, Output>>>> = {
    short: new FairQueue(),
    long: new FairQueue(),
  };
  #suspects: Request<Input, Output>[] = [];

  get isEmpty(): boolean {
    return !this.hasSuspects && jobSizes.every((size) => !this.has(size));
  }

  /** Returns whether requests of jobs of `size` wait, apart from suspects. */
  has(size: JobSize): boolean {
    return !this.#waiting[size].isEmpty;
  }

  add(job: PendingJob<Input, Output>): void {
    this.#waiting[job.size].add(job);
  }

  remove(job: PendingJob<Input, Output>): void {
    this.#waiting[job.size].remove(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts items that a caller still waits for at the front of their queue, in their order. */
  addAgain(items: readonly Request<Input, Output>[]): void {
    for (const size of jobSizes) {
      this.#waiting[size].putBack(items.filter(({ job }) => job.size === size && !job.isOver));
    }
  }

  /** Adds suspects that a caller still waits for, before earlier suspects. */
  addSuspects(items: readonly Request<Input, Output>[]): void {
    this.#suspects.unshift(...items.filter(({ job }) => !job.isOver));
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  takeSuspect(): Request<Input, Output> | undefined {
    return this.#suspects.shift();
  }

  take(size: JobSize): Request<Input, Output> | undefined {
    return this.#waiting[size].take();
  }

  /** Takes the next item of `job` out of turn. */
  takeOf(job: PendingJob<Input, Output>): Request<Input, Output> | undefined {
    return this.#waiting[job.size].takeOf(job);
  }

  clear(): readonly PendingJob<Input, Output>[] {
    const waiting = jobSizes.flatMap((size) => this.#waiting[size].jobs());
    const jobs = new Set([...waiting, ...this.#suspects.map(({ job }) => job)]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }
}
