import { ServiceError } from '../../ground/service-error.ts';
import type { Log } from '../../ops/log.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { Mail, Mailer } from '../../shop/mail/mailer.ts';

export type LoggedMailerParts = {
  readonly log: Pick<Log, 'info'>;
  readonly events: Pick<ShopEvents, 'mailHandled'>;
};

/**
 * Replaces a missing mail server, to try the service: writes the links of messages to the log. Anyone who reads the log
 * can follow them, so a public server needs `SMTP_URL`.
 */
export class LoggedMailer implements Mailer {
  readonly isConnected = false;
  readonly #parts: LoggedMailerParts;

  constructor(parts: LoggedMailerParts) {
    this.#parts = parts;
  }

  send({ text }: Mail): void {
    const { log, events } = this.#parts;
    events.mailHandled({ outcome: 'logged' });
    for (const [link] of text.matchAll(/https?:\/\/\S+/g)) log.info('mail is not sent without SMTP_URL', { link });
  }

  async deliver(): Promise<void> {
    throw new ServiceError('mail_unavailable', { detail: { reason: 'mail is not sent without SMTP_URL' } });
  }
}
