import type { AccountId } from '../../../core/accounts/account.ts';
import { assert } from '../../../core/assert.ts';
import type { Admission, RateLimiter } from '../../../core/limits/rate-limiter.ts';
import { ServiceError } from '../../../core/service-error.ts';
import type { PostgresDatabase } from './database.ts';
import {
  type Arrivals,
  admissionsOf,
  admitTogether,
  type Decision,
  decideEach,
  forgetStretch,
  forgottenOf,
} from './limiter-statements.ts';

/** All that an account used in the last minute is read and written with each step: more would be too slow to be of use. */
const limitMax = 10_000;

/** How many requests of one account are decided in one step. */
const batchMax = 256;

/** How many requests may wait for their account's turn, all accounts together. */
const waitingMax = 10_000;

/** How many accounts are remembered as crowded. */
const crowdedMax = 10_000;

/** How many rows one statement looks at to forget those who stayed away, and how many such statements one call makes. */
const stretchMax = 500;
const stretchesMax = 20;

type Waiting = PromiseWithResolvers<Admission>;

/**
 * The exact limiter of any number of nodes: one row for each account, by the database's own clock.
 *
 * As long as the limit has room and nobody waits, one statement admits. Otherwise the row is locked, `AccountWindow`
 * decides, and the row is written. On each node one step at a time is under way for an account, and whoever comes
 * meanwhile is decided in the next one, in order and together: a flood on one account takes one connection.
 *
 * A connection that breaks may leave a request counted that was told of an error; never the other way around.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly #database: Pick<PostgresDatabase, 'run' | 'transact'>;
  readonly #limit: number;
  readonly #lanes = new Map<AccountId, Waiting[]>();
  /** Accounts whose last step left promises: a hint that spares the statement that would find that out. */
  readonly #crowded = new Set<AccountId>();
  #waitingCount = 0;
  #forgottenUpTo = '';

  /**
   * @param limit admitted requests of one account in any 60 seconds, 1 to 10,000
   * @throws RangeError when `limit` is anything else
   */
  constructor(database: Pick<PostgresDatabase, 'run' | 'transact'>, limit: number) {
    if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) throw new RangeError(`not a rate limit: ${limit}`);
    this.#database = database;
    this.#limit = limit;
  }

  async admit(accountId: AccountId): Promise<Admission> {
    if (this.#waitingCount >= waitingMax) {
      throw new ServiceError('overloaded');
    }
    const waiting = Promise.withResolvers<Admission>();
    this.#waitingCount++;
    const lane = this.#lanes.get(accountId);
    if (lane === undefined) void this.#serve(accountId, [waiting]);
    else lane.push(waiting);
    return waiting.promise;
  }

  /**
   * Forgets, in small steps, accounts that stayed away so long that nothing about them matters; returns how many. One
   * call looks at some thousands of accounts, and the next one at those that follow.
   *
   * @throws ServiceError `store_unavailable` when the database cannot be asked
   */
  async forget(): Promise<number> {
    let count = 0;
    for (let stretch = 0; stretch < stretchesMax; stretch++) {
      const [row] = await this.#database.run(forgetStretch(this.#forgottenUpTo, stretchMax));
      const forgotten = forgottenOf(row ?? []);
      count += forgotten.count;
      this.#forgottenUpTo = forgotten.last ?? '';
      if (forgotten.last === undefined) break;
    }
    return count;
  }

  async #serve(accountId: AccountId, lane: Waiting[]): Promise<void> {
    this.#lanes.set(accountId, lane);
    while (lane.length > 0) {
      const batch = lane.splice(0, batchMax);
      try {
        const admissions = await this.#decide({ accountId, count: batch.length, limit: this.#limit });
        for (const [index, { resolve }] of batch.entries()) {
          const admission = admissions[index];
          assert(admission !== undefined, 'each arrival has its admission');
          resolve(admission);
        }
      } catch (cause) {
        // Those behind fail as well: they have waited as long, and would wait as long again.
        batch.push(...lane.splice(0));
        for (const { reject } of batch) reject(cause);
      }
      this.#waitingCount -= batch.length;
    }
    this.#lanes.delete(accountId);
  }

  async #decide(arrivals: Arrivals): Promise<readonly Admission[]> {
    const { accountId, count, limit } = arrivals;
    if (count <= limit && !this.#crowded.has(accountId)) {
      const [row] = await this.#database.run(admitTogether(arrivals));
      if (row !== undefined) return admissionsOf(row, arrivals);
    }
    const decision = await this.#database.transact(() => decideEach(arrivals));
    this.#remember(accountId, decision);
    return decision.admissions;
  }

  #remember(accountId: AccountId, { crowded }: Decision): void {
    this.#crowded.delete(accountId);
    if (!crowded) return;
    this.#crowded.add(accountId);
    if (this.#crowded.size <= crowdedMax) return;
    const [oldest] = this.#crowded;
    if (oldest !== undefined) this.#crowded.delete(oldest);
  }
}
