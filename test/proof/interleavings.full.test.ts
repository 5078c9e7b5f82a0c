import { openTemporarySqlite } from '../support/stores.ts';
import { describeInterleavings } from './interleavings.ts';

describeInterleavings('SQLite', openTemporarySqlite);
