import { describeAttemptStore } from '../../../contract/attempt-store.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

describeAttemptStore('SQLite', openTemporarySqlite);
