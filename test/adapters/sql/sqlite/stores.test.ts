import { type Procedure, query, wholeNumber } from '../../../../src/adapters/sql/procedure.ts';
import { Reader } from '../../../../src/adapters/sql/sqlite/reader.ts';
import { describeAccountStore } from '../../../contract/account-store.ts';
import { describeAuditStore } from '../../../contract/audit-store.ts';
import { describeCheckoutStore } from '../../../contract/checkout-store.ts';
import { describeErasureStore } from '../../../contract/erasure-store.ts';
import { describeJournalStore } from '../../../contract/journal-store.ts';
import { describeKeyStore } from '../../../contract/key-store.ts';
import { describeLeaseStore } from '../../../contract/lease-store.ts';
import { describeLedgerStore } from '../../../contract/ledger-store.ts';
import { describeNoticeStore } from '../../../contract/notice-store.ts';
import { describeOrderStore } from '../../../contract/order-store.ts';
import { describePaymentEventStore } from '../../../contract/payment-event-store.ts';
import { describePurchaseStore } from '../../../contract/purchase-store.ts';
import { describeReplyStore } from '../../../contract/reply-store.ts';
import { describeTermImports } from '../../../contract/term-imports.ts';
import { describeTermStore } from '../../../contract/term-store.ts';
import { describeUsageStore } from '../../../contract/usage-store.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

describeLedgerStore('SQLite', openTemporarySqlite);
describeKeyStore('SQLite', openTemporarySqlite);
describeAccountStore('SQLite', openTemporarySqlite);
describeAuditStore('SQLite', openTemporarySqlite);
describeErasureStore('SQLite', openTemporarySqlite);
describePurchaseStore('SQLite', openTemporarySqlite);
describeReplyStore('SQLite', openTemporarySqlite);
describeUsageStore('SQLite', openTemporarySqlite);
describeJournalStore('SQLite', openTemporarySqlite);
describeNoticeStore('SQLite', openTemporarySqlite);
describeOrderStore('SQLite', openTemporarySqlite);
describePaymentEventStore('SQLite', openTemporarySqlite);
describeCheckoutStore('SQLite', openTemporarySqlite);
describeLeaseStore('SQLite', openTemporarySqlite);

const openForTerms = async () => {
  const stores = await openTemporarySqlite();
  return { ...stores, countRows: async () => countRows(stores.file) };
};

function countRows(file: string): number {
  using reader = new Reader(file);
  return reader.read(countTerms());
}

function* countTerms(): Procedure<number> {
  return wholeNumber((yield query('select count(*) from terms'))[0]?.[0]);
}

describeTermStore('SQLite', openForTerms);
describeTermImports('SQLite', openForTerms);
