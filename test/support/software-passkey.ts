import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { WebAuthnJson } from '../../src/shop/people/people.ts';

/** Flags of the device: a user was present, and was verified. Source: W3C WebAuthn, section 6.1. */
const flags = { present: 0x01, verified: 0x04, withKey: 0x40 } as const;

type Ceremony = {
  readonly options: WebAuthnJson;
  readonly origin: string;
  /** Whether the user was verified; otherwise the device was only touched. */
  readonly isVerified?: boolean;
  /** DER of the certificate in an attestation in Apple's format; default: no attestation. */
  readonly certificate?: Buffer;
};

/** A virtual device with one passkey. */
export class SoftwarePasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  #uses = 0;

  /**
   * Answers `navigator.credentials.create`. Source: W3C WebAuthn, sections 6.5.1, 8.7 (no attestation) and 8.8
   * (Apple's).
   */
  register({ options, origin, isVerified = true, certificate }: Ceremony): WebAuthnJson {
    const { challenge, rp } = options as { readonly challenge: string; readonly rp: { readonly id: string } };
    const authData = Buffer.concat([this.#state(rp.id, isVerified, flags.withKey), this.#attested()]);
    const statement =
      certificate === undefined
        ? [Buffer.from('646e6f6e656761747453746d74a0', 'hex')]
        : [Buffer.from('656170706c656761747453746d74a16378356381', 'hex'), byteString(certificate)];
    const attestation = Buffer.concat([
      Buffer.from('a363666d74', 'hex'),
      ...statement,
      Buffer.from('686175746844617461', 'hex'),
      byteString(authData),
    ]);
    return this.#reply({
      clientDataJSON: encoded(clientData('webauthn.create', challenge, origin)),
      attestationObject: encoded(attestation),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. Source: W3C WebAuthn, section 6.3.3. */
  prove({ options, origin, isVerified = true }: Ceremony): WebAuthnJson {
    const { challenge, rpId } = options as { readonly challenge: string; readonly rpId: string };
    this.#uses += 1;
    const authData = this.#state(rpId, isVerified, 0);
    const said = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authData, createHash('sha256').update(said).digest()]);
    return this.#reply({
      clientDataJSON: encoded(said),
      authenticatorData: encoded(authData),
      signature: encoded(sign('sha256', signed, this.#keys.privateKey)),
    });
  }

  #reply(response: WebAuthnJson): WebAuthnJson {
    const id = encoded(this.#id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #state(domain: string, isVerified: boolean, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#uses);
    const seen = flags.present | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([createHash('sha256').update(domain).digest(), Buffer.from([seen]), counter]);
  }

  /** The key in COSE format (source: RFC 9053, section 7.1.1), after its id. */
  #attested(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const key = [Buffer.from('a5010203262001215820', 'hex'), decoded(x), Buffer.from('225820', 'hex'), decoded(y)];
    return Buffer.concat([Buffer.alloc(16), length, this.#id, ...key]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Source: RFC 8949, section 3.1, major type 2, with a length in one byte or two. */
function byteString(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function encoded(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function decoded(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
