import type { Mail } from '../mail/mailer.ts';
import { linkLifetimesMs, linkTo } from './links.ts';

/** The recipient, and the address of the account area for links. */
export type Letter = { readonly to: string; readonly baseUrl: string };

export type LetterWithLink = Letter & { readonly token: string };

/** Sent after a sign-up, or when the link is requested again. */
export function verificationMail({ to, baseUrl, token }: LetterWithLink): Mail {
  return letter(to, 'Confirm your e-mail address', [
    `Somebody signed up with this address at ${hostOf(baseUrl)}. If that was you, confirm that the address is yours, with the password that you chose:`,
    linkTo(baseUrl, 'sign_up', token),
    `The link works once, for ${hoursOf(linkLifetimesMs.sign_up)}.`,
    'If it was not you, do nothing: without the link there is no account.',
  ]);
}

/** Sent after several sign-ups with one address, when it is unknown which password is the owner's. */
export function signUpAnewMail({ to, baseUrl }: Letter): Mail {
  return letter(to, 'Confirm your e-mail address', [
    `Somebody signed up with this address at ${hostOf(baseUrl)}, more than once. If that was you, follow the newest link that we sent you, or sign up again:`,
    `${baseUrl}/sign-up`,
    'If it was not you, do nothing: without a link there is no account.',
  ]);
}

/** Sent instead of `verificationMail` if the address already has an account. */
export function knownAddressMail({ to, baseUrl }: Letter): Mail {
  return letter(to, 'You have an account already', [
    `Somebody signed up with this address at ${hostOf(baseUrl)}, and it has an account already. If that was you, sign in:`,
    `${baseUrl}/sign-in`,
    'If you forgot your password, choose a new one:',
    `${baseUrl}/reset`,
    'If it was not you, do nothing: nothing has changed.',
  ]);
}

export function resetMail({ to, baseUrl, token }: LetterWithLink): Mail {
  return letter(to, 'Choose a new password', [
    `Somebody asked for a new password for your account at ${hostOf(baseUrl)}. If that was you, choose one here:`,
    linkTo(baseUrl, 'reset', token),
    `The link works once, for ${hoursOf(linkLifetimesMs.reset)}.`,
    'If it was not you, do nothing: your password has not changed.',
  ]);
}

/** To the new address. */
export function emailChangeMail({ to, baseUrl, token }: LetterWithLink): Mail {
  return letter(to, 'Confirm your new e-mail address', [
    `Somebody wants to use this address for their account at ${hostOf(baseUrl)}. If that was you, sign in to it with the old address and confirm the new one:`,
    linkTo(baseUrl, 'email', token),
    `The link works once, for ${hoursOf(linkLifetimesMs.email)}. Until you confirm it, the old address stays in use.`,
    'If it was not you, do nothing.',
  ]);
}

/** To the new address, if it already has an account. */
export function addressTakenMail({ to, baseUrl }: Letter): Mail {
  return letter(to, 'This address has an account already', [
    `Somebody wants to use this address for their account at ${hostOf(baseUrl)}, but it already has its own account. If that was you, sign in to that account:`,
    `${baseUrl}/sign-in`,
    'If it was not you, do nothing: nothing has changed.',
  ]);
}

/** To the current address. */
export function emailChangeNotice({ to, baseUrl }: Letter): Mail {
  return letter(to, 'Your e-mail address is about to change', [
    `Somebody who is signed in to your account at ${hostOf(baseUrl)} wants to change its address. We sent a link to the new address.`,
    ...ifNotYou(baseUrl),
  ]);
}

export function passwordChangedNotice({ to, baseUrl }: Letter): Mail {
  return letter(to, 'Your password was changed', [
    `The password of your account at ${hostOf(baseUrl)} was changed, and every other session was ended.`,
    ...ifNotYou(baseUrl),
  ]);
}

export function secondFactorNotice(change: 'added' | 'removed', { to, baseUrl }: Letter): Mail {
  const subject =
    change === 'added' ? 'Two-factor authentication was turned on' : 'Two-factor authentication was turned off';
  const text =
    change === 'added'
      ? `Signing in to your account at ${hostOf(baseUrl)} now requires a code from your authenticator app.`
      : `Signing in to your account at ${hostOf(baseUrl)} no longer requires a code from an authenticator app.`;
  return letter(to, subject, [text, ...ifNotYou(baseUrl)]);
}

export function backupCodesNotice({ to, baseUrl }: Letter): Mail {
  return letter(to, 'New backup codes were created', [
    `New backup codes were created for your account at ${hostOf(baseUrl)}. The old codes no longer work.`,
    ...ifNotYou(baseUrl),
  ]);
}

export function passkeyNotice(change: 'added' | 'removed', { to, baseUrl }: Letter): Mail {
  const subject = change === 'added' ? 'A passkey was added' : 'A passkey was removed';
  const text =
    change === 'added'
      ? `A new passkey can now sign in to your account at ${hostOf(baseUrl)}.`
      : `A passkey of your account at ${hostOf(baseUrl)} was removed.`;
  const lasting = [
    'A new password does not remove passkeys. Sign in with it, and remove the passkey that is not yours:',
  ];
  const removal = change === 'added' ? [...lasting, `${baseUrl}/security/passkeys`] : [];
  return letter(to, subject, [text, ...ifNotYou(baseUrl), ...removal]);
}

function ifNotYou(baseUrl: string): readonly string[] {
  return ['If it was not you, choose a new password now. This ends every session:', `${baseUrl}/reset`];
}

function letter(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

function hoursOf(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours === 1 ? 'one hour' : `${hours} hours`;
}
