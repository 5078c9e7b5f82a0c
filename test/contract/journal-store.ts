import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { characters, later, unixMs } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import { boundFilter, Journal, type JournalRequest } from '../../src/shop/usage/journal.ts';
import {
  type JournalEntry,
  type JournalFilter,
  journalBlockRows,
  journalKinds,
} from '../../src/shop/usage/journal-store.ts';
import { daysAfter, type UtcDay, utcDayOf } from '../../src/shop/usage/usage-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import {
  createLedgerWorld,
  dayMs,
  firstMoment,
  type LedgerWorld,
  newPurchase,
  openAccount,
} from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';
import { type Charge, carryOut } from './charges.ts';

const today = utcDayOf(firstMoment);
const day = (number: number) => (today + number) as UtcDay;

/**
 * Charges by several nodes, whose clocks differ by some seconds; one of them was in the wrong month for a while. The
 * second key was used on few days only.
 */
function chargesOf(count: number): readonly Charge[] {
  const rare = new Set([3, 4, 17]);
  return Array.from({ length: count }, (_, index) => {
    const wanderMs = ((index * 7_919) % 11_000) - 5_500;
    const astrayMs = index > count / 3 && index < count / 3 + 20 ? 9 * dayMs : 0;
    const number = Math.floor((index / count) * 30) - 30;
    const at = unixMs(firstMoment + Math.floor((index / count - 1) * 30 * dayMs) + wanderMs + astrayMs);
    return {
      at,
      amount: 1 + (index % 9),
      keyId: rare.has(number + 30) && index % 20 === 0 ? 'rare' : `k${index % 2}`,
      source: index % 3 === 0 ? 'es' : 'pt-BR',
      target: index % 5 === 0 ? 'en' : 'ca-valencia',
    };
  });
}

/** An account with some charges among purchases, a refund, a won dispute, and an expiry. */
async function liveThrough(world: LedgerWorld, charges: readonly Charge[]): Promise<void> {
  const third = Math.floor(charges.length / 3);
  world.clock.now = later(firstMoment, -31 * dayMs);
  await world.buy(1_000_000, { expiresAt: later(firstMoment, 5 * dayMs) });
  for (const [part, list] of [0, 1, 2].map(
    (each) => [each, charges.slice(each * third, (each + 1) * third)] as const,
  )) {
    world.clock.now = list[0]?.at ?? world.clock.now;
    const pack = { name: 'A pack', characters: characters(10_000), validDays: 5, price: 100, currency: 'EUR' };
    const order = await world.place(10_000, { pack });
    await world.report(order, { kind: 'paid' });
    if (part === 0) await world.report(order, { kind: 'refunded', refunded: 50 });
    if (part === 1) for (const kind of ['disputed', 'dispute_won'] as const) await world.report(order, { kind });
    await Promise.all(list.map((charge) => carryOut(world, charge)));
  }
}

async function all(journal: Journal, request: JournalRequest): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const page of journal.pages(request)) {
    assert(page.length <= request.limit, 'a page is no longer than was asked for');
    entries.push(...page);
  }
  return entries;
}

/** A simple model of the filter. */
function passes(entry: JournalEntry, { kind, keyId, source, target, from, to }: JournalFilter): boolean {
  const on = utcDayOf(entry.at);
  return (
    (kind === undefined || entry.kind === kind) &&
    (keyId === undefined || entry.usage?.keyId === keyId) &&
    (source === undefined || entry.usage?.source === source) &&
    (target === undefined || entry.usage?.target === target) &&
    (from === undefined || on >= from) &&
    (to === undefined || on <= to)
  );
}

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });

const filters: fc.Arbitrary<JournalFilter> = fc
  .record({
    kind: maybe(fc.constantFrom(...journalKinds)),
    keyId: maybe(fc.constantFrom('k0', 'k1', 'rare', 'unused')),
    source: maybe(fc.constantFrom('es', 'pt-BR', 'fr')),
    target: maybe(fc.constantFrom('en', 'ca-valencia')),
    days: maybe(fc.tuple(fc.integer({ min: -33, max: 12 }), fc.nat(20))),
    open: fc.constantFrom('from', 'to', 'neither'),
  })
  .map(({ days, open, ...rest }) => {
    const [first, length] = days ?? [];
    const filter: Record<string, unknown> = { ...rest };
    if (first !== undefined && open !== 'from') filter['from'] = day(first);
    if (first !== undefined && length !== undefined && open !== 'to') filter['to'] = day(first + length);
    return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as JournalFilter;
  });

/** The contract of every `JournalStore`, and of `Journal` on top of it. */
export function describeJournalStore(name: string, open: () => Promise<OpenStores>): void {
  const withWorld = async () => {
    const world = await createLedgerWorld(await open());
    const journal = new Journal({ store: world.stores.journal, now: () => world.clock.now });
    return { ...world, journal };
  };

  describe(`${name}: JournalStore`, () => {
    test('an account without a row has an empty journal', async () => {
      await using world = await withWorld();
      const { accountId, journal } = world;
      assert.equal(await world.stores.journal.findJournalEnd(accountId), 0);
      assert.deepEqual(await journal.page({ accountId, filter: {}, limit: 10 }), { entries: [], next: undefined });
    });

    test('each row has its reference, newest first', async () => {
      await using world = await withWorld();
      const { accountId, journal } = world;
      await world.buy(100, { expiresAt: later(firstMoment, dayMs) });
      const order = await world.place(50);
      await world.report(order, { kind: 'paid' });
      await world.capture(await world.hold(30, { keyId: 'k1' as KeyId }));
      await world.report(order, { kind: 'refunded', refunded: 40 });
      const placed = { id: order.id, packName: 'A pack' };
      const usage = { keyId: 'k1', source: 'es', target: 'en', engine: 'apertium' };
      const row = (seq: number, kind: string, figures: readonly [number, number]) => ({
        ...{ seq, at: firstMoment, kind, amount: figures[0], balanceAfter: figures[1] },
        ...{ usage: undefined, order: undefined },
      });
      assert.deepEqual(await all(journal, { accountId, filter: {}, limit: 10 }), [
        { ...row(4, 'refund', [-20, 100]), order: placed },
        { ...row(3, 'charge', [-30, 120]), usage },
        { ...row(2, 'purchase', [50, 150]), order: placed },
        row(1, 'purchase', [100, 100]),
      ]);
    });

    test('accounts are separate, even with the same key name', async () => {
      await using world = await withWorld();
      const { journal } = world;
      const otherId: AccountId = await openAccount(world.stores);
      await world.ledger.grant(newPurchase(otherId, 10));
      await world.buy(100);
      await world.capture(await world.hold(5, { keyId: 'shared' as KeyId }));
      const filter = { keyId: 'shared' as KeyId };
      assert.deepEqual(await all(journal, { accountId: otherId, filter, limit: 10 }), []);
      assert.deepEqual(
        (await all(journal, { accountId: otherId, filter: {}, limit: 10 })).map(({ seq }) => seq),
        [1],
      );
    });

    test('a row is on exactly one page, whatever is booked between two pages', async () => {
      await using world = await withWorld();
      const { accountId, journal } = world;
      await world.buy(1_000);
      for (let index = 0; index < 20; index++) await world.capture(await world.hold(1));
      const seen: number[] = [];
      for (let before: number | undefined = 10_000; before !== undefined; ) {
        const page = await journal.page({ accountId, filter: {}, before, limit: 6 });
        seen.push(...page.entries.map(({ seq }) => seq));
        before = page.next;
        await world.capture(await world.hold(1));
      }
      assert.deepEqual(
        seen,
        Array.from({ length: 21 }, (_, index) => 21 - index),
      );
    });

    test('pages return exactly the rows of the filter, even if clocks were wrong', async () => {
      await using world = await withWorld();
      const { accountId } = world;
      const charges = chargesOf(4 * journalBlockRows);
      await liveThrough(world, charges);
      world.clock.now = later(firstMoment, 6 * dayMs);
      await world.ledger.sweep(world.clock.now);
      const everything = await all(world.journal, { accountId, filter: {}, limit: 1_000 });
      assert.deepEqual(
        everything.map(({ seq }) => seq),
        everything.map((_, index) => everything.length - index),
      );
      assert.deepEqual(new Set(everything.map(({ kind }) => kind)), new Set(journalKinds));
      const sum = (list: readonly { readonly amount: number }[]) =>
        list.reduce((total, { amount }) => total + amount, 0);
      const charged = everything.filter(({ usage }) => usage !== undefined);
      assert.deepEqual(
        [charged.length, -sum(charged)],
        [charges.length - (charges.length % 3), sum(charges.slice(0, charged.length))],
      );
      const property = fc.asyncProperty(filters, fc.integer({ min: 1, max: 700 }), async (filter, limit) => {
        // One that has cached the journal, and a new one.
        const fresh = new Journal({ store: world.stores.journal, now: () => world.clock.now });
        const expected = everything.filter((entry) => passes(entry, boundFilter(filter, utcDayOf(world.clock.now))));
        for (const journal of [world.journal, fresh]) {
          assert.deepEqual(await all(journal, { accountId, filter, limit }), expected);
        }
      });
      const toCome = daysAfter(utcDayOf(world.clock.now), 1);
      const examples: [JournalFilter, number][] = [[{ source: 'es' as LanguageTag, from: toCome }, 1]];
      await fc.assert(property, { numRuns: propertyRuns(name, 60), examples });
    });

    test('rows of a block that is filled later are also found by day', async () => {
      await using world = await withWorld();
      const { accountId, journal } = world;
      await world.buy(10_000);
      const onDay = async (number: number, filter: JournalFilter = {}) => {
        const days = { from: day(number), to: day(number) };
        return (await all(journal, { accountId, filter: { ...filter, ...days }, limit: 100 })).length;
      };
      for (let number = 0; number < 4; number++) {
        const at = later(firstMoment, number * dayMs);
        const charge = { at, amount: 1, keyId: 'k', source: 'es', target: 'en' };
        await Promise.all(Array.from({ length: 200 }, () => carryOut(world, charge)));
        for (let each = 1; each <= number; each++) {
          assert.deepEqual([await onDay(each), await onDay(each, { keyId: 'k' as KeyId })], [200, 200]);
        }
      }
    });
  });
}
