import type { AccountId } from '../accounts/account.ts';
import { assert } from '../assert.ts';
import type { ActId } from '../audit/audit.ts';
import { operatorActs } from '../audit/audit-journal.ts';
import { isOneLine } from '../one-line.ts';
import { type ErrorCode, ServiceError } from '../service-error.ts';
import type { Clock } from '../units.ts';
import { type ApiKey, isKeyPrefix, newApiKey, parseApiKey, recognisablePartsOf } from './api-key.ts';
import {
  type Key,
  type KeyCreation,
  type KeyDeed,
  type KeyHolder,
  type KeyId,
  type KeyQuery,
  type KeyStore,
  keyUseIntervalMs,
} from './key-store.ts';
import type { KeyUses } from './key-uses.ts';

/** Largest number of live keys per account. */
export const liveKeysMax = 5;

/** One message for all callers without a live key, so that it does not distinguish unknown from revoked keys. */
export const invalidKeyMessage = 'The API key is missing or not valid. Send it as: Authorization: Bearer <key>';

const nameLengthMax = 60;

export type KeysParts = {
  readonly store: KeyStore;
  readonly uses: Pick<KeyUses, 'note'>;
  readonly now: Clock;
  readonly newId: () => string;
  /** Prefix of new keys; older keys with another prefix stay valid. */
  readonly prefix: string;
  /** Hexadecimal SHA-256 of the UTF-8 of `text`; synchronous because it runs on every request. */
  readonly sha256Hex: (text: string) => string;
};

/** A key just created. `apiKey` is the plain text, which is never available again. */
export type NewKey = { readonly key: Key; readonly apiKey: ApiKey };

/** A submitted form that requests a key. */
export type KeyAttempt = { readonly accountId: AccountId; readonly name: string; readonly attempt: string };

/** Creates, authenticates and revokes keys. */
export class Keys {
  readonly #parts: KeysParts;

  constructor(parts: KeysParts) {
    assert(isKeyPrefix(parts.prefix), 'configuration admits only usable key prefixes');
    this.#parts = parts;
  }

  /**
   * Returns the holder of the key that a caller sent, and records its use. `text` is undefined when none was sent.
   *
   * @throws ServiceError `invalid_api_key`, the same for a missing, malformed, unknown and revoked key
   */
  async authenticate(text: string | undefined): Promise<KeyHolder> {
    const { store, uses, now, sha256Hex } = this.#parts;
    const apiKey = text === undefined ? undefined : parseApiKey(text);
    const holder = apiKey === undefined ? undefined : await store.findHolder(sha256Hex(apiKey));
    if (holder === undefined) throw new ServiceError('invalid_api_key', { message: invalidKeyMessage });
    const { keyId, lastUsedAt } = holder;
    const at = now();
    if (lastUsedAt === undefined || at >= lastUsedAt + keyUseIntervalMs) uses.note({ keyId, at });
    return holder;
  }

  /**
   * Creates a key for an account that has bought a pack, as an operator.
   *
   * @param name 1 to 60 characters in one line, after trimming
   * @throws ServiceError `validation_error` on the name, without a pack, or with 5 live keys already; `not_found` when
   * there is no such account
   */
  async create(accountId: AccountId, name = 'API key'): Promise<NewKey> {
    const named = { accountId, name: parseName(name), id: this.#parts.newId() as KeyId };
    const made = await this.#make(named, operatorActs);
    assert(made !== undefined, 'no two keys get the same id');
    return made;
  }

  /**
   * As `create`, by the account's owner, once per `attempt` and name. Submitting the same form again, or twice at the
   * same time, creates no second key.
   *
   * @param attempt chosen by the caller
   * @returns undefined when the attempt has created its key before; it cannot be shown again
   * @throws ServiceError as `create`
   */
  async createOnce({ accountId, name, attempt }: KeyAttempt): Promise<NewKey | undefined> {
    const parsed = parseName(name);
    const digest = this.#parts.sha256Hex(JSON.stringify(['key', accountId, attempt, parsed]));
    return await this.#make({ accountId, name: parsed, id: digest.slice(0, 32) as KeyId }, accountId);
  }

  /** As `KeyStore.listKeys`. */
  list(query: KeyQuery): Promise<readonly Key[]> {
    return this.#parts.store.listKeys(query);
  }

  /** Returns an account's live keys, oldest first. */
  async live(accountId: AccountId): Promise<readonly Key[]> {
    return (await this.list({ accountId, isLive: true, limit: liveKeysMax })).toReversed();
  }

  /** Returns an account's key, live or revoked; undefined for another account's. */
  async findOwn(accountId: AccountId, id: KeyId): Promise<Key | undefined> {
    const key = await this.#parts.store.findKey({ id });
    return key?.accountId === accountId ? key : undefined;
  }

  /**
   * Revokes a key permanently, from the next request on; repeating it is no error.
   *
   * @param accountId the required owner when the owner revokes; undefined when an operator does
   * @throws ServiceError `not_found` when there is no such key
   */
  async revoke(id: KeyId, accountId?: AccountId): Promise<void> {
    const { store, now, newId } = this.#parts;
    const deed: KeyDeed = { id: newId() as ActId, by: accountId ?? operatorActs, act: 'key.revoked' };
    const outcome = await store.revokeKey({ id, at: now(), accountId, deed });
    if (outcome === 'unknown') throw new ServiceError('not_found', { message: 'There is no such key.' });
  }

  /** Returns undefined when another key has the id. */
  async #make(named: Pick<Key, 'id' | 'accountId' | 'name'>, by: string): Promise<NewKey | undefined> {
    const { store, now, newId, prefix, sha256Hex } = this.#parts;
    const apiKey = newApiKey(prefix);
    const key: Key = {
      ...named,
      hash: sha256Hex(apiKey),
      ...recognisablePartsOf(apiKey),
      createdAt: now(),
      revokedAt: undefined,
      lastUsedAt: undefined,
    };
    const deed: KeyDeed = { id: newId() as ActId, by, act: 'key.created' };
    const outcome = await store.createKey(key, liveKeysMax, deed);
    if (outcome === 'made_before') return undefined;
    if (outcome !== 'created') throw new ServiceError(refusals[outcome], { message: reasons[outcome] });
    return { key, apiKey };
  }
}

function parseName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (!isOneLine(name, nameLengthMax)) {
    throw new ServiceError('validation_error', {
      param: 'name',
      message: `A key's name has 1 to ${nameLengthMax} characters, all in one line.`,
    });
  }
  return name;
}

type Refusal = Exclude<KeyCreation, 'created' | 'made_before'>;

const refusals: Readonly<Record<Refusal, ErrorCode>> = {
  too_many_keys: 'validation_error',
  no_pack: 'validation_error',
  suspended: 'validation_error',
  no_account: 'not_found',
};

const reasons: Readonly<Record<Refusal, string>> = {
  too_many_keys: `The account has ${liveKeysMax} live keys, which is the most it may have. Revoke one first.`,
  no_pack: 'The account has not bought a pack yet; a key needs one.',
  suspended: 'The account is suspended, so that it cannot make keys.',
  no_account: 'There is no such account.',
};
