import { canBePassword, normalizedPassword } from '../../shop/people/password.ts';
import type {
  ClientIdentity,
  Password,
  People,
  PersonId,
  SetCookies,
  SignInOutcome,
} from '../../shop/people/people.ts';
import type { Credential, Proof } from '../../shop/people/person-store.ts';
import { cookieNames, cookieValue } from './caller-headers.ts';
import { callLibrary } from './library-reply.ts';
import { spendCode } from './second-factor.ts';
import type { IdentityParts } from './sessions.ts';
import { typedAddress } from './typed-address.ts';

/** After ten wrong codes the library refuses further codes of a person for this time. */
const locked = { kind: 'throttled', retryAfterSeconds: 900 } as const;

/** Sign-in with a password, and with a code if two-factor authentication is on. */
export function signInOf(parts: IdentityParts) {
  const { auth, throttle, sessions, store } = parts;
  return {
    signIn: (caller, person) => signIn(parts, caller, person),

    proveAgain: (caller, { email, personId }, { password }) =>
      signIn(parts, caller, { email, password, countsFor: personId }),

    async giveCode(caller, { kind, code }) {
      const personId = await findChallenged(parts, caller);
      // Counted per person, so that repeating the password does not give an attacker new guesses.
      const accounts = personId === undefined ? [] : [personId];
      const throttled = await throttle.refusal({ act: 'code', address: caller.address, accounts });
      if (throttled !== undefined) return throttled;
      if (personId === undefined || !/^[A-Za-z0-9-]{6,20}$/.test(code)) return { kind: 'refused' };
      // Read before the library looks for the challenge, which a later change of the password ends.
      const secrets = await store.findSecrets(personId);
      if (secrets === undefined) return { kind: 'refused' };
      const request = { body: { code }, ...sessions.anonymousRequestOf(caller) };
      const reply = await callLibrary(
        kind === 'totp' ? auth.api.verifyTOTP(request) : auth.api.verifyBackupCode(request),
      );
      if (reply.kind === 'refused') return reply.status === 429 ? locked : { kind: 'refused' };
      if (kind === 'totp' && !(await spendCode(parts, reply.answer.user.id as PersonId, code))) {
        await sessions.drop(caller, reply.cookies);
        return { kind: 'refused' };
      }
      const proof: Proof = { kind: 'code', ...secrets };
      return (await signedIn(parts, caller, { cookies: reply.cookies, proof })) ?? { kind: 'refused' };
    },

    async signOut(caller) {
      const reply = await callLibrary(auth.api.signOut(sessions.requestOf(caller)));
      return reply.kind === 'answered' ? reply.cookies : [];
    },
  } satisfies Partial<People>;
}

type Claim = Password & {
  readonly email: string;
  /** Set when the caller is signed in: counts attempts per person, so that others cannot lock them out. */
  readonly countsFor?: PersonId;
};

async function signIn(parts: IdentityParts, caller: ClientIdentity, claim: Claim): Promise<SignInOutcome> {
  const parsed = typedAddress(claim.email);
  const email = parsed.kind === 'address' ? parsed.email : '';
  const accounts = [claim.countsFor ?? parts.devices.subjectOf(caller, email)];
  const throttled = await parts.throttle.refusal({ act: 'password', address: caller.address, accounts });
  if (throttled !== undefined) return throttled;
  // An impossible address or password is refused without a lookup, which discloses nothing.
  if (parsed.kind === 'unusable' || !canBePassword(claim.password)) return { kind: 'refused' };
  const password = normalizedPassword(claim.password);
  const known = await parts.store.findCredential(email, parts.now());
  if (known?.kind === 'person') return signInPerson(parts, caller, { password, known });
  // Each case costs one hash, so that both take equally long. A person with an unconfirmed sign-up gets the same answer
  // as a stranger: otherwise anybody could sign up with an address and learn here that it has no account.
  await parts.passwords.verifyNone(password);
  return { kind: 'refused' };
}

type KnownClaim = Password & { readonly known: Extract<Credential, { readonly kind: 'person' }> };

async function signInPerson(parts: IdentityParts, caller: ClientIdentity, claim: KnownClaim): Promise<SignInOutcome> {
  const { store } = parts;
  const { personId, passwordHash } = claim.known;
  const outcome = await signInOnce(parts, caller, claim);
  if (outcome !== 'unconfirmed') return outcome;
  const current = await store.findSecrets(personId);
  if (current === undefined || current.passwordHash === passwordHash) return { kind: 'refused' };
  // The hash has changed, but perhaps not the password: another sign-in may have renewed the hash.
  const again = await signInOnce(parts, caller, { ...claim, known: { ...claim.known, ...current } });
  return again === 'unconfirmed' ? { kind: 'refused' } : again;
}

async function signInOnce(
  parts: IdentityParts,
  caller: ClientIdentity,
  { password, known }: KnownClaim,
): Promise<SignInOutcome | 'unconfirmed'> {
  const { auth, sessions, store, passwords } = parts;
  const { personId, passwordHash } = known;
  const request = { body: { userId: personId, password }, ...sessions.anonymousRequestOf(caller) };
  const reply = await callLibrary(auth.api.signInPerson(request));
  if (reply.kind === 'refused') return { kind: 'refused' };
  // Replaces an outdated hash, while the password is available.
  const renewedHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : undefined;
  const proof: Proof = { kind: 'password', passwordHash, renewedHash };
  if ('twoFactorRedirect' in reply.answer) {
    if (!(await store.confirmSession({ personId, sessionId: undefined, proof }))) return 'unconfirmed';
    // The browser keeps the session cookie, which the library clears: the old session ends only with the code.
    const cookies = reply.cookies.filter((cookie) => cookie.startsWith(`${cookieNames.secondFactor}=`));
    return { kind: 'second_factor', cookies };
  }
  return (await signedIn(parts, caller, { cookies: reply.cookies, proof })) ?? 'unconfirmed';
}

/** Continues in the session of these cookies, and marks the browser as known. Undefined if the proof no longer holds. */
export async function signedIn(
  { sessions, devices }: IdentityParts,
  caller: ClientIdentity,
  { cookies, proof }: { readonly cookies: SetCookies; readonly proof: Proof },
): Promise<SignInOutcome | undefined> {
  const visitor = await sessions.begin(caller, cookies, proof);
  if (visitor === undefined) return undefined;
  return { kind: 'signed_in', cookies: [...cookies, devices.cookieFor(visitor.email)] };
}

/** Returns the person who gave their password in this browser and still has to give a code. */
async function findChallenged(
  { auth, sessions }: IdentityParts,
  caller: ClientIdentity,
): Promise<PersonId | undefined> {
  if (cookieValue(caller.cookies, 'secondFactor') === undefined) return undefined;
  const reply = await callLibrary(auth.api.findChallenged(sessions.anonymousRequestOf(caller)));
  return reply.kind === 'refused' ? undefined : ((reply.answer.userId ?? undefined) as PersonId | undefined);
}
