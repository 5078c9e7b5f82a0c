import { FairQueue } from '../../core/scheduling/fair-queue.ts';
import { type Lane, lanes, type PendingJob, type Request } from './job.ts';

/**
 * The segments that wait for a pipeline, those of short jobs and those of long ones apart: first what has to be sent
 * again, then the shares in turn, and one of each job of a share in turn. Nothing is kept of a job that was removed.
 */
export class RequestQueue {
  readonly #waiting: Readonly<Record<Lane, FairQueue<Request, PendingJob>>> = {
    short: new FairQueue(),
    long: new FairQueue(),
  };
  #suspects: Request[] = [];

  get isEmpty(): boolean {
    return !this.hasSuspects && lanes.every((lane) => !this.has(lane));
  }

  /** Whether anything but suspects waits in `lane`. */
  has(lane: Lane): boolean {
    return !this.#waiting[lane].isEmpty;
  }

  add(job: PendingJob): void {
    this.#waiting[job.lane].add(job);
  }

  remove(job: PendingJob): void {
    this.#waiting[job.lane].remove(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts those of `requests` that somebody still wants before everything else of their lane, in their order. */
  addAgain(requests: readonly Request[]): void {
    for (const lane of lanes) {
      const own = requests.filter(({ job }) => job.lane === lane && !job.isOver);
      this.#waiting[lane].putBack(own.map((item) => ({ job: item.job, item })));
    }
  }

  /** The same for requests of which one may be what a pipeline failed on; they come before all others. */
  addSuspects(requests: readonly Request[]): void {
    this.#suspects.unshift(...requests.filter(({ job }) => !job.isOver));
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  takeSuspect(): Request | undefined {
    return this.#suspects.shift();
  }

  take(lane: Lane): Request | undefined {
    return this.#waiting[lane].take();
  }

  /** Jobs of which anything waits, all of them, which the queue then forgets. */
  clear(): readonly PendingJob[] {
    const waiting = lanes.flatMap((lane) => this.#waiting[lane].jobs());
    const jobs = new Set([...waiting, ...this.#suspects.map(({ job }) => job)]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }
}
