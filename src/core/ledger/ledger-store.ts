import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Characters, Unit, UnixMs } from '../units.ts';

export type HoldId = Unit<string, 'HoldId'>;

/** Characters set aside for one request until it succeeds, fails, or its lease ends. */
export type Hold = {
  readonly id: HoldId;
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly amount: Characters;
  readonly openedAt: UnixMs;
  /** After this the hold can no longer be captured, and any node may give it back. */
  readonly leaseUntil: UnixMs;
};

export type HoldOutcome =
  | { readonly kind: 'held' }
  /** `balance`: what a reading of the settled balance would show, 0 once expired. */
  | { readonly kind: 'insufficient'; readonly balance: Characters };

/** What one charged translation leaves behind: numbers and codes, nothing of the text. */
export type Usage = { readonly source: LanguageTag; readonly target: LanguageTag; readonly engine: string };

/** A reply kept so that a repeat of the request costs nothing; the store never sees it in the clear. */
export type SealedReply = {
  readonly accountId: AccountId;
  /** Hexadecimal; names the caller's Idempotency-Key without telling it. */
  readonly keyHash: string;
  /** Hexadecimal; tells whether a repeat is the same request, without telling the request. */
  readonly requestHash: string;
  readonly sealed: Uint8Array;
  readonly keepUntil: UnixMs;
};

export type Release = { readonly hold: Hold; readonly at: UnixMs };

export type Capture = {
  readonly hold: Hold;
  readonly at: UnixMs;
  readonly usage: Usage;
  readonly reply?: SealedReply;
};

/**
 * `lapsed`: the lease ended or the hold was given back; nothing was charged. `answered`: another reply stands already
 * for the key of `reply`; nothing was charged, and the hold was given back.
 */
export type CaptureOutcome = 'captured' | 'lapsed' | 'answered';

export type Purchase = {
  readonly id: string;
  readonly accountId: AccountId;
  /** The paid order this purchase fulfils; a second purchase of the same order changes nothing. */
  readonly orderId: string;
  readonly characters: Characters;
  readonly at: UnixMs;
  /** The balance's expiry becomes the later of this and what stands. */
  readonly expiresAt: UnixMs;
  /** A balance that was due by then expires first. `at`, unless told otherwise. */
  readonly expireUpTo?: UnixMs;
};

/**
 * All but `granted` have changed nothing. `already_granted`: to this account. `placed_order`: an order with this id was
 * placed, so that only a report of its payment grants it.
 */
export type GrantOutcome = 'granted' | 'already_granted' | 'granted_to_another' | 'placed_order' | 'no_account';

/** Of an expiry that a wrong clock has brought about. `seq`: the number of its journal row; undefined for the last one that was not reversed. */
export type ExpiryReversal = {
  readonly accountId: AccountId;
  readonly seq: number | undefined;
  readonly at: UnixMs;
};

/** All but `reversed` have changed nothing. `ended`: what was bought before it is valid no longer, or was erased. */
export type ReversalOutcome =
  | { readonly kind: 'reversed'; readonly seq: number; readonly characters: Characters }
  | { readonly kind: 'no_expiry' | 'already_reversed' | 'validity_ended' };

export type Balance = {
  /** Settled characters, 0 once expired; work in flight has not lowered it. */
  readonly balance: Characters;
  /** Lifetime sum of charges. */
  readonly used: Characters;
  readonly held: Characters;
  /** Undefined before the first purchase. */
  readonly expiresAt: UnixMs | undefined;
};

/** A broken invariant: whose, which row, what is wrong. */
export type LedgerFault = {
  readonly invariant: string;
  /** Empty where the fault is the database's own, such as a missing trigger. */
  readonly accountId: string;
  readonly row: string;
  readonly message: string;
};

/**
 * What the ledger asks of a database. Every method but `sweep` is one atomic step.
 *
 * Each rejects with ServiceError `store_unavailable` when the database cannot be reached or written, and with
 * `overloaded` when more waits for it than it may hold; in either case the step has not been taken. When the connection
 * to a database breaks for so long that nobody can say, a hold may stand until its lease ends; a charge is asked after
 * for as long as the request may take.
 */
export type LedgerStore = {
  /**
   * Sets `hold.amount` aside if the unexpired balance covers it; otherwise changes nothing.
   *
   * May resolve before the hold is durable, and before a reader sees it: should it then be lost, its capture is `lapsed`
   * and charges nothing. Once any later step has resolved, both are true.
   */
  openHold(hold: Hold): Promise<HoldOutcome>;
  /**
   * Charges the whole hold if its lease is live at `capture.at`, with one usage row, one journal row and, when given,
   * the reply, which ends the claim on its key. Resolves only once the charge is durable. A repeat for a captured hold is
   * `captured` and changes nothing.
   */
  captureHold(capture: Capture): Promise<CaptureOutcome>;
  /** Gives back what is held; a hold that is gone is no error. */
  releaseHold(release: Release): Promise<void>;
  /**
   * Gives back every hold whose lease ended before `now` and expires balances that are due; returns how many of each.
   * Works in small steps, each atomic, so that requests pass in between.
   *
   * @param expireUpTo balances that were due by then expire; `now`, unless told otherwise
   */
  sweep(now: UnixMs, expireUpTo?: UnixMs): Promise<Swept>;
  /**
   * Takes back an expiry: the characters of a journal row of that kind return with a row of their own, once, and expire
   * when the balance does. What was expired by `at` stays so.
   */
  reverseExpiry(reversal: ExpiryReversal): Promise<ReversalOutcome>;
  /** Adds a pack once per order. What had expired by `purchase.expireUpTo` is gone first. */
  grant(purchase: Purchase): Promise<GrantOutcome>;
  /** The balance as of `now`; undefined when there is no such account. */
  readBalance(accountId: AccountId, now: UnixMs): Promise<Balance | undefined>;
  /** Reads the ledger as of one moment and returns its broken invariants; empty when it is sound. */
  verify(now: UnixMs, sweepIntervalMs: number, extent?: VerificationExtent): Promise<readonly LedgerFault[]>;
};

/** `whole`, unless told otherwise: every row. `quick`: what can be told without reading what grows with each request. */
export type VerificationExtent = 'whole' | 'quick';

export type Swept = { readonly lapsed: number; readonly expired: number };
