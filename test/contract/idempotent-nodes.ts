import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '../../src/ground/service-error.ts';
import { later } from '../../src/ground/units.ts';
import type {
  IdempotentReplies,
  IdempotentRequest,
  Pause,
  Produce,
} from '../../src/shop/idempotency/idempotent-replies.ts';
import type { ReplyStore } from '../../src/shop/idempotency/reply-store.ts';
import { eventually } from '../support/eventually.ts';
import { claimMs, type IdempotentNodes, openIdempotentNodes } from '../support/idempotent-nodes.ts';
import type { OpenStores } from '../support/stores.ts';

const never = new AbortController().signal;

const unwanted: Produce = () => Promise.reject(new Error('the work was done twice'));

const chargedOnce = { balance: 990, held: 0, used: 10 };

/** A moment that a test triggers and others wait for. */
function moment() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { comes: () => resolve(), hasCome: promise };
}

/** Pauses that take no time and report the first one; a test may act in between. */
function watchedPause(inBetween: () => unknown = () => undefined) {
  const paused = moment();
  const lengths: number[] = [];
  const pause: Pause = async (ms, signal) => {
    lengths.push(ms);
    paused.comes();
    await inBetween();
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  };
  return { pause, lengths, hasPaused: paused.hasCome };
}

type WorkOptions = {
  readonly request?: IdempotentRequest;
  /** The work of node `a`, around a part that the test ends. */
  readonly produceOf?: (work: () => Promise<void>) => Produce;
};

/** Resolves once node `a` is working, which it does until the test calls `ends`. */
async function workOn(nodes: IdempotentNodes, a: IdempotentReplies, options: WorkOptions = {}) {
  const { request = nodes.request(), produceOf = (work) => nodes.charge('from a', work) } = options;
  const [began, ended] = [moment(), moment()];
  const produce = produceOf(() => {
    began.comes();
    return ended.hasCome;
  });
  const first = a.run(request, never, produce);
  await began.hasCome;
  return { first, ends: () => ended.comes() };
}

/** Returns a node that renews none of its claims, like a stalled one. */
function stallingNode(nodes: IdempotentNodes): IdempotentReplies {
  return nodes.node({ store: { ...nodes.stores.replies, renewClaims: () => Promise.resolve() } });
}

/** The contract of requests with one Idempotency-Key on several nodes, on any shared database. */
export function describeIdempotentNodes(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: IdempotentReplies on several nodes`, () => {
    test('a request running on one node is awaited on another, and charged once', async () => {
      await using nodes = await openIdempotentNodes(open);
      const { pause, lengths, hasPaused } = watchedPause();
      const [a, b] = [nodes.node(), nodes.node({ pause })];
      const { first, ends } = await workOn(nodes, a);
      const second = b.run(nodes.request(), never, unwanted);
      await hasPaused;
      ends();
      assert.deepEqual(await first, { reply: 'from a', replayed: false });
      assert.deepEqual(await second, { reply: 'from a', replayed: true });
      assert.deepEqual(await nodes.balance(), chargedOnce);
      assert.deepEqual(lengths.slice(0, 7), [25, 50, 100, 200, 400, 500, 500].slice(0, lengths.length));
    });

    test('by default a node waits in real time, and no longer than its caller', async () => {
      await using nodes = await openIdempotentNodes(open);
      const [a, b] = [nodes.node(), nodes.node()];
      const { first, ends } = await workOn(nodes, a);
      const caller = new AbortController();
      const given = b.run(nodes.request(), caller.signal, unwanted);
      const patient = nodes.node().run(nodes.request(), never, unwanted);
      caller.abort(new Error('the caller has hung up'));
      await assert.rejects(given, { message: 'the caller has hung up' });
      ends();
      assert.equal((await first).replayed, false);
      assert.deepEqual(await patient, { reply: 'from a', replayed: true });
    });

    test('when the working node fails, the waiting one does the work immediately', async () => {
      await using nodes = await openIdempotentNodes(open);
      const { pause, hasPaused } = watchedPause();
      const [a, b] = [nodes.node(), nodes.node({ pause })];
      const { promise: engine, reject: fail } = Promise.withResolvers<void>();
      const first = a.run(
        nodes.request(),
        never,
        nodes.charge('from a', () => engine),
      );
      const began = nodes.clock.now;
      const second = hasUnderWay(nodes).then(() => b.run(nodes.request(), never, nodes.charge('from b')));
      await hasPaused;
      fail(new Error('the engine is down'));
      await assert.rejects(first, { message: 'the engine is down' });
      assert.deepEqual(await second, { reply: 'from b', replayed: false });
      assert.equal(nodes.clock.now, began, 'no lease had to end');
      assert.equal((await nodes.balance()).used, 10);
    });

    test('when the working node has stopped, another takes over once its claim has lapsed', async () => {
      await using nodes = await openIdempotentNodes(open);
      const startedAt = nodes.clock.now;
      const { pause } = watchedPause(() => {
        nodes.clock.now = later(nodes.clock.now, 1_000);
      });
      const [a, b] = [nodes.node(), nodes.node({ pause })];
      await workOn(nodes, a);
      await a[Symbol.asyncDispose]();
      assert.deepEqual(await b.run(nodes.request(), never, nodes.charge('from b')), {
        reply: 'from b',
        replayed: false,
      });
      assert.equal(nodes.clock.now - startedAt, claimMs);
      assert.equal((await nodes.balance()).used, 10);
    });

    for (const [what, produceOf] of [
      ['work', undefined],
      ['work that costs nothing', (work: () => Promise<void>) => () => work().then(() => 'nothing to translate')],
    ] as const) {
      test(`a node that stalls beyond its lease and finds its ${what} done returns that reply and charges nothing`, async () => {
        await using nodes = await openIdempotentNodes(open);
        const [a, b] = [stallingNode(nodes), nodes.node()];
        const { first, ends } = await workOn(nodes, a, { ...(produceOf && { produceOf }) });
        nodes.clock.now = later(nodes.clock.now, claimMs);
        assert.deepEqual(await b.run(nodes.request(), never, nodes.charge('from b')), {
          reply: 'from b',
          replayed: false,
        });
        ends();
        assert.deepEqual(await first, { reply: 'from b', replayed: true });
        assert.deepEqual(await nodes.balance(), chargedOnce);
        await nodes.assertSound();
      });
    }

    test('a node that resumes with a key now used for another request is refused, and charges nothing', async () => {
      await using nodes = await openIdempotentNodes(open);
      const [a, b] = [stallingNode(nodes), nodes.node()];
      const { first, ends } = await workOn(nodes, a);
      nodes.clock.now = later(nodes.clock.now, claimMs);
      await b.run(nodes.request({ request: 'adios' }), never, nodes.charge('from b'));
      ends();
      await assert.rejects(first, { reason: 'idempotency_key_reused' });
      assert.deepEqual(await nodes.balance(), chargedOnce);
    });

    test('a claim is renewed for as long as the work takes', async () => {
      await using nodes = await openIdempotentNodes(open);
      const leaseMs = 40;
      const { replies } = nodes.stores;
      let renewed = moment();
      const store: ReplyStore = {
        ...replies,
        async renewClaims(owner, until) {
          await replies.renewClaims(owner, until);
          renewed.comes();
          renewed = moment();
        },
      };
      const a = nodes.node({ leaseMs, store });
      const b = nodes.node({ pause: () => Promise.reject(new Error('b has to wait')) });
      const { first, ends } = await workOn(nodes, a);
      for (let lease = 0; lease < 3; lease++) {
        nodes.clock.now = later(nodes.clock.now, leaseMs - 1);
        // A running renewal may have read the clock before.
        await renewed.hasCome;
        await renewed.hasCome;
        await assert.rejects(b.run(nodes.request(), never, unwanted), { message: 'b has to wait' });
      }
      ends();
      await first;
    });

    test('a failed renewal is reported and repeated', async () => {
      await using nodes = await openIdempotentNodes(open);
      const { replies } = nodes.stores;
      const [reported, renewed] = [moment(), moment()];
      const failures: string[] = [];
      let renewals = 0;
      const a = nodes.node({
        leaseMs: 40,
        events: {
          backgroundFailed({ task }) {
            failures.push(task);
            reported.comes();
          },
        },
        store: {
          ...replies,
          async renewClaims(owner, until) {
            renewals += 1;
            if (renewals === 1) throw away();
            await replies.renewClaims(owner, until);
            renewed.comes();
          },
        },
      });
      const { first, ends } = await workOn(nodes, a);
      await reported.hasCome;
      await renewed.hasCome;
      ends();
      await first;
      assert.deepEqual(failures, ['renewal of claims']);
    });

    for (const [what, lost, failures] of [
      ['could not be given up', 'abandonClaim', ['end of a claim']],
      ['was made although its answer was lost', 'claim', []],
    ] as const) {
      test(`a claim that ${what} lapses, although its node renews others`, async () => {
        await using nodes = await openIdempotentNodes(open);
        const { replies } = nodes.stores;
        const reported: string[] = [];
        const renewed = moment();
        const owners = new Set<string>();
        let claims = 0;
        const a = nodes.node({
          leaseMs: 40,
          events: { backgroundFailed: ({ task }) => reported.push(task) },
          store: {
            ...replies,
            async claim(claim, at) {
              const outcome = await replies.claim(claim, at);
              if (++claims === 1 && lost === 'claim') throw away();
              return outcome;
            },
            abandonClaim: lost === 'abandonClaim' ? () => Promise.reject(away()) : replies.abandonClaim,
            async renewClaims(owner, until) {
              owners.add(owner);
              await replies.renewClaims(owner, until);
              renewed.comes();
            },
          },
        });
        await assert.rejects(a.run(nodes.request(), never, unwanted));
        const working = workOn(nodes, a, { request: nodes.request({ key: 'another' }) });
        nodes.clock.now = later(nodes.clock.now, 40);
        await renewed.hasCome;
        const b = nodes.node({ pause: () => Promise.reject(new Error('b has to wait')) });
        const fromB = { reply: 'from b', replayed: false };
        assert.deepEqual(await b.run(nodes.request(), never, nodes.charge('from b')), fromB);
        const { first, ends } = await working;
        ends();
        await first;
        assert.deepEqual([reported, owners.size], [failures, 1]);
      });
    }

    test('a repeat is answered even while no claim can be written', async () => {
      await using nodes = await openIdempotentNodes(open);
      await nodes.node().run(nodes.request(), never, nodes.charge('from a'));
      const store = { ...nodes.stores.replies, claim: () => Promise.reject(away()) };
      const b = nodes.node({ store });
      assert.deepEqual(await b.run(nodes.request(), never, unwanted), { reply: 'from a', replayed: true });
    });
  });
}

function away(): ServiceError {
  return new ServiceError('store_unavailable');
}

/** Resolves once a node works on the test's request. */
function hasUnderWay(nodes: IdempotentNodes): Promise<void> {
  return eventually(async () => (await nodes.balance()).held > 0);
}
