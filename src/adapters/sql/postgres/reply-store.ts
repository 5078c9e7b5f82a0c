import type { UnixMs } from '../../../ground/units.ts';
import type { ClaimOutcome, ReplyClaim, ReplyStore } from '../../../shop/idempotency/reply-store.ts';
import type { Capture, CaptureOutcome, SealedReply } from '../../../shop/ledger/ledger-store.ts';
import { plainText } from '../column-values.ts';
import { captureHold } from '../ledger-procedures.ts';
import { change, type Procedure, type Query, query } from '../procedure.ts';
import { findReply, forgetRepliesStep, keepReply } from '../reply-procedures.ts';
import { repeatStep, stepMax } from '../steps.ts';
import type { PostgresDatabase } from './database.ts';
import { lazyCommit } from './lazy-commit.ts';

// A lost claim costs at most duplicate work, so its commit is lazy. A conflict with a live claim locks the row, so that
// it exists until this transaction ends (source: PostgreSQL manual, INSERT, "conflict_action").
const insert = `insert into claims (account_id, key_hash, request_hash, owner, until) values ($1, $2, $3, $4, $5)
 on conflict (account_id, key_hash) do update
 set request_hash = excluded.request_hash, owner = excluded.owner, until = excluded.until
 where claims.until <= $6 or claims.owner = excluded.owner
 returning ${lazyCommit}`;

const renew = `update claims set until = $2 where owner = $1 and until < $2 returning ${lazyCommit}`;

const abandon = `delete from claims where account_id = $1 and key_hash = $2 and owner = $3
 returning ${lazyCommit}`;

// The time is checked again on the row, because its owner may have renewed it.
const forget = `delete from claims where until <= $1 and (account_id, key_hash) in
 (select account_id, key_hash from claims where until <= $1 limit $2)
 returning until`;

export function createReplyStore(database: PostgresDatabase): ReplyStore {
  return {
    claim: (claim, at) => database.transact(() => makeClaim(claim, at)),
    renewClaims: async (owner, until) => void (await database.run(query(renew, owner, until))),
    abandonClaim: async (claim) => void (await database.run(abandonment(claim))),
    findReply: (accountId, keyHash, now) => database.read(() => findReply(accountId, keyHash, now)),
    keepReply: (reply, at) => database.transact(() => keepClaimedReply(reply, at)),
    async forgetReplies(now) {
      await repeatStep(async () => (await database.run(query(forget, now, stepMax))).length);
      return repeatStep(() => database.transact(() => forgetRepliesStep(now)));
    },
  };
}

/** Inserts first, which waits for a transaction on the same key. The next statement then sees its reply. */
function* makeClaim(claim: ReplyClaim, at: UnixMs): Procedure<ClaimOutcome> {
  const { accountId, keyHash, requestHash, owner, until } = claim;
  const claimed = (yield query(insert, accountId, keyHash, requestHash, owner, until, at)).length > 0;
  const reply = yield* findReply(accountId, keyHash, at);
  if (reply !== undefined) {
    if (claimed) yield abandonment(claim);
    return { kind: 'answered', reply };
  }
  if (claimed) return { kind: 'claimed' };
  const sql = 'select request_hash from claims where account_id = $1 and key_hash = $2';
  const [other] = yield query(sql, accountId, keyHash);
  return { kind: 'under_way', requestHash: plainText(other?.[0]) };
}

function abandonment({ accountId, keyHash, owner }: ReplyClaim): Query {
  return query(abandon, accountId, keyHash, owner);
}

/** Charges a hold and keeps the reply, like `captureHold`, and ends the claim on its key. */
export function* captureClaimedHold(capture: Capture): Procedure<CaptureOutcome> {
  const outcome = yield* captureHold(capture);
  if (capture.reply !== undefined && outcome !== 'lapsed') yield endClaim(capture.reply);
  return outcome;
}

/** Keeps a reply, like `keepReply`, and ends the claim on its key. */
function* keepClaimedReply(reply: SealedReply, at: UnixMs): Procedure<'kept' | 'answered'> {
  const outcome = yield* keepReply(reply, at);
  yield endClaim(reply);
  return outcome;
}

/** Runs last, so that no transaction waits for a claim while it holds locks that an answer needs. */
function endClaim({ accountId, keyHash }: SealedReply): Query {
  return change('delete from claims where account_id = $1 and key_hash = $2', accountId, keyHash);
}
