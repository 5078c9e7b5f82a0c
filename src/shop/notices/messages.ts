import { counted } from '../../ground/counts.ts';
import { dayMs, type UnixMs } from '../../ground/units.ts';
import type { Mail } from '../mail/mailer.ts';
import type { ExpiringAccount, LowAccount } from './notice.ts';

/** @param baseUrl address of the account area, without a trailing slash */
export function lowBalanceMail({ email, balance, threshold, expiresAt }: LowAccount, baseUrl: string): Mail {
  return letter(baseUrl, {
    to: email,
    subject: `${counted(balance, 'character')} left`,
    paragraphs: [
      `Your account has ${counted(balance, 'character')} left. That is below your limit of ${counted(threshold, 'character')}. They expire on ${momentOf(expiresAt)}.`,
      'A request with more characters than you have left fails with error 402. Buy characters here:',
      `${baseUrl}/packs`,
    ],
  });
}

/** @param now the remaining time is computed from here */
export function expiryMail({ email, balance, expiresAt }: ExpiringAccount, now: UnixMs, baseUrl: string): Mail {
  const left = timeLeft(expiresAt - now);
  return letter(baseUrl, {
    to: email,
    subject: `Your characters expire in ${left}`,
    paragraphs: [
      `Your account has ${counted(balance, 'character')} left. They expire in ${left}, on ${momentOf(expiresAt)}.`,
      'If you buy characters before then, all of them stay valid as long as the new pack. Expired characters cannot be restored. Buy characters here:',
      `${baseUrl}/packs`,
    ],
  });
}

type Letter = { readonly to: string; readonly subject: string; readonly paragraphs: readonly string[] };

function letter(baseUrl: string, { to, subject, paragraphs }: Letter): Mail {
  const all = [
    ...paragraphs,
    'See your usage here:',
    `${baseUrl}/usage`,
    'To change or turn off these e-mail notifications:',
    `${baseUrl}/notices`,
  ];
  return { to, subject, text: `${all.join('\n\n')}\n` };
}

/** `2026-11-20 12:00 UTC`. */
function momentOf(at: UnixMs): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Formats a duration in whole days, or in hours if it is less than two days. */
function timeLeft(ms: number): string {
  const [amount, unit] =
    ms >= 2 * dayMs ? [Math.round(ms / dayMs), 'day'] : [Math.max(1, Math.round(ms / 3_600_000)), 'hour'];
  return counted(amount, unit);
}
