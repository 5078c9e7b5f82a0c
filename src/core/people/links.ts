/** What a link in a mail is for, once it is followed. */
export type LinkPurpose = 'sign_up' | 'reset' | 'email';

/** For how long a link works, by what it is for. */
export const linkLifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  sign_up: 24 * 3_600_000,
  reset: 3_600_000,
  email: 24 * 3_600_000,
};

const paths: Readonly<Record<LinkPurpose, string>> = {
  sign_up: '/verify',
  reset: '/reset/new',
  email: '/security/email/confirm',
};

/** Where a link leads: a page that reads `token` and asks before it does anything. */
export function linkTo(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}${paths[purpose]}?token=${encodeURIComponent(token)}`;
}
