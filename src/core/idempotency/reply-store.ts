import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import type { UnixMs } from '../units.ts';

/** Who works on a request with an Idempotency-Key; others wait until it is answered, given up, or `until` has passed. */
export type Claim = Pick<SealedReply, 'accountId' | 'keyHash' | 'requestHash'> & {
  /** Unique to one process for as long as it lives. */
  readonly owner: string;
  readonly until: UnixMs;
};

export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'answered'; readonly reply: SealedReply }
  | { readonly kind: 'under_way'; readonly requestHash: string };

/** Where replies to requests with an Idempotency-Key are kept. Charged replies arrive through `LedgerStore.captureHold`. */
export type ReplyStore = {
  /**
   * Claims the key unless a reply to it stands at `at` or another owner's claim lives. A claim need not be durable: it
   * keeps others from working in vain, while `captureHold` and `keepReply` see to it that only one reply comes to stand.
   */
  claim(claim: Claim, at: UnixMs): Promise<ClaimOutcome>;
  /** Has all claims of `owner` live until `until`, or longer where they do. */
  renewClaims(owner: string, until: UnixMs): Promise<void>;
  /** Ends a claim if it is still its owner's. */
  abandonClaim(claim: Claim): Promise<void>;
  /** The reply that stands for this key, unless its time is up by `now`. */
  findReply(accountId: AccountId, keyHash: string, now: UnixMs): Promise<SealedReply | undefined>;
  /**
   * Keeps a reply that cost nothing, unless one already stands at `at`, and ends the claim on its key, whoever's that is.
   * Resolves once it is durable.
   */
  keepReply(reply: SealedReply, at: UnixMs): Promise<'kept' | 'answered'>;
  /** Forgets, in small steps, the replies and claims whose time is up by `now`; returns how many replies. */
  forgetReplies(now: UnixMs): Promise<number>;
};
