import { describePeople } from '../../contract/people.ts';
import { openPeopleOnPostgres } from '../../support/people-postgres.ts';

describePeople('PostgreSQL', () => openPeopleOnPostgres());
