import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { FairQueue, type QueuedJob } from '../../src/ground/fair-queue.ts';
import { propertyRuns } from '../support/property-runs.ts';

const runs = { numRuns: propertyRuns('memory', 300) };

/** An item with its job. */
type Item = { readonly job: CountingJob; readonly index: number };

/** A job with numbered items. */
class CountingJob implements QueuedJob<Item> {
  readonly share: string;
  readonly #count: number;
  #taken = 0;

  constructor(share: string, count: number) {
    this.share = share;
    this.#count = count;
  }

  get hasMore(): boolean {
    return this.#taken < this.#count;
  }

  take(): Item | undefined {
    return this.hasMore ? { job: this, index: this.#taken++ } : undefined;
  }
}

type Queue = FairQueue<Item, CountingJob>;

function openQueue(...jobs: readonly (readonly [share: string, count: number])[]) {
  const queue: Queue = new FairQueue();
  const added = jobs.map(([share, count]) => new CountingJob(share, count));
  for (const job of added) queue.add(job);
  return { queue, added };
}

function takeAll(queue: Queue, countMax = Number.POSITIVE_INFINITY): readonly Item[] {
  const taken: Item[] = [];
  while (taken.length < countMax) {
    const item = queue.take();
    if (item === undefined) break;
    taken.push(item);
  }
  return taken;
}

const sharesOf = (items: readonly Item[]): string => items.map(({ job }) => job.share).join('');

describe('fair queue', () => {
  test('lets shares take turns, and in each share its jobs', () => {
    const { queue, added } = openQueue(['a', 3], ['a', 3], ['b', 2], ['c', 1]);
    const taken = takeAll(queue);
    assert.equal(sharesOf(taken), 'abcabaaaa');
    const jobsOfA = taken.filter(({ job }) => job.share === 'a').map(({ job }) => added.indexOf(job));
    assert.deepEqual(jobsOfA, [0, 1, 0, 1, 0, 1]);
    assert.ok(queue.isEmpty);
  });

  test('forgets a removed job and its items that were put back, and the others continue', () => {
    const { queue, added } = openQueue(['a', 3], ['b', 3]);
    queue.putBack(takeAll(queue, 2));
    const [removed] = added;
    assert.ok(removed !== undefined);
    queue.remove(removed);
    assert.deepEqual(queue.jobs(), [added[1]]);
    assert.equal(sharesOf(takeAll(queue)), 'bbb');
    assert.ok(queue.isEmpty);
  });
});

/** One operation on a queue. */
type Step =
  | { readonly kind: 'add'; readonly share: number; readonly count: number }
  | { readonly kind: 'take'; readonly count: number }
  | { readonly kind: 'putBack'; readonly from: number; readonly count: number }
  | { readonly kind: 'remove'; readonly job: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), share: fc.nat(5), count: fc.nat(12) }),
    fc.record({ kind: fc.constant('take' as const), count: fc.nat(15) }),
    fc.record({ kind: fc.constant('putBack' as const), from: fc.nat(40), count: fc.nat(6) }),
    fc.record({ kind: fc.constant('remove' as const), job: fc.nat(30) }),
  ),
  { maxLength: 60, size: 'max' },
);

/** The history of a queue: items in the order of their first hand-out, and the removed ones. */
class Play {
  readonly queue: Queue = new FairQueue();
  readonly jobs: CountingJob[] = [];
  readonly counts = new Map<CountingJob, number>();
  readonly removed = new Set<CountingJob>();
  /** Taken and not put back. */
  readonly held: Item[] = [];
  /** Handed out for the first time. */
  readonly fresh: Item[] = [];
  /** For each fresh item: shares with an item never taken, and how many of their jobs had been removed. */
  readonly waitingAtTurn: ReadonlyMap<string, number>[] = [];
  #isBack = new Set<Item>();

  do(step: Step): void {
    switch (step.kind) {
      case 'add':
        return this.#add(step.share, step.count);
      case 'take':
        for (let taken = 0; taken < step.count; taken++) this.take();
        return;
      case 'putBack': {
        const items = this.held.splice(step.from, step.count).filter(({ job }) => !this.removed.has(job));
        for (const item of items) this.#isBack.add(item);
        return this.queue.putBack(items);
      }
      case 'remove':
        return this.#remove(this.jobs[step.job]);
    }
  }

  take(): Item | undefined {
    const waiting = this.sharesWaiting();
    const item = this.queue.take();
    if (item === undefined) return undefined;
    assert.ok(!this.removed.has(item.job), 'an item of a job that was removed');
    if (this.#isBack.size > 0) assert.ok(this.#isBack.delete(item), 'something else went before what was put back');
    else {
      this.fresh.push(item);
      this.waitingAtTurn.push(waiting);
    }
    this.held.push(item);
    return item;
  }

  sharesWaiting(): ReadonlyMap<string, number> {
    const waiting = this.jobs.filter((job) => job.hasMore && !this.removed.has(job));
    const removals = (share: string): number => [...this.removed].filter((job) => job.share === share).length;
    return new Map(waiting.map(({ share }) => [share, removals(share)]));
  }

  #add(share: number, count: number): void {
    const job = new CountingJob(`share ${share}`, count);
    this.jobs.push(job);
    this.counts.set(job, count);
    this.queue.add(job);
  }

  #remove(job: CountingJob | undefined): void {
    if (job === undefined) return;
    this.queue.remove(job);
    this.removed.add(job);
    for (const item of [...this.#isBack]) if (item.job === job) this.#isBack.delete(item);
  }
}

function play(moves: readonly Step[]): Play {
  const played = new Play();
  for (const move of moves) played.do(move);
  return played;
}

describe('any sequence of adding, taking, putting back and removing', () => {
  test('loses nothing and hands out nothing twice', () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const played = play(moves);
        while (played.take() !== undefined);
        assert.ok(played.queue.isEmpty);
        for (const job of played.jobs) {
          if (played.removed.has(job)) continue;
          const indexes = played.held.filter((item) => item.job === job).map(({ index }) => index);
          const expected = Array.from({ length: played.counts.get(job) ?? 0 }, (_, index) => index);
          const sorted = indexes.toSorted((one, other) => one - other);
          assert.deepEqual(sorted, expected);
        }
      }),
      runs,
    );
  });

  test("hands out a job's items in order", () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const { fresh, jobs } = play(moves);
        for (const job of jobs) {
          const indexes = fresh.filter((item) => item.job === job).map(({ index }) => index);
          const sorted = indexes.toSorted((one, other) => one - other);
          assert.deepEqual(indexes, sorted);
        }
      }),
      runs,
    );
  });

  test('gives no share a second turn while another, which waited at its first, still waits for one', () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const { fresh, waitingAtTurn } = play(moves);
        const shares = fresh.map(({ job }) => job.share);
        for (const [turn, share] of shares.entries()) {
          const next = shares.indexOf(share, turn + 1);
          if (next < 0) continue;
          const between = new Set(shares.slice(turn + 1, next));
          const passedOver = [...(waitingAtTurn[turn] ?? [])].filter(([other, removals]) => {
            // One that lost a job in between may have left and come again.
            return other !== share && !between.has(other) && waitingAtTurn[next]?.get(other) === removals;
          });
          assert.deepEqual(passedOver, []);
        }
      }),
      runs,
    );
  });

  test('is empty exactly when there is nothing to take', () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const { queue } = play(moves);
        const wasEmpty = queue.isEmpty;
        assert.equal(queue.take() === undefined, wasEmpty);
      }),
      runs,
    );
  });
});
