import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';

/** A claim on an Idempotency-Key: others wait until it is answered or given up, or `until` has passed. */
export type ReplyClaim = Pick<SealedReply, 'accountId' | 'keyHash' | 'requestHash'> & {
  /** Unique to one process while it lives. */
  readonly owner: string;
  readonly until: UnixMs;
};

export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'answered'; readonly reply: SealedReply }
  | { readonly kind: 'under_way'; readonly requestHash: string };

/** Stores replies to requests with an Idempotency-Key. Charged replies arrive through `LedgerStore.captureHold`. */
export type ReplyStore = {
  /** Claims the key unless it has a reply or another owner's live claim. Need not be durable: it only saves work. */
  claim(claim: ReplyClaim, at: UnixMs): Promise<ClaimOutcome>;
  /** Extends all claims of `owner` to `until`; never shortens one. */
  renewClaims(owner: string, until: UnixMs): Promise<void>;
  /** Ends a claim if `claim.owner` still has it. */
  abandonClaim(claim: ReplyClaim): Promise<void>;
  /** Returns the reply for this key, unless it has expired by `now`. */
  findReply(accountId: AccountId, keyHash: string, now: UnixMs): Promise<SealedReply | undefined>;
  /** Stores a free reply durably unless one exists at `at`, and ends the claim on its key, whichever request has it. */
  keepReply(reply: SealedReply, at: UnixMs): Promise<'kept' | 'answered'>;
  /** Deletes replies and claims that have expired by `now`, in small steps; returns how many replies. */
  forgetReplies(now: UnixMs): Promise<number>;
};
