import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { BoundedQueue } from '../../src/ops/bounded-queue.ts';

const unaborted = () => new AbortController().signal;

/** A task that ends when it is told to. */
function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  return {
    task: () => {
      started = true;
      return promise;
    },
    started: () => started,
    open: resolve,
    fail: reject,
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a task runs at once while there is room', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 0 });
  assert.equal(await queue.run(async () => 'done', unaborted()), 'done');
  assert.equal(queue.running, 0);
});

test('tasks beyond the room wait, first come first served, and those beyond the waiting room are refused at once', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 2 });
  const [first, second, third] = [gate(), gate(), gate()];
  const results = [first, second, third].map((each) => queue.run(each.task, unaborted()));
  assert.equal(
    queue.run(async () => 'refused', unaborted()),
    undefined,
  );
  assert.deepEqual([first.started(), second.started(), third.started()], [true, false, false]);
  first.open('first');
  assert.equal(await results[0], 'first');
  await settled();
  assert.deepEqual([second.started(), third.started()], [true, false]);
  second.open('second');
  third.open('third');
  assert.deepEqual(await Promise.all(results.map(async (result) => result)), ['first', 'second', 'third']);
  assert.deepEqual([queue.running, queue.waiting], [0, 0]);
});

test('a task that fails rejects its caller and makes room for the next', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 1 });
  const failing = gate();
  const failed = queue.run(failing.task, unaborted());
  const next = queue.run(async () => 'next', unaborted());
  failing.fail(new Error('broken'));
  assert.ok(failed);
  await assert.rejects(failed, { message: 'broken' });
  assert.equal(await next, 'next');
});

test('an abort takes a waiting task out of the queue, with the reason of its signal', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 1 });
  const running = gate();
  const first = queue.run(running.task, unaborted());
  const hangUp = new AbortController();
  const waiting = queue.run(async () => assert.fail('ran'), hangUp.signal);
  const reason = new Error('gone');
  hangUp.abort(reason);
  assert.ok(waiting);
  await assert.rejects(waiting, reason);
  assert.equal(queue.waiting, 0);
  running.open('first');
  await first;
  assert.equal(queue.running, 0);
});

test('a signal that has already aborted rejects without running anything', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 1 });
  const refused = queue.run(async () => assert.fail('ran'), AbortSignal.abort(new Error('gone')));
  assert.ok(refused);
  await assert.rejects(refused, { message: 'gone' });
});

test('whatever tasks do, no more run or wait than the bounds allow, and every accepted one settles', async () => {
  const move = fc.record({ ticks: fc.nat(4), fails: fc.boolean(), aborts: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.nat(3), fc.nat(3), fc.array(move, { maxLength: 20 }), async (more, waiting, moves) => {
      const queue = new BoundedQueue({ running: 1 + more, waiting });
      let underWay = 0;
      const accepted = moves.flatMap(({ ticks, fails, aborts }) => {
        const hangUp = new AbortController();
        const result = queue.run(async () => {
          underWay++;
          assert.ok(underWay <= 1 + more);
          for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
          underWay--;
          if (fails) throw new Error('broken');
        }, hangUp.signal);
        assert.ok(queue.waiting <= waiting);
        if (aborts) hangUp.abort();
        return result === undefined ? [] : [result];
      });
      await Promise.allSettled(accepted);
      assert.deepEqual([underWay, queue.running, queue.waiting], [0, 0, 0]);
    }),
  );
});
