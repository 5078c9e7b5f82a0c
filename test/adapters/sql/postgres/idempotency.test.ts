import { describeIdempotentInterleavings } from '../../../contract/idempotent-interleavings.ts';
import { describeIdempotentNodes } from '../../../contract/idempotent-nodes.ts';
import { openTemporaryPostgres } from '../../../support/postgres.ts';

describeIdempotentNodes('PostgreSQL', openTemporaryPostgres);
describeIdempotentInterleavings('PostgreSQL', openTemporaryPostgres);
