import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from './eventually.ts';

/** A message as received. */
export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** Header names in lower case, encoded words decoded. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decoded body. */
  readonly text: string;
  /** Whether it was received over TLS. */
  readonly wasEncrypted: boolean;
  readonly user: string | undefined;
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export type MailServerOptions = Pick<
  SMTPServerOptions,
  'key' | 'cert' | 'onMailFrom' | 'onRcptTo' | 'onAuth' | 'onConnect' | 'authOptional' | 'size'
> & {
  /** 0 selects a free port. */
  readonly port?: number;
  /** Called with each message before it is accepted; rejecting refuses it temporarily. */
  readonly beforeTaking?: (mail: ReceivedMail) => Promise<void>;
};

/** A mail server on loopback that stores received messages. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { port = 0, beforeTaking, ...rest } = options;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disableReverseLookup: true,
    authOptional: true,
    closeTimeout: 100,
    ...(rest.key === undefined ? { hideSTARTTLS: true } : {}),
    ...rest,
    onData: (stream, session, callback) => {
      const take = async () => {
        const mail = readMail(await buffer(stream), session);
        await beforeTaking?.(mail);
        received.push(mail);
      };
      take().then(
        () => callback(),
        (error: unknown) => callback(Object.assign(error as Error, { responseCode: 451 })),
      );
    },
  });
  // Errors of single connections; tests break them deliberately.
  server.on('error', () => undefined);
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  assert.ok(address !== null && typeof address === 'object');
  const taken = new Map<string, number>();
  return {
    /** Value of `SMTP_URL`. */
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    /** All messages, oldest first. */
    received: received as readonly ReceivedMail[],
    /** Waits for the next message to this address that was not returned before. */
    next: async (to: string) => {
      const at = taken.get(to) ?? 0;
      taken.set(to, at + 1);
      const mails = () => received.filter((mail) => mail.to.includes(to));
      await eventually(() => mails().length > at);
      const mail = mails()[at];
      assert.ok(mail);
      return mail;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

type Session = Parameters<NonNullable<SMTPServerOptions['onData']>>[1];

function readMail(bytes: Buffer, session: Session): ReceivedMail {
  const message = bytes.toString('latin1');
  const end = message.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of message.slice(0, end).split(/\r\n(?![ \t])/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    assert.ok(!headers.has(name), `the header ${name} stands twice`);
    headers.set(
      name,
      decodedWords(
        line
          .slice(colon + 1)
          .replaceAll('\r\n', '')
          .trim(),
      ),
    );
  }
  const { mailFrom, rcptTo } = session.envelope;
  const body = message.slice(end + 4);
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    headers,
    text: decodedBody(body, headers.get('content-transfer-encoding') ?? '7bit').replaceAll('\r\n', '\n'),
    wasEncrypted: session.secure,
    user: session.user,
  };
}

/** Source: RFC 2045, section 6. */
function decodedBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodedOctets(body.replaceAll(/=\r\n/g, ''));
  return Buffer.from(body, 'latin1').toString('utf8');
}

function decodedOctets(text: string): string {
  const octets = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString('utf8');
}

/** Source: RFC 2047. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodedOctets(word.replaceAll('_', ' ')),
    );
}

/** Returns the first link in a message. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  assert.ok(link, text);
  return new URL(link);
}
