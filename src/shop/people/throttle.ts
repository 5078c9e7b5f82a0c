import { clientBlock } from '../../ground/client-block.ts';
import type { Clock, UnixMs } from '../../ground/units.ts';
import type { Throttled } from './people.ts';

/** Allows `burst` attempts at a time, and one more after each `everyMs`. */
export type AttemptLimit = { readonly burst: number; readonly everyMs: number };

export type Attempt = {
  /** The throttle subject: a hash, equal on every node. */
  readonly bucket: string;
  readonly limit: AttemptLimit;
  readonly at: UnixMs;
};

export type AttemptOutcome =
  | { readonly kind: 'admitted' }
  /** Nothing was counted. An attempt at `retryAt` is admitted if no other comes before it. */
  | { readonly kind: 'refused'; readonly retryAt: UnixMs };

/** The database operations of the throttle, shared by all nodes. */
export type AttemptStore = {
  /** Counts an attempt unless too many were counted. Race-free; one row per bucket. */
  admit(attempt: Attempt): Promise<AttemptOutcome>;
  /** Deletes empty buckets; beyond `keep` also the next ones to become empty. Returns how many. */
  forgetAttempts(at: UnixMs, keep: number): Promise<number>;
};

/** The throttled acts; each kind is counted separately. */
export type ThrottledAct = 'password' | 'code' | 'mail' | 'link' | 'passkey';

type Limits = { readonly account: AttemptLimit; readonly client: AttemptLimit };

const second = 1_000;
const minute = 60 * second;

/** Limits per account (the requested address, known or not) and per client (maybe an office behind one IP address). */
const limits: Readonly<Record<ThrottledAct, Limits>> = {
  password: { account: { burst: 10, everyMs: minute }, client: { burst: 50, everyMs: 10 * second } },
  // Three of a million codes are valid at a time.
  code: { account: { burst: 10, everyMs: 5 * minute }, client: { burst: 30, everyMs: 30 * second } },
  mail: { account: { burst: 5, everyMs: 10 * minute }, client: { burst: 20, everyMs: minute } },
  link: { account: { burst: 20, everyMs: minute }, client: { burst: 50, everyMs: 10 * second } },
  passkey: { account: { burst: 20, everyMs: minute }, client: { burst: 60, everyMs: 5 * second } },
};

export type ThrottleParts = {
  readonly store: Pick<AttemptStore, 'admit'>;
  readonly now: Clock;
  /** A hash that discloses nothing to a reader of the table alone. */
  readonly keyedHash: (text: string) => string;
};

/** An attempt: who tries what, for which account. */
export type ThrottledAttempt = {
  readonly act: ThrottledAct;
  readonly address: string;
  /** The accounts that the attempt concerns; empty if it names none. */
  readonly accounts: readonly string[];
};

/** Slows down guessing. Called before any lookup, so that its answer discloses nothing. */
export class Throttle {
  readonly #parts: ThrottleParts;

  constructor(parts: ThrottleParts) {
    this.#parts = parts;
  }

  /** Returns undefined if admitted. A refused client does not count for the account, so it cannot lock others out. */
  async refusal({ act, address, accounts }: ThrottledAttempt): Promise<Throttled | undefined> {
    const byClient = await this.#ask(`client ${act} ${clientBlock(address)}`, limits[act].client);
    if (byClient !== undefined) return byClient;
    for (const account of accounts) {
      const byAccount = await this.#ask(`account ${act} ${account}`, limits[act].account);
      if (byAccount !== undefined) return byAccount;
    }
    return undefined;
  }

  async #ask(subject: string, limit: AttemptLimit): Promise<Throttled | undefined> {
    const { store, now, keyedHash } = this.#parts;
    const at = now();
    const outcome = await store.admit({ bucket: keyedHash(subject), limit, at });
    if (outcome.kind === 'admitted') return undefined;
    return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil((outcome.retryAt - at) / second)) };
  }
}
