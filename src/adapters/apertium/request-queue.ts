import type { PendingJob, Request } from './job.ts';

/** The segments that wait for a pipeline: those to be sent again first, then one of each job in turn. */
export class RequestQueue {
  #jobs: PendingJob[] = [];
  #again: Request[] = [];
  #suspects: Request[] = [];

  /** Whether anything waits that somebody still wants. */
  get isEmpty(): boolean {
    return !this.#jobs.some((job) => job.hasMore) && ![...this.#again, ...this.#suspects].some(isWanted);
  }

  add(job: PendingJob): void {
    this.#jobs.push(job);
  }

  remove(job: PendingJob): void {
    this.#jobs = this.#jobs.filter((waiting) => waiting !== job);
  }

  /** Puts `requests` before everything else, in their order. */
  addAgain(requests: readonly Request[]): void {
    this.#again.unshift(...requests);
  }

  /** The same for requests of which one may be what a pipeline failed on. */
  addSuspects(requests: readonly Request[]): void {
    this.#suspects.unshift(...requests);
  }

  get hasSuspects(): boolean {
    return this.#suspects.some(isWanted);
  }

  takeSuspect(): Request | undefined {
    return takeWanted(this.#suspects);
  }

  /** @returns at most `count`; fewer when no more wait */
  take(count: number): readonly Request[] {
    const taken: Request[] = [];
    while (taken.length < count) {
      const request = takeWanted(this.#again) ?? this.#takeNext();
      if (request === undefined) break;
      taken.push(request);
    }
    return taken;
  }

  /** Jobs that still wait, all of them, which the queue then forgets. */
  clear(): readonly PendingJob[] {
    const requests = [...this.#again, ...this.#suspects];
    const jobs = [...new Set([...requests.map(({ job }) => job), ...this.#jobs])];
    this.#jobs = [];
    this.#again = [];
    this.#suspects = [];
    return jobs.filter((job) => !job.isOver);
  }

  #takeNext(): Request | undefined {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      const request = job.take();
      if (request === undefined) continue;
      // To the back, so that a long job takes turns with the others.
      if (job.hasMore) this.#jobs.push(job);
      return request;
    }
    return undefined;
  }
}

function takeWanted(requests: Request[]): Request | undefined {
  for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
    if (isWanted(request)) return request;
  }
  return undefined;
}

function isWanted(request: Request): boolean {
  return !request.job.isOver;
}
