import { FairQueue } from '../../core/scheduling/fair-queue.ts';
import type { PendingJob, Request } from './job.ts';

/**
 * The segments that wait for a pipeline: those to be sent again first, then the shares of callers in turn, and one of
 * each job of a share in turn. Nothing is kept of a job that was removed.
 */
export class RequestQueue {
  readonly #waiting = new FairQueue<Request, PendingJob>();
  #suspects: Request[] = [];

  /** Whether anything waits that somebody still wants. */
  get isEmpty(): boolean {
    return this.#waiting.isEmpty && !this.hasSuspects;
  }

  add(job: PendingJob): void {
    this.#waiting.add(job);
  }

  remove(job: PendingJob): void {
    this.#waiting.remove(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts those of `requests` that somebody still wants before everything else, in their order. */
  addAgain(requests: readonly Request[]): void {
    this.#waiting.putBack(requests.filter(isWanted).map((item) => ({ job: item.job, item })));
  }

  /** The same for requests of which one may be what a pipeline failed on. */
  addSuspects(requests: readonly Request[]): void {
    this.#suspects.unshift(...requests.filter(isWanted));
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  takeSuspect(): Request | undefined {
    return this.#suspects.shift();
  }

  take(): Request | undefined {
    return this.#waiting.take();
  }

  /** Jobs of which anything waits, all of them, which the queue then forgets. */
  clear(): readonly PendingJob[] {
    const jobs = new Set([...this.#waiting.jobs(), ...this.#suspects.map(({ job }) => job)]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }
}

function isWanted(request: Request): boolean {
  return !request.job.isOver;
}
