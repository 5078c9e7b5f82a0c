import { describeDocuments } from '../../../contract/documents.ts';
import { openTemporaryPostgres } from '../../../support/postgres.ts';

describeDocuments('PostgreSQL', openTemporaryPostgres);
