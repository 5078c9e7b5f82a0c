import type { UnixMs } from '../../ground/units.ts';
import type { AccountStore } from '../../shop/accounts/account-store.ts';
import type { ErasureStore } from '../../shop/accounts/erasures.ts';
import type { AuditStore } from '../../shop/audit/audit.ts';
import type { BillingStore } from '../../shop/billing/invoice.ts';
import type { DocumentStore } from '../../shop/documents/document.ts';
import type { GlossaryStore } from '../../shop/glossaries/glossary-store.ts';
import type { ReadinessStore } from '../../shop/health/readiness-days.ts';
import type { ReplyStore } from '../../shop/idempotency/reply-store.ts';
import type { KeyStore } from '../../shop/keys/key-store.ts';
import type { LeaseStore } from '../../shop/leases/lease-store.ts';
import type { LedgerStore, PurchaseStore } from '../../shop/ledger/ledger-store.ts';
import type { LedgerTimeStore } from '../../shop/ledger/ledger-time.ts';
import type { RateLimiter } from '../../shop/limits/rate-limiter.ts';
import type { MemoryStore } from '../../shop/memory/memory-store.ts';
import type { NoticeStore } from '../../shop/notices/notice.ts';
import type { OrderStore } from '../../shop/orders/order-store.ts';
import type { CheckoutStore } from '../../shop/payments/checkout-store.ts';
import type { PaymentEventStore } from '../../shop/payments/payment-provider.ts';
import type { PersonStore } from '../../shop/people/person-store.ts';
import type { AttemptStore } from '../../shop/people/throttle.ts';
import type { RequestStore } from '../../shop/requests/request-store.ts';
import type { JournalStore } from '../../shop/usage/journal-store.ts';
import type { UsageStore } from '../../shop/usage/usage-store.ts';

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
  readonly readiness: ReadinessStore;
  readonly usage: UsageStore;
  readonly purchases: PurchaseStore;
  readonly journal: JournalStore;
  readonly notices: NoticeStore;
  readonly people: PersonStore;
  readonly attempts: AttemptStore;
  readonly requests: RequestStore;
  readonly documents: DocumentStore;
  readonly glossaries: GlossaryStore;
  readonly memory: MemoryStore;
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
