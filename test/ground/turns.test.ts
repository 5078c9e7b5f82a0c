import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Turns } from '../../src/ground/turns.ts';

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
  assert.deepEqual(
    await worked,
    Array.from({ length: 40 }, (_, step) => step),
  );
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
