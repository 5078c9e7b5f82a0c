import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import type { HoldId } from '../../src/shop/ledger/ledger-store.ts';
import { createHold, newId } from '../support/ledger-world.ts';
import { newCustomer } from '../support/service.ts';
import { temporaryFolder } from '../support/stores.ts';
import { Chance, extent, reportSeed } from './extent.ts';
import type { Doom, KillPoint } from './kill-points.ts';
import { callUntilDeath, type Round, readMarks, reckon } from './kill-round.ts';
import type { ProofDatabase } from './proof-database.ts';
import { type ServerOptions, type StartedServer, startServer } from './started-server.ts';

/** The shortest request timeout of a server, which gives the shortest lease. */
const requestTimeoutSeconds = 5;

/** Longer than any lease and the sweep's interval together. */
const leasesEndAfterMs = 60_000;

const sweepIntervalMs = 10_000;
const bought = 1_000_000;

/** More than one step of a sweep gives back. */
const lapsedHolds = 150;

/** A server that should die at its start and lives this long has missed the point. */
const deathWithinMs = 60_000;

/** How often a point is passed at most before the server dies there. */
const passagesMax: Readonly<Partial<Record<KillPoint, number>>> = {
  'in a step of the sweep': 2,
  'between steps of the sweep': 2,
};

type Point = Round['point'];

/** Runs servers on one database, one after the other, until each dies. */
class KillRounds {
  readonly #database: ProofDatabase;
  readonly #marks: string;
  readonly #chance: Chance;
  #aheadMs = 0;
  #last: Round | undefined;
  #count = 0;

  constructor(database: ProofDatabase, marks: string, chance: Chance) {
    this.#database = database;
    this.#marks = marks;
    this.#chance = chance;
  }

  /** Starts a server after the leases of the last round, checks its work, and kills it at `point`. */
  async play(point: Point): Promise<void> {
    await using server = await this.#recover();
    rmSync(this.#marks, { force: true });
    const round = this.#newRound(point);
    this.#last = isOfSweep(point)
      ? await this.#dieSweeping(server, await round, point)
      : await this.#dieServing(server, await round);
  }

  /** Runs a server that finds everything in order: the first one and the last. */
  async live(): Promise<void> {
    const server = await this.#recover();
    await server[Symbol.asyncDispose]();
  }

  async #recover(): Promise<StartedServer> {
    this.#aheadMs += leasesEndAfterMs;
    const server = await this.#start();
    assert.ok(server !== undefined, 'a server starts after another has died');
    await using recovering = new AsyncDisposableStack();
    recovering.use(server);
    if (this.#last !== undefined) await reckon(this.#database, server, this.#last);
    assert.deepEqual(await this.#database.stores.ledger.verify(this.#now(), sweepIntervalMs), [], this.#last?.title);
    recovering.move();
    return server;
  }

  async #newRound(point: Point): Promise<Round> {
    // The clock of the next server is further ahead.
    const expires = isOfSweep(point) && this.#chance.below(2) === 0;
    const expiresAt = expires ? later(this.#now(), leasesEndAfterMs / 2) : undefined;
    const customer = await newCustomer(this.#database.stores, () => this.#now(), { count: bought, expiresAt });
    return { title: `round ${++this.#count}, ${point}`, point, customer, bought, expires, calls: [], marks: [] };
  }

  async #dieServing(server: StartedServer, round: Round): Promise<Round> {
    const { point } = round;
    if (point === 'at any moment') void setTimeout(this.#chance.below(150)).then(() => server.kill());
    else await server.arm(this.#doomAt(point));
    const calls = await callUntilDeath(server, round.customer, this.#chance);
    await server.ended;
    return { ...round, calls, marks: readMarks(this.#marks) };
  }

  /** Leaves holds whose leases end before the next server starts, which dies while it gives them back. */
  async #dieSweeping(server: StartedServer, round: Round, point: KillPoint): Promise<Round> {
    await server[Symbol.asyncDispose]();
    const hold = () => {
      const openedAt = this.#now();
      const options = { id: newId() as HoldId, openedAt, leaseUntil: later(openedAt, leasesEndAfterMs / 4) };
      return this.#database.stores.ledger.openHold(createHold(round.customer.id, 7, options));
    };
    await Promise.all(Array.from({ length: lapsedHolds }, hold));
    this.#aheadMs += leasesEndAfterMs;
    const doomed = await this.#start({ doom: this.#doomAt(point) });
    const reached = await Promise.race([doomed?.ended ?? true, setTimeout(deathWithinMs, false, { ref: false })]);
    doomed?.kill();
    assert.notEqual(reached, false, `${round.title}: nothing is left to sweep, and the server has not died`);
    return { ...round, marks: readMarks(this.#marks) };
  }

  #doomAt(point: KillPoint): Doom {
    return { point, countdown: this.#chance.between(1, passagesMax[point] ?? 12) };
  }

  #start(options: Partial<ServerOptions> = {}): Promise<StartedServer | undefined> {
    const env = {
      ...this.#database.env,
      REQUEST_TIMEOUT_SECONDS: String(requestTimeoutSeconds),
      RATE_LIMIT_PER_MINUTE: '5000',
    };
    return startServer({ env, aheadMs: this.#aheadMs, marks: this.#marks, ...options });
  }

  #now(): UnixMs {
    return unixMs(Date.now() + this.#aheadMs);
  }
}

function isOfSweep(point: Point): point is KillPoint {
  return point === 'in a step of the sweep' || point === 'between steps of the sweep';
}

/** Dozens of servers start one after the other, which takes a busy machine longer than the default timeout. */
const patience = { timeout: extent.isLong ? Number.POSITIVE_INFINITY : 900_000 };

/** kill -9 at each of `points`, repeatedly on one database, in an order from the seed. */
export function describeKillRounds(name: string, points: readonly Point[], open: () => Promise<ProofDatabase>): void {
  describe(`${name}: kill -9`, () => {
    const title = 'after a server is killed, each success is charged once and nothing else is';
    test(title, patience, async (context) => {
      reportSeed(context);
      await using folder = await temporaryFolder();
      await using database = await open();
      const chance = new Chance(`kill -9 on ${name}`);
      const rounds = new KillRounds(database, join(folder.path, 'marks'), chance);
      await rounds.live();
      const planned = Array.from({ length: extent.killsAtEachPoint }, () => points).flat();
      while (planned.length > 0) {
        const [point] = planned.splice(chance.below(planned.length), 1);
        if (point !== undefined) await rounds.play(point);
      }
      await rounds.live();
      context.diagnostic(`${extent.killsAtEachPoint * points.length} servers killed`);
    });
  });
}
