import type { Characters, Unit, UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';

export type HoldId = Unit<string, 'HoldId'>;

/** Characters set aside for one request until it succeeds or fails, or its lease ends. */
export type Hold = {
  readonly id: HoldId;
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly amount: Characters;
  readonly openedAt: UnixMs;
  /** After this the hold cannot be captured, and any node may give it back. */
  readonly leaseUntil: UnixMs;
};

export type HoldOutcome =
  | { readonly kind: 'held' }
  /** `balance`: the settled balance, 0 once expired. */
  | { readonly kind: 'insufficient'; readonly balance: Characters };

/** The usage row of one charged translation: numbers and codes, nothing of the text. */
export type HoldUsage = {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly engine: string;
  /** As in a `KeyHolder`. */
  readonly api?: string | undefined;
};

/** A reply kept so that a repeat of the request costs nothing; the store never has it in plain text. */
export type SealedReply = {
  readonly accountId: AccountId;
  /** Hexadecimal hash of the caller's Idempotency-Key. */
  readonly keyHash: string;
  /** Hexadecimal hash of the request, to recognise a repeat. */
  readonly requestHash: string;
  readonly sealed: Uint8Array;
  readonly keepUntil: UnixMs;
};

export type HoldRelease = { readonly hold: Hold; readonly at: UnixMs };

/** A smaller amount, a later end of the lease, or both. */
export type HoldChange = HoldRelease & { readonly amount: Characters; readonly leaseUntil: UnixMs };

export type Capture = {
  readonly hold: Hold;
  readonly at: UnixMs;
  readonly usage: HoldUsage;
  readonly reply?: SealedReply;
};

/** Only `captured` charges. `lapsed`: the hold is gone. `answered`: another reply exists; the hold was given back. */
export type CaptureOutcome = 'captured' | 'lapsed' | 'answered';

export type Purchase = {
  readonly id: string;
  readonly accountId: AccountId;
  /** The paid order of this purchase; a second purchase of the same order changes nothing. */
  readonly orderId: string;
  readonly characters: Characters;
  readonly at: UnixMs;
  /** The balance's expiry becomes the later of this and the current one. */
  readonly expiresAt: UnixMs;
  /** A balance that was due by then expires first. Default: `at`. */
  readonly expireUpTo?: UnixMs;
};

/** Only `granted` changes anything. `already_granted`: to this account. `placed_order`: only its payment grants it. */
export type GrantOutcome = 'granted' | 'already_granted' | 'granted_to_another' | 'placed_order' | 'no_account';

/** For an expiry caused by a wrong clock. `seq`: its journal row; undefined: the last one not yet reversed. */
export type ExpiryReversal = { readonly accountId: AccountId; readonly seq: number | undefined; readonly at: UnixMs };

/** Only `reversed` changed anything. `ended`: the purchases before it are no longer valid, or were erased. */
export type ReversalOutcome =
  | { readonly kind: 'reversed'; readonly seq: number; readonly characters: Characters }
  | { readonly kind: 'no_expiry' | 'already_reversed' | 'validity_ended' };

export type Balance = {
  /** Settled characters, 0 once expired; open holds do not lower it. */
  readonly balance: Characters;
  /** Lifetime sum of charges. */
  readonly used: Characters;
  readonly held: Characters;
  /** Undefined before the first purchase. */
  readonly expiresAt: UnixMs | undefined;
};

/** A broken invariant: account, row, what is wrong. */
export type LedgerFault = {
  readonly invariant: string;
  /** Empty when the issue is the database's own, such as a missing trigger. */
  readonly accountId: string;
  readonly row: string;
  readonly message: string;
};

/**
 * The database operations of the ledger. Every method except `sweep` is one atomic step. Each rejects with ServiceError
 * `store_unavailable` when the database is unreachable or cannot be written, and with `overloaded` when too many
 * operations wait; the step was then not taken. After a long loss of the connection the outcome may be unknown: a hold
 * may stay until its lease ends, and a charge is retried for as long as the request may take.
 */
export type LedgerStore = {
  /**
   * Sets `hold.amount` aside if the unexpired balance covers it. May resolve before the hold is durable and visible; if
   * it is lost, its capture is `lapsed` and charges nothing. It is durable once any later step has resolved.
   */
  openHold(hold: Hold): Promise<HoldOutcome>;
  /**
   * Charges the whole hold durably if its lease is live at `capture.at`, with a usage row, a journal row and the reply
   * if given, which ends the claim on its key. A repeat for a captured hold is `captured` and changes nothing.
   */
  captureHold(capture: Capture): Promise<CaptureOutcome>;
  /** Changes a hold whose lease is live at `change.at`, and gives back what it no longer needs. A repeat changes nothing. */
  changeHold(change: HoldChange): Promise<'changed' | 'lapsed'>;
  /** Gives back what is held; a hold that is gone is no error. */
  releaseHold(release: HoldRelease): Promise<void>;
  /**
   * Gives back every hold whose lease ended before `now`, and expires balances due by `expireUpTo` (default: `now`).
   * Works in small atomic steps, so that requests run in between. Returns how many of each.
   */
  sweep(now: UnixMs, expireUpTo?: UnixMs): Promise<Swept>;
  /** Reverses an expiry once: its characters return, and expire when the balance does. Nothing if that was by `at`. */
  reverseExpiry(reversal: ExpiryReversal): Promise<ReversalOutcome>;
  /** Adds a pack once per order, after booking what had expired by `purchase.expireUpTo`. */
  grant(purchase: Purchase): Promise<GrantOutcome>;
  readBalance(accountId: AccountId, now: UnixMs): Promise<Balance | undefined>;
  /** Reads the ledger in one snapshot and returns its broken invariants; empty when it is sound. */
  verify(now: UnixMs, sweepIntervalMs: number, extent?: VerificationExtent): Promise<readonly LedgerFault[]>;
};

/** `whole` (default): every row. `quick`: checks that do not read what grows with each request. */
export type VerificationExtent = 'whole' | 'quick';

export type Swept = { readonly lapsed: number; readonly expired: number };

export type PurchaseQuery = {
  readonly accountId: AccountId;
  /** Continues after this purchase of the account. */
  readonly after: string | undefined;
  readonly limit: number;
};

export type PurchaseStore = {
  /** Returns an account's purchases, oldest first; empty after a purchase that it has not made. */
  listPurchases(query: PurchaseQuery): Promise<readonly Purchase[]>;
};
