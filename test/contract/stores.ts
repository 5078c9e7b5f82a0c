import { describeAccountStore } from './account-store.ts';
import { describeAuditStore } from './audit-store.ts';
import { describeBillingStore } from './billing-store.ts';
import { describeCheckoutStore } from './checkout-store.ts';
import { describeDocumentStore } from './document-store.ts';
import { describeErasureStore } from './erasure-store.ts';
import { describeGlossaryImports } from './glossary-imports.ts';
import { describeGlossaryStore, type GlossaryStoreWorld } from './glossary-store.ts';
import { describeJournalStore } from './journal-store.ts';
import { describeKeyStore } from './key-store.ts';
import { describeLeaseStore } from './lease-store.ts';
import { describeLedgerStore } from './ledger-store.ts';
import { describeLedgerTime } from './ledger-time.ts';
import { describeMemoryStore } from './memory-store.ts';
import { describeNamedGlossaries } from './named-glossaries.ts';
import { describeNoticeStore } from './notice-store.ts';
import { describeOrderStore } from './order-store.ts';
import { describePaymentEventStore } from './payment-event-store.ts';
import { describePurchaseStore } from './purchase-store.ts';
import { describeReadinessStore } from './readiness-store.ts';
import { describeReplyStore } from './reply-store.ts';
import { describeRequestStore } from './request-store.ts';
import { describeUsageStore } from './usage-store.ts';

const contracts = [
  describeBillingStore,
  describeLedgerStore,
  describeLedgerTime,
  describeKeyStore,
  describeAccountStore,
  describeAuditStore,
  describeErasureStore,
  describePurchaseStore,
  describeReplyStore,
  describeUsageStore,
  describeJournalStore,
  describeNoticeStore,
  describeOrderStore,
  describePaymentEventStore,
  describeCheckoutStore,
  describeDocumentStore,
  describeLeaseStore,
  describeReadinessStore,
  describeRequestStore,
  describeGlossaryStore,
  describeGlossaryImports,
  describeNamedGlossaries,
  describeMemoryStore,
];

/** The contract of all stores of a database. */
export function describeStores(name: string, open: () => Promise<GlossaryStoreWorld>): void {
  for (const describeContract of contracts) describeContract(name, open);
}
