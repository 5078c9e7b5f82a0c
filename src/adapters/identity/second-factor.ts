import { hash } from 'node:crypto';
import { ServiceError } from '../../ground/service-error.ts';
import { later } from '../../ground/units.ts';
import { backupCodesNotice, secondFactorNotice } from '../../shop/people/messages.ts';
import { canBePassword, normalizedPassword } from '../../shop/people/password.ts';
import type {
  BackupCodes,
  ChangeOutcome,
  Password,
  People,
  PersonId,
  Throttled,
  TotpSetup,
} from '../../shop/people/people.ts';
import type { Proof } from '../../shop/people/person-store.ts';
import type { SignedInCaller } from './credentials.ts';
import type { IdentityParts } from './identity-parts.ts';
import { callLibrary } from './library-reply.ts';

type SecondFactor = Pick<People, 'beginTotp' | 'confirmTotp' | 'endTotp' | 'renewBackupCodes'>;

/** Two-factor authentication with an authenticator app, required in addition to the password. */
export function secondFactorOf(parts: IdentityParts): SecondFactor {
  return {
    beginTotp: (caller, visitor, proof) => begin(parts, { caller, visitor }, proof),
    confirmTotp: (caller, visitor, code) => confirm(parts, { caller, visitor }, code),
    endTotp: (caller, visitor, proof) => end(parts, { caller, visitor }, proof),
    renewBackupCodes: (caller, visitor, proof) => renewBackupCodes(parts, { caller, visitor }, proof),
  };
}

type Claim = { readonly kind: 'claim'; readonly password: string; readonly headers: Headers };

/** Returns the password for the library to verify; undefined if it cannot be one or too many were tried. */
async function claimOf(
  { throttle, sessions }: IdentityParts,
  { caller, visitor }: SignedInCaller,
  { password }: Password,
): Promise<Claim | { readonly kind: 'refused' } | Throttled> {
  const throttled = await throttle.refusal({ act: 'password', address: caller.address, accounts: [visitor.personId] });
  if (throttled !== undefined) return throttled;
  if (!canBePassword(password)) return { kind: 'refused' };
  return { kind: 'claim', password: normalizedPassword(password), headers: sessions.headersOf(caller) };
}

async function begin(
  parts: IdentityParts,
  signedIn: SignedInCaller,
  proof: Password,
): Promise<TotpSetup | { readonly kind: 'refused' } | Throttled> {
  const claim = await claimOf(parts, signedIn, proof);
  if (claim.kind !== 'claim') return claim;
  const { password, headers } = claim;
  const body = { password, method: 'totp' } as const;
  const reply = await callLibrary(parts.auth.api.enableTwoFactor({ body, headers, returnHeaders: true }));
  if (reply.kind === 'refused') {
    if (reply.code !== 'TOTP_ALREADY_ENABLED') return { kind: 'refused' };
    throw new ServiceError('second_factor_exists');
  }
  if (reply.answer.method !== 'totp') return { kind: 'refused' };
  const { totpURI: uri, backupCodes } = reply.answer;
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', backupCodes };
}

async function confirm(
  parts: IdentityParts,
  { caller, visitor }: SignedInCaller,
  code: string,
): Promise<ChangeOutcome> {
  const { auth, throttle, sessions, store, mailer, journal, baseUrl } = parts;
  const { email, accountId, personId } = visitor;
  const throttled = await throttle.refusal({ act: 'code', address: caller.address, accounts: [personId] });
  if (throttled !== undefined) return throttled;
  if (visitor.hasSecondFactor || !/^\d{6}$/.test(code)) return { kind: 'refused' };
  const secrets = await store.findSecrets(personId);
  if (secrets === undefined) return { kind: 'refused' };
  const headers = sessions.headersOf(caller);
  const reply = await callLibrary(auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true }));
  if (reply.kind === 'refused') return { kind: 'refused' };
  if (!(await spendCode(parts, personId, code))) return { kind: 'refused' };
  const begun = await sessions.confirm(caller, reply.cookies, { kind: 'code', ...secrets });
  if (begun === undefined) return { kind: 'refused' };
  // The other sessions were started with a password alone.
  await store.endOtherSessions(personId, begun.sessionId);
  mailer.send(secondFactorNotice('added', { to: email, baseUrl: baseUrl() }));
  await journal.record({ by: accountId, act: 'person.second_factor_added', accountId });
  return { kind: 'done', cookies: reply.cookies };
}

/** After this time a code is invalid at any tolerated clock difference. */
const codeMs = 120_000;

/** Returns false for a code used before. Source: RFC 6238, section 5.2: a code is accepted once. */
export function spendCode({ store, now }: IdentityParts, personId: PersonId, code: string): Promise<boolean> {
  return store.spendCode(personId, hash('sha256', code), later(now(), codeMs));
}

async function end(parts: IdentityParts, signedIn: SignedInCaller, proof: Password): Promise<ChangeOutcome> {
  const claim = await claimOf(parts, signedIn, proof);
  if (claim.kind !== 'claim') return claim;
  const { auth, sessions, store, mailer, journal, baseUrl } = parts;
  const { email, accountId, personId } = signedIn.visitor;
  const secrets = await store.findSecrets(personId);
  if (secrets === undefined) return { kind: 'refused' };
  const { password, headers } = claim;
  const reply = await callLibrary(auth.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }));
  if (reply.kind === 'refused') return { kind: 'refused' };
  mailer.send(secondFactorNotice('removed', { to: email, baseUrl: baseUrl() }));
  await journal.record({ by: accountId, act: 'person.second_factor_removed', accountId });
  const { passwordHash } = secrets;
  const remaining: Proof = { kind: 'password', passwordHash, renewedHash: undefined };
  if ((await sessions.confirm(signedIn.caller, reply.cookies, remaining)) === undefined) return { kind: 'refused' };
  return { kind: 'done', cookies: reply.cookies };
}

async function renewBackupCodes(
  parts: IdentityParts,
  signedIn: SignedInCaller,
  proof: Password,
): Promise<BackupCodes | { readonly kind: 'refused' } | Throttled> {
  const claim = await claimOf(parts, signedIn, proof);
  if (claim.kind !== 'claim') return claim;
  const { auth, mailer, journal, baseUrl } = parts;
  const { email, accountId } = signedIn.visitor;
  const { password, headers } = claim;
  const reply = await callLibrary(auth.api.generateBackupCodes({ body: { password }, headers, returnHeaders: true }));
  if (reply.kind === 'refused') {
    if (reply.code !== 'TWO_FACTOR_NOT_ENABLED') return { kind: 'refused' };
    throw new ServiceError('no_second_factor');
  }
  mailer.send(backupCodesNotice({ to: email, baseUrl: baseUrl() }));
  await journal.record({ by: accountId, act: 'person.backup_codes_renewed', accountId });
  return { backupCodes: reply.answer.backupCodes };
}
