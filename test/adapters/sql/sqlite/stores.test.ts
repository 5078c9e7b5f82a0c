import { describeAccountStore } from '../../../contract/account-store.ts';
import { describeKeyStore } from '../../../contract/key-store.ts';
import { describeLedgerStore } from '../../../contract/ledger-store.ts';
import { describeOrderStore } from '../../../contract/order-store.ts';
import { describeReplyStore } from '../../../contract/reply-store.ts';
import { describeUsageStore } from '../../../contract/usage-store.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

describeLedgerStore('SQLite', openTemporarySqlite);
describeKeyStore('SQLite', openTemporarySqlite);
describeAccountStore('SQLite', openTemporarySqlite);
describeReplyStore('SQLite', openTemporarySqlite);
describeUsageStore('SQLite', openTemporarySqlite);
describeOrderStore('SQLite', openTemporarySqlite);
