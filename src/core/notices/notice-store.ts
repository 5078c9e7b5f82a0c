import type { AccountId } from '../accounts/account.ts';
import type { UnixMs } from '../units.ts';
import type { UtcDay } from '../usage/usage-store.ts';
import type { ExpiringAccount, ExpiryNoticeKind, LowAccount, Notice, NoticeSettings, Occasion } from './notice.ts';

/** Continues behind `after`, the last account of the page before. */
export type ExpiringQuery = {
  readonly kind: ExpiryNoticeKind;
  /** Later than this. */
  readonly from: UnixMs;
  /** At this or earlier. */
  readonly to: UnixMs;
  readonly after: Pick<ExpiringAccount, 'expiresAt' | 'accountId'> | undefined;
  readonly limit: number;
  readonly now: UnixMs;
};

export type LowQuery = {
  /** Of accounts that were charged on this day, or of those whose notice could not be sent. */
  readonly among: UtcDay | 'unsent';
  readonly now: UnixMs;
  readonly after: AccountId | undefined;
  /** How many accounts are looked at. */
  readonly limit: number;
};

/** `last`: of those that were looked at; undefined when there are no more behind them. */
export type LowPage = { readonly accounts: readonly LowAccount[]; readonly last: AccountId | undefined };

export type NoticeClaim = Occasion & { readonly id: string; readonly at: UnixMs; readonly until: UnixMs };

/**
 * What notices ask of a database. Every method is one atomic step. Accounts that are suspended or erased, that do not want
 * to be told, have been told, or are to be tried again later, are not found.
 */
export type NoticeStore = {
  /** Undefined while the account has said nothing. */
  readSettings(accountId: AccountId): Promise<NoticeSettings | undefined>;
  /**
   * A threshold that is new, and not above the balance, counts as one above which the balance has risen now. Of an erased
   * account nothing is kept.
   */
  saveSettings(accountId: AccountId, settings: NoticeSettings): Promise<void>;
  /** The newest first; `behind` continues behind the last one of a page. */
  listNotices(accountId: AccountId, limit: number, behind?: Notice): Promise<readonly Notice[]>;

  /** Accounts with characters that expire within the time, those that expire first first. */
  findExpiring(query: ExpiringQuery): Promise<readonly ExpiringAccount[]>;
  /** Of the accounts that are looked at, in the order of their ids, those whose balance fell below their threshold. */
  findLow(query: LowQuery): Promise<LowPage>;

  /**
   * Which attempt to send the notice this is, from 1; undefined when it was sent, is being sent, or was tried too often,
   * and when the account is erased.
   * The same claim again, by its id, is the same attempt.
   */
  claimNotice(claim: NoticeClaim): Promise<number | undefined>;
  /** Changes nothing once another has the claim. */
  noteSent(claim: NoticeClaim, at: UnixMs): Promise<void>;
  /** Lets the notice be claimed anew from `retryAt` on. Changes nothing once another has the claim. */
  noteFailed(claim: NoticeClaim, retryAt: UnixMs): Promise<void>;
};
