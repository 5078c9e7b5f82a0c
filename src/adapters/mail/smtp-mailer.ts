import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { parseEmail } from '../../shop/accounts/email.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { Mail, Mailer } from '../../shop/mail/mailer.ts';

/** The server that accepts messages. The password is never shown. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** `from_start`: encrypted. `required`: STARTTLS first. `optional`: STARTTLS if offered, with any certificate. */
  readonly tls: 'from_start' | 'required' | 'optional';
  readonly login: { readonly user: string; readonly password: string } | undefined;
};

export type SmtpMailerOptions = {
  readonly server: SmtpServer;
  readonly from: { readonly name: string; readonly address: string };
  readonly events: Pick<ShopEvents, 'mailHandled'>;
  readonly limits?: Partial<MailLimits>;
};

export type MailLimits = {
  /** Messages in memory; further ones are dropped. */
  readonly waitingMax: number;
  readonly connectionsMax: number;
  /** Time limit of one attempt, from getting a connection to the server's acceptance. */
  readonly attemptMs: number;
  /** Pauses after temporary failures; then the message is given up. */
  readonly retryAfterMs: readonly number[];
  /** How long a stopping server waits for queued messages. */
  readonly drainMs: number;
};

const defaultLimits: MailLimits = {
  waitingMax: 1_000,
  connectionsMax: 4,
  attemptMs: 30_000,
  // Servers that refuse an unknown sender's first attempt accept one some minutes later (source: RFC 6647).
  retryAfterMs: [1_000, 10_000, 60_000, 300_000, 900_000],
  drainMs: 5_000,
};

type Letter = {
  readonly mail: Mail;
  /** The remaining pauses of `MailLimits.retryAfterMs`. */
  waitsMs: readonly number[];
  timer: NodeJS.Timeout | undefined;
  readonly settle: (failure?: ServiceError) => void;
};

/** Sends messages to an SMTP server, a few at a time, from a queue in memory. */
export class SmtpMailer implements Mailer, AsyncDisposable {
  readonly isConnected = true;
  readonly #options: SmtpMailerOptions;
  readonly #limits: MailLimits;
  readonly #pool: SMTPPool;
  readonly #transport;
  /** All messages that are not settled. */
  readonly #letters = new Set<Letter>();
  readonly #ready: Letter[] = [];
  #active = 0;
  #isClosing = false;
  readonly #empty = Promise.withResolvers<void>();

  constructor(options: SmtpMailerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#pool = new SMTPPool(poolOptions(options.server, this.#limits));
    this.#transport = createTransport(this.#pool);
  }

  send(mail: Mail): void {
    this.#take(mail, this.#limits.retryAfterMs, () => undefined);
  }

  deliver(mail: Mail): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#take(mail, [], (failure) => (failure === undefined ? resolve() : reject(failure)));
    });
  }

  /** Makes one more attempt for each message that waits for a retry, and gives up the rest after `drainMs`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    for (const letter of this.#letters) {
      letter.waitsMs = [];
      if (letter.timer !== undefined) this.#queue(letter);
    }
    if (this.#letters.size === 0) this.#empty.resolve();
    const patience = setTimeout(() => this.#giveUpAll(), this.#limits.drainMs);
    await this.#empty.promise;
    clearTimeout(patience);
    this.#pool.close({ force: true });
  }

  #take(mail: Mail, waitsMs: readonly number[], settle: Letter['settle']): void {
    if (this.#isClosing || this.#letters.size >= this.#limits.waitingMax) {
      this.#options.events.mailHandled({ outcome: 'dropped', reason: this.#isClosing ? 'stopping' : 'queue full' });
      settle(unavailable('dropped'));
      return;
    }
    const letter: Letter = { mail, waitsMs, timer: undefined, settle };
    this.#letters.add(letter);
    this.#queue(letter);
  }

  #queue(letter: Letter): void {
    clearTimeout(letter.timer);
    letter.timer = undefined;
    this.#ready.push(letter);
    this.#work();
  }

  #work(): void {
    while (this.#active < this.#limits.connectionsMax) {
      const letter = this.#ready.shift();
      if (letter === undefined) return;
      this.#active++;
      void this.#attempt(letter).finally(() => {
        this.#active--;
        this.#work();
      });
    }
  }

  async #attempt(letter: Letter): Promise<void> {
    try {
      await this.#hand(letter.mail);
    } catch (error) {
      const { isFinal, isServers, reason } = mailFault(error);
      const [waitMs, ...rest] = letter.waitsMs;
      if (isFinal || waitMs === undefined) {
        this.#settle(letter, isFinal ? 'refused' : 'given_up', { reason, isServers });
        return;
      }
      this.#options.events.mailHandled({ outcome: 'retried', reason, isServers });
      letter.waitsMs = rest;
      letter.timer = setTimeout(() => this.#queue(letter), waitMs);
      return;
    }
    this.#settle(letter, 'sent', { isServers: false });
  }

  async #hand({ to, subject, text }: Mail): Promise<void> {
    // Both are validated before; a line break in either would write into the headers of the message.
    if (parseEmail(to) !== to || !isOneLine(subject, 200)) {
      throw new ServiceError('mail_unavailable', {
        detail: { reason: 'the message has no proper address or subject' },
      });
    }
    const { from } = this.#options;
    await this.#transport.sendMail({
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      // Prevents automatic absence replies (source: RFC 3834, section 5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(this.#limits.attemptMs),
    });
  }

  #settle(letter: Letter, outcome: 'sent' | 'refused' | 'given_up', why: Partial<Omit<MailFault, 'isFinal'>>): void {
    if (!this.#letters.delete(letter)) return;
    this.#options.events.mailHandled({ outcome, ...why });
    letter.settle(outcome === 'sent' ? undefined : unavailable(why.reason ?? outcome));
    if (this.#isClosing && this.#letters.size === 0) this.#empty.resolve();
  }

  #giveUpAll(): void {
    this.#ready.length = 0;
    for (const letter of this.#letters) this.#settle(letter, 'given_up', { reason: 'stopping' });
  }
}

function unavailable(reason: string): ServiceError {
  // A permanent reply about this one address. Source: RFC 5321, section 4.2.3.
  return new ServiceError(/^55[0-3]$/.test(reason) ? 'mailbox_refused' : 'mail_unavailable', { detail: { reason } });
}

function poolOptions(
  { host, port, tls, login }: SmtpServer,
  limits: MailLimits,
): ConstructorParameters<typeof SMTPPool>[0] {
  const { connectionsMax, attemptMs } = limits;
  return {
    host,
    port,
    secure: tls === 'from_start',
    requireTLS: tls === 'required',
    tls: { rejectUnauthorized: tls !== 'optional', minVersion: 'TLSv1.2' },
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    maxConnections: connectionsMax,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: attemptMs,
    greetingTimeout: attemptMs,
    socketTimeout: attemptMs,
    dnsTimeout: attemptMs,
    logger: false,
  };
}

/** Why a message was not accepted, without the server's text, which contains the address. */
type MailFault = {
  /** Whether a retry would fail too. */
  readonly isFinal: boolean;
  /** Whether every message would fail: no connection, or the server refuses the login or the sender. */
  readonly isServers: boolean;
  /** One word: an SMTP code, a system code, or a code of the library. */
  readonly reason: string;
};

/** @param error as nodemailer throws it */
function mailFault(error: unknown): MailFault {
  const { code, command, responseCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const isServers = !ofMessage.has(command) && code !== 'mail_unavailable';
  if (typeof responseCode === 'number' && Number.isInteger(responseCode)) {
    // 421 and 4xx are temporary; 5xx are permanent (source: RFC 5321, section 4.2.1).
    return { isFinal: responseCode >= 500, isServers, reason: String(responseCode) };
  }
  const reason = typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code : 'unknown';
  return { isFinal: finalCodes.has(reason), isServers, reason };
}

/** The commands that name the recipient and send the text, as nodemailer writes them. */
const ofMessage: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

const finalCodes: ReadonlySet<string> = new Set(['EENVELOPE', 'ECONFIG', 'mail_unavailable']);
