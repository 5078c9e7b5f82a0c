import { ServiceError } from '../../ground/service-error.ts';
import type { Log } from '../../ops/log.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { Mail, Mailer } from '../../shop/mail/mailer.ts';

export type LoggedMailerParts = {
  readonly log: Pick<Log, 'info'>;
  readonly events: Pick<ShopEvents, 'mailHandled'>;
  /** Prints what a demo shows instead of a log line: a link alone on its line can be clicked. */
  readonly print?: ((text: string) => void) | undefined;
};

/** Without a mail server: writes links to the log, whose readers can follow them. A public server needs `SMTP_URL`. */
export class LoggedMailer implements Mailer {
  readonly isConnected = false;
  readonly #parts: LoggedMailerParts;
  #last: { readonly to: string; readonly link: string | undefined } | undefined;

  constructor(parts: LoggedMailerParts) {
    this.#parts = parts;
  }

  /** Returns the first link of the last message, if it was to this address. */
  lastLinkTo(email: string): string | undefined {
    return this.#last?.to === email ? this.#last.link : undefined;
  }

  send({ to, text }: Mail): void {
    const { log, events, print } = this.#parts;
    events.mailHandled({ outcome: 'logged' });
    const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
    this.#last = { to, link: links[0] };
    for (const link of links)
      if (print === undefined) log.info('mail is not sent without SMTP_URL', { link });
      else print(`\nThe demo sends no mail. This is the link of a message:\n\n${link}\n\n`);
  }

  async deliver(): Promise<void> {
    throw new ServiceError('mail_unavailable', { detail: { reason: 'mail is not sent without SMTP_URL' } });
  }
}
