import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migratePostgres, pendingPostgresMigrations } from '../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import type { UnmigratedDatabase } from '../contract/migrations.ts';
import { createTemporaryDatabase, rowsOf, superuserCommand } from './postgres.ts';
import { noEvents, temporaryFolder } from './stores.ts';

export async function unmigratedSqlite(emptyFile: 'is made' | 'is not made' = 'is made') {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'dragoman.db');
  if (emptyFile === 'is made') writeFileSync(file, '');
  const rows: UnmigratedDatabase['rows'] = async (sql) => {
    using database = new DatabaseSync(file, { readOnly: true });
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  };
  return {
    kind: 'sqlite' as const,
    env: { DATA_DIR: folder.path },
    path: folder.path,
    file,
    pending: async () => pendingSqliteMigrations(file),
    migrate: async () => migrateSqlite(file),
    open: () => openSqlite({ file, events: noEvents }),
    edit: (sql: string) => {
      using database = new DatabaseSync(file);
      database.exec(sql);
    },
    rows,
    tables: async () => (await rows("select name from sqlite_master where type = 'table' order by 1")).flat(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

export async function unmigratedPostgres() {
  const { url, ...database } = await createTemporaryDatabase('empty');
  return {
    ...database,
    kind: 'postgres' as const,
    env: { DATABASE_URL: url },
    url,
    pending: () => pendingPostgresMigrations(url),
    migrate: () => migratePostgres(url),
    open: () => openPostgres({ url, connectionsMax: 2, events: noEvents }),
    edit: (...commands: readonly string[]) => superuserCommand(url, ...commands),
    rows: (sql: string) => rowsOf(url, sql),
    tables: async () =>
      (
        await rowsOf(
          url,
          'select relname from pg_class where relkind = $$r$$ and relnamespace = $$public$$::regnamespace order by 1',
        )
      ).flat(),
  };
}
