import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

/** An empty database, before any migration. */
export type UnmigratedDatabase = AsyncDisposable & {
  readonly pending: () => Promise<readonly string[]>;
  readonly migrate: () => Promise<readonly string[]>;
  /** Opens it as a server or a command does. */
  readonly open: () => Promise<AsyncDisposable>;
  readonly edit: (sql: string) => void | Promise<void>;
  readonly tables: () => Promise<readonly unknown[]>;
};

type Setup = { readonly names: readonly string[]; readonly setup: () => Promise<UnmigratedDatabase> };

/** What the migrations of every database promise. `names`: all of them, in order. */
export function describeMigrations(name: string, { names, setup }: Setup): void {
  describe(`${name}: migrations`, () => {
    test('all are due in an empty database; applied once, none is', async () => {
      await using database = await setup();
      assert.deepEqual(await database.pending(), names);
      assert.deepEqual(await database.tables(), []);
      assert.deepEqual(await database.migrate(), names);
      assert.deepEqual(await database.pending(), []);
      assert.deepEqual(await database.migrate(), []);
    });

    test('a database newer than the program is refused', async () => {
      await using database = await setup();
      await database.migrate();
      await database.edit("insert into migrations values (99, '0099-tomorrow', 'c', 1)");
      const refusal = { code: 'store_unavailable', message: /0099-tomorrow.*newer/ };
      await assert.rejects(database.migrate, refusal);
      await assert.rejects(database.open, refusal);
    });

    test('a database made by other migrations of the same number is refused', async () => {
      await using database = await setup();
      await database.migrate();
      await database.edit("update migrations set checksum = 'other'");
      await assert.rejects(database.migrate, { code: 'store_unavailable', message: /0001-ledger differs/ });
    });

    test("another program's database is refused and left alone, also when that keeps migrations of its own", async () => {
      await using database = await setup();
      const tables = ['photos', 'migrations'];
      for (const table of tables) {
        await database.edit(`create table ${table} (version int)`);
        await assert.rejects(database.migrate, { code: 'store_unavailable', message: /another program/ });
        await assert.rejects(database.pending, { code: 'store_unavailable' });
      }
      assert.deepEqual(new Set(await database.tables()), new Set(tables));
    });
  });
}
