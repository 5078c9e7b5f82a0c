import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { unixMs } from '../../src/ground/units.ts';
import { noEvents } from '../support/stores.ts';
import { openShop } from './shop.ts';

/** A shop with the account ana@example.com, which has 1,000 characters. */
async function openShopWithPack() {
  const shop = await openShop();
  const { id: accountId } = await shop.json<{ id: string }>('account', 'create', '--email', 'ana@example.com');
  await shop.json('pack', 'grant', '--account', accountId, '--characters', '1000');
  return { ...shop, accountId };
}

describe('ledger verify', () => {
  test('releases and counts the holds of a killed server, and finds the ledger sound', async () => {
    await using shop = await openShopWithPack();
    const openHold = () => {
      using database = new DatabaseSync(shop.databaseFile);
      database.exec(`insert into holds (id, account_id, key_id, amount, epoch, opened_at, lease_until)
        select hex(randomblob(8)), account_id, 'a key', 10, epoch, 0, 1 from balances`);
      database.exec('update balances set held = held + 10');
    };
    openHold();
    assert.deepEqual(await shop.json('ledger', 'verify'), { sound: true, swept: 1, faults: [] });
    openHold();
    const { status, out } = await shop.run('ledger', 'verify');
    assert.equal(status, 0);
    assert.match(out, / 1\./);
    assert.deepEqual(await shop.json('ledger', 'verify'), { sound: true, swept: 0, faults: [] });
  });

  test('reports every broken invariant, in both forms with status 1', async () => {
    await using shop = await openShopWithPack();
    using database = new DatabaseSync(shop.databaseFile);
    database.exec('update balances set settled = settled + 1');
    const { status, out } = await shop.run('ledger', 'verify', '--json');
    const { sound, faults } = JSON.parse(out);
    assert.deepEqual([status, sound], [1, false]);
    assert.deepEqual(Object.keys(faults[0]), ['invariant', 'account', 'row', 'message']);
    assert.equal(faults[0].account, shop.accountId);
    const human = await shop.run('ledger', 'verify');
    assert.equal(human.status, 1);
    assert.match(human.out, new RegExp(`${shop.accountId} +balance +${faults[0].invariant}`));
  });
});

test('ledger reverse-expiry returns what a wrong clock had expired, once, and is in the audit journal', async () => {
  await using shop = await openShopWithPack();
  {
    await using stores = await openSqlite({ file: shop.databaseFile, events: noEvents });
    const wrong = unixMs(Date.UTC(2100, 0));
    assert.equal((await stores.ledger.sweep(wrong)).expired, 1);
  }
  const argv = ['ledger', 'reverse-expiry', '--account', shop.accountId] as const;
  const { status, out } = await shop.run(...argv, '--entry', '3');
  assert.deepEqual([status, out], [1, '']);
  assert.deepEqual(await shop.json(...argv), {
    account: shop.accountId,
    entry: 2,
    characters: 1_000,
    characters_balance: 1_000,
  });
  assert.match((await shop.run(...argv, '--entry', '2')).err, /This expiry was reversed before/);
  const [act] = await shop.json<{ act: string; by: string }[]>('audit', 'list', '--account', shop.accountId);
  assert.deepEqual([act?.act, act?.by], ['expiry.reversed', 'operator']);
  assert.deepEqual(await shop.json('ledger', 'verify'), { sound: true, swept: 0, faults: [] });
});

describe('db migrate', () => {
  test('creates the database, and then reports that it is up to date', async () => {
    await using shop = await openShop();
    const { applied } = await shop.json<{ applied: string[] }>('db', 'migrate');
    assert.ok(applied.length > 0);
    assert.deepEqual(await shop.json('db', 'migrate'), { applied: [] });
  });
});

describe('db backup', () => {
  test('copies the database to a file that another service can open', async () => {
    await using shop = await openShop();
    await using other = await openShop();
    await shop.json('account', 'create', '--email', 'ana@example.com');
    assert.deepEqual(await shop.json('db', 'backup', '--to', other.databaseFile), { file: other.databaseFile });
    assert.equal((await other.json<unknown[]>('account', 'list')).length, 1);
  });

  test('never overwrites a file', async () => {
    await using shop = await openShop();
    const file = join(shop.dataDir, 'precious');
    writeFileSync(file, 'precious');
    const { status, err } = await shop.run('db', 'backup', '--to', file);
    assert.deepEqual([status, err.startsWith('error: --to: ')], [1, true]);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
  });
});

test("another program's database is refused in one line by every command", async () => {
  await using shop = await openShop();
  using database = new DatabaseSync(shop.databaseFile);
  database.exec('create table theirs (id integer)');
  for (const command of [
    ['account', 'list'],
    ['ledger', 'verify'],
    ['db', 'migrate'],
  ]) {
    const { status, err } = await shop.run(...command);
    assert.equal(status, 1);
    assert.match(err, /^error: [^\n]+\n$/);
  }
});

describe('db restore', () => {
  test('replaces the database with a copy, and names the file of the previous one', async () => {
    await using shop = await openShop();
    await shop.json('account', 'create', '--email', 'ana@example.com');
    const copy = join(shop.dataDir, 'copy.db');
    await shop.json('db', 'backup', '--to', copy);
    await shop.json('account', 'create', '--email', 'bea@example.com');
    const { file, replaced, swept } = await shop.json<Record<string, unknown>>('db', 'restore', '--from', copy);
    assert.deepEqual([file, swept], [copy, 0]);
    assert.ok(existsSync(String(replaced)));
    assert.equal((await shop.json<unknown[]>('account', 'list')).length, 1);
    shop.advance(1);
    assert.equal((await shop.run('db', 'restore', '--from', copy)).status, 0);
  });

  test('restores on a machine without a database', async () => {
    await using shop = await openShop();
    await using fresh = await openShop();
    const copy = join(shop.dataDir, 'copy.db');
    await shop.json('db', 'backup', '--to', copy);
    assert.deepEqual(await fresh.json('db', 'restore', '--from', copy), { file: copy, replaced: null, swept: 0 });
    assert.deepEqual(await fresh.json('db', 'migrate'), { applied: [] });
  });

  test('takes the newest scheduled backup of a folder', async () => {
    await using shop = await openShop();
    for (const day of ['18', '19']) {
      await shop.json('account', 'create', '--email', `of${day}@example.com`);
      await shop.json('db', 'backup', '--to', join(shop.dataDir, `dragoman-202611${day}T120000Z.db`));
    }
    const { file } = await shop.json<{ file: string }>('db', 'restore', '--from', shop.dataDir);
    assert.equal(file, join(shop.dataDir, 'dragoman-20261119T120000Z.db'));
    assert.equal((await shop.json<unknown[]>('account', 'list')).length, 2);
  });

  test('--dry-run restores beside the database, and reports what would be lost and what is in the copy', async () => {
    await using shop = await openShopWithPack();
    const copy = join(shop.dataDir, 'dragoman-20261120T110000Z.db');
    await shop.json('db', 'backup', '--to', copy);
    await shop.json('account', 'create', '--email', 'bea@example.com');
    const before = readdirSync(shop.dataDir);
    const { bytes, ...report } = await shop.json<Record<string, unknown>>('db', 'restore', '--dry-run', '--from', copy);
    assert.ok(Number(bytes) > 0);
    assert.deepEqual(report, {
      file: copy,
      taken_at: '2026-11-20T11:00:00Z',
      age_seconds: 3_600,
      took_seconds: 0,
      applied: [],
      accounts: 1,
      journal_rows: 1,
      swept: 0,
    });
    assert.match((await shop.run('db', 'restore', '--dry-run', '--from', shop.dataDir)).out, /3600 seconds/);
    assert.deepEqual(readdirSync(shop.dataDir), before);
    assert.equal((await shop.json<unknown[]>('account', 'list')).length, 2);
  });

  test('--dry-run fails with status 1 on an unsound ledger, a damaged file and an empty folder', async () => {
    await using shop = await openShopWithPack();
    const copy = join(shop.dataDir, 'copy.db');
    await shop.json('db', 'backup', '--to', copy);
    const damaged = join(shop.dataDir, 'damaged.db');
    writeFileSync(damaged, readFileSync(copy).subarray(0, 20_000));
    {
      using database = new DatabaseSync(copy);
      database.exec('update balances set settled = settled + 1');
    }
    for (const from of [copy, damaged, shop.dataDir]) {
      const { status, err } = await shop.run('db', 'restore', '--dry-run', '--from', from);
      assert.equal(status, 1);
      assert.match(err, /^error: --from: [^\n]+\n$/);
    }
  });
});
