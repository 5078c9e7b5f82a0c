import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { characters, later, unixMs } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { createLedgerWorld, dayMs, leaseMs, newId, newPurchase, openAccount } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { statement } from '../support/statement.ts';
import type { OpenStores } from '../support/stores.ts';
import { describeAnsweredCharges } from './answered-charges.ts';
import { type Move, moves, playBoth } from './ledger-model.ts';

/** The contract of every `LedgerStore`. */
export function describeLedgerStore(name: string, open: () => Promise<OpenStores>): void {
  describeAnsweredCharges(name, open);
  describe(`${name}: LedgerStore`, () => {
    for (const [title, lines] of Object.entries(statements)) test(title, () => statement(open, lines));

    test('an expiry is reversed once, with a new row, and the characters expire with the balance again', async () => {
      await using world = await createLedgerWorld(await open());
      const { ledger, accountId, clock } = world;
      const reverse = (seq?: number) => ledger.reverseExpiry({ accountId, seq, at: clock.now });
      assert.deepEqual(await reverse(), { kind: 'no_expiry' });
      await world.buy(100, { expiresAt: later(clock.now, 365 * dayMs) });
      const hold = await world.hold(30);
      const wrong = later(clock.now, 400 * dayMs);
      assert.equal((await ledger.sweep(clock.now, wrong)).expired, 1);
      await world.release(hold);
      assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 0 });
      assert.deepEqual(await reverse(1), { kind: 'no_expiry' }, 'a purchase');
      assert.deepEqual(await reverse(), { kind: 'reversed', seq: 3, characters: 30 });
      const repeats = await Promise.all([reverse(3), reverse(2), reverse(2)]);
      const kinds = repeats.map(({ kind }) => kind).toSorted();
      assert.deepEqual(kinds, ['already_reversed', 'already_reversed', 'reversed']);
      assert.deepEqual(await reverse(), { kind: 'no_expiry' });
      assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
      await world.assertSound();
      clock.now = later(clock.now, 365 * dayMs);
      assert.deepEqual(await ledger.sweep(clock.now), { lapsed: 0, expired: 1 });
      await world.buy(50, { expiresAt: later(clock.now, 365 * dayMs) });
      assert.deepEqual(await reverse(), { kind: 'validity_ended' }, 'it expired rightly, whatever was bought since');
      assert.deepEqual(await world.balance(), { balance: 50, held: 0, used: 0 });
      await world.assertSound();
    });

    test('fifty concurrent holds on one balance never share a character', async () => {
      await using world = await createLedgerWorld(await open());
      await world.buy(1_000);
      const holds = Array.from({ length: 50 }, () => world.newHold(77));
      const outcomes = await Promise.all(holds.map((hold) => world.ledger.openHold(hold)));
      assert.equal(outcomes.filter(({ kind }) => kind === 'held').length, Math.floor(1_000 / 77));
      assert.deepEqual(await world.balance(), { balance: 1_000, held: 12 * 77, used: 0 });
      const captures = await Promise.all(holds.map((hold) => world.capture(hold)));
      assert.equal(captures.filter((outcome) => outcome === 'captured').length, 12);
      assert.deepEqual(await world.balance(), { balance: 1_000 - 12 * 77, held: 0, used: 12 * 77 });
      await world.assertSound();
    });

    test('a concurrent capture, release and sweep of one hold settle it once', async () => {
      await using world = await createLedgerWorld(await open());
      await world.buy(1_000);
      for (let round = 0; round < 20; round++) {
        const before = await world.balance();
        const hold = await world.hold(10);
        const [captured] = await Promise.all([
          world.capture(hold),
          world.release(hold),
          world.ledger.sweep(later(hold.leaseUntil, 1)),
          world.capture(hold),
        ]);
        const charged = captured === 'captured' ? 10 : 0;
        assert.deepEqual(await world.balance(), {
          balance: before.balance - charged,
          held: 0,
          used: before.used + charged,
        });
      }
      await world.assertSound();
    });

    test('a hold can be renewed and made smaller while its lease is live, and is then charged in that size', async () => {
      await using world = await createLedgerWorld(await open());
      const { ledger, clock } = world;
      await world.buy(100);
      const hold = await world.hold(40);
      clock.now = later(clock.now, leaseMs);
      const smaller = { ...hold, amount: characters(25), leaseUntil: later(clock.now, leaseMs) };
      const change = { ...smaller, hold, at: clock.now };
      const changes = await Promise.all([1, 2, 3].map(() => ledger.changeHold(change)));
      assert.deepEqual(changes, ['changed', 'changed', 'changed'], 'a repeat changes nothing');
      assert.deepEqual(await world.balance(), { balance: 100, held: 25, used: 0 });
      clock.now = later(clock.now, leaseMs - 1);
      assert.deepEqual(await ledger.sweep(clock.now), { lapsed: 0, expired: 0 });
      assert.equal(await world.capture(hold), 'lapsed', 'the hold as it was is gone');
      assert.equal(await world.capture(smaller), 'captured');
      assert.deepEqual(await world.balance(), { balance: 75, held: 0, used: 25 });
      assert.equal(await ledger.changeHold({ ...change, hold: smaller }), 'lapsed');
      await world.assertSound();
    });

    test('a hold that is made smaller after its balance expired gives nothing back', async () => {
      await using world = await createLedgerWorld(await open());
      const { ledger, clock } = world;
      await world.buy(100, { expiresAt: later(clock.now, 1_000) });
      const hold = await world.hold(40);
      clock.now = later(clock.now, 2_000);
      assert.equal((await ledger.sweep(clock.now)).expired, 1);
      await world.buy(10);
      const smaller = { ...hold, amount: characters(25) };
      assert.equal(await ledger.changeHold({ ...smaller, hold, at: clock.now }), 'changed');
      assert.deepEqual(await world.balance(), { balance: 35, held: 25, used: 0 });
      assert.equal(await world.capture(smaller), 'captured');
      assert.deepEqual(await world.balance(), { balance: 10, held: 0, used: 25 });
      await world.assertSound();
    });

    test('twenty concurrent reports of one order grant it once', async () => {
      await using world = await createLedgerWorld(await open());
      const reports = Array.from({ length: 20 }, () => world.buy(100, { orderId: 'the same' }));
      const outcomes = await Promise.all(reports);
      assert.equal(outcomes.filter((outcome) => outcome === 'granted').length, 1);
      assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
    });

    test('a repeated purchase, because an answer was lost, is made once and reported as made', async () => {
      await using world = await createLedgerWorld(await open());
      const purchase = newPurchase(world.accountId, 100);
      const repeats = await Promise.all([1, 2, 3].map(() => world.ledger.grant(purchase)));
      assert.deepEqual(repeats, ['granted', 'granted', 'granted']);
      assert.equal(await world.ledger.grant({ ...purchase, id: newId() }), 'already_granted');
      assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
    });

    test('an order granted to one account is not reported as granted to another', async () => {
      await using stores = await open();
      const [one, other] = await Promise.all([createLedgerWorld(stores), createLedgerWorld(stores)]);
      assert.equal(await one.buy(100, { orderId: 'o' }), 'granted');
      assert.equal(await other.buy(100, { orderId: 'o' }), 'granted_to_another');
      assert.equal(await one.buy(100, { orderId: 'o' }), 'already_granted');
      assert.deepEqual([(await one.balance()).balance, (await other.balance()).balance], [100, 0]);
    });

    test('a pack for an account that does not exist is refused, and a hold finds a balance of 0', async () => {
      await using world = await createLedgerWorld(await open());
      const { ledger, newHold } = world;
      const accountId = 'missing' as AccountId;
      assert.equal(await ledger.grant(newPurchase(accountId, 5)), 'no_account');
      assert.equal(await ledger.readBalance(accountId, unixMs(1)), undefined);
      assert.deepEqual(await ledger.openHold(newHold(1, { accountId })), { kind: 'insufficient', balance: 0 });
    });

    test('accounts are separate', async () => {
      await using stores = await open();
      const [rich, poor] = [await createLedgerWorld(stores), await createLedgerWorld(stores)];
      await rich.buy(100);
      const hold = await rich.hold(60);
      assert.equal((await stores.ledger.openHold(poor.newHold(1))).kind, 'insufficient');
      assert.equal(await poor.capture({ ...hold, accountId: poor.accountId }), 'lapsed');
      await poor.release({ ...hold, accountId: poor.accountId });
      assert.deepEqual(await rich.balance(), { balance: 100, held: 60, used: 0 });
      assert.equal(await rich.capture(hold), 'captured');
      await rich.assertSound();
    });

    test('the balance has its expiry in milliseconds, and none before the first purchase', async () => {
      await using world = await createLedgerWorld(await open());
      assert.equal((await world.ledger.readBalance(world.accountId, world.clock.now))?.expiresAt, undefined);
      const expiresAt = later(world.clock.now, 10 * dayMs + 1);
      await world.buy(5, { expiresAt });
      const after = later(expiresAt, 5);
      assert.deepEqual(await world.ledger.readBalance(world.accountId, after), {
        balance: 0,
        used: 0,
        held: 0,
        expiresAt,
      });
    });

    test('a sweep continues beyond the rows of one step', async () => {
      await using world = await createLedgerWorld(await open());
      await world.buy(1_000);
      await Promise.all(Array.from({ length: 250 }, () => world.hold(1)));
      const others = await Promise.all(Array.from({ length: 120 }, () => openAccount(world.stores)));
      await Promise.all(others.map((accountId) => world.ledger.grant(newPurchase(accountId, 7))));
      assert.deepEqual(await world.ledger.sweep(later(world.clock.now, 400 * dayMs)), { lapsed: 250, expired: 121 });
      await world.assertSound();
    });

    test('no sequence of moves, for any changes of the clock, differs from the model', async () => {
      await using stores = await open();
      const property = fc.asyncProperty(moves, (sequence: readonly Move[]) => playBoth(stores, sequence));
      await fc.assert(property, { numRuns: propertyRuns(name, 40) });
    });
  });
}

/** Statements of account by title. */
const statements: Readonly<Record<string, string>> = {
  'a hold sets aside, a capture charges it once, a release gives it back once': `
    buy     o1 100  →  granted         balance 100  held  0  used  0
    hold    a   60  →  held            balance 100  held 60  used  0
    hold    b   41  →  insufficient 100
    hold    c   40  →  held            balance 100  held 100 used  0
    capture a       →  captured        balance  40  held 40  used 60
    capture a       →  captured        balance  40  held 40  used 60
    release a       →  released        balance  40  held 40  used 60
    release c       →  released        balance  40  held  0  used 60
    release c       →  released        balance  40  held  0  used 60
    capture c       →  lapsed          balance  40  held  0  used 60
  `,
  'an account that has bought nothing can hold nothing': `
    hold    a    1  →  insufficient 0
              sweep →  lapsed 0 expired 0  balance 0  held 0  used 0
  `,
  'an order is granted once, however often it is reported': `
    buy  o1 100     →  granted          balance 100  held 0  used 0
    buy  o1 100     →  already_granted  balance 100  held 0  used 0
    buy  o1 999     →  already_granted  balance 100  held 0  used 0
    buy  o2  50     →  granted          balance 150  held 0  used 0
  `,
  'a hold can be captured until its lease ends, and not after': `
    buy     o1 100  →  granted
    hold    a   10  →  held
    hold    b   10  →  held
    wait    60s     →  waited
    capture a       →  captured             balance 90  held 10  used 10
    wait    0.001s  →  waited
    capture b       →  lapsed               balance 90  held 10  used 10
    sweep           →  lapsed 1 expired 0   balance 90  held  0  used 10
    capture b       →  lapsed               balance 90  held  0  used 10
  `,
  'a sweep gives back only holds without a live lease': `
    buy     o1 100  →  granted
    hold    a   10  →  held
    wait    30s     →  waited
    hold    b   20  →  held
    wait    30s     →  waited
    sweep           →  lapsed 0 expired 0   balance 100  held 30  used 0
    wait    1s      →  waited
    sweep           →  lapsed 1 expired 0   balance 100  held 20  used 0
    sweep           →  lapsed 0 expired 0   balance 100  held 20  used 0
  `,
  'a hold that lapsed holds would prevent does not wait for the sweep': `
    buy     o1 100  →  granted
    hold    a   90  →  held
    hold    b   20  →  insufficient 100
    wait    61s     →  waited
    hold    c  100  →  held       balance 100  held 100  used 0
    release a       →  released   balance 100  held 100  used 0
  `,
  'characters expire on time, with or without a sweep': `
    buy     o1 100 for 10d  →  granted
    wait    10d             →  waited               balance 0  held 0  used 0
    hold    a    1          →  insufficient 0
    wait    -0.001s         →  waited               balance 100  held 0  used 0
    hold    a    1          →  held                 balance 100  held 1  used 0
    release a               →  released
    wait    0.001s          →  waited               balance 0  held 0  used 0
    sweep                   →  lapsed 0 expired 1   balance 0  held 0  used 0
    sweep                   →  lapsed 0 expired 0   balance 0  held 0  used 0
  `,
  'a purchase extends the expiry to the later of the current one and its own': `
    buy     o1 100 for 10d  →  granted
    buy     o2  10 for 5d   →  granted   balance 110  held 0  used 0
    wait    9d              →  waited    balance 110  held 0  used 0
    buy     o3   1 for 30d  →  granted   balance 111  held 0  used 0
    wait    29d             →  waited    balance 111  held 0  used 0
    wait    1d              →  waited    balance   0  held 0  used 0
  `,
  'a later purchase does not restore expired characters': `
    buy     o1 100 for 10d  →  granted
    wait    11d             →  waited
    buy     o2  30 for 10d  →  granted    balance 30  held 0  used 0
    hold    a   31          →  insufficient 30
    hold    b   30          →  held       balance 30  held 30  used 0
  `,
  'work in progress when the balance expires is charged': `
    buy     o1 100 for 1d   →  granted
    wait    86390s          →  waited
    hold    a   40          →  held
    wait    10s             →  waited               balance  0  held 40  used  0
    sweep                   →  lapsed 0 expired 1   balance  0  held 40  used  0
    capture a               →  captured             balance  0  held  0  used 40
  `,
  'characters released after the expiry are gone, even after a purchase in between': `
    buy     o1 100 for 1d   →  granted
    wait    86390s          →  waited
    hold    a   40          →  held
    hold    b   60          →  held
    wait    10s             →  waited
    buy     o2  30          →  granted               balance 130  held 100  used  0
    hold    c   31          →  insufficient 130
    release a               →  released              balance  90  held  60  used  0
    capture b               →  captured              balance  30  held   0  used 60
    hold    d   30          →  held                  balance  30  held  30  used 60
    release d               →  released              balance  30  held   0  used 60
  `,
  'a lapsed hold of an expired balance is gone as well': `
    buy     o1 100 for 1d   →  granted
    wait    86390s          →  waited
    hold    a   40          →  held
    wait    10s             →  waited
    buy     o2  30          →  granted               balance 70  held 40  used 0
    wait    60s             →  waited
    sweep                   →  lapsed 1 expired 0    balance 30  held  0  used 0
  `,
};
