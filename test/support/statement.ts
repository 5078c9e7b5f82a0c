import assert from 'node:assert/strict';
import type { Hold } from '../../src/core/ledger/ledger-store.ts';
import { later, unixMs } from '../../src/core/units.ts';
import { createLedgerWorld, dayMs, type LedgerWorld } from './ledger-world.ts';
import type { OpenStores } from './stores.ts';

/**
 * Plays a statement of account against a new database and checks each line of it, and the whole ledger after each line.
 *
 * A line is `verb operands → outcome  balance B  held H  used U`; whatever stands on the right is checked, in one
 * account. The verbs:
 * `buy <order> <characters> [for <days>d]`, `hold <name> <characters>`, `capture <name>`, `release <name>`, `sweep`
 * (its outcome `lapsed N expired N`), `wait <number><s|d>`, which may be negative: clocks are set back.
 */
export async function statement(open: () => Promise<OpenStores>, text: string): Promise<void> {
  await using stores = await open();
  const world = await createLedgerWorld(stores);
  const holds = new Map<string, Hold>();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [left = '', right = ''] = line.split('→').map((side) => side.trim());
    const [verb = '', ...operands] = left.split(/\s+/);
    const play = verbs[verb];
    assert(play !== undefined, `no such verb: ${line}`);
    const outcome = await play({ world, holds, operands });
    await check(world, { line, outcome, expected: right.replaceAll(/\s+/g, ' ') });
  }
}

type Step = {
  readonly world: LedgerWorld;
  readonly holds: Map<string, Hold>;
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
};

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
  // Holds whose lease has ended stand until the next sweep, however long a statement lets them.
  assert.deepEqual(await world.stores.breaches(world.clock.now, Number.MAX_SAFE_INTEGER / 2), [], line);
}
