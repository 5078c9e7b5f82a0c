import type { UnixMs } from '../../ground/units.ts';
import type { AnsweredRequest } from './request-store.ts';

/** Requests recorded at once, and then one per interval. */
type Budget = { readonly burst: number; readonly everyMs: number };

// On one node at most 7,760 + 3,380 + 1,500 requests of an account and day: about 4 MB. Failures have a budget of their
// own, so that many successes do not hide them.
const succeeded: Budget = { burst: 2_000, everyMs: 15_000 };
const failed: Budget = { burst: 500, everyMs: 30_000 };
const limited: Budget = { burst: 60, everyMs: 60_000 };

/** An account that is dropped gets its bursts again. */
const accountsMax = 10_000;

/** When each budget will be whole again. */
type Spent = Map<Budget, number>;

/**
 * Decides which requests are recorded, so that no account fills the disk: all of an ordinary account, a sample of a busy
 * one. Each budget is a leaky bucket (source: ITU-T I.371, annex A, the virtual scheduling algorithm).
 */
export class RequestSample<Account extends string> {
  readonly #accounts = new Map<Account, Spent>();

  admits(
    { accountId, status }: { readonly accountId: Account } & Pick<AnsweredRequest, 'status'>,
    at: UnixMs,
  ): boolean {
    const budget = status < 400 ? succeeded : status === 429 ? limited : failed;
    const spent = this.#accounts.get(accountId) ?? this.#open(accountId);
    const { burst, everyMs } = budget;
    const dueAt = Math.max(at, spent.get(budget) ?? 0);
    // A clock that was set back does not close the budget for longer than one burst.
    const isFull = dueAt > at + everyMs * (burst - 1);
    if (isFull && dueAt <= at + everyMs * burst) return false;
    spent.set(budget, (isFull ? at : dueAt) + everyMs);
    return true;
  }

  #open(accountId: Account): Spent {
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size >= accountsMax && oldest !== undefined) this.#accounts.delete(oldest);
    const spent: Spent = new Map();
    this.#accounts.set(accountId, spent);
    return spent;
  }
}
