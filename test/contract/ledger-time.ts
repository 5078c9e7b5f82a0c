import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { SettledClock } from '../../src/ground/settled-clock.ts';
import { later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import { LedgerTime } from '../../src/shop/ledger/ledger-time.ts';
import { createLedgerWorld, dayMs, firstMoment } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';

/** Some nodes on one ledger, each with a clock that may be wrong, and the real time. */
async function setup(stores: OpenStores, isShared: boolean) {
  const world = await createLedgerWorld(stores);
  let elapsed = 0;
  const right = () => later(firstMoment, elapsed);
  /** Errors of the deciding clock, and of the nodes' own clocks. */
  const wrongBy = { deciding: 0, node: 0 };
  const doubts: (string | undefined)[] = [];
  const start = () => {
    const machine = () => later(right(), isShared ? wrongBy.node : wrongBy.deciding);
    const elapsedMs = () => elapsed;
    return LedgerTime.open({
      store: stores.ledgerTime,
      clock: machine,
      time: new SettledClock(machine, elapsedMs),
      elapsedMs,
      readSharedClock: isShared ? async () => later(right(), wrongBy.deciding) : undefined,
      events: { clockDoubted: ({ doubt }) => doubts.push(doubt) },
    });
  };
  const sweep = async (time: LedgerTime) => {
    const moment = await time.advance();
    if (moment !== undefined) await stores.ledger.sweep(moment.at, moment.expireUpTo);
  };
  return {
    ...world,
    wrongBy,
    doubts,
    right,
    start,
    sweep,
    /** Lets real time pass; one node after the other sweeps every ten seconds. */
    async pass(times: readonly LedgerTime[], byMs: number) {
      for (let left = byMs; left > 0; left -= 10_000) {
        elapsed += Math.min(left, 10_000);
        for (const time of times) await sweep(time);
      }
    },
    standStill: (byMs: number) => {
      elapsed += byMs;
    },
    buy: async (amount: number, time: LedgerTime, validMs: number) => {
      const { at, expireUpTo } = await time.moment();
      assert.equal(await world.buy(amount, { at, expireUpTo, expiresAt: later(at, validMs) }), 'granted');
    },
    left: async (at: UnixMs = right()) => (await stores.ledger.readBalance(world.accountId, at))?.balance,
  };
}

/** The contract of a ledger with wrong clocks. */
export function describeLedgerTime(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: LedgerTimeStore`, () => {
    test('keeps the latest time, which only a confirmation sets back', async () => {
      await using stores = await open();
      const { ledgerTime } = stores;
      const first = { at: firstMoment, confirmations: 0 };
      assert.deepEqual(await ledgerTime.keepTime({ ...first, confirmations: -1 }), first);
      const second = { at: later(firstMoment, 10), confirmations: 0 };
      assert.deepEqual(await ledgerTime.keepTime(second), second);
      assert.deepEqual(await ledgerTime.keepTime(first), second);
      assert.deepEqual(await ledgerTime.keepTime({ at: later(firstMoment, 20), confirmations: 7 }), second);
      await ledgerTime.confirmTime(later(firstMoment, -5));
      const confirmed = { at: later(firstMoment, -5), confirmations: 1 };
      assert.deepEqual(await ledgerTime.keepTime(second), confirmed);
    });
  });

  for (const isShared of [false, true]) {
    const whose = isShared ? 'the clock that nodes share' : "the machine's clock";
    describe(`${name}: LedgerTime by ${whose}`, () => {
      test('a balance expires on time', async () => {
        await using world = await setup(await open(), isShared);
        const time = await world.start();
        await world.buy(100, time, 60_000);
        await world.pass([time], 50_000);
        assert.equal(await world.left(), 100);
        await world.pass([time], 10_000);
        assert.equal(await world.left(), 0);
        await world.buy(1, time, 60_000);
        assert.equal(await world.left(), 1);
      });

      for (const byDays of [400, -400]) {
        test(`nothing expires while the clock is wrong by ${byDays} days, which is reported until then`, async () => {
          await using world = await setup(await open(), isShared);
          const time = await world.start();
          await world.buy(100, time, 365 * dayMs);
          world.wrongBy.deciding = byDays * dayMs;
          world.wrongBy.node = world.wrongBy.deciding;
          await world.pass([time], 20_000);
          const started = await world.start();
          await world.pass([time, started], 20_000);
          const direction = byDays > 0 ? 'ahead of' : 'behind';
          assert.match(
            time.doubt() ?? '',
            new RegExp(`clock is 9600 hours ${direction} the ledger's time, so nothing expires`),
          );
          assert.match(started.doubt() ?? '', /confirm-clock$/);
          await world.buy(20, time, 365 * dayMs);
          await world.buy(3, started, 365 * dayMs);
          world.wrongBy.deciding = 0;
          world.wrongBy.node = 0;
          await world.pass([time, started], 20_000);
          assert.equal(time.doubt() ?? started.doubt(), undefined);
          assert.equal(await world.left(), 123);
          assert.equal(world.doubts.filter((doubt) => doubt !== undefined).length, 2);
          assert.equal(world.doubts.filter((doubt) => doubt === undefined).length, 2);
        });
      }

      test('after a standstill of up to 30 days, balances expire after an hour with a correct clock', async () => {
        await using world = await setup(await open(), isShared);
        await world.buy(100, await world.start(), 2 * dayMs);
        world.standStill(29 * dayMs);
        const time = await world.start();
        await world.sweep(time);
        assert.equal(time.doubt(), undefined);
        world.standStill(3_590_000);
        await world.sweep(time);
        assert.equal((await world.stores.ledger.sweep(world.right(), firstMoment)).expired, 0);
        world.standStill(20_000);
        await world.sweep(time);
        assert.equal((await world.stores.ledger.sweep(world.right())).expired, 0, 'the previous sweep booked it');
        assert.equal(await world.left(), 0);
      });

      test('after a standstill of more than 30 days balances expire after a confirmation', async () => {
        await using world = await setup(await open(), isShared);
        await world.buy(100, await world.start(), 2 * dayMs);
        world.standStill(40 * dayMs);
        const time = await world.start();
        await world.pass([time], 10_000);
        assert.match(time.doubt() ?? '', /is 960 hours ahead of/);
        assert.deepEqual((await world.stores.ledger.sweep(world.right(), unixMs(0))).expired, 0);
        await world.stores.ledgerTime.confirmTime(world.right());
        await world.pass([time], 20_000);
        assert.equal(time.doubt(), undefined);
        assert.equal((await world.stores.ledger.sweep(world.right())).expired, 0, 'the previous sweep booked it');
      });

      test('clock errors of less than an hour lose no character, wherever nodes start', async () => {
        const clock = fc.oneof(
          fc.constant(0),
          fc.integer({ min: -500, max: 500 }).map((days) => days * dayMs),
          fc.integer({ min: -dayMs, max: dayMs }),
        );
        const move = fc.record({
          deciding: clock,
          node: clock,
          passMs: fc.nat({ max: 40_000 }),
          act: fc.constantFrom('buy', 'restart', 'sweep'),
        });
        await fc.assert(
          fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
            await using world = await setup(await open(), isShared);
            let time = await world.start();
            let bought = 100;
            await world.buy(100, time, dayMs);
            for (const { deciding, node, passMs, act } of moves) {
              Object.assign(world.wrongBy, { deciding, node });
              if (act === 'restart') time = await world.start();
              await world.pass([time], passMs);
              if (act === 'buy') await world.buy(7, time, 10 * dayMs);
              if (act === 'buy') bought += 7;
            }
            Object.assign(world.wrongBy, { deciding: 0, node: 0 });
            await world.pass([time], 30_000);
            assert.equal(await world.left(), bought);
            assert.deepEqual(await world.stores.breaches(world.right(), 10_000), []);
          }),
          { numRuns: propertyRuns(name, 60) },
        );
      });
    });
  }
}
