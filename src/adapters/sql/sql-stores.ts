import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { ReplyStore } from '../../core/idempotency/reply-store.ts';
import type { KeyStore } from '../../core/keys/key-store.ts';
import type { LedgerStore } from '../../core/ledger/ledger-store.ts';
import type { RateLimiter } from '../../core/limits/rate-limiter.ts';
import type { OrderStore } from '../../core/orders/order-store.ts';
import type { TermStore } from '../../core/terms/term-store.ts';
import type { UnixMs } from '../../core/units.ts';
import type { UsageStore } from '../../core/usage/usage-store.ts';

/** All that one database keeps, whichever it is. Disposing finishes what was asked for and closes it. */
export type SqlStores = AsyncDisposable & {
  readonly ledger: LedgerStore;
  readonly keys: KeyStore;
  readonly accounts: AccountStore;
  readonly replies: ReplyStore;
  readonly orders: OrderStore;
  readonly usage: UsageStore;
  readonly terms: TermStore;
};

/** The same for a server, with what goes with where the records are. */
export type ServedStores = SqlStores & {
  /** Of all servers that share the records. It may have accounts to forget, in small steps, from time to time. */
  readonly limiter: RateLimiter & { readonly forget?: () => Promise<unknown> };
  /** The clock that the servers share; none where there can be one server alone. */
  readonly readSharedClock?: () => Promise<UnixMs>;
};
