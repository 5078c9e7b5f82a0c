import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JobSize, PendingJob, WaitingRequests } from '../../../src/text/engine/waiting-requests.ts';

type Job = PendingJob<string, string>;

type Given = { readonly share?: string; readonly size?: JobSize };

function jobOf(segments: readonly string[], { share = 'one', size = 'long' }: Given = {}): Job {
  const job = new PendingJob<string, string>({ share, unitsOf: (text) => text.length, further: () => assert.fail() });
  for (const segment of segments) void job.ask(segment);
  job.close(size === 'short' ? { requests: 10, units: 100 } : { requests: 0, units: 0 });
  return job;
}

function setup(...jobs: readonly (readonly string[])[]) {
  const queue = new WaitingRequests<string, string>();
  const pending = jobs.map((segments) => jobOf(segments));
  for (const job of pending) queue.add(job);
  const takeRequests = (count: number) =>
    Array.from({ length: count }, () => queue.take('long')).filter((one) => one !== undefined);
  const take = (count: number) => takeRequests(count).map(({ input }) => input);
  return { queue, pending, take, takeRequests };
}

test('items without a waiting caller are not sent', () => {
  const { queue, pending, take, takeRequests } = setup(['a1', 'a2', 'a3', 'a4'], ['b1', 'b2']);
  const [a] = pending;
  assert.ok(a !== undefined);
  const [first, , second, , third] = takeRequests(5);
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  queue.addAgain([first]);
  queue.addSuspects([second]);
  queue.remove(a);
  a.fail(new Error('gave up'));
  queue.addAgain([third]);
  queue.addSuspects([third]);
  assert.deepEqual(take(9), []);
  assert.equal(queue.takeSuspect(), undefined);
  assert.equal(queue.isEmpty, true);
});

test('suspects are handed out one by one', () => {
  const { queue, take, takeRequests } = setup(['a1', 'a2', 'a3']);
  queue.addSuspects(takeRequests(2));
  assert.deepEqual(take(9), ['a3']);
  assert.equal(queue.hasSuspects, true);
  const taken = [queue.takeSuspect()?.input, queue.takeSuspect()?.input, queue.takeSuspect()];
  assert.deepEqual(taken, ['a1', 'a2', undefined]);
});

test('clearing returns each waiting job once', () => {
  const { queue, pending, takeRequests } = setup(['a1', 'a2'], ['b1'], ['c1']);
  queue.addSuspects(takeRequests(1));
  queue.addAgain(takeRequests(1));
  assert.deepEqual(new Set(queue.clear()), new Set(pending));
  assert.equal(queue.isEmpty, true);
});

test('short jobs and long ones wait separately, each in its turn', () => {
  const { queue, take } = setup(['long 1', 'long 2']);
  const short = jobOf(['short 1', 'short 2'], { size: 'short' });
  queue.add(short);
  const first = queue.take('short');
  assert.equal(first?.input, 'short 1');
  queue.addAgain([first]);
  const taken = [queue.take('short')?.input, queue.take('short')?.input, queue.has('short')];
  assert.deepEqual(taken, ['short 1', 'short 2', false]);
  assert.deepEqual(take(9), ['long 1', 'long 2']);
});
