import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { dayMs, later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import { PaymentWatch } from '../../../src/shop/payments/payment-watch.ts';
import { newId } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Real leases, a clock that advances with the timers, and nodes whose runs are recorded by name. */
async function setup() {
  const stores = await openTemporarySqlite();
  mock.timers.enable({ apis: ['setTimeout'] });
  let at = unixMs(Date.UTC(2026, 0, 31));
  const runs: string[] = [];
  const reaches: UnixMs[] = [];
  const failures: string[] = [];
  /** What the next runs do before they end. */
  const acts: ((signal: AbortSignal) => Promise<void>)[] = [];
  const nodes = new AsyncDisposableStack();
  const node = (name: string) =>
    new PaymentWatch({
      remote: {
        reconcile: async (since, signal) => {
          runs.push(name);
          reaches.push(since);
          await acts.shift()?.(signal);
        },
      },
      ...stores,
      now: () => at,
      holder: newId(),
      events: { backgroundFailed: ({ task }) => failures.push(task) },
    });
  return {
    ...{ runs, reaches, failures, acts, stores },
    now: () => at,
    node,
    /** Starts a node that runs until the end of the test. */
    start: (name: string) => void nodes.use(node(name)),
    /** Advances time by a minute at a time, with everything that nodes do then. */
    wait: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += minuteMs) {
        await restOf(stores);
        at = later(at, minuteMs);
        mock.timers.tick(minuteMs);
      }
      await restOf(stores);
    },
    skip: (ms: number) => {
      at = later(at, ms);
    },
    [Symbol.asyncDispose]: async () => {
      await nodes.disposeAsync();
      mock.timers.reset();
      await stores[Symbol.asyncDispose]();
    },
  };
}

/** Waits for some answers of the store, so that everything started has ended. */
async function restOf({ leases }: Awaited<ReturnType<typeof openTemporarySqlite>>): Promise<void> {
  for (let count = 0; count < 6; count++) await leases.endLease({ task: 'nothing', holder: '', doneAt: undefined });
}

describe('PaymentWatch', () => {
  test('handles the payments at its start, and every hour', async () => {
    await using world = await setup();
    world.start('a');
    await world.wait(minuteMs);
    assert.deepEqual(world.runs, ['a']);
    await world.wait(58 * minuteMs);
    assert.deepEqual(world.runs, ['a']);
    await world.wait(2 * minuteMs);
    assert.deepEqual(world.runs, ['a', 'a']);
    await world.wait(2 * hourMs);
    assert.equal(world.runs.length, 4);
  });

  test('is run by one of many nodes, and once by each at its start', async () => {
    await using world = await setup();
    world.start('a');
    await world.wait(minuteMs);
    world.start('b');
    await world.wait(minuteMs);
    assert.deepEqual(world.runs, ['a', 'b']);
    await world.wait(3 * hourMs);
    assert.equal(world.runs.length, 5);
  });

  test('that fails is reported, and repeated a minute later', async () => {
    await using world = await setup();
    world.acts.push(() => Promise.reject(new Error('away')));
    world.start('a');
    await world.wait(2 * minuteMs);
    assert.deepEqual(world.runs, ['a', 'a']);
    assert.deepEqual(world.failures, ['reconcile payments']);
  });

  test('waits for a node that ended during a run no longer than its lease', async () => {
    await using world = await setup();
    const at = world.now();
    const dead = { task: 'reconcile payments', holder: 'dead', at, unlessDoneAfter: at };
    assert.ok(await world.stores.leases.takeLease({ ...dead, until: later(at, 5 * minuteMs) }));
    world.start('a');
    await world.wait(4 * minuteMs);
    assert.deepEqual(world.runs, []);
    await world.wait(2 * minuteMs);
    assert.deepEqual(world.runs, ['a']);
  });

  test('covers three days, or the time since the last run, and at most 29 days', async () => {
    await using world = await setup();
    const reachOf = async (node: string) => {
      const watch = world.node(node);
      const started = world.now();
      await restOf(world.stores);
      await watch[Symbol.asyncDispose]();
      return (started - (world.reaches.at(-1) ?? 0)) / dayMs;
    };
    assert.equal(await reachOf('first'), 29);
    world.skip(dayMs);
    assert.equal(await reachOf('second'), 3);
    world.skip(10 * dayMs);
    assert.equal(await reachOf('third'), 10);
    world.skip(100 * dayMs);
    assert.equal(await reachOf('fourth'), 29);
  });

  test('deletes events that are three months old', async () => {
    await using world = await setup();
    const { paymentEvents } = world.stores;
    const event = { provider: 'stripe', id: 'e', kind: 'k', at: world.now() };
    await paymentEvents.beginEvent(event);
    await paymentEvents.endEvent({ ...event, outcome: 'settled', orderId: undefined });
    world.skip(90 * dayMs);
    world.start('a');
    await restOf(world.stores);
    assert.equal(await paymentEvents.beginEvent(event), 'done');
    world.skip(1);
    world.start('b');
    await restOf(world.stores);
    assert.equal(await paymentEvents.beginEvent(event), 'open');
  });

  test('is aborted silently when its node stops, and left to others', async () => {
    await using world = await setup();
    const begun = Promise.withResolvers<void>();
    world.acts.push((signal) => {
      begun.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const watch = world.node('a');
    await begun.promise;
    await watch[Symbol.asyncDispose]();
    assert.deepEqual(world.failures, []);
    world.start('b');
    await restOf(world.stores);
    assert.deepEqual(world.runs, ['a', 'b']);
  });
});
