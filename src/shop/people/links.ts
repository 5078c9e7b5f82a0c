export type LinkPurpose = 'sign_up' | 'reset' | 'email';

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

/** Returns the link to a page that reads `token` and asks for confirmation before it does anything. */
export function linkTo(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}${paths[purpose]}?token=${encodeURIComponent(token)}`;
}
