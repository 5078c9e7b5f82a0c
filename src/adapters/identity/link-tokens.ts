import { hash, randomBytes } from 'node:crypto';
import { later } from '../../ground/units.ts';
import { linkLifetimesMs } from '../../shop/people/links.ts';
import type { People } from '../../shop/people/people.ts';
import type { LinkContent } from '../../shop/people/person-store.ts';
import type { IdentityParts } from './sessions.ts';

/** Returns a token of 256 random bits for a mail. The database has only its hash, which does not open the link. */
export async function keepLink({ store, now }: IdentityParts, link: LinkContent): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const sentAt = now();
  const expiresAt = later(sentAt, linkLifetimesMs[link.purpose === 'none' ? 'reset' : link.purpose]);
  await store.keepLink({ ...link, tokenHash: hashOfToken(token), sentAt, expiresAt });
  return token;
}

/** Does the same work without a usable link, to take the same time. */
export async function keepNothing(parts: IdentityParts, email: string): Promise<void> {
  await keepLink(parts, { purpose: 'none', email });
}

/** Returns the address of a valid link; one for a new address is valid only for its visitor. */
export async function addressOfLink(
  { store, now }: IdentityParts,
  ...[purpose, token, visitor]: Parameters<People['addressOfLink']>
): Promise<string | undefined> {
  const found = await store.findLink(purpose, { tokenHash: hashOfToken(token), at: now() });
  return purpose === 'email' && found?.personId !== visitor?.personId ? undefined : found?.email;
}

export function hashOfToken(token: string): string {
  return hash('sha256', token);
}
