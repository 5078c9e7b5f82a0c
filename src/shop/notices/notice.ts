import { type Characters, characters, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';

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
 * Identifies the event of a notice: two nodes that find the same event get the same occasion.
 *
 * For a low balance it is the number of the journal row that last raised the balance above the threshold, so that
 * each fall is reported once. For an expiry it is the time in milliseconds, so that a moved expiry is reported again.
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

/**
 * Returns whether a notice this many days ahead makes sense: the buyer of a pack for a week needs no notice that it
 * expires in less than thirty days.
 */
export function isWorthNotifying(kind: ExpiryNoticeKind, { expiresAt, boughtAt }: ExpiringAccount): boolean {
  return boughtAt === undefined || boughtAt < later(expiresAt, -expiryNoticeDays[kind] * dayMs);
}
