import { type Place, Ring } from './ring.ts';

/** Work that is handed out item by item. */
export type QueuedJob<Item> = { readonly share: string; readonly hasMore: boolean; take(): Item | undefined };

type Share<Job> = { readonly name: string; readonly jobs: Ring<Job>; place: Place<Share<Job>> | undefined };

type Membership<Job> = { readonly share: Share<Job>; readonly place: Place<Job> };

/**
 * Orders waiting work: shares take turns, then the jobs of a share; each job hands out its items in order. A share
 * therefore waits for at most one item of each other share. Takes constant time. `Backlog` bounds how much may wait.
 */
export class FairQueue<Item extends { readonly job: Job }, Job extends QueuedJob<Item>> {
  readonly #shares = new Ring<Share<Job>>();
  readonly #shareOf = new Map<string, Share<Job>>();
  readonly #membershipOf = new Map<Job, Membership<Job>>();
  /** Items that were put back. Few, because they were already sent to workers. */
  #returned: Item[] = [];

  /** Waiting jobs, without items that were put back. */
  get size(): number {
    return this.#membershipOf.size;
  }

  get isEmpty(): boolean {
    return this.#membershipOf.size === 0 && this.#returned.length === 0;
  }

  /** Returns every job with waiting items, once. */
  jobs(): readonly Job[] {
    return [...new Set([...this.#returned.map(({ job }) => job), ...this.#membershipOf.keys()])];
  }

  /** @param job must not be waiting already */
  add(job: Job): void {
    if (!job.hasMore) return;
    const share = this.#shareOf.get(job.share) ?? this.#open(job.share);
    this.#membershipOf.set(job, { share, place: share.jobs.add(job) });
  }

  /** Puts taken items back at the front, in their order. */
  putBack(items: readonly Item[]): void {
    this.#returned.unshift(...items);
  }

  remove(job: Job): void {
    this.#leave(job);
    if (this.#returned.length > 0) this.#returned = this.#returned.filter((item) => item.job !== job);
  }

  take(): Item | undefined {
    return this.#returned.shift() ?? this.#takeInTurn();
  }

  /** Takes the next item of `job` out of turn. */
  takeOf(job: Job): Item | undefined {
    const item = job.take();
    if (!job.hasMore) this.#leave(job);
    return item;
  }

  #takeInTurn(): Item | undefined {
    for (let share = this.#shares.first; share !== undefined; share = this.#shares.first) {
      const job = share.jobs.first;
      const item = job?.take();
      share.jobs.turn();
      if (item !== undefined) this.#shares.turn();
      if (job !== undefined && (item === undefined || !job.hasMore)) this.#leave(job);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  #open(name: string): Share<Job> {
    const share: Share<Job> = { name, jobs: new Ring<Job>(), place: undefined };
    share.place = this.#shares.add(share);
    this.#shareOf.set(name, share);
    return share;
  }

  #leave(job: Job): void {
    const membership = this.#membershipOf.get(job);
    if (membership === undefined) return;
    const { share, place } = membership;
    this.#membershipOf.delete(job);
    share.jobs.remove(place);
    if (share.jobs.first !== undefined || share.place === undefined) return;
    this.#shares.remove(share.place);
    this.#shareOf.delete(share.name);
  }
}
