import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { ServiceError } from '../../src/ground/service-error.ts';
import { later, type UnixMs } from '../../src/ground/units.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import type { LedgerStore } from '../../src/shop/ledger/ledger-store.ts';
import { LedgerModel } from '../contract/ledger-model.ts';
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

/** Time until a hold counts as forgotten: here the scheduler decides when to sweep. */
const never = 2 ** 50;

/**
 * The ledger of one account; each call waits until the scheduler releases it. Every call runs on the store and on the
 * model, and their outcomes are compared.
 */
class ScheduledLedger {
  readonly #world: LedgerWorld;
  readonly #scheduler: fc.Scheduler;
  readonly #model = new LedgerModel();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(world: LedgerWorld, scheduler: fc.Scheduler) {
    this.#world = world;
    this.#scheduler = scheduler;
  }

  /** The store for requests, sales and sweeps. */
  get store(): Pick<LedgerStore, 'openHold' | 'captureHold' | 'releaseHold' | 'grant' | 'sweep'> {
    const { ledger } = this.#world;
    const model = this.#model;
    return {
      openHold: (hold) =>
        this.#step('hold', async () => {
          const outcome = await ledger.openHold(hold);
          const told = outcome.kind === 'held' ? 'held' : `insufficient ${outcome.balance}`;
          assert.equal(told, model.hold(hold));
          return outcome;
        }),
      captureHold: (capture) =>
        this.#step('capture', async () => {
          const outcome = await ledger.captureHold(capture);
          assert.equal(outcome, model.capture(capture.hold, capture.at));
          return outcome;
        }),
      releaseHold: (release) =>
        this.#step('release', async () => {
          await ledger.releaseHold(release);
          model.release(release.hold.id);
        }),
      grant: (purchase) =>
        this.#step('purchase', async () => {
          const outcome = await ledger.grant(purchase);
          const { orderId, characters, at, expiresAt } = purchase;
          assert.equal(outcome, model.buy(orderId, characters, { now: at, expiresAt }));
          return outcome;
        }),
      sweep: (now) =>
        this.#step('sweep', async () => {
          const swept = await ledger.sweep(now);
          model.sweep(now);
          return swept;
        }),
    };
  }

  /** A point where the scheduler may run another actor: an engine at work, or time that passes. */
  async pause(label: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), label);
  }

  /** Releases the steps in the scheduler's order, and compares ledger and model after each. */
  async playOut(playing: readonly Promise<unknown>[]): Promise<void> {
    const done = Promise.all(playing);
    // Checked once all have had their turn; until then a failure must not count as an unhandled rejection.
    done.catch(() => undefined);
    await this.#settle();
    while (this.#scheduler.count() > 0) {
      await this.#scheduler.waitOne();
      await this.#settle();
      await this.#assertAsModel();
    }
    await done;
  }

  /** Gives back everything left, so that nothing is held. */
  async end(afterMs: number): Promise<void> {
    const { clock, ledger } = this.#world;
    clock.now = later(clock.now, afterMs);
    await ledger.sweep(clock.now);
    this.#model.sweep(clock.now);
    await this.#assertAsModel();
    assert.equal((await this.#world.balance()).held, 0);
    await this.#world.assertSound();
  }

  async #assertAsModel(): Promise<void> {
    const { stores, clock } = this.#world;
    assert.deepEqual(await this.#world.balance(), this.#model.shown(clock.now));
    assert.deepEqual(await stores.breaches(clock.now, never), []);
  }

  async #step<Result>(label: string, run: () => Promise<Result>): Promise<Result> {
    await this.pause(label);
    const acting = run();
    this.#underWay.add(acting);
    try {
      return await acting;
    } finally {
      this.#underWay.delete(acting);
    }
  }

  /** Waits until the released step is done, and its actor has reached the next. */
  async #settle(): Promise<void> {
    await setImmediate();
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      await setImmediate();
    }
  }
}
