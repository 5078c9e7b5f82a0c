import type { Unit, UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { GlossaryVersion } from '../glossaries/glossary-store.ts';
import type { MemoryVersion } from '../memory/memory-store.ts';

export type KeyId = Unit<string, 'KeyId'>;

/** A stored key: never the secret, only the SHA-256 of the whole key. */
export type Key = {
  readonly id: KeyId;
  readonly accountId: AccountId;
  readonly name: string;
  /** Hexadecimal SHA-256 of the whole key. */
  readonly hash: string;
  /** The visible start of the key: `dragoman_live_AbCd`. */
  readonly start: string;
  readonly lastFour: string;
  readonly createdAt: UnixMs;
  readonly revokedAt: UnixMs | undefined;
  /** Up to a minute before the actual last use; undefined before the first. */
  readonly lastUsedAt: UnixMs | undefined;
};

/** The account and key of a valid API key. */
export type KeyHolder = {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  /** The current version of the account's glossary, so that a change applies to the next request. */
  readonly glossaryVersion: GlossaryVersion;
  /** That of the account's memory. */
  readonly memoryVersion: MemoryVersion;
  readonly lastUsedAt: UnixMs | undefined;
  /** The vendor whose API the request came by, as in `deepl`; undefined for the public API. */
  readonly api?: string | undefined;
};

export type KeyUse = { readonly keyId: KeyId; readonly at: UnixMs };

/** A use is recorded only this long after the recorded one: the displayed time is at most a minute old. */
export const keyUseIntervalMs = 30_000;

/** `made_before`: another key has the same id, so this one was not created. */
export type KeyCreation = 'created' | 'made_before' | 'too_many_keys' | 'no_pack' | 'suspended' | 'no_account';

/** `revoked_before` keeps the time of the first revocation. */
export type KeyRevocation = 'revoked' | 'revoked_before' | 'unknown';

/** Who creates or revokes a key, and the step's `act`, for the audit journal. The subject is the key. */
export type KeyAuditEntry = Pick<NewAuditEntry, 'id' | 'by' | 'act'>;

export type KeyRevocationRequest = {
  readonly id: KeyId;
  readonly at: UnixMs;
  /** The required owner; other keys are `unknown`. Default: any owner. */
  readonly accountId?: AccountId | undefined;
  readonly auditEntry?: KeyAuditEntry;
};

/** The largest page of keys, and the default. */
export const keysPageMax = 1_000;

/** Filters of a list of keys. Default: all keys. */
export type KeyQuery = {
  readonly accountId?: AccountId | undefined;
  /** True for live keys, false for revoked ones. */
  readonly isLive?: boolean | undefined;
  /** The last key of the previous page. */
  readonly before?: KeyId | undefined;
  readonly limit?: number;
};

/** The database operations of keys. Every method is one atomic step. */
export type KeyStore = {
  /** Returns the holder of the live key with this hash; never cached, so that a revocation applies immediately. */
  findHolder(hash: string): Promise<KeyHolder | undefined>;
  /**
   * Adds `key` if its account exists, has bought a pack and has fewer than `liveKeysMax` live keys. A repeat (same id
   * and hash) returns `created` and counts once. `auditEntry` is recorded in the same step, if the key is new.
   */
  createKey(key: Key, liveKeysMax: number, auditEntry?: KeyAuditEntry): Promise<KeyCreation>;
  findKey(by: { readonly hash: string } | { readonly id: KeyId }): Promise<Key | undefined>;
  /** Ordered by account, newest first; empty after a key that does not exist. */
  listKeys(query?: KeyQuery): Promise<readonly Key[]>;
  /** Revokes permanently; records the act in the same step if the key was live. */
  revokeKey(request: KeyRevocationRequest): Promise<KeyRevocation>;
  /** Records last uses, at most one per key and `keyUseIntervalMs`, never backwards; ignores unknown keys. */
  recordUses(uses: readonly KeyUse[]): Promise<void>;
};

/** The key id for charges of the account area's playground. No key has it, so no caller can send it. */
export const playgroundKey = 'playground' as KeyId;
