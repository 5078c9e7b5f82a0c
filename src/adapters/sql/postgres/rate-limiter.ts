import { assert } from '../../../ground/assert.ts';
import { ServiceError } from '../../../ground/service-error.ts';
import type { AccountId } from '../../../shop/accounts/account.ts';
import { AccountWindow, keptMs, windowMs } from '../../../shop/limits/account-window.ts';
import type { RateDecision, RateLimiter } from '../../../shop/limits/rate-limiter.ts';
import { plainText, type SqlRow, wholeNumberValue } from '../column-values.ts';
import { change, type Procedure, type Query, query } from '../procedure.ts';
import type { PostgresDatabase } from './database.ts';
import { lazyCommit } from './lazy-commit.ts';

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

/** Requests of one account, to be decided in order of arrival. */
type Arrivals = { readonly accountId: AccountId; readonly count: number; readonly limit: number };

/** Clock readings this close may be out of order. A larger step back means that the server's clock was set back. */
const reorderedMsMax = 2_000;

// The server has no monotonic clock, so each account has its own time that never runs backwards. After the clock was
// set back, it continues `ahead` of the clock. `own` is the account's row, `reading` the clock.
const steadyTime = 'greatest(own.latest, reading + own.ahead)';
const steadyAhead = `case when reading + own.ahead < own.latest - ${reorderedMsMax} then own.latest - reading else own.ahead end`;

// An admission's commit is lazy. The row is locked before the condition and the new values read the clock. The
// condition looks at the request that must have left the window for $3 more to fit in; NULL if there were fewer. If the
// clock is set back before `set` reads it again, the row still keeps the latest $2 requests.
const admitAll = `insert into limiter_windows as own (account_id, latest, ahead, times, promises)
 select $1, reading, 0, array_fill(reading, array[cast($3 as integer)]), '{}'
 from (select limiter_time() as reading, ${lazyCommit}) as clock
 on conflict (account_id) do update set (latest, ahead, times) = (
  select ${steadyTime}, ${steadyAhead},
   own.times[greatest(
    width_bucket(${steadyTime} - ${windowMs}, own.times), cardinality(own.times) + cast($3 as integer) - cast($2 as integer)
   ) + 1 :] || array_fill(${steadyTime}, array[cast($3 as integer)])
  from (select limiter_time() as reading) as clock
 )
 where own.promises = '{}' and coalesce(
  own.times[cardinality(own.times) + cast($3 as integer) - cast($2 as integer)]
   <= greatest(own.latest, limiter_time() + own.ahead) - ${windowMs}, true
 )
 returning latest, times[1], cardinality(times)`;

// The clock is read outside the locking subquery, so that it is read after the lock was acquired.
const lockWindow = `with locked as (select * from limiter_windows where account_id = $1 for update)
 select ${steadyTime}, ${steadyAhead}, cast(own.times as text), cast(own.promises as text), ${lazyCommit}
 from (select locked.*, limiter_time() as reading from locked) as own`;

const insertEmptyWindow = `insert into limiter_windows (account_id, latest, ahead, times, promises)
 values ($1, limiter_time(), 0, '{}', '{}')
 on conflict (account_id) do nothing`;

const writeWindow = `update limiter_windows set latest = $2, ahead = $3,
 times = times[width_bucket(cast($2 as bigint) - ${windowMs}, times) + 1 :]
  || array_fill(cast($2 as bigint), array[cast($4 as integer)]),
 promises = cast($5 as bigint[])
 where account_id = $1`;

const forgetAway = `with stretch as (select account_id from limiter_windows where account_id > $1 order by account_id limit $2),
 forgotten as (
  delete from limiter_windows as own using stretch
  where own.account_id = stretch.account_id and limiter_time() + own.ahead - own.latest > ${keptMs}
  returning 1
 )
 select max(account_id), (select count(*) from forgotten) from stretch`;

/** Changes nothing and returns no row if a promise is open or not all arrivals fit. Read a row with `admissionsOf`. */
function admitTogether({ accountId, count, limit }: Arrivals): Query {
  assert(count <= limit, 'more than the limit never fits');
  return query(admitAll, accountId, limit, count);
}

/** @param row result of `admitTogether` */
function admissionsOf(row: SqlRow, { count, limit }: Arrivals): readonly RateDecision[] {
  const [now, oldest, counted] = row.map((value) => wholeNumberValue(value));
  assert(now !== undefined && oldest !== undefined && counted !== undefined, 'the statement returns three numbers');
  const resetSeconds = Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000));
  return Array.from({ length: count }, (_, index) => ({
    admitted: true,
    limit,
    remaining: limit - (counted - count + index + 1),
    resetSeconds,
    retryAfterSeconds: 0,
  }));
}

/** `crowded`: a promise is open, so the next request cannot be admitted by `admitTogether` either. */
type Decision = { readonly admissions: readonly RateDecision[]; readonly crowded: boolean };

/** Locks the account's row and decides each arrival by the rule of `AccountWindow`. */
function* decideEach(arrivals: Arrivals): Procedure<Decision> {
  const { accountId, count, limit } = arrivals;
  let [row] = yield query(lockWindow, accountId);
  if (row === undefined) {
    yield change(insertEmptyWindow, accountId);
    [row] = yield query(lockWindow, accountId);
  }
  assert(row !== undefined, 'an inserted row exists');
  const [now, ahead] = [wholeNumberValue(row[0]), wholeNumberValue(row[1])];
  const promises = plainText(row[3]);
  const window = new AccountWindow(limit, { times: numbersOf(plainText(row[2])), promises: numbersOf(promises) });
  const admissions = Array.from({ length: count }, () => window.admit(now));
  const admittedCount = admissions.filter(({ admitted }) => admitted).length;
  const due = window.state.promises;
  const written = `{${due.join(',')}}`;
  // Beyond the bound of promises a denial changes nothing, so that a flood of requests writes nothing.
  if (admittedCount > 0 || written !== promises) {
    yield change(writeWindow, accountId, now, ahead, admittedCount, written);
  }
  return { admissions, crowded: due.length > 0 };
}

/** Result of one sweep step; `last` is where the next one begins, undefined after the last account. */
type Forgotten = { readonly count: number; readonly last: string | undefined };

/** Deletes idle accounts among the `rowsMax` accounts after `after`. Read with `forgottenOf`. */
function forgetStep(after: string, rowsMax: number): Query {
  return query(forgetAway, after, rowsMax);
}

/** @param row result of `forgetStep` */
function forgottenOf([last = null, count]: SqlRow): Forgotten {
  return { count: wholeNumberValue(count), last: last === null ? undefined : plainText(last) };
}

/** @param array PostgreSQL's notation of an array of numbers: `{1,2}` */
function numbersOf(array: string): readonly number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number);
}
