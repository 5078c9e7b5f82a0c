import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { ServiceError } from '../../src/ground/service-error.ts';
import { later, type UnixMs } from '../../src/ground/units.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  leaseMs,
  momentBy,
  newId,
  newPurchase,
  spanishToEnglish,
} from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';
import { extent, inLots, reportSeed } from './extent.ts';
import { ScheduledLedger } from './scheduled-ledger.ts';

/** An actor on the one balance, concurrent with all others. `dies`: its process ends after the hold. */
type Actor =
  | { readonly kind: 'request'; readonly amount: number; readonly fate: 'succeeds' | 'fails' | 'dies' }
  | { readonly kind: 'purchase'; readonly which: number; readonly amount: number; readonly validMs: number }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'time'; readonly passes: number };

const actors: fc.Arbitrary<readonly Actor[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('request' as const),
        amount: fc.integer({ min: 1, max: 70 }),
        fate: fc.constantFrom('succeeds' as const, 'succeeds' as const, 'fails' as const, 'dies' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('purchase' as const),
        which: fc.nat(2),
        amount: fc.integer({ min: 1, max: 100 }),
        validMs: fc.integer({ min: 1, max: 3 * leaseMs }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('time' as const), passes: fc.constantFrom(1, leaseMs, 2 * leaseMs) }),
    },
  ),
  { minLength: 2, maxLength: 8 },
);

type Stage = { readonly world: LedgerWorld; readonly scheduled: ScheduledLedger };

/** A request like the translator's: hold, work, charge; any failure releases the hold. */
async function request({ world, scheduled }: Stage, actor: Actor & { kind: 'request' }): Promise<void> {
  const store = { ...world.ledger, ...scheduled.store };
  const hold = world.newHold(actor.amount);
  if (actor.fate === 'dies') return void (await store.openHold(hold));
  const events = { holdLapsed: () => undefined, backgroundFailed: ({ cause }: { cause: unknown }) => fail(cause) };
  const now = () => world.clock.now;
  const ledger = new Ledger({ store, now, moment: momentBy(now), newId, leaseMs, events });
  try {
    await using held = await ledger.hold({ accountId: world.accountId, keyId: hold.keyId, amount: hold.amount });
    await scheduled.pause('engine');
    if (actor.fate === 'succeeds') await held.capture(spanishToEnglish);
  } catch (error) {
    const isExpected =
      error instanceof ServiceError && ['insufficient_balance', 'store_unavailable'].includes(error.code);
    if (!isExpected) throw error;
  }
}

function fail(cause: unknown): never {
  throw cause;
}

async function act(stage: Stage, actor: Actor): Promise<void> {
  const { world, scheduled } = stage;
  switch (actor.kind) {
    case 'request':
      return request(stage, actor);
    case 'purchase': {
      const at: UnixMs = world.clock.now;
      const purchase = newPurchase(world.accountId, actor.amount, {
        orderId: `order ${actor.which} of ${world.accountId}`,
        at,
        expiresAt: later(at, actor.validMs),
      });
      await scheduled.store.grant(purchase);
      return;
    }
    case 'sweep':
      await scheduled.store.sweep(world.clock.now);
      return;
    case 'time':
      await scheduled.pause(`time passes: ${actor.passes}`);
      world.clock.now = later(world.clock.now, actor.passes);
      return;
  }
}

/** Concurrent requests, purchases, sweeps and expiries of one balance, in any order. */
export function describeInterleavings(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: interleavings on one balance`, () => {
    test('for any order of the steps of concurrent work, the ledger equals the model after each step', async (context) => {
      reportSeed(context);
      await inLots(extent.schedulesOfCalls, async (lot) => {
        await using stores = await open();
        const property = fc.asyncProperty(fc.scheduler(), actors, async (scheduler, cast) => {
          const world = await createLedgerWorld(stores);
          const scheduled = new ScheduledLedger(world, scheduler);
          const first = act({ world, scheduled }, { kind: 'purchase', which: 0, amount: 100, validMs: 2 * leaseMs });
          await scheduled.playOut([first]);
          await scheduled.playOut(cast.map((actor) => act({ world, scheduled }, actor)));
          await scheduled.end(10 * leaseMs);
        });
        await fc.assert(property, lot);
      });
    });
  });
}
