import type { UnixMs } from '../../ground/units.ts';
import type { Mail } from './mailer.ts';

/** Returns a mail of paragraphs with an empty line between them. */
export function letter(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

/** `2026-11-20 12:00 UTC`. */
export function momentOf(at: UnixMs): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
