import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JobQueue, type JobQueueOptions } from '../../../src/text/engine/job-queue.ts';

type Options = Partial<JobQueueOptions<string>>;

function openQueue(options: Options = {}) {
  const seen = { wakes: 0, changes: 0, abandoned: 0 };
  const queue = new JobQueue<string, string>({
    detail: { engine: 'test', mode: 'one' },
    shortJob: { requests: 3, units: 20 },
    withdrawMs: 60_000,
    unitsOf: (text) => text.length,
    wake: () => seen.wakes++,
    changed: () => seen.changes++,
    abandoned: () => seen.abandoned++,
    ...options,
  });
  const run = (texts: readonly string[], { share = 'one', signal = new AbortController().signal } = {}) =>
    queue.run({ share, signal }, (ask) => Promise.all(texts.map(ask)));
  /** Takes all short requests. */
  const take = () => queue.take('short', { requests: 100, units: 1_000 });
  return { queue, seen, run, take };
}

const unavailable = { code: 'engine_unavailable' };

describe('a job', () => {
  test('resolves with its outputs in the order of its inputs', async () => {
    const { queue, run, take } = openQueue();
    const job = run(['a', 'b']);
    const [one, two] = take();
    assert.ok(one !== undefined && two !== undefined);
    queue.deliver([two], ['B']);
    queue.deliver([one], ['A']);
    assert.deepEqual(await job, ['A', 'B']);
  });

  test('is short by the number of its requests and by their work', async () => {
    const { queue, run } = openQueue();
    const jobs = [['short'], ['a', 'b', 'c', 'd'], ['a'.repeat(21)]].map((texts) => run(texts));
    const taken = (['short', 'long'] as const).map((size) => queue.take(size, { requests: 9, units: 99 }));
    const sizes = taken.map((requests) => requests.length);
    assert.deepEqual(sizes, [1, 5]);
    queue.deliver(
      taken.flat(),
      taken.flat().map(() => ''),
    );
    await Promise.all(jobs);
  });

  test('may ask for more, which comes before what waits', async () => {
    const { queue, run, take } = openQueue();
    const { signal } = new AbortController();
    const job = queue.run({ share: 'one', signal }, async (ask) => await ask(`${await ask('first')} again`));
    const [first] = take();
    const other = run(['other']);
    assert.ok(first !== undefined);
    queue.deliver([first], ['First']);
    await new Promise(setImmediate);
    const [next, last] = take();
    assert.deepEqual([next?.input, last?.input], ['First again', 'other']);
    assert.ok(next !== undefined && last !== undefined);
    queue.deliver([next, last], ['Done', 'Other']);
    assert.deepEqual([await job, await other], ['Done', ['Other']]);
  });

  test('rejects with the reason of its signal, and leaves nothing behind', async () => {
    const { queue, seen, run } = openQueue();
    const caller = new AbortController();
    const job = run(['a', 'b'], { signal: caller.signal });
    const [sent] = queue.take('short', { requests: 1, units: 9 });
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    await assert.rejects(job, reason);
    assert.ok(sent?.job.isOver);
    queue.sendAgain([sent]);
    queue.tryAlone([sent]);
    assert.ok(queue.waiting.isEmpty);
    assert.equal(seen.abandoned, 1);
    await assert.rejects(run(['a'], { signal: AbortSignal.abort(reason) }), reason);
  });

  test('fails when the queue is closed, wherever its requests are', async () => {
    const { queue, run } = openQueue();
    const jobs = [run(['sent']), run(['waiting'], { share: 'two' })].map((job) => assert.rejects(job, unavailable));
    queue.take('short', { requests: 1, units: 9 });
    queue[Symbol.dispose]();
    await Promise.all(jobs);
    await assert.rejects(run(['late']), unavailable);
  });
});

describe('a request over which a worker failed', () => {
  test('is tried alone with all others of the worker, and given up the second time it is blamed', async () => {
    const { queue, run, take } = openQueue();
    const job = run(['good', 'bad']);
    const sent = take();
    queue.tryAlone(sent, ({ input }) => input === 'bad');
    assert.equal(queue.waiting.has('short'), false);
    const [good, bad] = [queue.waiting.takeSuspect(), queue.waiting.takeSuspect()];
    assert.ok(good !== undefined && bad !== undefined);
    assert.deepEqual([good.strikes, bad.strikes], [0, 1]);
    queue.deliver([good], ['Good']);
    queue.tryAlone([bad]);
    assert.deepEqual(await job, ['Good', undefined]);
  });

  test('is tried alone if its output is missing', async () => {
    const { queue, run, take } = openQueue();
    const job = run(['a', 'b']);
    queue.deliver(take(), ['A', undefined]);
    const suspect = queue.waiting.takeSuspect();
    assert.equal(suspect?.input, 'b');
    queue.deliver([suspect], ['B']);
    assert.deepEqual(await job, ['A', 'B']);
  });

  test('fails its job if the job has lost more requests than it may', async () => {
    const { queue, run, take } = openQueue({ givenUpMax: 1 });
    const [one, two] = [run(['a']), run(['b', 'c'])];
    const failed = assert.rejects(two, unavailable);
    const sent = take();
    queue.tryAlone(sent);
    queue.tryAlone(sent.map((request) => ({ ...request, strikes: 1 })));
    assert.deepEqual(await one, [undefined]);
    await failed;
  });
});

describe('a queue that cannot be used', () => {
  test('fails what waits and what comes back, and refuses jobs, until its circuit breaker closes', async () => {
    const { queue, seen, run } = openQueue();
    const jobs = [run(['sent']), run(['waiting'], { share: 'two' })].map((job) => assert.rejects(job, unavailable));
    const sent = queue.take('short', { requests: 1, units: 9 });
    queue.breaker.failed('broken', { isFinal: true });
    assert.deepEqual([queue.obstacle, seen.changes], ['broken', 1]);
    queue.sendAgain(sent);
    await Promise.all(jobs);
    await assert.rejects(run(['late']), unavailable);
    queue[Symbol.dispose]();
  });

  test('fails a job that waits for something else before it asks', async () => {
    let obstacle: string | undefined;
    const { queue } = openQueue({ obstacle: () => obstacle });
    const { signal } = new AbortController();
    const job = queue.run({ share: 'one', signal }, () => new Promise<never>(() => {}));
    const failed = assert.rejects(job, {
      code: 'engine_unavailable',
      detail: { engine: 'test', mode: 'one', reason: 'full' },
    });
    obstacle = 'full';
    queue.availabilityChanged();
    await failed;
  });
});
