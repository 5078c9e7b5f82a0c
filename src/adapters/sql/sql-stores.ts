import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { ErasureStore } from '../../core/accounts/erasure-store.ts';
import type { AuditStore } from '../../core/audit/audit.ts';
import type { BillingStore } from '../../core/billing/billing-store.ts';
import type { TermStore } from '../../core/glossary/term-store.ts';
import type { ReplyStore } from '../../core/idempotency/reply-store.ts';
import type { KeyStore } from '../../core/keys/key-store.ts';
import type { LeaseStore } from '../../core/leases/lease-store.ts';
import type { LedgerStore } from '../../core/ledger/ledger-store.ts';
import type { LedgerTimeStore } from '../../core/ledger/ledger-time.ts';
import type { PurchaseStore } from '../../core/ledger/purchase-store.ts';
import type { RateLimiter } from '../../core/limits/rate-limiter.ts';
import type { NoticeStore } from '../../core/notices/notice-store.ts';
import type { OrderStore } from '../../core/orders/order-store.ts';
import type { CheckoutStore } from '../../core/payments/checkout-store.ts';
import type { PaymentEventStore } from '../../core/payments/payment-event-store.ts';
import type { AttemptStore } from '../../core/people/attempt-store.ts';
import type { PersonStore } from '../../core/people/person-store.ts';
import type { RequestStore } from '../../core/requests/request-store.ts';
import type { UnixMs } from '../../core/units.ts';
import type { JournalStore } from '../../core/usage/journal-store.ts';
import type { UsageStore } from '../../core/usage/usage-store.ts';

/** All stores of one database. Disposing finishes the submitted operations and closes it. */
export type SqlStores = AsyncDisposable & {
  readonly ledger: LedgerStore;
  readonly ledgerTime: LedgerTimeStore;
  readonly keys: KeyStore;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly erasures: ErasureStore;
  readonly replies: ReplyStore;
  readonly orders: OrderStore;
  readonly billing: BillingStore;
  readonly paymentEvents: PaymentEventStore;
  readonly checkouts: CheckoutStore;
  readonly leases: LeaseStore;
  readonly usage: UsageStore;
  readonly purchases: PurchaseStore;
  readonly journal: JournalStore;
  readonly notices: NoticeStore;
  readonly people: PersonStore;
  readonly attempts: AttemptStore;
  readonly requests: RequestStore;
  readonly terms: TermStore;
  /** Reads the clock that all nodes share; undefined where only one server can run. */
  readonly readSharedClock?: () => Promise<UnixMs>;
  /** Returns the URL of the PostgreSQL server in use, which a failover changes; undefined on SQLite. */
  readonly serverUrl?: () => string;
};

/** The stores for a server, with its rate limiter. */
export type ServedStores = SqlStores & {
  /** Shared by all servers on the same data. `forget` deletes idle accounts in small steps. */
  readonly limiter: RateLimiter & { readonly forget?: () => Promise<unknown> };
};
