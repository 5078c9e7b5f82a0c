import { openTemporaryPostgres } from '../support/postgres.ts';
import { describeInterleavings } from './interleavings.ts';

describeInterleavings('PostgreSQL', openTemporaryPostgres);
