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
import { extent } from '../../../support/property-runs.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

/** In full with the writer in a thread of its own, which takes some 50 ms to start. */
const openAsServer = () => openTemporarySqlite({ writesHere: extent < 1 });

describeLedgerStore('SQLite', openAsServer);
describeKeyStore('SQLite', openAsServer);
describeAccountStore('SQLite', openAsServer);
describeAuditStore('SQLite', openAsServer);
describeErasureStore('SQLite', openAsServer);
describePurchaseStore('SQLite', openAsServer);
describeReplyStore('SQLite', openAsServer);
describeUsageStore('SQLite', openAsServer);
describeJournalStore('SQLite', openAsServer);
describeNoticeStore('SQLite', openAsServer);
describeOrderStore('SQLite', openAsServer);
describePaymentEventStore('SQLite', openAsServer);
describeCheckoutStore('SQLite', openAsServer);
describeLeaseStore('SQLite', openAsServer);

const openForTerms = async () => {
  const stores = await openAsServer();
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
