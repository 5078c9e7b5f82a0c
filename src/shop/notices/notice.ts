import { type Characters, characters, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { UtcDay } from '../usage/usage-store.ts';

export const noticeKinds = ['low_balance', 'expiry_30', 'expiry_7', 'expiry_1'] as const;

export type NoticeKind = (typeof noticeKinds)[number];

export type ExpiryNoticeKind = Exclude<NoticeKind, 'low_balance'>;

/** Days before the expiry for each of its notices; most urgent first. */
export const expiryNoticeDays: Readonly<Record<ExpiryNoticeKind, number>> = { expiry_1: 1, expiry_7: 7, expiry_30: 30 };

export type NoticeSettings = {
  readonly isNotifiedOfLowBalance: boolean;
  /** A balance below this is low. */
  readonly threshold: Characters;
  readonly isNotifiedOfExpiry: boolean;
};

/** For an account without settings; once it has got characters, its threshold is a tenth of the last grant. */
export const defaultNoticeSettings: NoticeSettings = {
  isNotifiedOfLowBalance: true,
  threshold: characters(10_000),
  isNotifiedOfExpiry: true,
};

/**
 * Identifies the event of a notice, equally on all nodes: the number of the journal row that last raised the balance
 * above the threshold, or the time of the expiry in milliseconds. Each fall and each moved expiry is reported once.
 */
export type Occasion = { readonly accountId: AccountId; readonly kind: NoticeKind; readonly occasion: number };

/** A notice that was sent or is still to be sent. */
export type Notice = Pick<Occasion, 'kind' | 'occasion'> & {
  /** Time of the first attempt. */
  readonly dueAt: UnixMs;
  /** Undefined until a mail server has accepted it. */
  readonly sentAt: UnixMs | undefined;
  readonly attempts: number;
};

/** Interval between two rounds of notices, over all nodes. */
export const roundEveryMs = 3_600_000;

/** Attempts per notice: six days. */
export const noticeAttemptsMax = 10;

const firstRetryMs = 50 * 60_000;

/** Pause after a failed attempt: until the next round, then increasingly longer, finally a day. */
export function retryAfterMs(attempt: number): number {
  return Math.min(firstRetryMs * 2 ** (attempt - 1), dayMs);
}

export type ExpiringAccount = {
  readonly accountId: AccountId;
  readonly email: string;
  readonly balance: Characters;
  readonly expiresAt: UnixMs;
  /** When the expiring pack was bought; undefined when no purchase has that expiry. */
  readonly boughtAt: UnixMs | undefined;
};

export type LowAccount = {
  readonly accountId: AccountId;
  readonly email: string;
  readonly balance: Characters;
  readonly threshold: Characters;
  readonly expiresAt: UnixMs;
  readonly occasion: number;
};

/** Whether a notice this many days ahead makes sense: a pack for a week always expires in less than thirty days. */
export function isWorthNotifying(kind: ExpiryNoticeKind, { expiresAt, boughtAt }: ExpiringAccount): boolean {
  return boughtAt === undefined || boughtAt < later(expiresAt, -expiryNoticeDays[kind] * dayMs);
}

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

/** Every method is one atomic step. Searches omit suspended and erased accounts, and those with nothing to send. */
export type NoticeStore = {
  readSettings(accountId: AccountId): Promise<NoticeSettings | undefined>;
  /** The threshold of an account without settings: a tenth of its last grant. */
  readUsualThreshold(accountId: AccountId): Promise<Characters>;
  /** If the balance is not below a new threshold, it counts as risen above it now. Ignores an erased account. */
  saveSettings(accountId: AccountId, settings: NoticeSettings): Promise<void>;
  /** Newest first; `behind` continues after the last notice of a page. */
  listNotices(accountId: AccountId, limit: number, behind?: Notice): Promise<readonly Notice[]>;

  /** Returns accounts with characters that expire within the time, earliest expiry first. */
  findExpiring(query: ExpiringQuery): Promise<readonly ExpiringAccount[]>;
  /** Examines accounts in the order of their ids, and returns those whose balance fell below their threshold. */
  findLow(query: LowQuery): Promise<LowPage>;

  /**
   * Returns the number of this attempt from 1, the same for a repeated claim id. Undefined when the notice was sent, is
   * being sent or was tried too often, or the account is erased.
   */
  claimNotice(claim: NoticeClaim): Promise<number | undefined>;
  /** Changes nothing when another claim has replaced this one. */
  noteSent(claim: NoticeClaim, at: UnixMs): Promise<void>;
  /** Allows a new claim from `retryAt` on. Changes nothing when another claim has replaced this one. */
  noteFailed(claim: NoticeClaim, retryAt: UnixMs): Promise<void>;
};
