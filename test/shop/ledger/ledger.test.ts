import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { characters, later, unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { Ledger, type PackGrant } from '../../../src/shop/ledger/ledger.ts';
import { packCharactersMax, packValidDaysMax } from '../../../src/shop/ledger/pack.ts';
import {
  createLedgerWorld,
  dayMs,
  firstMoment,
  leaseMs,
  momentBy,
  newId,
  openAccount,
  spanishToEnglish,
} from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const keyId = 'a-key' as KeyId;

/** A ledger on a real store, with a settable clock and a list of its reports. */
async function setup() {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  const clock = { now: firstMoment };
  const reported: string[] = [];
  const ledger = new Ledger({
    store: stores.ledger,
    now: () => clock.now,
    moment: momentBy(() => clock.now),
    newId,
    leaseMs,
    events: {
      holdLapsed: ({ isLost }) => reported.push(isLost ? 'holdLost' : 'holdLapsed'),
      backgroundFailed: ({ task }) => reported.push(task),
    },
  });
  const buy = (options: Partial<PackGrant> = {}) =>
    ledger.grant({ accountId, orderId: newId(), characters: characters(100), ...options });
  return {
    stores,
    accountId,
    clock,
    reported,
    ledger,
    buy,
    async balance() {
      const read = await ledger.readBalance(accountId);
      assert(read !== undefined);
      return { balance: read.balance, held: read.held, used: read.used };
    },
    async expiry() {
      return (await ledger.readBalance(accountId))?.expiresAt;
    },
    hold: (amount: number) => ledger.hold({ accountId, keyId, amount: characters(amount) }),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

describe('hold', () => {
  test('charges what it holds, once, when captured', async () => {
    await using world = await setup();
    await world.buy();
    {
      await using held = await world.hold(60);
      await held.capture(spanishToEnglish);
    }
    assert.deepEqual(await world.balance(), { balance: 40, held: 0, used: 60 });
    assert.deepEqual(world.reported, []);
  });

  test('is given back when it is not captured, however its scope ends', async () => {
    await using world = await setup();
    await world.buy();
    const engineDown = new Error('the engine is down');
    const work = async () => {
      await using held = await world.hold(60);
      assert.ok(held);
      throw engineDown;
    };
    await assert.rejects(work(), engineDown);
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
  });

  test('beyond the balance is refused with the required and the available characters', async () => {
    await using world = await setup();
    await world.buy();
    await assert.rejects(world.hold(101), (error: unknown) => {
      assert(error instanceof ServiceError);
      assert.equal(error.code, 'insufficient_balance');
      assert.deepEqual(error.data, { required: 101, balance: 100 });
      return true;
    });
    world.clock.now = later(firstMoment, 365 * dayMs);
    await assert.rejects(world.hold(1), { data: { required: 1, balance: 0 } });
  });

  test('with an ended lease cannot be captured: the caller gets an error, the operator a report, no charge', async () => {
    await using world = await setup();
    await world.buy();
    const work = async () => {
      await using held = await world.hold(60);
      world.clock.now = later(world.clock.now, leaseMs + 1);
      await held.capture(spanishToEnglish);
    };
    await assert.rejects(work(), { code: 'store_unavailable' });
    assert.deepEqual(world.reported, ['holdLapsed']);
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
  });

  test('that the database lost during its lease is reported as lost, and costs nothing', async () => {
    await using world = await setup();
    await world.buy();
    const work = async () => {
      await using held = await world.hold(60);
      // As after a failover: the database has not got the hold.
      await world.stores.ledger.sweep(later(world.clock.now, leaseMs + 1), world.clock.now);
      await held.capture(spanishToEnglish);
    };
    await assert.rejects(work(), { code: 'store_unavailable' });
    assert.deepEqual(world.reported, ['holdLost']);
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
  });

  test('whose release fails does not hide why the work failed, and is reported', async () => {
    const world = await setup();
    await world.buy();
    const work = async () => {
      await using held = await world.hold(60);
      assert.ok(held);
      await world.stores[Symbol.asyncDispose]();
      throw new Error('the engine is down');
    };
    await assert.rejects(work(), { message: 'the engine is down' });
    assert.deepEqual(world.reported, ['release of a hold']);
  });

  test('of nothing, or captured twice, is a bug', async () => {
    await using world = await setup();
    await world.buy();
    await assert.rejects(world.hold(0), { name: 'ImpossibleError' });
    await using held = await world.hold(1);
    await held.capture(spanishToEnglish);
    await assert.rejects(held.capture(spanishToEnglish), { name: 'ImpossibleError' });
  });
});

describe('pack', () => {
  test('is valid for 365 days, for its own number of days, or until its own expiry', async () => {
    const cases = [
      [{}, 365 * dayMs],
      [{ validDays: 30 }, 30 * dayMs],
      [{ expiresAt: later(firstMoment, 12_345) }, 12_345],
      [{ validDays: 30, expiresAt: later(firstMoment, 5) }, 5],
    ] as const;
    for (const [options, expectedMs] of cases) {
      await using world = await setup();
      assert.equal(await world.buy(options), 'granted');
      assert.equal(await world.expiry(), later(firstMoment, expectedMs));
    }
  });

  test('lasts the same number of hours in every time zone, even over a change of clocks', async () => {
    const zone = process.env['TZ'];
    try {
      for (const each of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
        process.env['TZ'] = each;
        await using world = await setup();
        world.clock.now = unixMs(Date.UTC(2026, 2, 7, 12));
        await world.buy({ validDays: 30 });
        assert.equal(await world.expiry(), Date.UTC(2026, 3, 6, 12));
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('that cannot be used is refused, and changes nothing', async () => {
    await using world = await setup();
    const refused: readonly [Partial<PackGrant>, string][] = [
      [{ characters: characters(0) }, 'invalid_pack_characters'],
      [{ characters: characters(-5) }, 'invalid_pack_characters'],
      [{ characters: characters(packCharactersMax + 1) }, 'invalid_pack_characters'],
      [{ validDays: 0 }, 'invalid_pack_days'],
      [{ validDays: 1.5 }, 'invalid_pack_days'],
      [{ validDays: packValidDaysMax + 1 }, 'invalid_pack_days'],
      [{ expiresAt: firstMoment }, 'invalid_pack_expiry'],
      [{ expiresAt: later(firstMoment, (packValidDaysMax + 1) * dayMs) }, 'invalid_pack_expiry'],
    ];
    for (const [options, reason] of refused) await assert.rejects(world.buy(options), { reason });
    await assert.rejects(world.buy({ accountId: 'missing' as AccountId }), { reason: 'no_account' });
    assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 0 });
  });

  test('of the largest size can be bought many times without losing a character', async () => {
    await using world = await setup();
    for (let count = 0; count < 20; count++) await world.buy({ characters: characters(packCharactersMax) });
    assert.equal((await world.balance()).balance, 20 * packCharactersMax);
    const direct = await createLedgerWorld(world.stores);
    await direct.assertSound();
  });
});
