import { counted } from '../../ground/counts.ts';
import { dayMs, type UnixMs } from '../../ground/units.ts';
import { letter, momentOf } from '../mail/letter.ts';
import type { Mail } from '../mail/mailer.ts';
import type { ExpiringAccount, LowAccount } from './notice.ts';

/** @param baseUrl address of the account area, without a trailing slash */
export function lowBalanceMail({ email, balance, threshold, expiresAt }: LowAccount, baseUrl: string): Mail {
  return letter(email, `${counted(balance, 'character')} left`, [
    `Your account has ${counted(balance, 'character')} left. That is below your limit of ${counted(threshold, 'character')}. They expire on ${momentOf(expiresAt)}.`,
    'A request with more characters than you have left fails with error 402. Buy characters here:',
    `${baseUrl}/packs`,
    ...inEveryNotice(baseUrl),
  ]);
}

/** @param now the remaining time is computed from here */
export function expiryMail({ email, balance, expiresAt }: ExpiringAccount, now: UnixMs, baseUrl: string): Mail {
  const left = timeLeft(expiresAt - now);
  return letter(email, `Your characters expire in ${left}`, [
    `Your account has ${counted(balance, 'character')} left. They expire in ${left}, on ${momentOf(expiresAt)}.`,
    'If you buy characters before then, all of them stay valid as long as the new pack. Expired characters cannot be restored. Buy characters here:',
    `${baseUrl}/packs`,
    ...inEveryNotice(baseUrl),
  ]);
}

function inEveryNotice(baseUrl: string): readonly string[] {
  const settings = 'To change or turn off these e-mail notifications:';
  return ['See your usage here:', `${baseUrl}/usage`, settings, `${baseUrl}/notices`];
}

/** Formats a duration in whole days, or in hours if it is less than two days. */
function timeLeft(ms: number): string {
  const [amount, unit] =
    ms >= 2 * dayMs ? [Math.round(ms / dayMs), 'day'] : [Math.max(1, Math.round(ms / 3_600_000)), 'hour'];
  return counted(amount, unit);
}
