import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import type { UnixMs } from '../units.ts';

/** Where replies to requests with an Idempotency-Key are kept. Charged replies arrive through `LedgerStore.captureHold`. */
export type ReplyStore = {
  findReply(accountId: AccountId, keyHash: string, now: UnixMs): Promise<SealedReply | undefined>;
  /** Keeps a reply that cost nothing, unless one already stands. */
  keepReply(reply: SealedReply): Promise<void>;
  /** Forgets replies whose time is up; returns how many. */
  forgetReplies(now: UnixMs): Promise<number>;
};
