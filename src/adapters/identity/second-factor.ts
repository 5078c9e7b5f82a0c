import { hash } from 'node:crypto';
import { ServiceError } from '../../ground/service-error.ts';
import { later } from '../../ground/units.ts';
import { backupCodesNotice, secondFactorNotice } from '../../shop/people/messages.ts';
import { canBePassword, normalizedPassword } from '../../shop/people/password.ts';
import type { ClientIdentity, Password, People, PersonId, Visitor } from '../../shop/people/people.ts';
import type { Proof } from '../../shop/people/person-store.ts';
import { callLibrary } from './library-reply.ts';
import type { IdentityParts } from './sessions.ts';

/** Two-factor authentication with an authenticator app, required in addition to the password. */
export function secondFactorOf(parts: IdentityParts) {
  const { auth, throttle, sessions, store, mailer, journal, baseUrl } = parts;

  /** Returns the password for the library to verify, or why it is not asked: it cannot be one, or too many were tried. */
  async function claimOf(caller: ClientIdentity, { personId }: Visitor, { password }: Password) {
    const throttled = await throttle.refusal({ act: 'password', address: caller.address, accounts: [personId] });
    if (throttled !== undefined) return throttled;
    if (!canBePassword(password)) return { kind: 'refused' } as const;
    return { kind: 'claim', password: normalizedPassword(password), request: sessions.requestOf(caller) } as const;
  }

  return {
    async beginTotp(caller, visitor, proof) {
      const claim = await claimOf(caller, visitor, proof);
      if (claim.kind !== 'claim') return claim;
      const body = { password: claim.password, method: 'totp' } as const;
      const reply = await callLibrary(auth.api.enableTwoFactor({ body, ...claim.request }));
      if (reply.kind === 'refused') {
        if (reply.code !== 'TOTP_ALREADY_ENABLED') return { kind: 'refused' };
        throw new ServiceError('second_factor_exists');
      }
      if (reply.answer.method !== 'totp') return { kind: 'refused' };
      const { totpURI: uri, backupCodes } = reply.answer;
      return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', backupCodes };
    },

    async confirmTotp(caller, { email, accountId, personId, hasSecondFactor }, code) {
      const throttled = await throttle.refusal({ act: 'code', address: caller.address, accounts: [personId] });
      if (throttled !== undefined) return throttled;
      if (hasSecondFactor || !/^\d{6}$/.test(code)) return { kind: 'refused' };
      const secrets = await store.findSecrets(personId);
      if (secrets === undefined) return { kind: 'refused' };
      const reply = await callLibrary(auth.api.verifyTOTP({ body: { code }, ...sessions.requestOf(caller) }));
      if (reply.kind === 'refused') return { kind: 'refused' };
      if (!(await spendCode(parts, personId, code))) return { kind: 'refused' };
      const begun = await sessions.confirm(caller, reply.cookies, { kind: 'code', ...secrets });
      if (begun === undefined) return { kind: 'refused' };
      // The other sessions were started with a password alone.
      await store.endOtherSessions(personId, begun.sessionId);
      mailer.send(secondFactorNotice('added', { to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.second_factor_added', accountId });
      return { kind: 'done', cookies: reply.cookies };
    },

    async endTotp(caller, visitor, proof) {
      const claim = await claimOf(caller, visitor, proof);
      if (claim.kind !== 'claim') return claim;
      const { email, accountId, personId } = visitor;
      const secrets = await store.findSecrets(personId);
      if (secrets === undefined) return { kind: 'refused' };
      const { password, request } = claim;
      const reply = await callLibrary(auth.api.disableTwoFactor({ body: { password }, ...request }));
      if (reply.kind === 'refused') return { kind: 'refused' };
      mailer.send(secondFactorNotice('removed', { to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.second_factor_removed', accountId });
      const { passwordHash } = secrets;
      const remaining: Proof = { kind: 'password', passwordHash, renewedHash: undefined };
      if ((await sessions.confirm(caller, reply.cookies, remaining)) === undefined) return { kind: 'refused' };
      return { kind: 'done', cookies: reply.cookies };
    },

    async renewBackupCodes(caller, visitor, proof) {
      const claim = await claimOf(caller, visitor, proof);
      if (claim.kind !== 'claim') return claim;
      const { email, accountId } = visitor;
      const { password, request } = claim;
      const reply = await callLibrary(auth.api.generateBackupCodes({ body: { password }, ...request }));
      if (reply.kind === 'refused') {
        if (reply.code !== 'TWO_FACTOR_NOT_ENABLED') return { kind: 'refused' };
        throw new ServiceError('no_second_factor');
      }
      mailer.send(backupCodesNotice({ to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.backup_codes_renewed', accountId });
      return { backupCodes: reply.answer.backupCodes };
    },
  } satisfies Partial<People>;
}

/** After this time a code is invalid at any tolerated clock difference. */
const codeMs = 120_000;

/** Returns false for a code used before. Source: RFC 6238, section 5.2: a code is accepted once. */
export function spendCode({ store, now }: IdentityParts, personId: PersonId, code: string): Promise<boolean> {
  return store.spendCode(personId, hash('sha256', code), later(now(), codeMs));
}
