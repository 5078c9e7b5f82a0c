import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. The database keeps only the hash: a reader of the database cannot use the link. */
export type LinkToken = { readonly token: string; readonly tokenHash: string };

export function newLinkToken(): LinkToken {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOfToken(token) };
}

export function hashOfToken(token: string): string {
  return hash('sha256', token);
}
