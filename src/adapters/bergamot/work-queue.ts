import { FairQueue } from '../../core/scheduling/fair-queue.ts';
import type { PendingJob, TextRequest } from './pending-job.ts';

/** Texts whose lengths differ by no more than a fifth, or some words, go through the library together. */
const likeness = { part: 0.2, units: 12 };

/** Texts in one call. */
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
   * What goes through the library next. Where texts may go together, they are of about the length of the one whose turn it
   * is, since the shorter would wait in there for the longer; others that were met in looking for such are next in turn.
   *
   * @param unitsMax how much work, unless one text is more
   */
  takeBatch(unitsMax: number, isBatched: boolean): readonly TextRequest[] {
    const suspect = this.#takeSuspect();
    if (suspect !== undefined) return [suspect];
    const first = this.#takeInTurn();
    if (first === undefined) return [];
    const batch = [first];
    const unlike: TextRequest[] = [];
    const hasRoom = { batch: unitsMax - first.units, unlike: unitsMax };
    while (hasRoom.batch > 0 && hasRoom.unlike > 0 && batch.length < textsMax) {
      const next = this.#takeInTurn();
      if (next === undefined) break;
      const isTaken = next.units <= hasRoom.batch && (!isBatched || areAlike(first, next));
      hasRoom[isTaken ? 'batch' : 'unlike'] -= next.units;
      (isTaken ? batch : unlike).push(next);
    }
    this.addAgain(unlike);
    return batch;
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
  const difference = Math.abs(one.units - other.units);
  return difference <= Math.max(likeness.units, likeness.part * Math.max(one.units, other.units));
}
