import type { ActId } from '../../shop/audit/audit.ts';
import { unusable } from '../../shop/people/address.ts';
import {
  addressTakenMail,
  emailChangeMail,
  emailChangeNotice,
  passwordChangedNotice,
} from '../../shop/people/messages.ts';
import { canBePassword, normalizedPassword, passwordFault } from '../../shop/people/password.ts';
import type { People } from '../../shop/people/people.ts';
import { isGuessable } from './guessable.ts';
import { callLibrary } from './library-reply.ts';
import { hashOfToken, keepLink, keepNothing } from './link-tokens.ts';
import type { IdentityParts } from './sessions.ts';
import { typedAddress } from './typed-address.ts';

export function credentialsOf(parts: IdentityParts) {
  const { auth, throttle, sessions, store, passwords, mailer, devices, journal, now, newId, baseUrl } = parts;
  return {
    async changePassword(caller, { email, accountId, personId, sessionId }, { current, next }) {
      const fault = passwordFault(next, email, isGuessable);
      if (fault !== undefined) return unusable(fault);
      const throttled = await throttle.refusal({ act: 'password', address: caller.address, accounts: [personId] });
      if (throttled !== undefined) return throttled;
      if (!canBePassword(current)) return { kind: 'refused' };
      const from = (await store.findSecrets(personId))?.passwordHash;
      if (from === undefined || !(await passwords.verify(from, normalizedPassword(current))))
        return { kind: 'refused' };
      const to = await passwords.hash(normalizedPassword(next));
      const body = { userId: personId };
      const reply = await callLibrary(auth.api.startSession({ body, ...sessions.anonymousRequestOf(caller) }));
      if (reply.kind === 'refused') return { kind: 'refused' };
      const nextSessionId = reply.answer.id;
      if (!(await store.changePassword({ personId, sessionId, nextSessionId, from, to }))) return { kind: 'refused' };
      mailer.send(passwordChangedNotice({ to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.password_changed', accountId });
      return { kind: 'done', cookies: reply.cookies };
    },

    async sendEmailChange({ address }, { personId, email: oldEmail }, text) {
      const parsed = typedAddress(text);
      if (parsed.kind === 'unusable') return parsed;
      const { email } = parsed;
      if (email === oldEmail) return unusable('email_unchanged');
      const throttled = await throttle.refusal({ act: 'mail', address, accounts: [personId, email] });
      if (throttled !== undefined) return throttled;
      // The reply does not disclose whether the address has an account; only the mail does.
      if (await store.isAddressTaken(email)) {
        await keepNothing(parts, email);
        mailer.send(addressTakenMail({ to: email, baseUrl: baseUrl() }));
      } else {
        const token = await keepLink(parts, { purpose: 'email', email, personId });
        mailer.send(emailChangeMail({ to: email, baseUrl: baseUrl(), token }));
      }
      mailer.send(emailChangeNotice({ to: oldEmail, baseUrl: baseUrl() }));
      return { kind: 'sent' };
    },

    async confirmEmailChange({ address }, { personId }, token) {
      const throttled = await throttle.refusal({ act: 'link', address, accounts: [] });
      if (throttled !== undefined) return throttled;
      const use = { tokenHash: hashOfToken(token), at: now() };
      const found = await store.findLink('email', use);
      if (found?.personId !== personId) return { kind: 'invalid_link' };
      const { email } = found;
      const outcome = await store.changeEmail({ ...use, personId, email, actId: newId() as ActId });
      switch (outcome.kind) {
        case 'changed':
          return { kind: 'done', cookies: [devices.cookieFor(email)] };
        case 'taken':
          return unusable('email_taken');
        case 'invalid_link':
          return outcome;
      }
    },

    async listSessions(_caller, { personId, sessionId }) {
      const found = await store.listSessions({ personId, at: now() });
      return found.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
    },

    async endSession(_caller, { personId, accountId }, sessionId) {
      const ended = await store.endSession(personId, sessionId);
      if (ended) await journal.record({ by: accountId, act: 'person.sessions_ended', accountId });
      return ended;
    },

    async endOtherSessions(_caller, { personId, sessionId, accountId }) {
      await store.endOtherSessions(personId, sessionId);
      await journal.record({ by: accountId, act: 'person.sessions_ended', accountId });
    },

    describe: async (personId) => ({ ...(await store.describePerson(personId)) }),
    erase: (personId) => store.erasePerson(personId),
  } satisfies Partial<People>;
}
