import { ServiceError } from '../../ground/service-error.ts';
import type { AccountId } from '../accounts/account.ts';

/** Derived from one Idempotency-Key of one account: hashes that disclose nothing, and encryption with that key. */
export type Seal = {
  readonly accountId: AccountId;
  /** Hexadecimal; equal for every request of the account with this key. */
  readonly keyHash: string;
  /** Hexadecimal; equal for every repeat of this request with this key. */
  readonly requestHash: string;
  close(content: Uint8Array): Promise<Uint8Array>;
  /** @throws ServiceError `server_error` when `sealed` was not made by `close` for this key and request */
  open(sealed: Uint8Array): Promise<Uint8Array>;
};

type Lock = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const secretBytes = 32;

/** Nonce length for AES-GCM (source: NIST SP 800-38D, section 8.2.2). */
const nonceBytes = 12;

const encoder = new TextEncoder();

/** Derives all from the Idempotency-Key (HKDF-SHA-256, salted with the account; RFC 5869), which is never stored. */
export async function deriveSeal(source: {
  readonly accountId: AccountId;
  readonly key: string;
  readonly request: string;
}): Promise<Seal> {
  const secrets = await deriveSecrets(source.accountId, source.key);
  const keyHash = hexadecimal(secrets.name);
  const requestHash = hexadecimal(await authenticate(secrets.request, source.request));
  const lock = await crypto.subtle.importKey('raw', secrets.lock, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const bound = encoder.encode(requestHash);
  return {
    accountId: source.accountId,
    keyHash,
    requestHash,
    close: (content) => encrypt(lock, bound, content),
    open: (sealed) => decrypt(lock, bound, sealed),
  };
}

async function deriveSecrets(accountId: AccountId, key: string) {
  const material = await crypto.subtle.importKey('raw', encoder.encode(key), 'HKDF', false, ['deriveBits']);
  const salt = encoder.encode(accountId);
  const info = encoder.encode('dragoman idempotent reply 1');
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 3 * secretBytes * 8));
  const part = (index: number) => bits.slice(index * secretBytes, (index + 1) * secretBytes);
  return { name: part(0), request: part(1), lock: part(2) };
}

async function authenticate(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

async function encrypt(lock: Lock, bound: Uint8Array<ArrayBuffer>, content: Uint8Array): Promise<Uint8Array> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: bound };
  const locked = new Uint8Array(await crypto.subtle.encrypt(algorithm, lock, new Uint8Array(content)));
  const sealed = new Uint8Array(nonceBytes + locked.length);
  sealed.set(nonce);
  sealed.set(locked, nonceBytes);
  return sealed;
}

async function decrypt(lock: Lock, bound: Uint8Array<ArrayBuffer>, sealed: Uint8Array): Promise<Uint8Array> {
  const copy = new Uint8Array(sealed);
  const algorithm = { name: 'AES-GCM', iv: copy.subarray(0, nonceBytes), additionalData: bound };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, lock, copy.subarray(nonceBytes)));
  } catch (cause) {
    throw new ServiceError('server_error', { detail: { reason: 'what was sealed could not be read' }, cause });
  }
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
