import { createHmac } from 'node:crypto';
import type { Tab } from '../../support/browser.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const periodMs = 30_000;

/** What an authenticator app shows at a moment for a secret as it stands on the page. Source: RFC 6238, RFC 4226. */
export function totpCode(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / periodMs)));
  const hash = createHmac('sha1', fromBase32(secret.replaceAll(/\s/g, '')))
    .update(counter)
    .digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** Source: RFC 4648, section 6, without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export type SecurityKey = {
  readonly count: () => Promise<number>;
  /** Whether it finds that it is its person who uses it; at first yes. */
  readonly setVerified: (isUserVerified: boolean) => Promise<void>;
};

/** Gives a browser's window a device that keeps passkeys. Source: Chrome DevTools Protocol, domain WebAuthn. */
export async function plugIn({ context, page }: Tab): Promise<SecurityKey> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setVerified: async (isUserVerified) => {
      await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
