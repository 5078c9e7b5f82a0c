import type { AccountId } from '../../shop/accounts/account.ts';
import type { ActId } from '../../shop/audit/audit.ts';
import { unusable } from '../../shop/people/address.ts';
import { knownAddressMail, signUpAnewMail, verificationMail } from '../../shop/people/messages.ts';
import { canBePassword, normalizedPassword, passwordFault } from '../../shop/people/password.ts';
import type { People, PersonId } from '../../shop/people/people.ts';
import type { Proof } from '../../shop/people/person-store.ts';
import { isGuessable } from './guessable.ts';
import { callLibrary } from './library-reply.ts';
import { hashOfToken, keepLink, keepNothing } from './link-tokens.ts';
import type { IdentityParts } from './sessions.ts';
import { typedAddress } from './typed-address.ts';

/** Sign-up. A person is created only after the address is confirmed. */
export function signUpOf(parts: IdentityParts) {
  const { auth, throttle, passwords, store, sessions, devices, mailer, now, newId, baseUrl } = parts;

  /** Sends a confirmation link; following it creates a person with the password of this hash. */
  async function sendLink(email: string, passwordHash: string): Promise<void> {
    const token = await keepLink(parts, { purpose: 'sign_up', email, passwordHash });
    mailer.send(verificationMail({ to: email, baseUrl: baseUrl(), token }));
  }

  return {
    async signUp({ address }, { email: text, password }) {
      const parsed = typedAddress(text);
      const fault = passwordFault(password, parsed.kind === 'address' ? parsed.email : '', isGuessable);
      if (parsed.kind === 'unusable') return fault === undefined ? parsed : unusable(...parsed.faults, fault);
      if (fault !== undefined) return unusable(fault);
      const { email } = parsed;
      const throttled = await throttle.refusal({ act: 'mail', address, accounts: [email] });
      if (throttled !== undefined) return throttled;
      // One hash, one lookup and one row, whether the address is known or not, so that both cases take equally long.
      const passwordHash = await passwords.hash(normalizedPassword(password));
      const known = await store.findCredential(email, now());
      if (known?.kind === 'person') {
        await keepNothing(parts, email);
        mailer.send(knownAddressMail({ to: email, baseUrl: baseUrl() }));
      } else {
        await sendLink(email, passwordHash);
      }
      return { kind: 'sent' };
    },

    async sendVerification({ address }, text) {
      const parsed = typedAddress(text);
      if (parsed.kind === 'unusable') return parsed;
      const { email } = parsed;
      const throttled = await throttle.refusal({ act: 'mail', address, accounts: [email] });
      if (throttled !== undefined) return throttled;
      const known = await store.findCredential(email, now());
      if (known?.kind === 'signing_up' && known.isOnlyOne) {
        await sendLink(email, known.passwordHash);
      } else {
        await keepNothing(parts, email);
        if (known?.kind === 'signing_up') mailer.send(signUpAnewMail({ to: email, baseUrl: baseUrl() }));
      }
      return { kind: 'sent' };
    },

    async verifyEmail(caller, { token, password }) {
      const tokenHash = hashOfToken(token);
      const throttled = await throttle.refusal({ act: 'link', address: caller.address, accounts: [tokenHash] });
      if (throttled !== undefined) return throttled;
      const found = await store.findLink('sign_up', { tokenHash, at: now() });
      if (found?.passwordHash === undefined) return { kind: 'invalid_link' };
      const isOwnedAlready =
        canBePassword(password) && (await passwords.verify(found.passwordHash, normalizedPassword(password)));
      if (!isOwnedAlready) return { kind: 'refused' };
      const userId = newId() as PersonId;
      const ids = { personId: userId, accountId: newId() as AccountId, actId: newId() as ActId };
      const outcome = await store.completeSignUp({ tokenHash, at: now(), ...ids });
      if (outcome.kind === 'invalid_link') return outcome;
      const request = { body: { userId }, ...sessions.anonymousRequestOf(caller) };
      const reply = await callLibrary(auth.api.startSession(request));
      if (reply.kind === 'refused') return { kind: 'done' };
      const proof: Proof = { kind: 'password', passwordHash: found.passwordHash, renewedHash: undefined };
      if ((await sessions.begin(caller, reply.cookies, proof)) === undefined) return { kind: 'done' };
      return { kind: 'signed_in', cookies: [...reply.cookies, devices.cookieFor(outcome.email)] };
    },
  } satisfies Partial<People>;
}
