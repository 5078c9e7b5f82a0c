/** Why a message was not accepted, without the server's text, which contains the address. */
export type MailFault = {
  /** Whether a retry would fail too. */
  readonly isFinal: boolean;
  /** Whether every message would fail: no connection, or the server refuses the login or the sender. */
  readonly isServers: boolean;
  /** One word: an SMTP code, a system code, or a code of the library. */
  readonly reason: string;
};

/** @param error as nodemailer throws it */
export function mailFault(error: unknown): MailFault {
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
