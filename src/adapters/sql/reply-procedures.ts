import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { SealedReply } from '../../shop/ledger/ledger-store.ts';
import { bytesValue, record } from './column-values.ts';
import { change, changed, type Procedure, type Query, query } from './procedure.ts';
import { stepMax } from './steps.ts';

// The first reply is kept until it expires; only then may another replace it. Repeating the same insert is safe.
const insert = `insert into replies (account_id, key_hash, request_hash, sealed, keep_until)
 values ($1, $2, $3, $4, $5)
 on conflict (account_id, key_hash) do update
 set request_hash = excluded.request_hash, sealed = excluded.sealed, keep_until = excluded.keep_until
 where replies.keep_until <= $6 or replies.sealed = excluded.sealed`;

const kept = record<Omit<SealedReply, 'accountId' | 'keyHash'>>({
  requestHash: 'text',
  sealed: bytesValue,
  keepUntil: 'number',
});

const select = `select ${kept.columns} from replies
 where account_id = $1 and key_hash = $2 and keep_until > $3`;

// The time is checked again on the row, because another reply may have replaced it.
const forget = `delete from replies where keep_until <= $1 and (account_id, key_hash) in
 (select account_id, key_hash from replies where keep_until <= $1 order by keep_until limit $2)
 returning keep_until`;

/** Keeps `reply` unless another exists; waits for a transaction that keeps one for the same key. */
export function insertReply(reply: SealedReply, at: UnixMs): Query {
  const { accountId, keyHash, requestHash, sealed, keepUntil } = reply;
  return change(insert, accountId, keyHash, requestHash, sealed, keepUntil, at);
}

export function* keepReply(reply: SealedReply, at: UnixMs): Procedure<'kept' | 'answered'> {
  return changed(yield insertReply(reply, at)) ? 'kept' : 'answered';
}

export function* findReply(accountId: AccountId, keyHash: string, now: UnixMs): Procedure<SealedReply | undefined> {
  const [row] = yield query(select, accountId, keyHash, now);
  return row && { accountId, keyHash, ...kept.read(row) };
}

/** Deletes at most `stepMax` replies and returns how many. */
export function* forgetRepliesStep(now: UnixMs): Procedure<number> {
  return (yield query(forget, now, stepMax)).length;
}
