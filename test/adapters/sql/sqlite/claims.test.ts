import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { later } from '../../../../src/ground/units.ts';
import type { ReplyClaim } from '../../../../src/shop/idempotency/reply-store.ts';
import { openIdempotentNodes } from '../../../support/idempotent-nodes.ts';
import { firstMoment, openAccount, spanishToEnglish } from '../../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../../support/stores.ts';

const never = new AbortController().signal;

describe('claims on SQLite', () => {
  test('a request with an Idempotency-Key causes as many commits as one without: its hold and its charge', async () => {
    const stores = await openTemporarySqlite();
    await using nodes = await openIdempotentNodes(async () => stores);
    const node = nodes.node();
    const commitsOf = async (request: () => Promise<unknown>) => {
      await nodes.settled();
      const before = commitsIn(`${stores.file}-wal`);
      await request();
      return commitsIn(`${stores.file}-wal`) - before;
    };
    const plain = await commitsOf(async () => {
      const hold = await nodes.hold(10);
      // The hold is committed by now, like at the end of a translation.
      await nodes.settled();
      await nodes.ledger.captureHold({ hold, at: nodes.now(), usage: spanishToEnglish });
    });
    const withKey = await commitsOf(() => node.run(nodes.request(), never, nodes.charge('hi', nodes.settled)));
    assert.deepEqual({ plain, withKey }, { plain: 2, withKey: 2 });
    assert.equal(await commitsOf(() => node.run(nodes.request(), never, nodes.charge('hi'))), 0);
  });

  test('a killed server leaves no claim: the next one works immediately', async () => {
    await using stores = await openTemporarySqlite();
    const claim: ReplyClaim = {
      accountId: await openAccount(stores),
      keyHash: 'k',
      requestHash: 'aa',
      owner: 'the one that is killed',
      until: later(firstMoment, 15_000),
    };
    assert.equal((await stores.replies.claim(claim, firstMoment)).kind, 'claimed');
    await using next = await openSqlite({ file: stores.file, events: noEvents });
    assert.equal((await next.replies.claim({ ...claim, owner: 'the next' }, firstMoment)).kind, 'claimed');
  });
});

/** Frames that end a transaction. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
function commitsIn(logFile: string): number {
  const log = readFileSync(logFile);
  const frameBytes = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThisLog = log.subarray(at + 8, at + 16).equals(log.subarray(16, 24));
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
