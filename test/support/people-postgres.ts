import type { PeopleDatabase } from './people-world.ts';
import { openTemporaryPostgres } from './postgres.ts';

/** Apart from `people-world.ts`, so that tests without PostgreSQL start none. */
export async function openPeopleOnPostgres(): Promise<PeopleDatabase> {
  const stores = await openTemporaryPostgres();
  return { ...stores, identity: { kind: 'postgres', url: stores.url, connections: 2 } };
}
