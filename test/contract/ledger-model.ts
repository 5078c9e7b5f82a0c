import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { later, unixMs } from '../../src/ground/units.ts';
import type { Hold } from '../../src/shop/ledger/ledger-store.ts';
import type { NewOrder } from '../../src/shop/orders/order.ts';
import type { PaymentEvent } from '../../src/shop/orders/order-store.ts';
import {
  createLedgerWorld,
  dayMs,
  type LedgerWorld,
  leaseMs,
  newOrder,
  sweepIntervalMs,
} from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** `which` selects among the existing holds and orders, so that most moves find one. */
export type Move =
  | { readonly kind: 'buy'; readonly which: number; readonly amount: number; readonly validMs: number }
  | { readonly kind: 'hold'; readonly amount: number }
  | { readonly kind: 'capture' | 'release'; readonly which: number }
  | { readonly kind: 'order'; readonly amount: number }
  | { readonly kind: 'report'; readonly which: number; readonly event: PaymentEvent }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'wait'; readonly ms: number };

const which = fc.nat(30);

const events: fc.Arbitrary<PaymentEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: 'paid' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refunded' as const), refunded: fc.integer({ min: 0, max: 100 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('disputed' as const, 'dispute_won' as const) }) },
);

/**
 * Leases last a minute and packs some minutes or a day, so that short sequences cover every order of lapse and expiry.
 */
export const moves = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('buy' as const),
        which,
        amount: fc.integer({ min: 1, max: 100 }),
        validMs: fc.integer({ min: 1, max: 5 * leaseMs }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('hold' as const), amount: fc.integer({ min: 1, max: 60 }) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('capture' as const, 'release' as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('order' as const), amount: fc.integer({ min: 1, max: 100 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('report' as const), which, event: events }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        ms: fc.oneof(fc.integer({ min: -leaseMs, max: 3 * leaseMs }), fc.constantFrom(1, leaseMs, leaseMs + 1, dayMs)),
      }),
    },
  ),
  // The default of at most ten moves is too few for moves to interact.
  { maxLength: 60, size: 'max' },
);

type ModelHold = { readonly hold: Hold; readonly doomed: boolean };

/** The state of one character of an order's pack: `forgone` was due but not left. */
type Fate = 'granted' | 'taken' | 'forgone';

type ModelOrder = {
  readonly fates: Fate[];
  paid: boolean;
  expired: boolean;
  percentRefunded: number;
  dispute: 'none' | 'open' | 'won';
};

/** A simple model of the rules in memory: spendable characters, and holds that end once expired. */
export class LedgerModel {
  #spendable = 0;
  #used = 0;
  #expiresAt = Number.NEGATIVE_INFINITY;
  #open = new Map<string, ModelHold>();
  readonly #captured = new Set<string>();
  readonly #orders = new Set<string>();
  readonly #placed = new Map<string, ModelOrder>();

  buy(
    orderId: string,
    amount: number,
    { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
  ): string {
    if (this.#orders.has(orderId)) return 'already_granted';
    this.#orders.add(orderId);
    this.#expire(now);
    this.#spendable += amount;
    this.#expiresAt = Math.max(this.#expiresAt, expiresAt);
    return 'granted';
  }

  hold(hold: Hold): string {
    const now = hold.openedAt;
    if (now < this.#expiresAt && this.#spendable < hold.amount) this.#lapse(now);
    if (now >= this.#expiresAt || this.#spendable < hold.amount) {
      // A refused hold also gives lapsed holds back.
      this.#lapse(now);
      return `insufficient ${this.shown(now).balance}`;
    }
    this.#spendable -= hold.amount;
    this.#open.set(hold.id, { hold, doomed: false });
    return 'held';
  }

  capture({ id, amount, leaseUntil }: Hold, now: number): string {
    if (this.#captured.has(id)) return 'captured';
    if (!this.#open.has(id) || now > leaseUntil) return 'lapsed';
    this.#open.delete(id);
    this.#captured.add(id);
    this.#used += amount;
    return 'captured';
  }

  release(id: string): void {
    const found = this.#open.get(id);
    this.#open.delete(id);
    if (found !== undefined && !found.doomed) this.#spendable += found.hold.amount;
  }

  place(orderId: string, amount: number): void {
    const fates = Array.from({ length: amount }, (): Fate => 'granted');
    this.#placed.set(orderId, { fates, paid: false, expired: false, percentRefunded: 0, dispute: 'none' });
  }

  report(
    orderId: string,
    event: PaymentEvent,
    { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
  ): string {
    const order = this.#placed.get(orderId);
    assert(order !== undefined);
    const { fates } = order;
    if (event.kind === 'refunded') order.percentRefunded = Math.max(order.percentRefunded, event.refunded);
    if (event.kind === 'disputed' && order.dispute !== 'won') order.dispute = 'open';
    if (event.kind === 'dispute_won') order.dispute = 'won';
    if (!order.paid && event.kind !== 'paid') return 'unpaid';
    this.#expire(now);
    if (!order.paid) {
      order.paid = true;
      this.#spendable += fates.length;
      this.#expiresAt = Math.max(this.#expiresAt, expiresAt);
    }
    fates.forEach((fate, index) => {
      fates[index] = this.#reconsider(order, index, fate);
    });
    return `taken back ${fates.filter((fate) => fate === 'taken').length}`;
  }

  /** A refund takes the first characters of a pack, an open dispute all: each only those not taken before. */
  #reconsider({ fates, expired, percentRefunded, dispute }: ModelOrder, index: number, fate: Fate): Fate {
    const isRefunded = index < Math.floor((fates.length * percentRefunded) / 100);
    if (isRefunded || dispute === 'open') {
      if (fate !== 'granted') return fate;
      if (expired || this.#spendable === 0) return 'forgone';
      this.#spendable -= 1;
      return 'taken';
    }
    if (expired) return fate;
    if (fate === 'taken') this.#spendable += 1;
    return 'granted';
  }

  sweep(now: number): void {
    this.#lapse(now);
    this.#expire(now);
  }

  shown(now: number) {
    const held = [...this.#open.values()].reduce((sum, { hold }) => sum + hold.amount, 0);
    return { balance: now < this.#expiresAt ? this.#spendable + held : 0, held, used: this.#used };
  }

  #lapse(now: number): void {
    for (const { hold } of this.#open.values()) if (hold.leaseUntil < now) this.release(hold.id);
  }

  #expire(now: number): void {
    if (now < this.#expiresAt) return;
    this.#spendable = 0;
    for (const order of this.#placed.values()) if (order.paid) order.expired = true;
    this.#open = new Map([...this.#open].map(([id, { hold }]) => [id, { hold, doomed: true }]));
  }
}

/** Runs `sequence` on the store and on the model, and compares outcome, balance and invariants after every move. */
export async function playBoth(stores: OpenStores, sequence: readonly Move[]): Promise<void> {
  const world = await createLedgerWorld(stores);
  const model = new LedgerModel();
  const holds: Hold[] = [];
  const orders: NewOrder[] = [];
  for (const move of sequence) {
    const [outcome, expected] = await play(move, { world, model, holds, orders });
    assert.equal(outcome, expected);
    assert.deepEqual(await world.balance(), model.shown(world.clock.now));
    assert.deepEqual(await stores.breaches(world.clock.now, 2 ** 52), []);
  }
  const end = later(world.clock.now, 10 * leaseMs);
  await world.ledger.sweep(end);
  assert.equal((await world.ledger.readBalance(world.accountId, end))?.held, 0);
  assert.deepEqual(await stores.breaches(end, sweepIntervalMs), []);
}

type Players = {
  readonly world: LedgerWorld;
  readonly model: LedgerModel;
  readonly holds: Hold[];
  readonly orders: NewOrder[];
};

async function play(move: Move, { world, model, holds, orders }: Players): Promise<readonly [string, string]> {
  const { now } = world.clock;
  switch (move.kind) {
    case 'buy': {
      const expiresAt = later(now, move.validMs);
      const orderId = `order ${move.which} of ${world.accountId}`;
      const expected = model.buy(orderId, move.amount, { now, expiresAt });
      return [await world.buy(move.amount, { orderId, expiresAt }), expected];
    }
    case 'hold': {
      const hold = world.newHold(move.amount);
      holds.push(hold);
      const outcome = await world.ledger.openHold(hold);
      const told = outcome.kind === 'held' ? 'held' : `insufficient ${outcome.balance}`;
      return [told, model.hold(hold)];
    }
    case 'capture': {
      const hold = holds[move.which % holds.length];
      return hold === undefined ? ['', ''] : [await world.capture(hold), model.capture(hold, now)];
    }
    case 'release': {
      const hold = holds[move.which % holds.length];
      if (hold === undefined) return ['', ''];
      await world.release(hold);
      model.release(hold.id);
      return ['', ''];
    }
    case 'order': {
      const { pack } = newOrder(world.accountId, move.amount);
      const order = await world.place(move.amount, { pack: { ...pack, validDays: 1 } });
      orders.push(order);
      model.place(order.id, move.amount);
      return ['', ''];
    }
    case 'report': {
      const order = orders[move.which % orders.length];
      if (order === undefined) return ['', ''];
      const { paidAt, clawedBack } = await world.report(order, move.event);
      const told = paidAt === undefined ? 'unpaid' : `taken back ${clawedBack}`;
      return [told, model.report(order.id, move.event, { now, expiresAt: later(now, dayMs) })];
    }
    case 'sweep':
      await world.ledger.sweep(now);
      model.sweep(now);
      return ['', ''];
    case 'wait':
      world.clock.now = unixMs(now + move.ms);
      return ['', ''];
  }
}
