import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findBreaches } from '../../../../src/adapters/sql/invariants.ts';
import { readBalance } from '../../../../src/adapters/sql/ledger-procedures.ts';
import { Committer } from '../../../../src/adapters/sql/sqlite/answer-writer.ts';
import { SqliteConnection } from '../../../../src/adapters/sql/sqlite/connection.ts';
import { migrate } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import {
  captureHoldOperation,
  holdOutcomeOf,
  openHoldOperation,
  type WriterOperation,
} from '../../../../src/adapters/sql/sqlite/operation.ts';
import { later } from '../../../../src/ground/units.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import type { Hold, HoldId } from '../../../../src/shop/ledger/ledger-store.ts';
import {
  createHold,
  firstMoment,
  newId,
  newKey,
  newPurchase,
  spanishToEnglish,
} from '../../../support/ledger-world.ts';
import { temporaryFolder } from '../../../support/stores.ts';

const accountId = 'the account' as AccountId;

/** A committer on this thread, with an account of 1,000 characters. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const file = join(folder.path, 'dragoman.db');
  const connection = opening.use(new SqliteConnection({ file, readOnly: false, lockWaitMs: 0 }));
  migrate(connection);
  const committer = new Committer(connection, 50);
  const commit = (...operations: readonly WriterOperation[]) => committer.commit(operations, () => {});
  commit(
    ['createAccount', { id: accountId, email: 'a@example.com', createdAt: firstMoment }],
    ['grant', newPurchase(accountId, 1_000)],
  );
  const opened = opening.move();
  return {
    file,
    connection,
    committer,
    commit,
    balance: () => connection.perform(readBalance(accountId, firstMoment)),
    breaches: () => connection.perform(findBreaches({ now: firstMoment, sweepIntervalMs: 0 })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const capture = (hold: Hold) => captureHoldOperation({ hold, at: firstMoment, usage: spanishToEnglish });

const largeReply = (keyHash: string): WriterOperation => [
  'keepReply',
  { accountId, keyHash, requestHash: 'aa', sealed: new Uint8Array(400_000), keepUntil: later(firstMoment, 1) },
  firstMoment,
];

describe('Committer', () => {
  test('answers every operation of a batch, in order, from one transaction', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 600);
    const outcome = world.commit(
      openHoldOperation(hold),
      openHoldOperation(createHold(accountId, 600)),
      capture(hold),
      ['revokeKey', { id: newKey(accountId).id, at: firstMoment }],
    );
    assert.deepEqual(outcome, { answers: [-1, 1_000, 'captured', 'unknown'], failed: new Map() });
    assert.deepEqual(holdOutcomeOf(1_000), { kind: 'insufficient', balance: 1_000 });
  });

  test('answers holds before the commit, and no other operation', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 10);
    world.commit(openHoldOperation(hold));
    const early: (readonly unknown[])[] = [];
    const operations = [capture(hold), openHoldOperation(createHold(accountId, 10))];
    world.committer.commit(operations, (answers) => {
      assert.equal(world.connection.database.isTransaction, true);
      early.push(answers);
    });
    assert.deepEqual(early, [[undefined, -1]]);
    world.committer.commit([['revokeKey', { id: newKey(accountId).id, at: firstMoment }]], () => {
      throw new Error('there was nothing to tell early');
    });
  });

  test('an operation that breaks a constraint fails alone and is rolled back', async () => {
    await using world = await setup();
    const [key, hold] = [newKey(accountId), createHold(accountId, 100)];
    world.commit(['createKey', key, 5]);
    const { answers, failed } = world.commit(
      openHoldOperation(hold),
      ['createKey', { ...newKey(accountId), hash: key.hash }, 5],
      capture(hold),
      openHoldOperation(hold),
      openHoldOperation(hold),
    );
    assert.deepEqual(answers, [-1, undefined, 'captured', -1, undefined]);
    assert.deepEqual([...failed.keys()], [1, 4]);
    assert.match(failed.get(1)?.message ?? '', /UNIQUE constraint failed/);
    assert.deepEqual(world.balance(), {
      balance: 900,
      held: 100,
      used: 100,
      expiresAt: newPurchase(accountId, 1).expiresAt,
    });
    // The hold was opened again after its capture, which no caller does; the ledger check reports it.
    assert.deepEqual(
      world.breaches().map(({ invariant }) => invariant),
      ['a captured hold is gone'],
    );
  });

  test('a hold whose commit failed after its answer is gone, and its capture charges nothing', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 100);
    const early: unknown[] = [];
    assert.throws(
      () =>
        world.committer.commit([openHoldOperation(hold)], (answers) => {
          early.push(...answers);
          // A reference to a missing row, checked when the transaction commits.
          world.connection.rows('pragma defer_foreign_keys = on');
          world.connection.rows(
            `insert into purchases (id, account_id, order_id, characters, at, expires_at)
             values ('p', 'missing', 'o', 1, 1, 2)`,
          );
        }),
      /FOREIGN KEY constraint failed/,
    );
    assert.deepEqual(early, [-1]);
    assert.deepEqual(world.commit(capture(hold)).answers, ['lapsed']);
    assert.deepEqual(world.balance(), {
      balance: 1_000,
      held: 0,
      used: 0,
      expiresAt: newPurchase(accountId, 1).expiresAt,
    });
    assert.deepEqual(world.breaches(), []);
  });

  test('a full database fails the whole batch, changes nothing, and recovers once there is room', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 100);
    world.commit(openHoldOperation(hold));
    const before = world.balance();
    const pages = Number(world.connection.rows('pragma page_count')[0]?.[0]);
    world.connection.rows(`pragma max_page_count = ${pages}`);
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.throws(
        () => world.commit(capture(hold), ['grant', newPurchase(accountId, 5)], largeReply('a'), largeReply('b')),
        /full/,
      );
      assert.equal(world.connection.database.isTransaction, false);
      assert.deepEqual(world.balance(), before);
    }
    world.connection.rows(`pragma max_page_count = ${pages + 1_000}`);
    assert.deepEqual(world.commit(capture(hold), largeReply('a')).answers, ['captured', 'kept']);
    assert.deepEqual(world.breaches(), []);
  });

  test('waits for another writing process, up to a limit', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 100);
    {
      using other = new SqliteConnection({ file: world.file, readOnly: false, lockWaitMs: 0 });
      other.rows('begin immediate');
      assert.throws(() => world.commit(openHoldOperation(hold)), { errcode: 5 });
      other.rows('rollback');
    }
    assert.deepEqual(world.commit(openHoldOperation(hold)).answers, [-1]);
  });

  test('a capture that differs from its hold charges nothing', async () => {
    await using world = await setup();
    const hold = createHold(accountId, 100);
    world.commit(openHoldOperation(hold));
    const strangers: Hold[] = [
      { ...hold, amount: createHold(accountId, 101).amount },
      { ...hold, keyId: newKey(accountId).id },
      { ...hold, id: newId() as HoldId },
    ];
    assert.deepEqual(world.commit(...strangers.map(capture)).answers, ['lapsed', 'lapsed', 'lapsed']);
    assert.deepEqual(world.commit(capture(hold)).answers, ['captured']);
  });
});
