import type { Mail } from '../mail/mailer.ts';

/** The last mail to the owner of an erased account, so that an erasure by somebody else is noticed. */
export function erasureMail(to: string): Mail {
  const lines = [
    'Your account was erased, as was asked for in a session of yours a moment ago. Your keys are refused, all sessions have ended, and what was left of your characters has expired.',
    'Your address, your terms and the names of your keys are no longer kept. What we have to account for (orders, payments, how many characters were used when) stays without your name and address.',
    'If it was not you, answer to whoever runs this service. This is the last message to this address.',
  ];
  return { to, subject: 'Your account was erased', text: lines.join('\n\n') };
}
