import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { PersonStore } from '../../shop/people/person-store.ts';

/** Returns the given secret, or one that is generated once and kept in the database. */
export async function secretOf(store: Pick<PersonStore, 'keepSecret'>, given: string | undefined): Promise<string> {
  return given ?? (await store.keepSecret(randomBytes(32).toString('base64url')));
}

/** Derives a key for one purpose. Source: RFC 5869. */
export function keyFrom(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Returns a function whose hashes disclose nothing to a reader of the database without the secret. */
export function keyedHash(secret: string, purpose: string): (text: string) => string {
  const key = keyFrom(secret, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
