import type { AccountId } from '../accounts/account.ts';
import { type Characters, characters, dayMs, later, type UnixMs } from '../units.ts';

export const noticeKinds = ['low_balance', 'expiry_30', 'expiry_7', 'expiry_1'] as const;

export type NoticeKind = (typeof noticeKinds)[number];

export type ExpiryNoticeKind = Exclude<NoticeKind, 'low_balance'>;

/** How many days before the expiry each of its notices is due; the most urgent first. */
export const expiryNoticeDays: Readonly<Record<ExpiryNoticeKind, number>> = { expiry_1: 1, expiry_7: 7, expiry_30: 30 };

/** What an account wants to be told by mail. */
export type NoticeSettings = {
  readonly isToldOfLowBalance: boolean;
  /** A balance below it is low. */
  readonly threshold: Characters;
  readonly isToldOfExpiry: boolean;
};

/** Of an account that has said nothing. */
export const defaultNoticeSettings: NoticeSettings = {
  isToldOfLowBalance: true,
  threshold: characters(10_000),
  isToldOfExpiry: true,
};

/**
 * What a notice is about, once: two nodes that find the same thing find the same occasion.
 *
 * Of a low balance it is the number of the journal row by which the balance last rose above the threshold, so that it is
 * told once for each time; of an expiry it is the moment, in milliseconds, so that one that has moved is told of anew.
 */
export type Occasion = { readonly accountId: AccountId; readonly kind: NoticeKind; readonly occasion: number };

/** A notice that was sent, or that is still to be. */
export type Notice = Pick<Occasion, 'kind' | 'occasion'> & {
  /** When it was first tried. */
  readonly dueAt: UnixMs;
  /** Undefined while no mail server has taken it. */
  readonly sentAt: UnixMs | undefined;
  readonly attempts: number;
};

/** From one round of notices to the next, whichever nodes carry them out. */
export const roundEveryMs = 3_600_000;

/** How often a notice is tried before it is given up: for six days. */
export const noticeAttemptsMax = 10;

const firstRetryMs = 50 * 60_000;

/** How long after a failed attempt a notice is tried again: with the next round, then ever later, at last once a day. */
export function retryAfterMs(attempt: number): number {
  return Math.min(firstRetryMs * 2 ** (attempt - 1), dayMs);
}

/** An account whose characters expire soon. */
export type ExpiringAccount = {
  readonly accountId: AccountId;
  readonly email: string;
  readonly balance: Characters;
  readonly expiresAt: UnixMs;
  /** When the pack was bought that expires then; undefined when no purchase names that moment. */
  readonly boughtAt: UnixMs | undefined;
};

/** An account whose balance has fallen below its threshold. */
export type LowAccount = {
  readonly accountId: AccountId;
  readonly email: string;
  readonly balance: Characters;
  readonly threshold: Characters;
  readonly expiresAt: UnixMs;
  readonly occasion: number;
};

/**
 * Whether a notice so many days ahead makes sense: nobody who has just bought a pack that is good for a week is told that
 * it expires in less than thirty days.
 */
export function isWorthTelling(kind: ExpiryNoticeKind, { expiresAt, boughtAt }: ExpiringAccount): boolean {
  return boughtAt === undefined || boughtAt < later(expiresAt, -expiryNoticeDays[kind] * dayMs);
}
