import { describeAttemptStore } from '../../../contract/attempt-store.ts';
import { openTemporaryPostgres } from '../../../support/postgres.ts';

describeAttemptStore('PostgreSQL', openTemporaryPostgres);
