import type { AccountId } from '../accounts/account.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { TermsVersion } from '../terms/term-store.ts';
import type { Unit, UnixMs } from '../units.ts';

export type KeyId = Unit<string, 'KeyId'>;

/** A key as it is kept: never the secret, only the SHA-256 of the whole key. */
export type Key = {
  readonly id: KeyId;
  readonly accountId: AccountId;
  readonly name: string;
  /** Hexadecimal SHA-256 of the whole key. */
  readonly hash: string;
  /** What a person recognises the key by: `dragoman_live_AbCd`. */
  readonly start: string;
  readonly lastFour: string;
  readonly createdAt: UnixMs;
  readonly revokedAt: UnixMs | undefined;
  /** At most a minute before the last use; undefined before the first. */
  readonly lastUsedAt: UnixMs | undefined;
};

/** Whom a valid key speaks for. */
export type KeyHolder = {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  /** Of the account's term base as of now, so that a change of it holds with the next request. */
  readonly termsVersion: TermsVersion;
  readonly lastUsedAt: UnixMs | undefined;
};

export type KeyUse = { readonly keyId: KeyId; readonly at: UnixMs };

/** How much later than the last one that was written a use must be to be written: what is shown is never older than a minute. */
export const keyUseIntervalMs = 30_000;

/** `made_before`: another key stands under the same id, so that this one was not made. */
export type KeyCreation = 'created' | 'made_before' | 'too_many_keys' | 'no_pack' | 'suspended' | 'no_account';

/** `revoked_before` keeps the first time. */
export type KeyRevocation = 'revoked' | 'revoked_before' | 'unknown';

/** Who makes or revokes a key, for the audit journal; `act` is what the step does. Its subject is the key. */
export type KeyDeed = Pick<NewAuditEntry, 'id' | 'by' | 'act'>;

export type KeyRevocationRequest = {
  readonly id: KeyId;
  readonly at: UnixMs;
  /** Whose key it has to be; another's is `unknown`. Anybody's unless given. */
  readonly accountId?: AccountId | undefined;
  readonly deed?: KeyDeed;
};

/** How many keys one list carries at most, unless it says otherwise. */
export const keysPageMax = 1_000;

/** Which keys to list: everybody's of both kinds, unless it says otherwise. */
export type KeyQuery = {
  readonly accountId?: AccountId | undefined;
  /** True for those that are not revoked, false for those that are. */
  readonly isLive?: boolean | undefined;
  /** The last one of the page before. */
  readonly before?: KeyId | undefined;
  readonly limit?: number;
};

/** What keys ask of a database. Every method is one atomic step. */
export type KeyStore = {
  /** Whom the live key with this hash speaks for; never from a cache, so that a revocation holds at once. */
  findHolder(hash: string): Promise<KeyHolder | undefined>;
  /**
   * Adds `key` if its account exists, has bought a pack and has fewer than `liveKeysMax` live keys. The same key again, by
   * id and hash, is `created` and takes no second place.
   *
   * @param deed recorded in the same step, when the key is new
   */
  createKey(key: Key, liveKeysMax: number, deed?: KeyDeed): Promise<KeyCreation>;
  /** One key, revoked or not. */
  findKey(by: { readonly hash: string } | { readonly id: KeyId }): Promise<Key | undefined>;
  /** Account by account, the newest first; none behind a key that there is not. */
  listKeys(query?: KeyQuery): Promise<readonly Key[]>;
  /** Revokes for good, and records the deed in the same step, when the key was live. */
  revokeKey(request: KeyRevocationRequest): Promise<KeyRevocation>;
  /** Notes the last use of keys, each at most once in `keyUseIntervalMs` and never backwards; unknown keys are passed over. */
  recordUses(uses: readonly KeyUse[]): Promise<void>;
};
