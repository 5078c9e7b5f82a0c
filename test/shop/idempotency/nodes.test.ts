import { describeIdempotentInterleavings } from '../../contract/idempotent-interleavings.ts';
import { describeIdempotentNodes } from '../../contract/idempotent-nodes.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

describeIdempotentNodes('SQLite', openTemporarySqlite);
describeIdempotentInterleavings('SQLite', openTemporarySqlite);
