import type { PostgresOptions } from '../../src/adapters/sql/postgres/open-postgres.ts';
import type { PeopleDatabase } from './people-world.ts';
import { openTemporaryPostgres } from './postgres.ts';

/** Apart from `people-world.ts`, so that tests without PostgreSQL start none. */
export async function openPeopleOnPostgres(options: Partial<PostgresOptions> = {}): Promise<PeopleDatabase> {
  const stores = await openTemporaryPostgres(options);
  return { ...stores, identity: { kind: 'postgres', url: stores.url, connections: 2 } };
}
