import { FairQueue } from '../../core/scheduling/fair-queue.ts';
import type { PendingJob, TextRequest } from './pending-job.ts';

/** How much of what is next in turn is looked at, in calls. */
const lookAhead = 2;

/** Of these, and so in one call. */
const textsMax = 64;

/**
 * The texts that wait for one model: the shares in turn, and one of each job of a share in turn; and between them those of
 * which one may be what a worker ended over, each alone. Nothing is kept of a job that was removed.
 */
export class WorkQueue {
  readonly #fair = new FairQueue<TextRequest, PendingJob>();
  readonly #unitsOf = new Map<PendingJob, number>();
  #suspects: TextRequest[] = [];
  /** Every other time: each of them may cost a worker, and others wait for that. */
  #isSuspectsTurn = false;
  #units = 0;

  get isEmpty(): boolean {
    return this.#suspects.length === 0 && this.#fair.isEmpty;
  }

  /** How much work waits, without suspects. */
  get units(): number {
    return this.#units;
  }

  add(job: PendingJob): void {
    this.#fair.add(job);
    this.#count(job, job.units);
  }

  remove(job: PendingJob): void {
    this.#fair.remove(job);
    this.#units -= this.#unitsOf.get(job) ?? 0;
    this.#unitsOf.delete(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts those of `requests` that somebody still wants before everything else but suspects, in their order. */
  addAgain(requests: readonly TextRequest[]): void {
    const wanted = requests.filter(isWanted);
    this.#fair.putBack(wanted.map((item) => ({ job: item.job, item })));
    for (const { job, units } of wanted) this.#count(job, units);
  }

  addSuspects(requests: readonly TextRequest[]): void {
    this.#suspects.push(...requests.filter(isWanted));
  }

  /**
   * What a worker is given next. Texts of one length are faster together, so that some of those whose turn comes next are
   * passed over for others of the first one's length; they come first the next time.
   *
   * @param unitsMax how much work, unless one text is more
   */
  takeBatch(unitsMax: number): readonly TextRequest[] {
    const suspect = this.#takeSuspect();
    if (suspect !== undefined) return [suspect];
    const next = this.#takeNext(unitsMax * lookAhead);
    const [first] = next;
    if (first === undefined) return [];
    const batch = new Set([first]);
    let room = unitsMax - first.units;
    for (const request of [...next.filter((one) => areAlike(first, one)), ...next]) {
      if (batch.has(request) || request.units > room) continue;
      batch.add(request);
      room -= request.units;
    }
    this.addAgain(next.filter((request) => !batch.has(request)));
    return [...batch];
  }

  /** Jobs of which anything waits, all of them, which the queue then forgets. */
  clear(): readonly PendingJob[] {
    const jobs = new Set([...this.#fair.jobs(), ...this.#suspects.map(({ job }) => job)]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }

  #takeSuspect(): TextRequest | undefined {
    this.#isSuspectsTurn = !this.#isSuspectsTurn;
    if (!this.#isSuspectsTurn && !this.#fair.isEmpty) return undefined;
    return this.#takeWanted(() => this.#suspects.shift());
  }

  #takeNext(unitsMax: number): readonly TextRequest[] {
    const next: TextRequest[] = [];
    for (let units = 0; units < unitsMax && next.length < textsMax; ) {
      const request = this.#takeInTurn();
      if (request === undefined) break;
      next.push(request);
      units += request.units;
    }
    return next;
  }

  #takeInTurn(): TextRequest | undefined {
    return this.#takeWanted(() => {
      const request = this.#fair.take();
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

function areAlike(one: TextRequest, other: TextRequest): boolean {
  return one.length !== undefined && one.length === other.length;
}
