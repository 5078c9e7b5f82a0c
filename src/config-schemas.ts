import { resolve } from 'node:path';
import { z } from 'zod';
import { isOneLine } from './ground/one-line.ts';
import { parseCidr } from './ops/cidr.ts';
import { leadsToLoopback } from './ops/loopback.ts';
import { serverUrls } from './ops/server-urls.ts';
import { parseTaxRates } from './shop/billing/tax.ts';
import { readPacks } from './shop/orders/shop.ts';
import { parseTrialDomains } from './shop/orders/trial-domains.ts';
import { parseLanguageTag } from './text/languages/language-tag.ts';
import { parseEnginePreference } from './text/languages/preferred-engines.ts';

/** The value that `parse` returns; `message` says what it accepts. */
export const parsedBy = <Value>(
  parse: (text: string) => Value | undefined,
  message: string | ((text: string) => string),
) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: typeof message === 'string' ? message : message(text) });
    return z.NEVER;
  });

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);

export const mebibyte = 2 ** 20;

/** MiB, as bytes. */
export const wholeMebibytes = (least: number, most: number) =>
  wholeNumber(least, most).transform((mib) => mib * mebibyte);

/** Seconds, as milliseconds. */
export const wholeSeconds = (least: number, most: number) =>
  wholeNumber(least, most).transform((count) => count * 1_000);

export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');

/** A folder or a file, as an absolute path. */
export const path = z
  .string()
  .min(1)
  .transform((name) => resolve(name));

const durationUnitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the milliseconds of `15m`, `6h` or `1d`, and NaN for another text. */
function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return Number(count) * (durationUnitMs[unit] ?? Number.NaN);
}

/** Milliseconds. */
export const duration = (least: string, most: string) =>
  z
    .string()
    .refine(
      (text) => durationMs(text) >= durationMs(least) && durationMs(text) <= durationMs(most),
      `must be a whole number with m, h or d, from ${least} to ${most}`,
    )
    .transform(durationMs);

export const isCidr = (block: string): boolean => parseCidr(block) !== undefined;

export const isPostgresUrl = (text: string): boolean => serverUrls(text).every(isUrlOfServer);

function isUrlOfServer(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, searchParams, hash, username, password } = new URL(text);
  // A `#` in a password that was not escaped would cut the URL short.
  if (hash !== '' || !/^\/[^/]+$/.test(pathname) || /%(?![0-9a-f]{2})/i.test(username + password)) return false;
  return hostname !== '' || (searchParams.get('host') ?? '') !== '';
}

// The driver treats `require` and the like as `verify-full`, and warns that a later version will not. No value: no
// encryption.
const sslModes: readonly (string | null)[] = [null, 'disable', 'verify-full', 'no-verify'];

export const hasPlainSslMode = (text: string): boolean => sslModes.includes(parameterOf(text, 'sslmode'));

/** What nodes do with several servers anyway; PostgreSQL's own tools need it in the URL. */
const sessionAttributes: readonly (string | null)[] = [null, 'read-write', 'primary'];

export const needsPrimary = (text: string): boolean =>
  sessionAttributes.includes(parameterOf(text, 'target_session_attrs'));

/** Also of a text that is no URL, which another check reports. */
function parameterOf(url: string, name: string): string | null {
  const [first = ''] = serverUrls(url);
  return URL.canParse(first) ? new URL(first).searchParams.get(name) : null;
}

const partsOf = (text: string, separator: string | RegExp): readonly string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const commaSeparated = z.string().transform((text) => partsOf(text, ','));

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Credentials in a URL are refused: Node's `fetch` rejects them, and an error message would show them. */
const hasCredentials = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
};

export const httpUrl = z
  .string()
  .refine(isHttpUrl, 'must be an http or https URL')
  .refine((text) => !hasCredentials(text), 'must not hold a user name or a password');

/** The address of the service, without a slash at its end. */
export const publicUrl = httpUrl
  .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment')
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    return origin + pathname.replace(/\/+$/, '');
  })
  .refine(
    (url) => /^(?:\/[\w.~-]+)*$/.test(new URL(url).pathname.replace(/^\/$/, '')),
    'must have a path of letters, digits and - . _ ~',
  );

export const languageTags = parsedBy((text) => {
  const tags = partsOf(text, ',').map(parseLanguageTag);
  return tags.every((tag) => tag !== undefined) ? [...new Set(tags)] : undefined;
}, 'must be a list of language codes such as en,es,pt-BR');

export const enginePreferences = commaSeparated.pipe(
  z.array(parsedBy(parseEnginePreference, (wrong) => `${wrong} is not of the form es>en=apertium or *>de=bergamot`)),
);

export const jsonObject = parsedBy(
  (text) => z.record(z.string(), z.json()).safeParse(parseJson(text)).data,
  'must be one JSON object',
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const price = z
  .string()
  .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text), 'must be an amount such as 2 or 0.15')
  .transform(Number);

export const packsForSale = z.string().transform((text, context) => {
  const read = readPacks(text);
  if (read.kind === 'packs') return read.packs;
  context.addIssue({ code: 'custom', message: read.fault });
  return z.NEVER;
});

export const taxRates = parsedBy(
  parseTaxRates,
  'must be a list such as DE:19,AT:20,*:0, with each country once and * for all others',
);

export const trialDomains = parsedBy(
  parseTrialDomains,
  'must be a list such as gmail.com=googlemail.com:.,example.com=example.org, with each domain once',
);

/** The key is sent with each request, so the URL must be encrypted. */
export function isStripeApi(text: string): boolean {
  if (!isHttpUrl(text) || hasCredentials(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  if (pathname !== '/' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || leadsToLoopback(text);
}

const linesMax = { count: 20, length: 200 };

/** Lines shown on pages. Process managers cannot write a line break, so the two characters `\n` mean one. */
export const shownLines = z
  .string()
  .transform((text) => partsOf(text, /\r?\n|\\n/))
  .refine(
    (lines) => lines.length <= linesMax.count && lines.every((line) => isOneLine(line, linesMax.length)),
    `must be at most ${linesMax.count} lines of at most ${linesMax.length} characters`,
  );
