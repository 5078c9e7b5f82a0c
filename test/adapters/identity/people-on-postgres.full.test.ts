import { describePeopleChanges } from '../../contract/people-changes.ts';
import { describePeopleFactors } from '../../contract/people-factors.ts';
import { openPeopleOnPostgres } from '../../support/people-postgres.ts';

describePeopleChanges('PostgreSQL', () => openPeopleOnPostgres());
describePeopleFactors('PostgreSQL', () => openPeopleOnPostgres());
