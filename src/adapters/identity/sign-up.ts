import type { AccountId } from '../../shop/accounts/account.ts';
import type { ActId } from '../../shop/audit/audit.ts';
import { unusable } from '../../shop/people/address.ts';
import { knownAddressMail, signUpAnewMail, verificationMail } from '../../shop/people/messages.ts';
import { canBePassword, normalizedPassword, passwordFault } from '../../shop/people/password.ts';
import type { ClientIdentity, FollowedLink, MailOutcome, People, PersonId } from '../../shop/people/people.ts';
import type { Credential, Proof } from '../../shop/people/person-store.ts';
import { isGuessable } from './guessable.ts';
import type { IdentityParts } from './identity-parts.ts';
import { callLibrary } from './library-reply.ts';
import { hashOfToken, keepLink, keepNothing } from './link-tokens.ts';
import { typedAddress } from './typed-address.ts';

type SignUp = Pick<People, 'signUp' | 'sendVerification' | 'verifyEmail'>;

/** Sign-up. A person is created only after the address is confirmed. */
export function signUpOf(parts: IdentityParts): SignUp {
  return {
    signUp: (caller, person) => signUp(parts, caller, person),
    sendVerification: (caller, email) => sendVerification(parts, caller, email),
    verifyEmail: (caller, proof) => verifyEmail(parts, caller, proof),
  };
}

async function signUp(
  parts: IdentityParts,
  { address }: ClientIdentity,
  person: { readonly email: string; readonly password: string },
): Promise<MailOutcome> {
  const { throttle, passwords, store, mailer, now, baseUrl } = parts;
  const parsed = typedAddress(person.email);
  const fault = passwordFault(person.password, parsed.kind === 'address' ? parsed.email : '', isGuessable);
  if (parsed.kind === 'unusable') return fault === undefined ? parsed : unusable(...parsed.faults, fault);
  if (fault !== undefined) return unusable(fault);
  const { email } = parsed;
  const throttled = await throttle.refusal({ act: 'mail', address, accounts: [email] });
  if (throttled !== undefined) return throttled;
  // One hash, one lookup and one row, whether the address is known or not, so that both cases take equally long.
  const passwordHash = await passwords.hash(normalizedPassword(person.password));
  const known = await store.findCredential(email, now());
  if (known?.kind === 'person') {
    await keepNothing(parts, email);
    mailer.send(knownAddressMail({ to: email, baseUrl: baseUrl() }));
  } else {
    await sendLink(parts, email, passwordHash);
  }
  return { kind: 'sent' };
}

/** Sends a confirmation link; following it creates a person with the password of this hash. */
async function sendLink(parts: IdentityParts, email: string, passwordHash: string): Promise<void> {
  const token = await keepLink(parts, { purpose: 'sign_up', email, passwordHash });
  parts.mailer.send(verificationMail({ to: email, baseUrl: parts.baseUrl(), token }));
}

async function sendVerification(parts: IdentityParts, { address }: ClientIdentity, text: string): Promise<MailOutcome> {
  const parsed = typedAddress(text);
  if (parsed.kind === 'unusable') return parsed;
  const { email } = parsed;
  const throttled = await parts.throttle.refusal({ act: 'mail', address, accounts: [email] });
  if (throttled !== undefined) return throttled;
  await sendAgain(parts, email, await parts.store.findCredential(email, parts.now()));
  return { kind: 'sent' };
}

async function sendAgain(parts: IdentityParts, email: string, known: Credential | undefined): Promise<void> {
  if (known?.kind === 'signing_up' && known.isOnlyOne) return sendLink(parts, email, known.passwordHash);
  await keepNothing(parts, email);
  if (known?.kind === 'signing_up') parts.mailer.send(signUpAnewMail({ to: email, baseUrl: parts.baseUrl() }));
}

async function verifyEmail(
  parts: IdentityParts,
  caller: ClientIdentity,
  { token, password }: FollowedLink,
): ReturnType<People['verifyEmail']> {
  const { auth, throttle, passwords, store, sessions, devices, now, newId } = parts;
  const tokenHash = hashOfToken(token);
  const throttled = await throttle.refusal({ act: 'link', address: caller.address, accounts: [tokenHash] });
  if (throttled !== undefined) return throttled;
  const found = await store.findLink('sign_up', { tokenHash, at: now() });
  if (found?.passwordHash === undefined) return { kind: 'invalid_link' };
  const isOwnedAlready =
    canBePassword(password) && (await passwords.verify(found.passwordHash, normalizedPassword(password)));
  if (!isOwnedAlready) return { kind: 'refused' };
  const personId = newId() as PersonId;
  const ids = { personId, accountId: newId() as AccountId, actId: newId() as ActId };
  const outcome = await store.completeSignUp({ tokenHash, at: now(), ...ids });
  if (outcome.kind === 'invalid_link') return outcome;
  const headers = sessions.anonymousHeadersOf(caller);
  const reply = await callLibrary(auth.api.startSession({ body: { userId: personId }, headers, returnHeaders: true }));
  if (reply.kind === 'refused') return { kind: 'done' };
  const proof: Proof = { kind: 'password', passwordHash: found.passwordHash, renewedHash: undefined };
  if ((await sessions.begin(caller, reply.cookies, proof)) === undefined) return { kind: 'done' };
  return { kind: 'signed_in', cookies: [...reply.cookies, devices.cookieFor(outcome.email)] };
}
