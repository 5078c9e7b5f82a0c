import { letter, type Mail } from '../mail/mailer.ts';

/** The last mail to the owner of an erased account, so that an erasure by somebody else is noticed. */
export function erasureMail(to: string): Mail {
  return letter(to, 'Your account was deleted', [
    'Your account was deleted, as requested in one of your sessions. Your keys no longer work, you are signed out everywhere, and your remaining characters have expired.',
    'Your address, your glossary and the names of your keys are no longer stored. Records that we must keep (orders, payments, characters used) stay without your name and address.',
    'If this was not you, contact support. This is the last message to this address.',
  ]);
}
