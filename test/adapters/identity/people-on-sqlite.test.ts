import { describePeople } from '../../contract/people.ts';
import { describePeopleChanges } from '../../contract/people-changes.ts';
import { describePeopleFactors } from '../../contract/people-factors.ts';
import { describePeopleRaces } from '../../contract/people-races.ts';
import { openPeopleOnSqlite } from '../../support/people-world.ts';

describePeople('SQLite', openPeopleOnSqlite);
describePeopleChanges('SQLite', openPeopleOnSqlite);
describePeopleFactors('SQLite', openPeopleOnSqlite);
describePeopleRaces('SQLite', openPeopleOnSqlite);
