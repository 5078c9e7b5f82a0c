import { RepeatedTask } from '../../ground/repeated-task.ts';
import type { Clock, UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ShopEvents } from '../events.ts';
import type { AnsweredRequest, RequestRecord, RequestRecordId, RequestStore } from './request-store.ts';

export type RequestLogParts = {
  readonly store: Pick<RequestStore, 'recordRequests'>;
  readonly now: Clock;
  readonly newId: () => string;
  readonly events: Pick<ShopEvents, 'requestsUnrecorded' | 'backgroundFailed'>;
};

/** At most this many requests wait to be written, about one megabyte; more are dropped and counted. */
const waitingMax = 2_000;

/** Requests per write. */
const writeMax = 100;

const writeEveryMs = 1_000;

/**
 * Records answered requests without delaying them: notes them in memory and writes them every second. A busy account is
 * sampled. When too many wait or the database fails, requests are dropped and counted. Disposing writes what waits.
 */
export class RequestLog implements AsyncDisposable {
  readonly #parts: RequestLogParts;
  readonly #sample = new RequestSample();
  readonly #task: RepeatedTask;
  #waiting: RequestRecord[] = [];
  #dropped = 0;

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
    this.#task = new RepeatedTask(() => this.#write(), writeEveryMs);
  }

  note(request: AnsweredRequest): void {
    const at = this.#parts.now();
    if (!this.#sample.admits(request, at)) return;
    if (this.#waiting.length >= waitingMax) this.#dropped += 1;
    else this.#waiting.push({ ...request, at, id: this.#parts.newId() as RequestRecordId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
    await this.#write();
  }

  async #write(): Promise<void> {
    const { store, events } = this.#parts;
    const taken = this.#waiting;
    this.#waiting = [];
    let written = 0;
    try {
      for (; written < taken.length; written += writeMax) {
        await store.recordRequests(taken.slice(written, written + writeMax));
      }
    } catch (cause) {
      this.#dropped += taken.length - written;
      events.backgroundFailed({ task: 'recent requests', cause });
    }
    if (this.#dropped > 0) events.requestsUnrecorded({ count: this.#dropped });
    this.#dropped = 0;
  }
}

/** Requests recorded at once, and then one per interval. */
type Budget = { readonly burst: number; readonly everyMs: number };

// On one node at most 7,760 + 3,380 + 1,500 requests of an account and day, about 4 MB. Successes do not hide failures.
const succeeded: Budget = { burst: 2_000, everyMs: 15_000 };
const failed: Budget = { burst: 500, everyMs: 30_000 };
const limited: Budget = { burst: 60, everyMs: 60_000 };

/** An account that is dropped gets its bursts again. */
const accountsMax = 10_000;

/** When each budget will be whole again. */
type Spent = Map<Budget, number>;

/** Bounds the disk: a busy account is sampled, by leaky buckets (source: ITU-T I.371, annex A, virtual scheduling). */
class RequestSample {
  readonly #accounts = new Map<AccountId, Spent>();

  admits({ accountId, status }: AnsweredRequest, at: UnixMs): boolean {
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

  #open(accountId: AccountId): Spent {
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size >= accountsMax && oldest !== undefined) this.#accounts.delete(oldest);
    const spent: Spent = new Map();
    this.#accounts.set(accountId, spent);
    return spent;
  }
}
