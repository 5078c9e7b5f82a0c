import type { UnixMs } from '../../ground/units.ts';

/** A plain-text message to one person; its lines need no wrapping. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Whether a mail server is configured; otherwise links are only written to the log. */
  readonly isConnected: boolean;
  /** Queues a message, with a bounded number of retries. Pages do not wait for it: their timing discloses nothing. */
  send(mail: Mail): void;
  /** Resolves when a server has accepted it. @throws ServiceError `mailbox_refused` (permanent), `mail_unavailable` */
  deliver(mail: Mail): Promise<void>;
};

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

/** Returns a mail of paragraphs with an empty line between them. */
export function letter(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

/** `2026-11-20 12:00 UTC`. */
export function momentOf(at: UnixMs): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
