import { letter, type Mail } from '../mail/mailer.ts';
import { linkLifetimesMs, linkTo } from './links.ts';

/** The recipient, and the address of the account area for links. */
export type Letter = { readonly to: string; readonly baseUrl: string };

export type LetterWithLink = Letter & { readonly token: string };

/** Sent after a sign-up, or when the link is requested again. */
export function verificationMail({ to, baseUrl, token }: LetterWithLink): Mail {
  return letter(to, 'Confirm your e-mail address', [
    `Confirm your address to open your account at ${hostOf(baseUrl)}. You need the password that you chose:`,
    linkTo(baseUrl, 'sign_up', token),
    `The link works once. It expires in ${hoursOf(linkLifetimesMs.sign_up)}.`,
    'If you did not sign up, ignore this mail. No account is opened without the link.',
  ]);
}

/** Sent after several sign-ups with one address, when it is unknown which password is the owner's. */
export function signUpAnewMail({ to, baseUrl }: Letter): Mail {
  return letter(to, 'Confirm your e-mail address', [
    `This address was used to sign up at ${hostOf(baseUrl)} more than once. Follow the newest link that we sent you, or sign up again:`,
    `${baseUrl}/sign-up`,
    'If you did not sign up, ignore this mail. No account is opened without a link.',
  ]);
}

/** Sent instead of `verificationMail` if the address already has an account. */
export function knownAddressMail({ to, baseUrl }: Letter): Mail {
  return letter(to, 'You already have an account', [
    `This address was used to sign up at ${hostOf(baseUrl)}, but it already has an account. Sign in:`,
    `${baseUrl}/sign-in`,
    'If you forgot your password, choose a new one:',
    `${baseUrl}/reset`,
    'If you did not sign up, ignore this mail. Nothing has changed.',
  ]);
}

export function resetMail({ to, baseUrl, token }: LetterWithLink): Mail {
  return letter(to, 'Choose a new password', [
    `Choose a new password for your account at ${hostOf(baseUrl)}:`,
    linkTo(baseUrl, 'reset', token),
    `The link works once. It expires in ${hoursOf(linkLifetimesMs.reset)}.`,
    'If you did not ask for a new password, ignore this mail. Your password has not changed.',
  ]);
}

/** To the new address. */
export function emailChangeMail({ to, baseUrl, token }: LetterWithLink): Mail {
  return letter(to, 'Confirm your new e-mail address', [
    `Confirm this address for your account at ${hostOf(baseUrl)}. Sign in with the old address first:`,
    linkTo(baseUrl, 'email', token),
    `The link works once. It expires in ${hoursOf(linkLifetimesMs.email)}. Until you confirm the new address, the old one stays in use.`,
    'If you did not ask for this change, ignore this mail.',
  ]);
}

/** To the new address, if it already has an account. */
export function addressTakenMail({ to, baseUrl }: Letter): Mail {
  return letter(to, 'This address already has an account', [
    `This address was entered as the new address of another account at ${hostOf(baseUrl)}, but it already has its own account. Sign in to it:`,
    `${baseUrl}/sign-in`,
    'If you did not ask for this change, ignore this mail. Nothing has changed.',
  ]);
}

/** To the current address. */
export function emailChangeNotice({ to, baseUrl }: Letter): Mail {
  return letter(to, 'Your e-mail address is about to change', [
    `A new e-mail address was entered for your account at ${hostOf(baseUrl)}. We sent a link to the new address. Your address changes when the link is followed.`,
    ...ifNotYou(baseUrl),
  ]);
}

export function passwordChangedNotice({ to, baseUrl }: Letter): Mail {
  return letter(to, 'Your password was changed', [
    `The password of your account at ${hostOf(baseUrl)} was changed. All other sessions were signed out.`,
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
    'A new password does not remove passkeys. Sign in with it, then remove the passkey that is not yours:',
  ];
  const removal = change === 'added' ? [...lasting, `${baseUrl}/security/passkeys`] : [];
  return letter(to, subject, [text, ...ifNotYou(baseUrl), ...removal]);
}

function ifNotYou(baseUrl: string): readonly string[] {
  return ['If this was not you, choose a new password now. This signs out all devices:', `${baseUrl}/reset`];
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

function hoursOf(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours === 1 ? 'one hour' : `${hours} hours`;
}
