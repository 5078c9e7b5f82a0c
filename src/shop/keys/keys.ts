import { assert } from '../../ground/assert.ts';
import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import { type ActId, operatorActs } from '../audit/audit.ts';
import { type ApiKey, isKeyPrefix, newApiKey, parseApiKey, recognisablePartsOf } from './api-key.ts';
import type { Key, KeyAuditEntry, KeyHolder, KeyId, KeyQuery, KeyStore } from './key-store.ts';
import type { KeyUses } from './key-uses.ts';

/** Largest number of live keys per account. */
export const liveKeysMax = 5;

export const keyNameLengthMax = 60;

export type KeysParts = {
  readonly store: KeyStore;
  readonly uses: Pick<KeyUses, 'note' | 'newestOf'>;
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

export class Keys {
  readonly #parts: KeysParts;

  constructor(parts: KeysParts) {
    assert(isKeyPrefix(parts.prefix), 'configuration admits only usable key prefixes');
    this.#parts = parts;
  }

  /** Records the use of the key. @throws ServiceError `invalid_key` for a missing, malformed, unknown or revoked key */
  async authenticate(text: string | undefined): Promise<KeyHolder> {
    const { store, uses, now, sha256Hex } = this.#parts;
    const apiKey = text === undefined ? undefined : parseApiKey(text);
    const holder = apiKey === undefined ? undefined : await store.findHolder(sha256Hex(apiKey));
    if (holder === undefined) throw new ServiceError('invalid_key');
    const { keyId, lastUsedAt } = holder;
    uses.note({ keyId, at: now() }, lastUsedAt);
    return holder;
  }

  /**
   * Creates a key as an operator. `name`: 1 to 60 characters in one line, without white space at its ends.
   * @throws ServiceError `invalid_key_name`, `no_account`, `no_pack`, `suspended`, `too_many_keys`
   */
  async create(accountId: AccountId, name = 'API key'): Promise<NewKey> {
    const named = { accountId, name: parseName(name), id: this.#parts.newId() as KeyId };
    const made = await this.#make(named, operatorActs);
    assert(made !== undefined, 'no two keys get the same id');
    return made;
  }

  /**
   * As `create`, by the account's owner, once for each `attempt` at a key of this name: a form that is sent again does
   * not create a second key. Undefined: the attempt has created its key before, which cannot be shown again. @throws as
   * `create`
   */
  async createOnce({ accountId, name, attempt }: KeyAttempt): Promise<NewKey | undefined> {
    const parsed = parseName(name);
    const digest = this.#parts.sha256Hex(JSON.stringify(['key', accountId, attempt, parsed]));
    return await this.#make({ accountId, name: parsed, id: digest.slice(0, 32) as KeyId }, accountId);
  }

  /** As `KeyStore.listKeys`, but with the last uses that this node has not written yet. */
  async list(query: KeyQuery): Promise<readonly Key[]> {
    return (await this.#parts.store.listKeys(query)).map((key) => this.#withNewestUse(key));
  }

  #withNewestUse(key: Key): Key {
    const newest = this.#parts.uses.newestOf(key.id);
    return newest === undefined || newest <= (key.lastUsedAt ?? 0) ? key : { ...key, lastUsedAt: newest };
  }

  /** Returns an account's live keys, oldest first. */
  async live(accountId: AccountId): Promise<readonly Key[]> {
    return (await this.list({ accountId, isLive: true, limit: liveKeysMax })).toReversed();
  }

  /** Returns an account's key, live or revoked; undefined for another account's. */
  async findOwn(accountId: AccountId, id: KeyId): Promise<Key | undefined> {
    const key = await this.#parts.store.findKey({ id });
    return key?.accountId === accountId ? this.#withNewestUse(key) : undefined;
  }

  /** Revokes a key permanently; safe to repeat. `accountId`: the owner, if that asks. @throws ServiceError `no_key` */
  async revoke(id: KeyId, accountId?: AccountId): Promise<void> {
    const { store, now, newId } = this.#parts;
    const auditEntry: KeyAuditEntry = { id: newId() as ActId, by: accountId ?? operatorActs, act: 'key.revoked' };
    const outcome = await store.revokeKey({ id, at: now(), accountId, auditEntry });
    if (outcome === 'unknown') throw new ServiceError('no_key');
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
    const auditEntry: KeyAuditEntry = { id: newId() as ActId, by, act: 'key.created' };
    const outcome = await store.createKey(key, liveKeysMax, auditEntry);
    if (outcome === 'made_before') return undefined;
    if (outcome !== 'created') throw new ServiceError(outcome);
    return { key, apiKey };
  }
}

function parseName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (!isOneLine(name, keyNameLengthMax)) throw new ServiceError('invalid_key_name');
  return name;
}
