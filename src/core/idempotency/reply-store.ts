import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import type { UnixMs } from '../units.ts';

/** Where replies to requests with an Idempotency-Key are kept. Charged replies arrive through `LedgerStore.captureHold`. */
export type ReplyStore = {
  /** The reply that stands for this key, unless its time is up by `now`. */
  findReply(accountId: AccountId, keyHash: string, now: UnixMs): Promise<SealedReply | undefined>;
  /** Keeps a reply that cost nothing, unless one already stands at `at`. Resolves only once it is durable. */
  keepReply(reply: SealedReply, at: UnixMs): Promise<void>;
  /** Forgets, in small steps, the replies whose time is up by `now`; returns how many. */
  forgetReplies(now: UnixMs): Promise<number>;
};
