import { ServiceError } from '../../ground/service-error.ts';
import type { Clock, UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import { letter, type Mail, type Mailer, momentOf } from '../mail/mailer.ts';
import { type ApiKey, parseApiKey } from './api-key.ts';
import type { Key, KeyStore } from './key-store.ts';

/** The largest number of different keys in one report; more need further reports. */
const keysMax = 100_000;

/** After this many consecutive failures no further mail is tried, because each attempt takes time. */
const failuresMax = 3;

export type LeakedKeysParts = {
  readonly store: Pick<KeyStore, 'findKey' | 'revokeKey'>;
  readonly findAccount: (id: AccountId) => Promise<Account | undefined>;
  /** Sends mail to the owners of revoked keys; undefined when mail is not configured. */
  readonly mailer: Pick<Mailer, 'deliver'> | undefined;
  /** For links in mail; undefined when not configured. */
  readonly baseUrl: string | undefined;
  readonly now: Clock;
  readonly newId: () => string;
  /** Hexadecimal SHA-256 of the UTF-8 of `text`. */
  readonly sha256Hex: (text: string) => string;
};

/** The result of a report of leaked keys. Each key counts once, however often it occurs. */
export type LeakReport = {
  /** With a valid checksum. */
  readonly found: number;
  /** Revoked by this report. */
  readonly revoked: readonly Key[];
  readonly revokedBefore: readonly Key[];
  /** Keys of another service, or invented ones. */
  readonly unknown: number;
  /** Accounts whose owner got a mail, and accounts whose owner did not. */
  readonly notified: readonly AccountId[];
  readonly notNotified: readonly AccountId[];
};

type Tally = { found: number; revoked: Key[]; revokedBefore: Key[]; unknown: number };

/** Revokes keys that were found in public. */
export class LeakedKeys {
  readonly #parts: LeakedKeysParts;

  constructor(parts: LeakedKeysParts) {
    this.#parts = parts;
  }

  /**
   * Revokes every live key in `text`, and sends mail to their owners. Repeating it revokes the rest and sends no second
   * mail. `text`: in pieces; only the current one is in memory. `by`: the actor in the audit journal.
   * @throws ServiceError `too_many_leaked_keys` for more than 100,000 different keys; those are revoked
   */
  async revoke(text: AsyncIterable<string>, by: string): Promise<LeakReport> {
    const tally: Tally = { found: 0, revoked: [], revokedBefore: [], unknown: 0 };
    let isFull: boolean;
    try {
      isFull = await this.#revokeAll(text, by, tally);
    } catch (cause) {
      // A repeated report finds these keys already revoked, and would not send mail for them.
      await this.#notifyOwners(tally.revoked);
      throw cause;
    }
    const report = { ...tally, ...(await this.#notifyOwners(tally.revoked)) };
    if (isFull) {
      throw new ServiceError('too_many_leaked_keys', { data: { max: keysMax, revoked: report.revoked.length } });
    }
    return report;
  }

  /** Returns whether the text holds more keys than one report may. */
  async #revokeAll(text: AsyncIterable<string>, by: string, tally: Tally): Promise<boolean> {
    const scan = new KeyScan();
    const seen = new Set<string>();
    for await (const piece of text) {
      for (const apiKey of scan.read(piece)) {
        const hash = this.#parts.sha256Hex(apiKey);
        if (seen.has(hash)) continue;
        if (seen.size >= keysMax) return true;
        seen.add(hash);
        await this.#revoke(hash, by, tally);
      }
    }
    return false;
  }

  async #revoke(hash: string, by: string, tally: Tally): Promise<void> {
    const { store, now, newId } = this.#parts;
    tally.found++;
    const key = await store.findKey({ hash });
    if (key === undefined) {
      tally.unknown++;
      return;
    }
    const at = now();
    const auditEntry = { id: newId() as ActId, by, act: 'key.revoked_as_leaked' } as const;
    const outcome =
      key.revokedAt === undefined ? await store.revokeKey({ id: key.id, at, auditEntry }) : 'revoked_before';
    if (outcome === 'revoked') tally.revoked.push({ ...key, revokedAt: at });
    else tally.revokedBefore.push(key);
  }

  async #notifyOwners(revoked: readonly Key[]): Promise<Pick<LeakReport, 'notified' | 'notNotified'>> {
    const [notified, notNotified]: [AccountId[], AccountId[]] = [[], []];
    let failures = 0;
    for (const [accountId, keys] of Map.groupBy(revoked, (key) => key.accountId)) {
      const isNotified = failures < failuresMax && (await this.#write(accountId, keys));
      failures = isNotified ? 0 : failures + 1;
      (isNotified ? notified : notNotified).push(accountId);
    }
    return { notified, notNotified };
  }

  /** A failed mail does not affect the revocation. */
  async #write(accountId: AccountId, keys: readonly Key[]): Promise<boolean> {
    const { findAccount, mailer, baseUrl, now } = this.#parts;
    if (mailer === undefined) return false;
    const account = await findAccount(accountId);
    if (account === undefined || account.erasedAt !== undefined) return false;
    const at: UnixMs = keys[0]?.revokedAt ?? now();
    try {
      await mailer.deliver(leakedKeyMail({ to: account.email, keys, at, baseUrl }));
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'mail_unavailable') return false;
      throw error;
    }
  }
}

type LeakedKeyLetter = {
  readonly to: string;
  /** The account's revoked keys, at least one. */
  readonly keys: readonly Pick<Key, 'name' | 'start' | 'lastFour'>[];
  readonly at: UnixMs;
  /** Address of the account area; undefined when not configured. */
  readonly baseUrl: string | undefined;
};

/** Mail to the owner of keys that the operator revoked because they had leaked. */
function leakedKeyMail({ to, keys, at, baseUrl }: LeakedKeyLetter): Mail {
  const isOne = keys.length === 1;
  const link = (path: string) => (baseUrl === undefined ? '' : ` (${baseUrl}${path})`);
  return letter(to, isOne ? 'Your API key was revoked' : 'Your API keys were revoked', [
    isOne
      ? 'A key of your account was found in a public place:'
      : `${keys.length} keys of your account were found in a public place:`,
    keys.map(({ name, start, lastFour }) => `  ${name}  ${start}...${lastFour}`).join('\n'),
    `We revoked ${isOne ? 'it' : 'them'} at ${momentOf(at)}, permanently. Requests with ${
      isOne ? 'this key' : 'these keys'
    } are refused.`,
    'What to do now:',
    [
      `- create a new key${link('/keys')} and use it instead of the old one;`,
      '- find out how the old one leaked. Keep keys in the environment of a server, never in code, a web page or an app;',
      `- check your recent usage${link('/usage')}. If some of it was not you, contact support.`,
    ].join('\n'),
  ]);
}

/** Characters that no key contains: escapes, quotes, line breaks with their prefixes, the zeros of UTF-16. */
const foreign = /[^0-9A-Za-z_]+/g;

/** `_`, and the rest of `%5F` (encoded up to three times), `=5F`, `\u005f`, `&#95;`, `&#x5f;`, `&lowbar;`. */
const underscore = '(?:_|(?:25){0,2}5[Ff]|u005[Ff]|95|[xX]5[Ff]|lowbar)';
const mark = new RegExp(`(${underscore})live(?=(${underscore}))`, 'g');
const markLengthMax = '25255Flive25255F'.length;
const prefixLengthMax = 20;
const secretLength = 38;
const secret = /^[0-9A-Za-z]{38}$/;

/** The longest part of a key whose end may be in the next piece. */
const unfinishedLengthMax = prefixLengthMax + markLengthMax + secretLength - 1;

/**
 * Finds keys in text that arrives in pieces, whatever is around and between their characters, such as JSON or a mail
 * with wrapped lines. False positives are as rare as matching checksums. Keeps only the end of the last piece.
 */
export class KeyScan {
  #rest = '';

  /** Returns the keys that end in `piece`, in order, duplicates included. */
  *read(piece: string): Generator<ApiKey> {
    const text = this.#rest + piece.replace(foreign, '');
    let begin = 0;
    for (const { 0: first, 1: opening = '', 2: closing = '', index } of text.matchAll(mark)) {
      const digitsAt = index + first.length + closing.length;
      if (digitsAt + secretLength > text.length) break;
      const before = text.slice(Math.max(0, index - prefixLengthMax), index);
      yield* keysOf(before, text.slice(digitsAt, digitsAt + secretLength));
      // Not further, because this `live` may also be the prefix of a key.
      begin = index + opening.length;
    }
    this.#rest = text.slice(Math.max(begin, text.length - unfinishedLengthMax));
  }
}

/** Text before a prefix may look like a part of it (`\n` in JSON), so every start is tried. */
function* keysOf(before: string, digits: string): Generator<ApiKey> {
  // This check alone excludes most other text.
  if (!secret.test(digits)) return;
  for (let at = before.length - 1; at >= 0; at--) {
    if (!/[a-z0-9]/.test(before.charAt(at))) return;
    const key = parseApiKey(`${before.slice(at)}_live_${digits}`);
    if (key !== undefined) yield key;
  }
}
