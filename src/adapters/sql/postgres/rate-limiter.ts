import { assert } from '../../../ground/assert.ts';
import { ServiceError } from '../../../ground/service-error.ts';
import type { AccountId } from '../../../shop/accounts/account.ts';
import type { RateDecision, RateLimiter } from '../../../shop/limits/rate-limiter.ts';
import type { PostgresDatabase } from './database.ts';
import {
  type Arrivals,
  admissionsOf,
  admitTogether,
  type Decision,
  decideEach,
  forgetStep,
  forgottenOf,
} from './limiter-statements.ts';

/** Each step reads and writes all of an account's requests of the last minute; a higher limit would be too slow. */
const limitMax = 10_000;

/** The largest number of requests of one account decided in one step. */
const batchMax = 256;

/** At most this many requests wait for their account's turn, over all accounts. */
const waitingMax = 10_000;

/** At most this many accounts are marked as crowded. */
const crowdedMax = 10_000;

/** Rows that one statement of `forget` looks at, and the number of such statements per call. */
const stepRowsMax = 500;
const stepsMax = 20;

type Waiting = PromiseWithResolvers<RateDecision>;

/**
 * The exact limiter for any number of nodes: one row for each account, by the database's clock. While the limit has
 * room and no request waits, one statement admits. Otherwise the row is locked, and `AccountWindow` decides. Each node
 * runs one step at a time per account, and decides requests that arrive meanwhile together: a flood uses one
 * connection. A connection that breaks may leave a request counted that got an error; never the reverse.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly #database: Pick<PostgresDatabase, 'run' | 'transact'>;
  readonly #limit: number;
  readonly #queues = new Map<AccountId, Waiting[]>();
  /** Accounts whose last step left promises: a hint that saves the statement for the simple case. */
  readonly #crowded = new Set<AccountId>();
  #waitingCount = 0;
  #forgottenUpTo = '';

  /** `limit`: admitted requests of one account in any 60 seconds, 1 to 10,000. @throws RangeError for another */
  constructor(database: Pick<PostgresDatabase, 'run' | 'transact'>, limit: number) {
    if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) throw new RangeError(`not a rate limit: ${limit}`);
    this.#database = database;
    this.#limit = limit;
  }

  async admit(accountId: AccountId): Promise<RateDecision> {
    if (this.#waitingCount >= waitingMax) {
      throw new ServiceError('overloaded');
    }
    const waiting = Promise.withResolvers<RateDecision>();
    this.#waitingCount++;
    const queue = this.#queues.get(accountId);
    if (queue === undefined) void this.#serve(accountId, [waiting]);
    else queue.push(waiting);
    return waiting.promise;
  }

  /**
   * Deletes the rows of accounts that are idle for so long that they no longer matter; returns how many. One call reads
   * some thousands, the next continues after them. @throws ServiceError `store_unavailable`
   */
  async forget(): Promise<number> {
    let count = 0;
    for (let step = 0; step < stepsMax; step++) {
      const [row] = await this.#database.run(forgetStep(this.#forgottenUpTo, stepRowsMax));
      const forgotten = forgottenOf(row ?? []);
      count += forgotten.count;
      this.#forgottenUpTo = forgotten.last ?? '';
      if (forgotten.last === undefined) break;
    }
    return count;
  }

  async #serve(accountId: AccountId, queue: Waiting[]): Promise<void> {
    this.#queues.set(accountId, queue);
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      try {
        const admissions = await this.#decide({ accountId, count: batch.length, limit: this.#limit });
        for (const [index, { resolve }] of batch.entries()) {
          const admission = admissions[index];
          assert(admission !== undefined, 'each arrival has its admission');
          resolve(admission);
        }
      } catch (cause) {
        // Waiting requests fail too: they have waited as long, and would wait as long again.
        batch.push(...queue.splice(0));
        for (const { reject } of batch) reject(cause);
      }
      this.#waitingCount -= batch.length;
    }
    this.#queues.delete(accountId);
  }

  async #decide(arrivals: Arrivals): Promise<readonly RateDecision[]> {
    const { accountId, count, limit } = arrivals;
    if (count <= limit && !this.#crowded.has(accountId)) {
      const [row] = await this.#database.run(admitTogether(arrivals));
      if (row !== undefined) return admissionsOf(row, arrivals);
    }
    const decision = await this.#database.transact(() => decideEach(arrivals));
    this.#noteCrowded(accountId, decision);
    return decision.admissions;
  }

  #noteCrowded(accountId: AccountId, { crowded }: Decision): void {
    this.#crowded.delete(accountId);
    if (!crowded) return;
    this.#crowded.add(accountId);
    if (this.#crowded.size <= crowdedMax) return;
    const [oldest] = this.#crowded;
    if (oldest !== undefined) this.#crowded.delete(oldest);
  }
}
