import { FairQueue, type QueuedJob } from './fair-queue.ts';

/** Callers wait for short texts; long ones take so long that a short delay is not noticed. */
export type Lane = 'short' | 'long';

export const lanes: readonly Lane[] = ['short', 'long'];

export type LaneJob<Item> = QueuedJob<Item> & {
  readonly lane: Lane;
  /** Whether no caller waits for it any more. */
  readonly isOver: boolean;
};

/**
 * Queues work for workers, short and long jobs separately: first items to be sent again, then the shares in turn, and
 * one item of each job of a share in turn. Suspects wait separately, and are sent alone: a worker exited while it
 * translated one of them.
 */
export class LaneQueue<Item extends { readonly job: Job }, Job extends LaneJob<Item>> {
  readonly #waiting: Readonly<Record<Lane, FairQueue<Item, Job>>> = { short: new FairQueue(), long: new FairQueue() };
  #suspects: Item[] = [];

  get isEmpty(): boolean {
    return !this.hasSuspects && lanes.every((lane) => !this.has(lane));
  }

  /** Returns whether anything other than suspects waits in `lane`. */
  has(lane: Lane): boolean {
    return !this.#waiting[lane].isEmpty;
  }

  add(job: Job): void {
    this.#waiting[job.lane].add(job);
  }

  remove(job: Job): void {
    this.#waiting[job.lane].remove(job);
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter((suspect) => suspect.job !== job);
  }

  /** Puts items that a caller still waits for at the front of their queue, in their order. */
  addAgain(items: readonly Item[]): void {
    for (const lane of lanes) {
      this.#waiting[lane].putBack(items.filter(({ job }) => job.lane === lane && !job.isOver));
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

  take(lane: Lane): Item | undefined {
    return this.#waiting[lane].take();
  }

  /** Takes the next item of `job` out of turn. */
  takeOf(job: Job): Item | undefined {
    return this.#waiting[job.lane].takeOf(job);
  }

  /** Removes all jobs and returns each once. */
  clear(): readonly Job[] {
    const waiting = lanes.flatMap((lane) => this.#waiting[lane].jobs());
    const jobs = new Set([...waiting, ...this.#suspects.map(({ job }) => job)]);
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }
}
