import type { PostgresOptions } from '../../src/adapters/sql/postgres/open-postgres.ts';
import type { PeopleDatabase } from './people-world.ts';
import { openTemporaryPostgres } from './postgres.ts';

/** Separate from `people-world.ts`, so that tests without PostgreSQL do not start it. */
export async function openPeopleOnPostgres(options: Partial<PostgresOptions> = {}): Promise<PeopleDatabase> {
  const stores = await openTemporaryPostgres(options);
  return { ...stores, identity: { kind: 'postgres', url: () => stores.url, connections: 2 } };
}
