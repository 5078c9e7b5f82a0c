import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { unixMs } from '../../../src/ground/units.ts';
import { clockDifference, clockDifferenceMaxMs } from '../../../src/shop/health/clock-difference.ts';
import { Readiness, type ReadinessParts } from '../../../src/shop/health/readiness.ts';
import { firstMoment } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const noon = firstMoment;

/** Far longer than a database needs to reply, on any busy machine. */
const patienceMs = 60_000;

function readiness(parts: Pick<ReadinessParts, 'replies'> & Partial<ReadinessParts>): Readiness {
  const well = { engineFailure: async () => undefined, clockDoubt: () => undefined };
  return new Readiness({ ...well, phase: () => 'serving', now: () => noon, ...parts });
}

describe('readiness', () => {
  test('is checked by a write, leaves no lasting rows, and recovers', async () => {
    await using stores = await openTemporarySqlite({ lockWaitMs: 1 });
    const { replies } = stores;
    const service = readiness({ replies, answerMaxMs: patienceMs });
    assert.deepEqual(await service.check(), { ready: true, reasons: [] });
    assert.deepEqual(await service.check(), { ready: true, reasons: [] });
    assert.equal(await replies.forgetReplies(noon), 1);
    {
      using another = new DatabaseSync(stores.file);
      another.exec('begin immediate');
      assert.deepEqual(await service.check(), { ready: false, reasons: ['the database cannot be written to'] });
    }
    assert.deepEqual(await service.check(), { ready: true, reasons: [] });
  });

  test('reports every reason', async () => {
    await using stores = await openTemporarySqlite();
    const service = readiness({
      replies: stores.replies,
      answerMaxMs: patienceMs,
      phase: () => 'stopping',
      engineFailure: async () => 'no engine has translated the canary sentence',
      readSharedClock: async () => unixMs(noon - 60_000),
    });
    assert.deepEqual(await service.check(), {
      ready: false,
      reasons: [
        'the service is stopping',
        "this machine's clock is 60 s ahead of the database's",
        'no engine has translated the canary sentence',
      ],
    });
  });

  test('does not wait for a silent database, and runs one probe at a time', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<'kept'>();
    let asked = 0;
    const keepReply = () => {
      asked += 1;
      return answered;
    };
    const service = readiness({ replies: { keepReply }, answerMaxMs: 1 });
    const late = { ready: false, reasons: ['the database does not answer'] };
    assert.deepEqual(await Promise.all([service.check(), service.check()]), [late, late]);
    assert.deepEqual(await service.check(), late);
    assert.equal(asked, 1);
    answer('kept');
    await answered;
    assert.deepEqual(await readiness({ replies: { keepReply } }).check(), { ready: true, reasons: [] });
  });
});

describe('clock difference', () => {
  test('is reported beyond five seconds, however long reading the other clock took', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.nat({ max: 10_000 }),
        fc.nat({ max: 10_000 }),
        async (aheadMs, toMs, backMs) => {
          let real = 0;
          const now = () => unixMs(noon + real + aheadMs);
          const readSharedClock = async () => {
            real += toMs;
            const shared = unixMs(noon + real);
            real += backMs;
            return shared;
          };
          const told = await clockDifference(now, readSharedClock);
          if (Math.abs(aheadMs) <= clockDifferenceMaxMs) assert.equal(told, undefined);
          if (aheadMs - toMs > clockDifferenceMaxMs) assert.match(told ?? '', / s ahead of the database's$/);
          if (-aheadMs - backMs > clockDifferenceMaxMs) assert.match(told ?? '', / s behind the database's$/);
        },
      ),
    ));
});
