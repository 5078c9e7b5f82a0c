import type { Account, AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { Mailer } from '../mail/mailer.ts';
import { ServiceError } from '../service-error.ts';
import type { Clock, UnixMs } from '../units.ts';
import { KeyScan } from './key-scan.ts';
import type { Key, KeyStore } from './key-store.ts';
import { leakedKeyMail } from './leaked-key-mail.ts';

/** Different keys that one report may hold; what it names beyond that is another report. */
const keysMax = 100_000;

/** After as many failures in a row no further owner is written to: no server takes mail, and each try takes its time. */
const failuresMax = 3;

export type LeakedKeysParts = {
  readonly store: Pick<KeyStore, 'findKey' | 'revokeKey'>;
  readonly findAccount: (id: AccountId) => Promise<Account | undefined>;
  /** Whoever owns a revoked key is told; undefined where no mail is connected. */
  readonly mailer: Pick<Mailer, 'deliver'> | undefined;
  /** For links in mail; undefined where nobody has said where the account area is. */
  readonly baseUrl: string | undefined;
  readonly now: Clock;
  readonly newId: () => string;
  /** Hexadecimal SHA-256 of the UTF-8 of `text`. */
  readonly sha256Hex: (text: string) => string;
};

/** What a report of leaked keys came to. Keys are counted once, however often they stand there. */
export type LeakReport = {
  /** With a right checksum. */
  readonly found: number;
  /** Live until now. */
  readonly revoked: readonly Key[];
  readonly revokedBefore: readonly Key[];
  /** Of another service, or of none. */
  readonly unknown: number;
  /** Accounts whose owner was told by mail, and those whose owner was not. */
  readonly told: readonly AccountId[];
  readonly untold: readonly AccountId[];
};

type Tally = { found: number; revoked: Key[]; revokedBefore: Key[]; unknown: number };

/** Revokes the keys that somebody has found where they should not be. */
export class LeakedKeys {
  readonly #parts: LeakedKeysParts;

  constructor(parts: LeakedKeysParts) {
    this.#parts = parts;
  }

  /**
   * Revokes every live key that stands in `text`, each as soon as it is found, and tells their owners. Doing so again
   * revokes what was not yet, and tells nobody twice.
   *
   * @param text in pieces, of which only the present one is kept
   * @param by whom the audit journal names for it
   * @throws ServiceError `too_many_leaked_keys` when the text holds more than 100,000 different keys; those are revoked
   */
  async revoke(text: AsyncIterable<string>, by: string): Promise<LeakReport> {
    const tally: Tally = { found: 0, revoked: [], revokedBefore: [], unknown: 0 };
    let isFull: boolean;
    try {
      isFull = await this.#revokeAll(text, by, tally);
    } catch (cause) {
      // Whoever tries again finds these revoked before, and tells nobody of them.
      await this.#tell(tally.revoked);
      throw cause;
    }
    const report = { ...tally, ...(await this.#tell(tally.revoked)) };
    if (isFull) {
      throw new ServiceError('too_many_leaked_keys', { data: { max: keysMax, revoked: report.revoked.length } });
    }
    return report;
  }

  /** Whether the text holds more keys than one report may. */
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
    const deed = { id: newId() as ActId, by, act: 'key.revoked_as_leaked' } as const;
    const outcome = key.revokedAt === undefined ? await store.revokeKey({ id: key.id, at, deed }) : 'revoked_before';
    if (outcome === 'revoked') tally.revoked.push({ ...key, revokedAt: at });
    else tally.revokedBefore.push(key);
  }

  async #tell(revoked: readonly Key[]): Promise<Pick<LeakReport, 'told' | 'untold'>> {
    const [told, untold]: [AccountId[], AccountId[]] = [[], []];
    let failures = 0;
    for (const [accountId, keys] of Map.groupBy(revoked, (key) => key.accountId)) {
      const isTold = failures < failuresMax && (await this.#write(accountId, keys));
      failures = isTold ? 0 : failures + 1;
      (isTold ? told : untold).push(accountId);
    }
    return { told, untold };
  }

  /** That a key is revoked does not hang on whether its owner can be reached. */
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
