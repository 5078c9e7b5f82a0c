import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import type { Piece } from '../page.ts';
import { day, moment, notice } from '../pieces.ts';
import { distance } from '../usage/words.ts';

export type NoticeSources = {
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly balance: Pick<Balance, 'balance' | 'expiresAt'>;
  /** The owner gets a notice below this balance; 0 for never. */
  readonly threshold: Characters;
  /** Charged in the last `daysUsed` days. */
  readonly used: number;
  readonly daysUsed: number;
  readonly now: UnixMs;
};

/** How long before its expiry a balance gets a notice. */
const expirySoonMs = 30 * dayMs;

/** A balance that lasts fewer days gets a notice. */
const lastingDays = 7;

/** Returns the notices of the overview, the most serious first. */
export function accountNotices(sources: NoticeSources): readonly Piece[] {
  const { account, balance, now } = sources;
  const notices: Piece[] = [];
  if (account.suspendedAt !== undefined) notices.push(suspended(account.suspendedAt));
  if (balance.expiresAt === undefined) return notices;
  if (balance.expiresAt <= now) return [...notices, expired(balance.expiresAt)];
  if (balance.balance === 0) return [...notices, empty()];
  const low = lowBalance(sources);
  if (low !== undefined) notices.push(low);
  const leftMs = balance.expiresAt - now;
  if (leftMs <= expirySoonMs) notices.push(expiresSoon(leftMs));
  return notices;
}

/** Returns how many whole days the balance lasts at the pace of the last `daysUsed` days; infinite without any use. */
function lastsDays({ balance, used, daysUsed }: Pick<NoticeSources, 'balance' | 'used' | 'daysUsed'>): number {
  return used === 0 ? Number.POSITIVE_INFINITY : Math.floor((balance.balance / used) * daysUsed);
}

/** Returns until when a balance lasts at its pace; undefined when nothing was used, or a notice already says it. */
export function forecast({
  balance,
  used,
  daysUsed,
  now,
}: Omit<NoticeSources, 'account' | 'threshold'>): Piece | undefined {
  const { expiresAt } = balance;
  const days = lastsDays({ balance, used, daysUsed });
  if (expiresAt === undefined || expiresAt <= now || days < lastingDays || used === 0) return undefined;
  const end = later(now, days * dayMs);
  if (end < expiresAt) return html`At this pace, they last about ${formatCount(days)} days, until ${day(end)}.`;
  const left = balance.balance - Math.ceil((used / daysUsed) * ((expiresAt - now) / dayMs));
  return html`At this pace, about ${roughCount(Math.max(0, left))} will be unused when they expire.`;
}

/** `849 characters`, `3.1 M characters`. */
function roughCount(count: number): string {
  if (count < 1_000_000) return counted(count, 'character');
  return `${formatCount(Math.round(count / 100_000) / 10)} M characters`;
}

function suspended(since: UnixMs): Piece {
  return notice(
    'bad',
    html`Your account has been suspended since ${moment(since)}. Its keys are refused, and you cannot buy characters, create keys or use the playground. Contact support.`,
  );
}

function expired(at: UnixMs): Piece {
  return notice(
    'warn',
    html`Your characters expired on ${moment(at)}. <a href="/packs">Buy characters</a> to continue.`,
  );
}

function empty(): Piece {
  return notice('warn', html`You have no characters left. <a href="/packs">Buy characters</a> to continue.`);
}

function lowBalance({ balance, threshold, used, daysUsed }: NoticeSources): Piece | undefined {
  const buy = html`<a href="/packs">Buy characters</a>`;
  const days = lastsDays({ balance, used, daysUsed });
  if (days < lastingDays) {
    return notice(
      'warn',
      html`At this pace, your balance lasts ${days < 1 ? 'less than a day' : counted(days, 'day')}. ${buy}`,
    );
  }
  return balance.balance < threshold
    ? notice(
        'warn',
        html`Your balance is below ${formatCount(threshold)} characters. ${buy}, or change the <a href="/notices">threshold</a>.`,
      )
    : undefined;
}

function expiresSoon(leftMs: number): Piece {
  return notice(
    'warn',
    html`Your characters expire ${distance(leftMs)}. If you <a href="/packs">buy characters</a> before then, all of them stay valid longer.`,
  );
}
