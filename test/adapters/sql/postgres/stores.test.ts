import { describeAccountStore } from '../../../contract/account-store.ts';
import { describeKeyStore } from '../../../contract/key-store.ts';
import { describeLedgerStore } from '../../../contract/ledger-store.ts';
import { describeOrderStore } from '../../../contract/order-store.ts';
import { describeReplyStore } from '../../../contract/reply-store.ts';
import { describeUsageStore } from '../../../contract/usage-store.ts';
import { openTemporaryPostgres } from '../../../support/postgres.ts';

describeLedgerStore('PostgreSQL', openTemporaryPostgres);
describeKeyStore('PostgreSQL', openTemporaryPostgres);
describeAccountStore('PostgreSQL', openTemporaryPostgres);
describeReplyStore('PostgreSQL', openTemporaryPostgres);
describeUsageStore('PostgreSQL', openTemporaryPostgres);
describeOrderStore('PostgreSQL', openTemporaryPostgres);
