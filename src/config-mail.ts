import { parsedBy } from './config-schemas.ts';
import { isOneLine } from './ground/one-line.ts';
import { isLoopback } from './ops/loopback.ts';
import { parseEmail } from './shop/accounts/email.ts';

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Never quotes the value, because it contains a password. */
const wrongServer =
  'must be a URL such as smtp://user:password@mail.example.com:587 or smtps://..., with no more than ?tls=required or ?tls=optional after it';

/** The mail server in `SMTP_URL`. */
export const smtpServer = parsedBy((text) => (URL.canParse(text) ? serverOf(new URL(text)) : undefined), wrongServer);

function serverOf(url: URL) {
  const { protocol, pathname, hash, searchParams } = url;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || host === '' || !/^\/?$/.test(pathname) || hash !== '') return;
  const login = loginOf(url);
  const tls = tlsOf(protocol, searchParams, host);
  if (login === 'wrong' || tls === undefined) return;
  return { host, port: url.port === '' ? ports[protocol] : Number(url.port), tls, login };
}

function loginOf({ username, password }: URL) {
  if (username === '' && password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return 'wrong';
  }
}

/** How connections are encrypted: from the start, by STARTTLS only, or by STARTTLS if the server offers it. */
type Tls = 'from_start' | 'required' | 'optional';

/** Mails have links that sign a user in, so they are encrypted unless the operator decides otherwise. */
function tlsOf(protocol: keyof typeof ports, query: URLSearchParams, host: string): Tls | undefined {
  const tlsOption = query.get('tls');
  if (query.size > (tlsOption === null ? 0 : 1)) return undefined;
  if (protocol === 'smtps:') return tlsOption === null ? 'from_start' : undefined;
  if (tlsOption === null) return isLoopback(host) ? 'optional' : 'required';
  return tlsOption === 'required' || tlsOption === 'optional' ? tlsOption : undefined;
}

/** The sender: `no-reply@example.com`, or with a name, `Dragoman <no-reply@example.com>`. */
export const mailSender = parsedBy((text) => {
  const [, named, bracketed] = /^(?:"?([^"<>]*?)"?\s*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const name = named?.trim() ?? '';
  const address = parseEmail(bracketed ?? text);
  return address !== undefined && (name === '' || isOneLine(name, 100)) ? { name, address } : undefined;
}, 'must be an address such as Dragoman <no-reply@example.com>');
