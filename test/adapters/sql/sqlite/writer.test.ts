import assert from 'node:assert/strict';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { findBreaches } from '../../../../src/adapters/sql/invariants.ts';
import { readBalance } from '../../../../src/adapters/sql/ledger-procedures.ts';
import { migrateSqlite } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import { startWriterThread } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import {
  captureHoldOperation,
  openHoldOperation,
  releaseHoldOperation,
} from '../../../../src/adapters/sql/sqlite/operation.ts';
import { Reader } from '../../../../src/adapters/sql/sqlite/reader.ts';
import { Writer, type WriterOptions } from '../../../../src/adapters/sql/sqlite/writer.ts';
import { later } from '../../../../src/ground/units.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import type { Hold } from '../../../../src/shop/ledger/ledger-store.ts';
import { eventually } from '../../../support/eventually.ts';
import { createHold, firstMoment, leaseMs, newPurchase, spanishToEnglish } from '../../../support/ledger-world.ts';
import { temporaryFolder } from '../../../support/stores.ts';

const accountId = 'the account' as AccountId;

const capture = (hold: Hold) => captureHoldOperation({ hold, at: firstMoment, usage: spanishToEnglish });

/** A writer of an empty database, whose threads the test controls. */
async function openWriter(options: Partial<WriterOptions> = {}) {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const file = join(folder.path, 'dragoman.db');
  migrateSqlite(file);
  const threads: Worker[] = [];
  const batches: number[] = [];
  const deaths: string[] = [];
  const start: WriterOptions['start'] = (opened) => {
    const thread = startWriterThread({ file, lockWaitMs: 1_000, opened });
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message: unknown) => {
      if (Array.isArray(message)) batches.push(message.length);
      post(message);
    };
    threads.push(thread);
    return thread;
  };
  const onFailure: WriterOptions['onFailure'] = ({ task }) => deaths.push(task);
  const writer = opening.use(await Writer.open({ start, waitingMax: 100, onFailure, ...options }));
  const opened = opening.move();
  return {
    file,
    writer,
    threads,
    batches,
    deaths,
    hold: (hold: Hold) => writer.submit<'openHold'>(openHoldOperation(hold)),
    holdNew: (amount: number) => writer.submit<'openHold'>(openHoldOperation(createHold(accountId, amount))),
    capture: (hold: Hold, bytes?: number) => writer.submit<'captureHold'>(capture(hold), bytes),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** As `openWriter`, with an account of 100,000 characters. */
async function setup(options?: Partial<WriterOptions>) {
  await using opening = new AsyncDisposableStack();
  const world = opening.use(await openWriter(options));
  const { writer, file } = world;
  const account = { id: accountId, email: 'a@example.com', createdAt: firstMoment };
  await writer.submit<'createAccount'>(['createAccount', account]);
  await writer.submit<'grant'>(['grant', newPurchase(accountId, 100_000)]);
  const reader = opening.use(new Reader(file));
  const opened = opening.move();
  return {
    ...world,
    balance: () => reader.read(readBalance(accountId, firstMoment)),
    breaches: () => reader.read(findBreaches({ now: firstMoment, sweepIntervalMs: 0 })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe('Writer', () => {
  test('sends the operations of one turn of the event loop, or during a batch, as one batch', async () => {
    await using world = await setup();
    world.batches.length = 0;
    const holds = Array.from({ length: 20 }, () => createHold(accountId, 1));
    await Promise.all(holds.map((hold) => world.hold(hold)));
    assert.deepEqual(world.batches, [20]);
    await Promise.all(holds.map((hold) => world.capture(hold)));
    assert.deepEqual(world.batches, [20, 20]);
    const first = world.holdNew(1);
    await nextTurn();
    await nextTurn();
    await Promise.all([first, ...[2, 3, 4].map(world.holdNew)]);
    assert.deepEqual(world.batches, [20, 20, 1, 3]);
  });

  test("refuses operations beyond the queue's bound immediately, and accepts more once there is room", async () => {
    await using world = await setup({ waitingMax: 3 });
    const asked = Array.from({ length: 5 }, () => world.holdNew(1));
    const outcomes = await Promise.allSettled(asked);
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code));
    assert.deepEqual(codes, [-1, -1, -1, 'overloaded', 'overloaded']);
    assert.equal(await world.holdNew(1), -1);
  });

  test('always has room for ending an admitted hold', async () => {
    await using world = await setup({ waitingMax: 2 });
    const hold = createHold(accountId, 10);
    await world.hold(hold);
    const full = Promise.allSettled([1, 2, 3].map(world.holdNew));
    assert.equal(await world.capture(hold), 'captured');
    const statuses = (await full).map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'fulfilled', 'rejected']);
  });

  test('never refuses a charge for the size of its reply, but opens no hold while too much waits', async () => {
    await using world = await setup();
    const holds = [1, 2, 3].map((amount) => createHold(accountId, amount));
    await Promise.all(holds.map((hold) => world.hold(hold)));
    const charges = holds.map((hold) => world.capture(hold, 40 * 1_048_576));
    const open = () => world.holdNew(1);
    await assert.rejects(open(), { code: 'overloaded' });
    assert.deepEqual(await Promise.all(charges), ['captured', 'captured', 'captured']);
    assert.equal(await open(), -1);
  });

  test('refuses replies that would together exceed the memory bound', async () => {
    await using world = await setup();
    const reply = {
      accountId,
      keyHash: 'a',
      requestHash: 'b',
      sealed: new Uint8Array(1),
      keepUntil: later(firstMoment, 1),
    };
    const keep = (bytes: number) =>
      world.writer.submit<'keepReply'>(['keepReply', reply, firstMoment], bytes).catch((cause) => cause.code);
    const megabytes = 1_048_576;
    assert.deepEqual(await Promise.all([keep(40 * megabytes), keep(40 * megabytes), keep(megabytes)]), [
      'kept',
      'overloaded',
      'kept',
    ]);
    assert.equal(await keep(64 * megabytes), 'kept');
  });

  test('a dead thread is replaced, and its operations are charged once or not at all', async () => {
    await using world = await setup();
    const holds = Array.from({ length: 10 }, () => createHold(accountId, 10));
    await Promise.all(holds.map((hold) => world.hold(hold)));
    await world.writer.submit<'releaseHold'>(releaseHoldOperation({ hold: createHold(accountId, 1), at: firstMoment }));
    const captures = holds.map((hold) => world.capture(hold));
    const lost = world.writer.submit<'grant'>(['grant', newPurchase(accountId, 1)]).catch((cause) => cause.code);
    await nextTurn();
    await world.threads.at(-1)?.terminate();
    assert.deepEqual(new Set(await Promise.all(captures)), new Set(['captured']));
    assert.match(String(await lost), /granted|store_unavailable/);
    // A thread that had finished everything leaves nothing for which a new one would start.
    await eventually(() => world.threads.length > 1);
    assert.equal(world.balance()?.used, 100);
    assert.equal(world.balance()?.held, 0);
    assert.deepEqual(world.deaths, ["database writer's thread"]);
    assert.equal(world.threads.length, 2);
    assert.deepEqual(world.breaches(), []);
  });

  test('a capture whose answered hold was lost with the thread charges nothing', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 10);
    let charged = 0;
    for (let round = 0; round < 10; round++) {
      const each = { ...hold, id: createHold(accountId, 1).id };
      const opened = await world.hold(each);
      assert.equal(opened, -1);
      const thread = world.threads.at(-1);
      const captured = world.capture(each);
      await thread?.terminate();
      if ((await captured) === 'captured') charged += 10;
    }
    await world.writer.submit<'sweep'>(['sweep', { at: later(firstMoment, leaseMs + 1), expireUpTo: firstMoment }]);
    assert.deepEqual({ used: world.balance()?.used, held: world.balance()?.held }, { used: charged, held: 0 });
    assert.deepEqual(world.breaches(), []);
  });

  test('refuses immediately while no thread can be started, and recovers afterwards', async () => {
    const down = Promise.withResolvers<void>();
    let deaths = 0;
    await using world = await openWriter({
      onFailure: () => {
        deaths += 1;
        if (deaths === 2) down.resolve();
      },
    });
    const { file, threads } = world;
    // The new thread would open the other file.
    renameSync(file, `${file}.moved`);
    copyFileSync(`${file}.moved`, file);
    await threads[0]?.terminate();
    await assert.rejects(world.holdNew(1), { code: 'store_unavailable' });
    await down.promise;
    await assert.rejects(world.holdNew(1), { code: 'store_unavailable' });
    renameSync(`${file}.moved`, file);
    await eventually(async () => (await world.holdNew(1).catch(() => undefined)) === 0);
  });

  test('a new thread opens the database without its log, which the last connection removes', async () => {
    await using world = await openWriter();
    await world.threads[0]?.terminate();
    assert.ok(!existsSync(`${world.file}-wal`));
    assert.equal(await world.holdNew(1), 0);
  });

  test('closing finishes submitted operations and refuses further ones', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 10);
    const asked = [world.hold(hold), world.capture(hold)];
    const closed = world.writer[Symbol.asyncDispose]();
    await assert.rejects(world.capture(hold), { code: 'draining' });
    assert.deepEqual(await Promise.all(asked), [-1, 'captured']);
    await closed;
    assert.equal(world.balance()?.used, 10);
    assert.deepEqual(world.deaths, []);
  });

  test('a database that cannot be opened prevents the start', async () => {
    await using folder = await temporaryFolder();
    const start = () => startWriterThread({ file: folder.path, lockWaitMs: 1_000, opened: undefined });
    await assert.rejects(Writer.open({ start, waitingMax: 1, onFailure: () => {} }), { code: 'store_unavailable' });
    const noThreads = () => {
      throw new Error('no more threads');
    };
    const refused = Writer.open({ start: noThreads, waitingMax: 1, onFailure: () => {} });
    await assert.rejects(refused, { code: 'store_unavailable' });
  });
});
