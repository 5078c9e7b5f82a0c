import type { Characters, UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { UtcDay } from '../usage/usage-store.ts';
import type { ExpiringAccount, ExpiryNoticeKind, LowAccount, Notice, NoticeSettings, Occasion } from './notice.ts';

/** Continues after `after`, the last account of the previous page. */
export type ExpiringQuery = {
  readonly kind: ExpiryNoticeKind;
  /** Exclusive. */
  readonly from: UnixMs;
  /** Inclusive. */
  readonly to: UnixMs;
  readonly after: Pick<ExpiringAccount, 'expiresAt' | 'accountId'> | undefined;
  readonly limit: number;
  readonly now: UnixMs;
};

export type LowQuery = {
  /** Accounts that were charged on this day, or accounts with a notice that could not be sent. */
  readonly among: UtcDay | 'unsent';
  readonly now: UnixMs;
  readonly after: AccountId | undefined;
  /** Number of accounts to examine. */
  readonly limit: number;
};

/** `last`: the last examined account; undefined when there are no more. */
export type LowPage = { readonly accounts: readonly LowAccount[]; readonly last: AccountId | undefined };

export type NoticeClaim = Occasion & { readonly id: string; readonly at: UnixMs; readonly until: UnixMs };

/**
 * The database operations of notices. Every method is one atomic step. Searches leave out accounts that are suspended
 * or erased, have switched the notice off, have got it, or must wait for a retry.
 */
export type NoticeStore = {
  /** Undefined when the account has no saved settings. */
  readSettings(accountId: AccountId): Promise<NoticeSettings | undefined>;
  /** The threshold of an account without settings: a tenth of its last grant. */
  readUsualThreshold(accountId: AccountId): Promise<Characters>;
  /**
   * Saves settings. If a new threshold is not above the balance, the balance counts as risen above it now. Does nothing
   * for an erased account.
   */
  saveSettings(accountId: AccountId, settings: NoticeSettings): Promise<void>;
  /** Newest first; `behind` continues after the last notice of a page. */
  listNotices(accountId: AccountId, limit: number, behind?: Notice): Promise<readonly Notice[]>;

  /** Returns accounts with characters that expire within the time, earliest expiry first. */
  findExpiring(query: ExpiringQuery): Promise<readonly ExpiringAccount[]>;
  /** Examines accounts in the order of their ids, and returns those whose balance fell below their threshold. */
  findLow(query: LowQuery): Promise<LowPage>;

  /**
   * Returns the number of this attempt to send the notice, from 1. Undefined when it was sent, is being sent, was tried
   * too often, or the account is erased. Repeating a claim by its id is the same attempt.
   */
  claimNotice(claim: NoticeClaim): Promise<number | undefined>;
  /** Changes nothing when another claim has replaced this one. */
  noteSent(claim: NoticeClaim, at: UnixMs): Promise<void>;
  /** Allows a new claim from `retryAt` on. Changes nothing when another claim has replaced this one. */
  noteFailed(claim: NoticeClaim, retryAt: UnixMs): Promise<void>;
};
