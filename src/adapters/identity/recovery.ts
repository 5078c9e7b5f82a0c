import { unusable } from '../../shop/people/address.ts';
import { passwordChangedNotice, resetMail, signUpAnewMail } from '../../shop/people/messages.ts';
import { normalizedPassword, passwordFault } from '../../shop/people/password.ts';
import type { ClientIdentity, MailOutcome, People } from '../../shop/people/people.ts';
import { isGuessable } from './guessable.ts';
import type { IdentityParts } from './identity-parts.ts';
import { hashOfToken, keepLink, keepNothing } from './link-tokens.ts';
import { typedAddress } from './typed-address.ts';

type Recovery = Pick<People, 'sendReset' | 'resetPassword'>;

/** Sets a new password by a link sent to the person's address. */
export function recoveryOf(parts: IdentityParts): Recovery {
  return {
    sendReset: (caller, email) => sendReset(parts, caller, email),
    resetPassword: (caller, reset) => resetPassword(parts, caller, reset),
  };
}

async function sendReset(parts: IdentityParts, { address }: ClientIdentity, text: string): Promise<MailOutcome> {
  const { throttle, store, mailer, now, baseUrl } = parts;
  const parsed = typedAddress(text);
  if (parsed.kind === 'unusable') return parsed;
  const { email } = parsed;
  // Limited separately from other mail: an attacker who uses it up has caused links to be sent to the owner, and each
  // of them works.
  const throttled = await throttle.refusal({ act: 'mail', address, accounts: [`reset ${email}`] });
  if (throttled !== undefined) return throttled;
  const known = await store.findCredential(email, now());
  if (known?.kind !== 'person') {
    await keepNothing(parts, email);
    if (known !== undefined) mailer.send(signUpAnewMail({ to: email, baseUrl: baseUrl() }));
    return { kind: 'sent' };
  }
  const token = await keepLink(parts, { purpose: 'reset', email, personId: known.personId });
  mailer.send(resetMail({ to: email, baseUrl: baseUrl(), token }));
  return { kind: 'sent' };
}

type Reset = { readonly token: string; readonly password: string };

async function resetPassword(
  parts: IdentityParts,
  { address }: ClientIdentity,
  { token, password }: Reset,
): ReturnType<People['resetPassword']> {
  const { throttle, store, passwords, mailer, devices, journal, now, baseUrl } = parts;
  const throttled = await throttle.refusal({ act: 'link', address, accounts: [] });
  if (throttled !== undefined) return throttled;
  const tokenHash = hashOfToken(token);
  const found = await store.findLink('reset', { tokenHash, at: now() });
  if (found?.personId === undefined) return { kind: 'invalid_link' };
  const { email, personId } = found;
  const fault = passwordFault(password, email, isGuessable);
  if (fault !== undefined) return unusable(fault);
  const passwordHash = await passwords.hash(normalizedPassword(password));
  const accountId = await store.resetPassword({ tokenHash, at: now(), personId, passwordHash });
  if (accountId === undefined) return { kind: 'invalid_link' };
  mailer.send(passwordChangedNotice({ to: email, baseUrl: baseUrl() }));
  await journal.record({ by: accountId, act: 'person.password_changed', accountId });
  return { kind: 'done', cookies: [devices.cookieFor(email)] };
}
