import { wholeNumber } from '../../../../src/adapters/sql/procedure.ts';
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
import { openTemporaryPostgres, rowsOf } from '../../../support/postgres.ts';

describeLedgerStore('PostgreSQL', openTemporaryPostgres);
describeKeyStore('PostgreSQL', openTemporaryPostgres);
describeAccountStore('PostgreSQL', openTemporaryPostgres);
describeAuditStore('PostgreSQL', openTemporaryPostgres);
describeErasureStore('PostgreSQL', openTemporaryPostgres);
describePurchaseStore('PostgreSQL', openTemporaryPostgres);
describeReplyStore('PostgreSQL', openTemporaryPostgres);
describeUsageStore('PostgreSQL', openTemporaryPostgres);
describeJournalStore('PostgreSQL', openTemporaryPostgres);
describeNoticeStore('PostgreSQL', openTemporaryPostgres);
describeOrderStore('PostgreSQL', openTemporaryPostgres);
describePaymentEventStore('PostgreSQL', openTemporaryPostgres);
describeCheckoutStore('PostgreSQL', openTemporaryPostgres);
describeLeaseStore('PostgreSQL', openTemporaryPostgres);

const openForTerms = async () => {
  const stores = await openTemporaryPostgres();
  const countRows = async () => wholeNumber((await rowsOf(stores.url, 'select count(*) from terms'))[0]?.[0]);
  return { ...stores, countRows };
};

describeTermStore('PostgreSQL', openForTerms);
describeTermImports('PostgreSQL', openForTerms);
