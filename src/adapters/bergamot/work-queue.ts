import { FairQueue } from '../../core/scheduling/fair-queue.ts';
import type { Lane, PendingJob, TextRequest } from './pending-job.ts';

/** Texts in one call. */
const textsMax = 64;

/**
 * The texts that wait for one model, those of short jobs and those of long ones by turns: of each the shares in turn, and
 * one of each job of a share in turn; and between them those of which one may be what a worker ended over, each alone. Nothing is kept of a job that was removed.
 */
export class WorkQueue {
  readonly #fair: Readonly<Record<Lane, FairQueue<TextRequest, PendingJob>>> = {
    short: new FairQueue(),
    long: new FairQueue(),
  };
  readonly #unitsOf = new Map<PendingJob, number>();
  #suspects: TextRequest[] = [];
  /** Every other time: each of them may cost a worker, and others wait for that. */
  #isSuspectsTurn = false;
  #lastLane: Lane = 'long';
  #units = 0;

  get isEmpty(): boolean {
    return this.#suspects.length === 0 && !this.has('short') && !this.has('long');
  }

  /** Whether anything but suspects waits in `lane`. */
  has(lane: Lane): boolean {
    return !this.#fair[lane].isEmpty;
  }

  /** How much work waits, without suspects. */
  get units(): number {
    return this.#units;
  }

  add(job: PendingJob): void {
    this.#fair[job.lane].add(job);
    this.#count(job, job.units);
  }

  remove(job: PendingJob): void {
    this.#fair[job.lane].remove(job);
    this.#units -= this.#unitsOf.get(job) ?? 0;
    this.#unitsOf.delete(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts those of `requests` that somebody still wants before everything else but suspects, in their order. */
  addAgain(requests: readonly TextRequest[]): void {
    const wanted = requests.filter(isWanted);
    for (const lane of ['short', 'long'] as const) {
      const own = wanted.filter(({ job }) => job.lane === lane);
      this.#fair[lane].putBack(own.map((item) => ({ job: item.job, item })));
    }
    for (const { job, units } of wanted) this.#count(job, units);
  }

  addSuspects(requests: readonly TextRequest[]): void {
    this.#suspects.push(...requests.filter(isWanted));
  }

  /**
   * Takes the texts of the next call.
   *
   * @param unitsMax how much work, but for the last text
   * @param only from this lane and no suspects; else from the lanes in turn
   */
  takeBatch(unitsMax: number, only?: Lane): readonly TextRequest[] {
    const suspect = only === undefined ? this.#takeSuspect() : undefined;
    if (suspect !== undefined) return [suspect];
    const lane = only ?? this.#nextLane();
    const batch: TextRequest[] = [];
    for (let units = 0; units < unitsMax && batch.length < textsMax; ) {
      const request = this.#takeInTurn(lane);
      if (request === undefined) break;
      batch.push(request);
      units += request.units;
    }
    return batch;
  }

  /** Jobs of which anything waits, all of them, which the queue then forgets. */
  clear(): readonly PendingJob[] {
    const jobs = new Set([
      ...this.#fair.short.jobs(),
      ...this.#fair.long.jobs(),
      ...this.#suspects.map(({ job }) => job),
    ]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }

  #takeSuspect(): TextRequest | undefined {
    this.#isSuspectsTurn = !this.#isSuspectsTurn;
    if (!this.#isSuspectsTurn && this.#units > 0) return undefined;
    return this.#takeWanted(() => this.#suspects.shift());
  }

  #nextLane(): Lane {
    const other = this.#lastLane === 'long' ? 'short' : 'long';
    if (this.has(other)) this.#lastLane = other;
    return this.#lastLane;
  }

  #takeInTurn(lane: Lane): TextRequest | undefined {
    return this.#takeWanted(() => {
      const request = this.#fair[lane].take();
      if (request !== undefined) this.#count(request.job, -request.units);
      return request;
    });
  }

  #count(job: PendingJob, units: number): void {
    this.#unitsOf.set(job, (this.#unitsOf.get(job) ?? 0) + units);
    this.#units += units;
  }

  #takeWanted(take: () => TextRequest | undefined): TextRequest | undefined {
    for (let request = take(); request !== undefined; request = take()) if (isWanted(request)) return request;
    return undefined;
  }
}

/** A segment is done for before all its texts are when one of them cannot be translated. */
function isWanted({ job, segment }: TextRequest): boolean {
  return !job.isOver && !segment.isDone;
}
