import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { later } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import {
  IdempotentReplies,
  type IdempotentRequest,
  type Produce,
  replyKeptMs,
} from '../../../src/shop/idempotency/idempotent-replies.ts';
import { createLedgerWorld, leaseMs, newId, spanishToEnglish } from '../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../support/stores.ts';

const never = new AbortController().signal;

/** Replies on a real store, with an account of 100 characters. */
async function setup() {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  await world.buy(100);
  const parts = { now: () => world.clock.now, newId, leaseMs, events: noEvents };
  const replies = new IdempotentReplies({ store: stores.replies, ...parts });
  return {
    ...world,
    file: stores.file,
    parts,
    replies,
    request: (options: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
      accountId: world.accountId,
      key: 'order-1',
      request: '["es","en","hola"]',
      ...options,
    }),
    /** Charges 10 and keeps the reply in the same step, as a translation does. */
    charge: (async (seal) => {
      const hold = await world.hold(10);
      const reply = `charged ${hold.id}`;
      await world.ledger.captureHold({ hold, at: world.clock.now, usage: spanishToEnglish, reply: await seal(reply) });
      return reply;
    }) satisfies Produce,
    async [Symbol.asyncDispose]() {
      await replies[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
    },
  };
}

/** Work that ends when the test calls it. */
function controlled() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  const produce: Produce = () => {
    started.resolve();
    return promise;
  };
  return { produce, started: started.promise, resolve, reject };
}

/** Starts a request whose work continues until the test ends it. */
async function begin({ replies, request }: Awaited<ReturnType<typeof setup>>) {
  const slow = controlled();
  const first = replies.run(request(), never, slow.produce);
  await slow.started;
  return { first, slow };
}

const unwanted: Produce = () => Promise.reject(new Error('the work was done twice'));

describe('IdempotentReplies', () => {
  test('a key of another account, or another key, is another request', async () => {
    await using world = await setup();
    await world.replies.run(world.request(), never, () => Promise.resolve('mine'));
    for (const options of [{ accountId: 'another' as AccountId }, { key: 'order-2' }]) {
      const { reply, replayed } = await world.replies.run(world.request(options), never, () =>
        Promise.resolve('other'),
      );
      assert.deepEqual([reply, replayed], ['other', false]);
    }
  });

  test('a key used for another request is refused, whether that has finished or not', async () => {
    await using world = await setup();
    const refused = { reason: 'idempotency_key_reused' };
    const other = world.request({ request: '["es","en","adios"]' });
    const { first, slow } = await begin(world);
    await assert.rejects(world.replies.run(other, never, unwanted), refused);
    slow.resolve('done');
    await first;
    await assert.rejects(world.replies.run(other, never, unwanted), refused);
  });

  test('any number of callers wait for the same running request', async () => {
    await using world = await setup();
    const { first, slow } = await begin(world);
    const waiting = Array.from({ length: 20 }, () => world.replies.run(world.request(), never, unwanted));
    await nextTurn();
    slow.resolve('done');
    assert.deepEqual(await first, { reply: 'done', replayed: false });
    for (const reply of await Promise.all(waiting)) assert.deepEqual(reply, { reply: 'done', replayed: true });
  });

  test('a failure is not kept: one waiting request does the work, then all get its reply', async () => {
    await using world = await setup();
    const { first, slow } = await begin(world);
    const waiting = Array.from({ length: 5 }, () => world.replies.run(world.request(), never, world.charge));
    await nextTurn();
    slow.reject(new Error('the engine is down'));
    await assert.rejects(first, { message: 'the engine is down' });
    const replies = await Promise.all(waiting);
    assert.equal(replies.filter(({ replayed }) => !replayed).length, 1);
    assert.deepEqual(await world.balance(), { balance: 90, held: 0, used: 10 });
  });

  test('an aborted waiting request does not affect the others', async () => {
    await using world = await setup();
    const { first, slow } = await begin(world);
    const gone = new AbortController();
    const waiting = world.replies.run(world.request(), gone.signal, unwanted);
    await nextTurn();
    const reason = new Error('the caller has hung up');
    gone.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(world.replies.run(world.request(), AbortSignal.abort(reason), unwanted), reason);
    slow.resolve('done');
    assert.deepEqual(await first, { reply: 'done', replayed: false });
  });

  test('a reply is kept for 24 hours, then the same key does the work again', async () => {
    await using world = await setup();
    await world.replies.run(world.request(), never, () => Promise.resolve('old'));
    world.clock.now = later(world.clock.now, replyKeptMs - 1);
    assert.equal((await world.replies.run(world.request(), never, unwanted)).reply, 'old');
    world.clock.now = later(world.clock.now, 1);
    const renewed = await world.replies.run(world.request(), never, () => Promise.resolve('new'));
    assert.deepEqual(renewed, { reply: 'new', replayed: false });
    assert.deepEqual(await world.replies.run(world.request(), never, unwanted), { reply: 'new', replayed: true });
  });

  test('the database contains neither the text, nor the reply, nor the key in plain text', async () => {
    await using world = await setup();
    const secrets = {
      key: 'a-very-private-key',
      request: 'a very private text',
      reply: 'una respuesta: 文字 \u0000 😀',
    };
    await world.replies.run(world.request(secrets), never, () => Promise.resolve(secrets.reply));
    const bytes = Buffer.concat(['', '-wal'].map((ending) => readFileSync(world.file + ending)));
    for (const secret of Object.values(secrets)) assert.equal(bytes.includes(secret), false, secret);
    assert.equal((await world.replies.run(world.request(secrets), never, unwanted)).reply, secrets.reply);
  });

  test('a tampered reply fails, and is never returned', async () => {
    await using world = await setup();
    await world.replies.run(world.request(), never, () => Promise.resolve('genuine'));
    await using forged = new IdempotentReplies({
      ...world.parts,
      store: {
        ...world.stores.replies,
        async findReply(...which) {
          const kept = await world.stores.replies.findReply(...which);
          if (kept === undefined) return undefined;
          const sealed = Uint8Array.from(kept.sealed, (byte, index) => (index === 20 ? byte ^ 1 : byte));
          return { ...kept, sealed };
        },
      },
    });
    await assert.rejects(forged.run(world.request(), never, unwanted), { code: 'server_error' });
  });
});
