import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Semaphore } from '../../src/ground/semaphore.ts';

test('work that waits takes turns by share, and what is aborted while it waits takes no place', async () => {
  const semaphore = new Semaphore(1);
  const never = new AbortController().signal;
  const order: string[] = [];
  const run = (name: string, signal = never) =>
    semaphore.run(name.charAt(0), signal, async () => {
      order.push(name);
      await Promise.resolve();
      if (name === 'a2') throw new Error('a failure frees the place, too');
    });
  const abort = new AbortController();
  const runs = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => run(name));
  const aborted = run('c1', abort.signal);
  abort.abort(new Error('gone'));
  await assert.rejects(aborted, /gone/);
  await Promise.allSettled([...runs, run('b2')]);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  await run('d1');
});
