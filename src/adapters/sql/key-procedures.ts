import type { AccountId } from '../../shop/accounts/account.ts';
import { type Key, type KeyHolder, type KeyStore, keysPageMax, keyUseIntervalMs } from '../../shop/keys/key-store.ts';
import { lockAccount, recordAct } from './account-procedures.ts';
import { plainText, record } from './column-values.ts';
import { change, changed, type ProceduresOf, query } from './procedure.ts';
import { selectPage } from './selection.ts';

const holder = record<Omit<KeyHolder, 'api'>>({
  keyId: 'text',
  accountId: 'text',
  lastUsedAt: 'number?',
  glossaryVersion: 'number',
  memoryVersion: 'number',
});

// Includes the versions of glossary and memory: a request reads them in one query, and never uses an old version.
const findLive = `select api_keys.id, account_id, last_used_at, terms_version, memory_version
 from api_keys join accounts on accounts.id = account_id where hash = $1 and revoked_at is null
 and suspended_at is null`;

// The counter in the account's row makes the key limit race-free: concurrent creations wait for the row lock.
const claimPlace = `update accounts set live_keys = live_keys + 1
 where id = $1 and live_keys < $2 and suspended_at is null and erased_at is null
 and exists (select 1 from purchases where account_id = $1)`;

const giveUpPlace = 'update accounts set live_keys = live_keys - 1 where id = $1';

const findRefusal = `select exists (select 1 from purchases where account_id = $1), suspended_at from accounts
 where id = $1 and erased_at is null`;

const insert = `insert into api_keys (hash, id, account_id, name, start, last_four, created_at)
 values ($1, $2, $3, $4, $5, $6, $7)
 on conflict (id) do nothing`;

const findHash = 'select hash from api_keys where id = $1';

const findOwner = 'select account_id from api_keys where id = $1 and account_id = coalesce($2, account_id)';

const revoke = 'update api_keys set revoked_at = $2 where id = $1 and revoked_at is null';

// Concurrent notes of the same use wait here; only the first one changes the row.
const recordUse = `update api_keys set last_used_at = $2
 where id = $1 and (last_used_at is null or last_used_at <= $3)`;

const storedKey = record<Key>({
  id: 'text',
  accountId: 'text',
  name: 'text',
  hash: 'text',
  start: 'text',
  lastFour: 'text',
  createdAt: 'number',
  revokedAt: 'number?',
  lastUsedAt: 'number?',
});

const { columns } = storedKey;

export const keyReads = {
  *findHolder(hash) {
    return (yield query(findLive, hash)).map(holder.read)[0];
  },

  *findKey(by) {
    const [column, value] = 'hash' in by ? ['hash', by.hash] : ['id', by.id];
    return (yield query(`select ${columns} from api_keys where ${column} = $1`, value)).map(storedKey.read)[0];
  },

  /** Uses the order of the index on accounts' keys, so that only keys of the same moment are sorted. */
  *listKeys({ accountId, isLive, before: after, limit = keysPageMax } = {}) {
    const condition = isLive === undefined ? undefined : `revoked_at is ${isLive ? 'null' : 'not null'}`;
    const order = ['account_id', 'created_at', 'id'];
    const page = { table: 'api_keys', columns, accountId, condition, order, descending: true, after, limit };
    return (yield* selectPage(page)).map(storedKey.read);
  },
} satisfies ProceduresOf<KeyStore>;

export const keyChanges = {
  /** Safe to repeat: a key with the same id and hash is reported as created and counts once. */
  *createKey(key, liveKeysMax, auditEntry?) {
    const { hash, id, accountId, name, start, lastFour, createdAt } = key;
    if (!changed(yield change(claimPlace, accountId, liveKeysMax))) {
      const [stands] = yield query(findHash, id);
      if (stands !== undefined) return stands[0] === hash ? 'created' : 'made_before';
      const [account] = yield query(findRefusal, accountId);
      if (account === undefined) return 'no_account';
      if (account[1] !== null) return 'suspended';
      return account[0] ? 'too_many_keys' : 'no_pack';
    }
    if (changed(yield change(insert, hash, id, accountId, name, start, lastFour, createdAt))) {
      if (auditEntry !== undefined) yield* recordAct({ ...auditEntry, at: createdAt, accountId, subject: id });
      return 'created';
    }
    yield change(giveUpPlace, accountId);
    const [stands] = yield query(findHash, id);
    return stands?.[0] === hash ? 'created' : 'made_before';
  },

  *revokeKey({ id, at, auditEntry, ...request }) {
    const [owner] = yield query(findOwner, id, request.accountId ?? null);
    if (owner === undefined) return 'unknown';
    const accountId = plainText(owner[0]) as AccountId;
    // Locked before the key, in the order of an erasure, to avoid a deadlock.
    yield* lockAccount(accountId);
    if (!changed(yield change(revoke, id, at))) return 'revoked_before';
    yield change(giveUpPlace, accountId);
    if (auditEntry !== undefined) yield* recordAct({ ...auditEntry, at, accountId, subject: id });
    return 'revoked';
  },

  *recordUses(uses) {
    // One fixed order prevents deadlocks between nodes.
    const inOrder = uses.toSorted((one, other) => (one.keyId < other.keyId ? -1 : Number(one.keyId > other.keyId)));
    for (const { keyId, at } of inOrder) yield change(recordUse, keyId, at, at - keyUseIntervalMs);
  },
} satisfies ProceduresOf<KeyStore>;
