import { ServiceError } from '../../ground/service-error.ts';
import type { Clock, UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { Mailer } from '../mail/mailer.ts';
import { KeyScan } from './key-scan.ts';
import type { Key, KeyStore } from './key-store.ts';
import { leakedKeyMail } from './leaked-key-mail.ts';

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
   * Revokes every live key in `text` when it is found, and sends mail to their owners. Repeating it revokes
   * the remaining keys and sends no second mail.
   *
   * @param text in pieces; only the current one is kept in memory
   * @param by the actor in the audit journal
   * @throws ServiceError `too_many_leaked_keys` when the text holds more than 100,000 different keys; those are revoked
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
