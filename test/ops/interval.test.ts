import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInterval } from '../../src/ops/interval.ts';

/** Resolves when it has been called `count` times. */
function calls(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  return {
    reached: promise,
    call: () => {
      if (--left === 0) resolve();
    },
  };
}

const never = (cause: unknown) => assert.fail(`not expected to fail: ${String(cause)}`);

/** The timers under test are unref'ed; this keeps the test process alive until it is disposed. */
function awake(): Disposable {
  const timer = setInterval(() => {}, 1_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

test('a task runs again and again, never twice at a time', async () => {
  using _ = awake();
  const runs = calls(5);
  let underWay = 0;
  const interval = startInterval({
    everyMs: 1,
    task: async () => {
      assert.equal(++underWay, 1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      runs.call();
    },
    onFailure: never,
  });
  await runs.reached;
  await interval[Symbol.asyncDispose]();
});

test('a run that fails is reported, and the next one comes all the same', async () => {
  using _ = awake();
  const runs = calls(3);
  const failures: unknown[] = [];
  let run = 0;
  const interval = startInterval({
    everyMs: 1,
    task: async () => {
      run++;
      runs.call();
      if (run < 3) throw new Error(`run ${run}`);
    },
    onFailure: (cause) => failures.push(cause),
  });
  await runs.reached;
  await interval[Symbol.asyncDispose]();
  assert.deepEqual(
    failures.map((failure) => (failure as Error).message),
    ['run 1', 'run 2'],
  );
});

test('disposing aborts the run under way, waits for its end and reports no failure of it', async () => {
  using _ = awake();
  const started = calls(1);
  let ended = false;
  const interval = startInterval({
    everyMs: 1,
    task: async (signal) => {
      started.call();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await new Promise((resolve) => setImmediate(resolve));
      ended = true;
      throw signal.reason;
    },
    onFailure: never,
  });
  await started.reached;
  await interval[Symbol.asyncDispose]();
  assert.equal(ended, true);
});

test('after disposing before the first run the task never runs', async () => {
  const interval = startInterval({ everyMs: 1, task: async () => assert.fail('ran'), onFailure: never });
  await interval[Symbol.asyncDispose]();
  // A timer of the same length that was set later fires later.
  await new Promise((resolve) => setTimeout(resolve, 1));
});
