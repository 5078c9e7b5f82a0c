import { FairQueue, type QueuedJob } from '../../ground/fair-queue.ts';

/** Callers wait for short texts. Long ones take so long that a short delay does not matter. */
export type JobSize = 'short' | 'long';

export const jobSizes: readonly JobSize[] = ['short', 'long'];

export type SizedJob<Item> = QueuedJob<Item> & {
  readonly size: JobSize;
  /** Whether no caller waits for it any more. */
  readonly isOver: boolean;
};

/**
 * Queues work for workers, short and long jobs separately. Items to be sent again come first, then shares take turns,
 * then the jobs of a share. Suspects are items during which a worker exited. They wait separately and are sent alone.
 */
export class WaitingRequests<Item extends { readonly job: Job }, Job extends SizedJob<Item>> {
  readonly #waiting: Readonly<Record<JobSize, FairQueue<Item, Job>>> = {
    short: new FairQueue(),
    long: new FairQueue(),
  };
  #suspects: Item[] = [];

  get isEmpty(): boolean {
    return !this.hasSuspects && jobSizes.every((size) => !this.has(size));
  }

  /** Returns whether requests of jobs of `size` wait, apart from suspects. */
  has(size: JobSize): boolean {
    return !this.#waiting[size].isEmpty;
  }

  add(job: Job): void {
    this.#waiting[job.size].add(job);
  }

  remove(job: Job): void {
    this.#waiting[job.size].remove(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts items that a caller still waits for at the front of their queue, in their order. */
  addAgain(items: readonly Item[]): void {
    for (const size of jobSizes) {
      this.#waiting[size].putBack(items.filter(({ job }) => job.size === size && !job.isOver));
    }
  }

  /** Adds suspects that a caller still waits for, before earlier suspects. */
  addSuspects(items: readonly Item[]): void {
    this.#suspects.unshift(...items.filter(({ job }) => !job.isOver));
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  takeSuspect(): Item | undefined {
    return this.#suspects.shift();
  }

  take(size: JobSize): Item | undefined {
    return this.#waiting[size].take();
  }

  /** Takes the next item of `job` out of turn. */
  takeOf(job: Job): Item | undefined {
    return this.#waiting[job.size].takeOf(job);
  }

  /** Removes all jobs and returns each once. */
  clear(): readonly Job[] {
    const waiting = jobSizes.flatMap((size) => this.#waiting[size].jobs());
    const jobs = new Set([...waiting, ...this.#suspects.map(({ job }) => job)]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }
}
