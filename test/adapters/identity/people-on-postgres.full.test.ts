import { describePeopleChanges } from '../../contract/people-changes.ts';
import { describePeopleFactors } from '../../contract/people-factors.ts';
import { describePeopleRaces } from '../../contract/people-races.ts';
import { openPeopleOnPostgres } from '../../support/people-postgres.ts';

describePeopleChanges('PostgreSQL', () => openPeopleOnPostgres());
describePeopleFactors('PostgreSQL', () => openPeopleOnPostgres());
describePeopleRaces('PostgreSQL', () => openPeopleOnPostgres());
