import { assert } from '../../ground/assert.ts';
import type { Unit } from '../../ground/units.ts';

/** A complete key in plain text with a valid shape and checksum; it may be unknown or revoked. */
export type ApiKey = Unit<string, 'ApiKey'>;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const keyPattern = /^[a-z][a-z0-9]{1,19}_live_[0-9A-Za-z]{38}$/;
const foreignPrefixes: ReadonlySet<string> = new Set(['sk', 'rk', 'pk']);

/** Returns whether keys may begin with `prefix`: 2 to 20 letters and digits; not Stripe's `sk`, `rk` or `pk`. */
export function isKeyPrefix(prefix: string): boolean {
  return /^[a-z][a-z0-9]{1,19}$/.test(prefix) && !foreignPrefixes.has(prefix);
}

/** Creates a key: `<prefix>_live_`, 32 random base62 digits, and the CRC32 of all that as 6 base62 digits. */
export function newApiKey(prefix: string): ApiKey {
  assert(isKeyPrefix(prefix), 'configuration admits only usable key prefixes');
  const body = `${prefix}_live_${randomDigits(secretLength)}`;
  return (body + checksumOf(body)) as ApiKey;
}

/**
 * Checks shape and checksum, which saves database lookups of wrong keys. Accepts any prefix: old keys stay valid when
 * the operator changes that of new ones.
 */
export function parseApiKey(text: string): ApiKey | undefined {
  if (!keyPattern.test(text)) return undefined;
  const body = text.slice(0, -checksumLength);
  return text === body + checksumOf(body) ? (text as ApiKey) : undefined;
}

/** The parts of a key that may be shown after its creation. */
export function recognisablePartsOf(key: ApiKey): { readonly start: string; readonly lastFour: string } {
  return { start: key.slice(0, key.length - secretLength - checksumLength + 4), lastFour: key.slice(-4) };
}

/** 62 does not divide 256: bytes of 248 or more are drawn again, so that every digit is equally likely. */
export function randomDigits(length: number): string {
  const fair = 256 - (256 % digits.length);
  let result = '';
  while (result.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && result.length < length) result += digits.charAt(byte % digits.length);
    }
  }
  return result;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let written = '';
  for (let index = 0; index < checksumLength; index++) {
    written = digits.charAt(rest % digits.length) + written;
    rest = Math.floor(rest / digits.length);
  }
  return written;
}

/** Returns the unsigned CRC32 of ASCII `text`. Source: RFC 1952, section 8 (reflected polynomial 0xEDB88320). */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
