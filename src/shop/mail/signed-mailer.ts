import type { Mail, Mailer } from './mailer.ts';

/** Who sends the mails, for their readers. */
export type MailSignature = { readonly serviceName: string; readonly supportEmail: string | undefined };

/** Adds the service's name to every subject, and the address of the operator's support to every text. */
export function signedMailer(mailer: Mailer, { serviceName, supportEmail }: MailSignature): Mailer {
  const signed = ({ to, subject, text }: Mail): Mail => ({
    to,
    subject: `${subject} - ${serviceName}`,
    text: supportEmail === undefined ? text : `${text}\nQuestions? Write to ${supportEmail}.\n`,
  });
  return {
    isConnected: mailer.isConnected,
    send: (mail) => mailer.send(signed(mail)),
    deliver: (mail) => mailer.deliver(signed(mail)),
  };
}
