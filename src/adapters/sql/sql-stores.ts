import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { ReplyStore } from '../../core/idempotency/reply-store.ts';
import type { KeyStore } from '../../core/keys/key-store.ts';
import type { LedgerStore } from '../../core/ledger/ledger-store.ts';
import type { OrderStore } from '../../core/orders/order-store.ts';
import type { UsageStore } from '../../core/usage/usage-store.ts';

/** All that one database keeps, whichever it is. Disposing finishes what was asked for and closes it. */
export type SqlStores = AsyncDisposable & {
  readonly ledger: LedgerStore;
  readonly keys: KeyStore;
  readonly accounts: AccountStore;
  readonly replies: ReplyStore;
  readonly orders: OrderStore;
  readonly usage: UsageStore;
};
