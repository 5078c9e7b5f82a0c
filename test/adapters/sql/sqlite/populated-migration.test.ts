import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { loadMigrations } from '../../../../src/adapters/sql/migration.ts';
import { migrateSqlite } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import type { AccountId } from '../../../../src/core/accounts/account.ts';
import { later, unixMs } from '../../../../src/core/units.ts';
import { createHold, dayMs, firstMoment, spanishToEnglish, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { noEvents, temporaryFolder } from '../../../support/stores.ts';

const noon = firstMoment;
const expiry = later(noon, 365 * dayMs);

// One account with a row of every kind: a purchase that expired, another, two charges on two days, a hold, keys, a reply.
const rows = `
insert into accounts values ('A', 'Ana@example.com', 'ana@example.com', 1, 1);
insert into balances values ('A', 450, 40, 50, ${expiry}, ${expiry}, 1, 5);
insert into holds values ('A', 'h3', 'k1', 40, 1, ${noon}, ${noon + 60_000});
insert into journal values
 ('A', 1, 'purchase', 100, 100, 'p1', 1), ('A', 2, 'expiry', -100, 0, null, 2), ('A', 3, 'purchase', 500, 500, 'p2', 3),
 ('A', 4, 'charge', -20, 480, 'h1', ${noon - dayMs}), ('A', 5, 'charge', -30, 450, 'h2', ${noon});
insert into usage values
 ('A', 'h1', 'k1', 'es', 'en', 'apertium', 20, ${noon - dayMs}), ('A', 'h2', 'k1', 'es', 'en', 'apertium', 30, ${noon});
insert into purchases values ('p1', 'A', 'o1', 100, 1, 2), ('p2', 'A', 'o2', 500, 3, ${expiry});
insert into api_keys values
 ('${'a'.repeat(64)}', 'k1', 'A', 'Laptop', 'dragoman_live_AbCd', 'WxYz', 10, null),
 ('${'b'.repeat(64)}', 'k2', 'A', 'Old', 'dragoman_live_EfGh', 'StUv', 11, 12);
insert into replies values ('A', 'key', 'request', x'00ff', ${noon + dayMs});`;

const kept: Readonly<Record<string, string>> = {
  accounts: 'id, email, email_folded, live_keys, created_at',
  balances: '*',
  holds: '*',
  journal: '*',
  usage: '*',
  purchases: '*',
  api_keys: 'hash, id, account_id, name, start, last_four, created_at, revoked_at',
  replies: '*',
};

/** A database as the first migration alone made it, with `rows` in it. */
async function setup() {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'dragoman.db');
  const [first] = loadMigrations('sqlite');
  assert(first !== undefined);
  using database = new DatabaseSync(file);
  database.exec(`pragma application_id = 0x4472676d;
    ${createRecord(join(folder.path, 'another.db'))};
    insert into migrations values (1, '${first.name}', '${first.checksum}', 1);
    ${first.sql}; ${rows}`);
  return { file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** How the program notes which migrations it has applied. */
function createRecord(anotherFile: string): string {
  migrateSqlite(anotherFile);
  using database = new DatabaseSync(anotherFile, { readOnly: true });
  return String(database.prepare("select sql from sqlite_master where name = 'migrations'").get()?.['sql']);
}

function contents(file: string): Readonly<Record<string, readonly unknown[]>> {
  using database = new DatabaseSync(file, { readOnly: true });
  const read = ([table, columns]: readonly [string, string]) => [
    table,
    database.prepare(`select ${columns} from ${table} order by 1, 2`).all(),
  ];
  return Object.fromEntries(Object.entries(kept).map(read));
}

describe('the migration of a database in use', () => {
  test('keeps every row, and leaves a ledger that is sound and works', async () => {
    await using world = await setup();
    const before = contents(world.file);
    assert.ok(Object.values(before).every((found) => found.length > 0));
    const names = loadMigrations('sqlite').map(({ name }) => name);
    assert.deepEqual(migrateSqlite(world.file), names.slice(1));
    assert.deepEqual(contents(world.file), before);
    await using stores = await openSqlite({ file: world.file, events: noEvents });
    assert.deepEqual(await stores.ledger.verify(noon, sweepIntervalMs), []);
    const accountId = 'A' as AccountId;
    const hold = createHold(accountId, 7, { openedAt: noon });
    await stores.ledger.openHold(hold);
    assert.equal(await stores.ledger.captureHold({ hold, at: noon, usage: spanishToEnglish }), 'captured');
    assert.deepEqual(await stores.ledger.verify(noon, sweepIntervalMs), []);
    assert.deepEqual(await stores.ledger.readBalance(accountId, noon), {
      balance: 443,
      held: 40,
      used: 57,
      expiresAt: expiry,
    });
  });

  test('sums up the usage that there was', async () => {
    await using world = await setup();
    migrateSqlite(world.file);
    using database = new DatabaseSync(world.file, { readOnly: true });
    const days = database.prepare('select * from usage_days order by day').all();
    const today = Math.floor(noon / dayMs);
    const all = { account_id: 'A', key_id: 'k1', source: 'es', target: 'en', requests: 1 };
    assert.deepEqual(
      days.map((day) => ({ ...day })),
      [
        { ...all, day: today - 1, characters: 20 },
        { ...all, day: today, characters: 30 },
      ],
    );
  });

  test('leaves the guards active', async () => {
    await using world = await setup();
    migrateSqlite(world.file);
    using database = new DatabaseSync(world.file);
    for (const change of ['journal set amount = 1', 'usage set characters = 1', 'purchases set characters = 1']) {
      assert.throws(() => database.exec(`update ${change}`), /never changes/, change);
    }
    for (const table of ['journal', 'usage', 'purchases']) {
      assert.throws(() => database.exec(`delete from ${table}`), /never deleted/, table);
    }
    for (const change of ['held = settled + 1', 'held = -1']) {
      assert.throws(() => database.exec(`update balances set ${change}`), /CHECK constraint failed/, change);
    }
    const journal = (kind: string, amount: number) =>
      database.exec(`insert into journal values ('A', 6, '${kind}', ${amount}, 450, 'r', ${unixMs(9)})`);
    assert.throws(() => journal('charge', 1), /CHECK constraint failed/);
    assert.throws(() => journal('reinstatement', -1), /CHECK constraint failed/);
    assert.throws(
      () => database.exec("update api_keys set revoked_at = null where id = 'k2'"),
      /only by being revoked/,
    );
    database.exec("update api_keys set last_used_at = 20 where id = 'k1'");
    for (const change of ['last_used_at = 19', 'last_used_at = null', "id = 'k9'", 'created_at = 1']) {
      assert.throws(() => database.exec(`update api_keys set ${change} where id = 'k1'`), /only by being/, change);
    }
  });
});
