import assert from 'node:assert/strict';
import { later, unixMs } from '../../src/ground/units.ts';
import type { Hold } from '../../src/shop/ledger/ledger-store.ts';
import type { NewOrder } from '../../src/shop/orders/order.ts';
import type { PaymentEvent } from '../../src/shop/orders/order-store.ts';
import { createLedgerWorld, dayMs, type LedgerWorld, newOrder } from './ledger-world.ts';
import type { OpenStores } from './stores.ts';

/**
 * Runs a statement of account on a new database and checks each line of it, and the whole ledger after each line.
 *
 * A line is `verb operands → outcome  balance B  held H  used U`; all values on the right are checked, for one account.
 * The verbs: `buy <order> <characters> [for <days>d]`, `hold <name> <characters>`, `capture <name>`, `release <name>`,
 * `sweep` (its outcome `lapsed N expired N`), `wait <number><s|d>`, which may be negative: clocks are set back; `order
 * <name> <characters> [for <days>d]` at a price of 100, and the reports `paid <order>`, `refunded <order> <percent>`,
 * `disputed <order>`, `won <order>` (their outcome `unpaid` or `taken back N`).
 */
export async function statement(open: () => Promise<OpenStores>, text: string): Promise<void> {
  await using stores = await open();
  const world = await createLedgerWorld(stores);
  const holds = new Map<string, Hold>();
  const orders = new Map<string, NewOrder>();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [left = '', right = ''] = line.split('→').map((side) => side.trim());
    const [verb = '', ...operands] = left.split(/\s+/);
    const play = verbs[verb];
    assert(play !== undefined, `no such verb: ${line}`);
    const outcome = await play({ world, holds, orders, operands });
    await check(world, { line, outcome, expected: right.replaceAll(/\s+/g, ' ') });
  }
}

type Step = {
  readonly world: LedgerWorld;
  readonly holds: Map<string, Hold>;
  readonly orders: Map<string, NewOrder>;
  readonly operands: readonly string[];
};

const verbs: Readonly<Record<string, (step: Step) => Promise<string>>> = {
  async buy({ world, operands: [orderId = '', amount, , days = '365d'] }) {
    const expiresAt = later(world.clock.now, Number.parseInt(days, 10) * dayMs);
    return world.buy(Number(amount), { orderId, expiresAt });
  },
  async hold({ world, holds, operands: [name = '', amount] }) {
    const hold = world.newHold(Number(amount));
    const outcome = await world.ledger.openHold(hold);
    if (outcome.kind === 'insufficient') return `insufficient ${outcome.balance}`;
    holds.set(name, hold);
    return 'held';
  },
  capture: async (step) => step.world.capture(holdOf(step)),
  async release(step) {
    await step.world.release(holdOf(step));
    return 'released';
  },
  async sweep({ world }) {
    const { lapsed, expired } = await world.ledger.sweep(world.clock.now);
    return `lapsed ${lapsed} expired ${expired}`;
  },
  async wait({ world, operands: [duration = ''] }) {
    const unitMs = duration.endsWith('d') ? dayMs : 1_000;
    world.clock.now = unixMs(world.clock.now + Number.parseFloat(duration) * unitMs);
    return 'waited';
  },
  async order({ world, orders, operands: [name = '', amount, , days = '365d'] }) {
    const { pack, ...order } = newOrder(world.accountId, Number(amount), { createdAt: world.clock.now });
    orders.set(
      name,
      await world.place(Number(amount), { ...order, pack: { ...pack, validDays: Number.parseInt(days, 10) } }),
    );
    return 'placed';
  },
  paid: (step) => report(step, { kind: 'paid' }),
  refunded: (step) => report(step, { kind: 'refunded', refunded: Number(step.operands[1]) }),
  disputed: (step) => report(step, { kind: 'disputed' }),
  won: (step) => report(step, { kind: 'dispute_won' }),
};

async function report({ world, orders, operands: [name = ''] }: Step, event: PaymentEvent): Promise<string> {
  const order = orders.get(name);
  assert(order !== undefined, `no such order: ${name}`);
  const { paidAt, clawedBack } = await world.report(order, event);
  return paidAt === undefined ? 'unpaid' : `taken back ${clawedBack}`;
}

function holdOf({ holds, operands: [name = ''] }: Step): Hold {
  const hold = holds.get(name);
  assert(hold !== undefined, `no such hold: ${name}`);
  return hold;
}

type Expectation = { readonly line: string; readonly outcome: string; readonly expected: string };

async function check(world: LedgerWorld, { line, outcome, expected }: Expectation): Promise<void> {
  const columns = /(?:^| )balance (\d+) held (\d+) used (\d+)$/.exec(expected);
  const expectedOutcome = columns === null ? expected : expected.slice(0, columns.index);
  if (expectedOutcome !== '') assert.equal(outcome, expectedOutcome, line);
  if (columns !== null) {
    const [, balance, held, used] = columns.map(Number);
    assert.deepEqual(await world.balance(), { balance, held, used }, line);
  }
  await world.settled();
  // Holds with an ended lease exist until the next sweep, however late it is.
  assert.deepEqual(await world.stores.breaches(world.clock.now, 2 ** 52), [], line);
}
