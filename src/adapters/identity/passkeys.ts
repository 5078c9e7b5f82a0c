import { isIP } from 'node:net';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { unixMs } from '../../ground/units.ts';
import { unusable } from '../../shop/people/address.ts';
import { passkeyNotice } from '../../shop/people/messages.ts';
import {
  type ClientIdentity,
  type Passkey,
  type People,
  passkeyNameLengthMax,
  type WebAuthnJson,
} from '../../shop/people/people.ts';
import type { Proof } from '../../shop/people/person-store.ts';
import { callLibrary } from './library-reply.ts';
import type { IdentityParts } from './sessions.ts';
import { signedIn } from './sign-in.ts';

type AuthenticationResponse = NonNullable<
  Parameters<IdentityParts['auth']['api']['verifyPasskeyAuthentication']>[0]
>['body']['response'];

/** Largest number of passkeys per person. */
const passkeysMax = 20;

/** A passkey's id in base64url: at most 1,023 bytes. Source: W3C WebAuthn, level 3, section 4. */
const passkeyId = /^[A-Za-z0-9_-]{1,1364}$/;

/** Passkeys, which a device releases only to its verified user: they replace a password and a code. */
export function passkeysOf(parts: IdentityParts, hostname: string) {
  const { auth, throttle, sessions, store, mailer, journal, baseUrl } = parts;

  async function listPasskeys(caller: ClientIdentity): Promise<readonly Passkey[]> {
    const reply = await callLibrary(auth.api.listPasskeys(sessions.requestOf(caller)));
    if (reply.kind === 'refused') return [];
    return reply.answer.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? '',
      createdAt: unixMs(createdAt.getTime()),
    }));
  }

  async function refuseMany(caller: ClientIdentity): Promise<void> {
    if ((await listPasskeys(caller)).length < passkeysMax) return;
    throw new ServiceError('too_many_passkeys', { data: { max: passkeysMax } });
  }

  return {
    // Browsers bind passkeys to a domain, not to an IP address. Source: W3C WebAuthn, level 3, section 5.1.2.
    offersPasskeys: isIP(hostname.replaceAll(/[[\]]/g, '')) === 0,

    async passkeySignIn(caller) {
      const throttled = await throttle.refusal({ act: 'passkey', address: caller.address, accounts: [] });
      if (throttled !== undefined) return throttled;
      const reply = await callLibrary(auth.api.generatePasskeyAuthenticationOptions(sessions.requestOf(caller)));
      if (reply.kind === 'refused') throw new ServiceError('passkey_refused');
      return { options: { ...reply.answer, userVerification: 'required' }, cookies: reply.cookies };
    },

    async signInWithPasskey(caller, response) {
      const throttled = await throttle.refusal({ act: 'passkey', address: caller.address, accounts: [] });
      if (throttled !== undefined) return throttled;
      if (typeof response['id'] !== 'string' || !passkeyId.test(response['id'])) return { kind: 'refused' };
      // The library validates the whole answer.
      const body = { response: response as unknown as AuthenticationResponse };
      const request = { body, ...sessions.anonymousRequestOf(caller) };
      const reply = await callLibrary(auth.api.verifyPasskeyAuthentication(request));
      if (reply.kind === 'refused') return { kind: 'refused' };
      const proof: Proof = { kind: 'passkey', credentialId: response['id'] };
      return (await signedIn(parts, caller, { cookies: reply.cookies, proof })) ?? { kind: 'refused' };
    },

    listPasskeys,

    async beginPasskey(caller) {
      await refuseMany(caller);
      const request = { query: {}, ...sessions.requestOf(caller) };
      const reply = await callLibrary(auth.api.generatePasskeyRegistrationOptions(request));
      if (reply.kind === 'refused') throw new ServiceError('passkey_refused');
      return { options: { ...reply.answer }, cookies: reply.cookies };
    },

    async addPasskey(caller, { email, accountId }, { name, response }) {
      const trimmed = name.trim();
      if (!isOneLine(trimmed, passkeyNameLengthMax)) return unusable('passkey_name_too_long');
      // Once more, since any number can be begun before the first is added.
      await refuseMany(caller);
      const unattested = withoutAttestation(response);
      if (unattested === undefined) return { kind: 'refused' };
      const body = { response: unattested, name: trimmed };
      const reply = await callLibrary(auth.api.verifyPasskeyRegistration({ body, ...sessions.requestOf(caller) }));
      if (reply.kind === 'refused') return { kind: 'refused' };
      mailer.send(passkeyNotice('added', { to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.passkey_added', accountId });
      return { kind: 'done', cookies: reply.cookies };
    },

    async removePasskey(_caller, { personId, sessionId, email, accountId }, id) {
      if (!(await store.removePasskey(personId, id, sessionId))) return false;
      mailer.send(passkeyNotice('removed', { to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.passkey_removed', accountId });
      return true;
    },
  } satisfies Partial<People>;
}

const answerOfDevice = z.looseObject({ response: z.looseObject({ attestationObject: z.string() }) });

/**
 * Removes the attestation, which is not requested: the library would fetch the revocation lists that its certificates
 * name, from any address and without limits. Undefined for an unreadable answer.
 */
function withoutAttestation(answer: WebAuthnJson): WebAuthnJson | undefined {
  try {
    const { response, ...rest } = answerOfDevice.parse(answer);
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
    const none = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return { ...rest, response: { ...response, attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(none)) } };
  } catch {
    return undefined;
  }
}
