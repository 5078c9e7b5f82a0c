import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as fc from 'fast-check';
import { later } from '../../src/ground/units.ts';
import type { LedgerStore } from '../../src/shop/ledger/ledger-store.ts';
import { LedgerModel } from '../contract/ledger-model.ts';
import type { LedgerWorld } from '../support/ledger-world.ts';

/** Time until a hold counts as forgotten: here the scheduler decides when to sweep. */
const never = 2 ** 50;

/**
 * The ledger of one account; each call waits until the scheduler releases it. Every call runs on the store and on the
 * model, and their outcomes are compared.
 */
export class ScheduledLedger {
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
  async playOut(actors: readonly Promise<unknown>[]): Promise<void> {
    const done = Promise.all(actors);
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

  async #step<Result>(label: string, act: () => Promise<Result>): Promise<Result> {
    await this.pause(label);
    const acting = act();
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
