import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { sortInSteps, Turns } from '../../src/ground/steps.ts';

test('a long list is sorted in steps of a few thousand comparisons', () => {
  const anyList = fc.array(fc.record({ at: fc.nat(9_000) }), { minLength: 2_000, maxLength: 9_000, size: 'max' });
  fc.assert(
    fc.property(anyList, (items) => {
      let [comparisons, most] = [0, 0];
      const order = (one: { at: number }, other: { at: number }) => {
        most = Math.max(most, ++comparisons);
        return one.at - other.at;
      };
      const steps = sortInSteps(items, order);
      let step = steps.next();
      for (; !step.done; step = steps.next()) comparisons = 0;
      const sorted = items.toSorted((one, other) => one.at - other.at);
      assert.deepEqual(step.value, sorted);
      assert.ok(most < 10_000, String(most));
    }),
    { numRuns: 20 },
  );
});

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Counts the rounds of the event loop until `done` settles. */
async function roundsUntil(done: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  void done.finally(() => over.abort());
  let rounds = 0;
  for (; !over.signal.aborted; rounds++) await setImmediate();
  return rounds;
}

/** Works for two milliseconds in each of `count` steps; returns the steps in order. */
function* stepsOf(count: number): Generator<void, readonly number[]> {
  const done: number[] = [];
  for (let step = 0; step < count; step++) {
    workFor(2);
    done.push(step);
    yield;
  }
  return done;
}

const signal = new AbortController().signal;

test('other work runs after every two milliseconds of long work, which keeps its order', async () => {
  const worked = new Turns().run(stepsOf(40), signal);
  assert.ok((await roundsUntil(Promise.resolve(worked))) >= 39);
  const expected = Array.from({ length: 40 }, (_, step) => step);
  assert.deepEqual(await worked, expected);
});

test('of many long pieces of work, one continues in each round', async () => {
  const turns = new Turns();
  const pieces = Array.from({ length: 10 }, async () => await turns.run(stepsOf(4), signal));
  assert.ok((await roundsUntil(Promise.all(pieces))) >= 30);
});

test('a short piece of work runs without a pause', async (context) => {
  // With a fixed clock: a busy machine may pause this process for longer than a turn lasts.
  context.mock.method(performance, 'now', () => 0);
  const order: string[] = [];
  const turn = new Turns().begin();
  const others = setImmediate().then(() => order.push('others'));
  if (turn.isOver) await turn.pause();
  order.push('piece');
  await others;
  assert.deepEqual(order, ['piece', 'others']);
});
