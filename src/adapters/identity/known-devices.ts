import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ClientIdentity } from '../../shop/people/people.ts';
import { cookieNames, cookieValue } from './caller-headers.ts';

const yearSeconds = 31_536_000;

const signature = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Recognises by a cookie browsers where the owner of an address signed in before. Failed attempts count for each alone,
 * so that others cannot lock the owner out. Source: OWASP, Slow Down Online Guessing Attacks with Device Cookies.
 */
export class KnownDevices {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Returns the throttle subject of an attempt on this address from this browser. */
  subjectOf(caller: ClientIdentity, email: string): string {
    const [, device, proof] = signature.exec(cookieValue(caller.cookies, 'device') ?? '') ?? [];
    if (device === undefined || proof === undefined) return email;
    const isKnown = timingSafeEqual(Buffer.from(proof, 'base64url'), this.#proofOf(device, email));
    return isKnown ? `${email} ${device}` : email;
  }

  /** Returns the cookie that marks the browser as one where the owner of the address has signed in. */
  cookieFor(email: string): string {
    const device = randomBytes(16).toString('base64url');
    const value = `${device}.${this.#proofOf(device, email).toString('base64url')}`;
    return `${cookieNames.device}=${value}; Max-Age=${yearSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`;
  }

  #proofOf(device: string, email: string): Buffer {
    return createHmac('sha256', this.#key).update(`${device} ${email}`).digest();
  }
}
