import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { SqlStores } from '../../src/adapters/sql/sql-stores.ts';
import type { UnixMs } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { createHold, newPurchase, spanishToEnglish, sweepIntervalMs } from '../support/ledger-world.ts';

/** An empty database, before any migration. */
export type UnmigratedDatabase = AsyncDisposable & {
  readonly kind: 'sqlite' | 'postgres';
  /** The environment with which `bin/dragoman` finds it. */
  readonly env: Readonly<Record<string, string>>;
  readonly pending: () => Promise<readonly string[]>;
  readonly migrate: () => Promise<readonly string[]>;
  /** Opens it like a server or a command. */
  readonly open: () => Promise<SqlStores>;
  readonly edit: (sql: string) => void | Promise<void>;
  readonly rows: (sql: string) => Promise<readonly (readonly unknown[])[]>;
  readonly tables: () => Promise<readonly unknown[]>;
};

type Setup = { readonly names: readonly string[]; readonly setup: () => Promise<UnmigratedDatabase> };

/** The contract of migrations. `names`: all of them, in order. */
export function describeMigrations(name: string, { names, setup }: Setup): void {
  describe(`${name}: migrations`, () => {
    test('all are pending in an empty database; once applied, none is', async () => {
      await using database = await setup();
      assert.deepEqual(await database.pending(), names);
      assert.deepEqual(await database.tables(), []);
      assert.deepEqual(await database.migrate(), names);
      assert.deepEqual(await database.pending(), []);
      assert.deepEqual(await database.migrate(), []);
    });

    test('a database of 0.1.0 keeps every row, and its ledger verifies and works', async () => {
      await using database = await setup();
      const released = await restoreReleased(database);
      assert.deepEqual(await database.migrate(), names.slice(7));
      await released.assertUpgraded();
    });

    test('entries of named glossaries that were one value become rows, in their order', async () => {
      await using database = await setup();
      await restoreReleased(database);
      const file = (number: string) => {
        const folder = `../../src/adapters/sql/migrations/${database.kind}/`;
        const [found] = globSync(`${number}-*.sql`, { cwd: new URL(folder, import.meta.url) });
        return readFileSync(new URL(`${folder}${found}`, import.meta.url), 'utf8');
      };
      for (const number of ['0015', '0016']) await database.edit(file(number));
      const [row = []] = await database.rows('select id from accounts order by id limit 1');
      const accountId = String(row[0]);
      const entries = JSON.stringify([...'zyxabcdefghi'].map((word) => [word, `${word} "ñ"`]));
      await database.edit(`insert into named_glossaries values ('${accountId}', 'a', 'Products', 1);
insert into named_dictionaries values ('${accountId}', 'a', 'es', 'en', 'r', 12, 99, '${entries}', 0)`);
      await database.edit(file('0019'));
      const rows = await database.rows("select term, translation from terms where account_id = 'r' order by id");
      assert.equal(JSON.stringify(rows), entries);
      assert.deepEqual(await database.rows('select id, entries from named_dictionaries'), [['r', '']]);
    });

    test('all since 0.1.0 only add, so nodes of 0.1.0 can serve until they are replaced', async () => {
      await using database = await setup();
      await restoreReleased(database);
      const tables = await database.tables();
      // Sorted, of tables of the release.
      const read = async (sql: string) => {
        const found = (await database.rows(sql)).map(([each]) => String(each));
        return found.filter((each) => tables.includes(each.slice(0, each.indexOf('.')))).toSorted();
      };
      const { columns, rules } = additions[database.kind];
      const [releasedColumns, releasedRules] = [await read(columns), await read(rules)];
      await database.migrate();
      const columnsNow = await read(columns);
      const kept = columnsNow.filter((column) => releasedColumns.includes(column));
      assert.deepEqual(kept, releasedColumns);
      // A node of 0.1.0 ends no erasure that would leave a memory. A newer one does.
      const added = (await read(rules)).filter((rule) => !releasedRules.includes(rule));
      assert.deepEqual(
        added.map((rule) => rule.includes('erasures_end_without_memory')),
        [true],
        added.join(),
      );
      assert.deepEqual(
        (await read(rules)).filter((rule) => !added.includes(rule)),
        releasedRules,
      );
    });

    test('a database newer than the program is refused, with what to do', async () => {
      await using database = await setup();
      await database.migrate();
      await database.edit("insert into migrations values (99, '0099-tomorrow', 'c', 1)");
      const refusal = { code: 'store_unavailable', message: /newer version .*0099-tomorrow.* backup/ };
      await assert.rejects(database.migrate, refusal);
      await assert.rejects(database.open, refusal);
    });

    test('a database made by other migrations of the same number is refused', async () => {
      await using database = await setup();
      await database.migrate();
      await database.edit("update migrations set checksum = 'other'");
      await assert.rejects(database.migrate, { code: 'store_unavailable', message: /0001-ledger differs/ });
    });

    test("another program's database is refused and unchanged, even if it has a migrations table", async () => {
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

/**
 * One row each, `table.what`: columns with their types, which statements of an older version name; and rules that could
 * refuse rows of an older version: obligatory columns without a default, constraints, unique indexes, triggers.
 */
const additions = {
  sqlite: {
    columns: `select tables.name || '.' || columns.name || ' ' || columns.type
     from sqlite_master as tables, pragma_table_xinfo(tables.name) as columns where tables.type = 'table'`,
    // Check constraints are in the SQL of a table, from which adding a column takes nothing away.
    rules: `select tables.name || '.' || columns.name
     from sqlite_master as tables, pragma_table_xinfo(tables.name) as columns
     where tables.type = 'table' and columns."notnull" and columns.dflt_value is null
     union all select tbl_name || '.' || sql from sqlite_master where type = 'trigger' or sql like 'create unique index%'`,
  },
  postgres: {
    columns: `select table_name || '.' || column_name || ' ' || data_type
     from information_schema.columns where table_schema = current_schema()`,
    rules: `select table_name || '.' || column_name from information_schema.columns
     where table_schema = current_schema() and is_nullable = 'NO' and column_default is null
     union all select conrelid::regclass || '.' || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
     union all select tgrelid::regclass || '.' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select indrelid::regclass || '.' || pg_get_indexdef(indexrelid) from pg_index where indisunique`,
  },
};

/** Loads a database of 0.1.0 into an empty one. Source: test/fixtures/databases/README.md. */
export async function restoreReleased(database: UnmigratedDatabase): Promise<{ assertUpgraded(): Promise<void> }> {
  const sql = readFileSync(new URL(`../fixtures/databases/0.1.0.${database.kind}.sql`, import.meta.url), 'utf8');
  const { at, key } = JSON.parse(sql.slice(2, sql.indexOf('\n'))) as { readonly at: UnixMs; readonly key: string };
  await database.edit(sql);
  await database.edit(
    "update terms set term = 'árbol', translation = 'tree', folded = 'árbol\ntree' where term = 'coche'",
  );
  const tables = (await database.tables()).map(String).filter((table) => table !== 'migrations');
  const read = () => Promise.all(tables.map((table) => database.rows(`select * from ${table}`)));
  const before = await read();
  const widths = before.map(([row]) => row?.length);
  return {
    async assertUpgraded() {
      // Migrations add columns at the end.
      const after = (await read()).map((rows, index) => rows.map((row) => row.slice(0, widths[index])));
      assert.deepEqual(after, before);
      await using stores = await database.open();
      const assertBalance = async (accountId: AccountId, expected: object) =>
        assert.partialDeepStrictEqual(await stores.ledger.readBalance(accountId, at), expected);
      assert.deepEqual(await stores.ledger.verify(at, sweepIntervalMs), []);
      const holder = await stores.keys.findHolder(hash('sha256', key));
      assert.ok(holder);
      const { accountId } = holder;
      await assertBalance(accountId, { balance: 79_948, held: 24, used: 52 });
      const { entries } = await stores.glossaries.listEntries({ accountId, limit: 9 });
      assert.deepEqual(
        entries.map(({ term, translation }) => [term, translation]),
        [
          ['árbol', 'tree'],
          ['casa', 'house'],
          ['Dragoman', 'Dragoman'],
          ['perro', 'dog'],
        ],
      );
      assert.equal(await stores.ledger.grant(newPurchase(accountId, 1_000, { at })), 'granted');
      const hold = createHold(accountId, 80_000, { openedAt: at });
      assert.deepEqual(await stores.ledger.openHold(hold), { kind: 'held' });
      assert.equal(await stores.ledger.captureHold({ hold, at, usage: spanishToEnglish }), 'captured');
      await assertBalance(accountId, { balance: 948, held: 24, used: 80_052 });
      assert.deepEqual(await stores.ledger.verify(at, sweepIntervalMs), []);
    },
  };
}
