import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { type RestoredDatabase, restoreSqlite } from '../../../../src/adapters/sql/sqlite/restore.ts';
import { later, type UnixMs } from '../../../../src/ground/units.ts';
import type { Hold } from '../../../../src/shop/ledger/ledger-store.ts';
import {
  createHold,
  createLedgerWorld,
  firstMoment,
  leaseMs,
  openAccount,
  spanishToEnglish,
  sweepIntervalMs,
} from '../../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite, temporaryFolder } from '../../../support/stores.ts';

const afterLease = later(firstMoment, leaseMs + sweepIntervalMs + 1);

function restore(file: string, from: string, at: UnixMs = afterLease): Promise<RestoredDatabase> {
  return restoreSqlite({ file, from, now: () => at, sweepIntervalMs, events: noEvents });
}

/** A folder with a database of `old` accounts and a copy of one with `copied` accounts. */
async function setup({ old = 1, copied = 2 }: { readonly old?: number; readonly copied?: number } = {}) {
  const folder = await temporaryFolder();
  const [file, copy] = [join(folder.path, 'dragoman.db'), join(folder.path, 'copy.db')];
  await fill(join(folder.path, 'elsewhere', 'dragoman.db'), copied, copy);
  if (old > 0) await fill(file, old);
  return { path: folder.path, file, copy, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function fill(file: string, accounts: number, backupFile?: string): Promise<void> {
  await using stores = await openSqlite({ file, events: noEvents });
  for (let count = 0; count < accounts; count++) await openAccount(stores);
  if (backupFile !== undefined) await stores.backup(backupFile);
}

async function accountsIn(file: string): Promise<number> {
  await using stores = await openSqlite({ file, events: noEvents });
  assert.deepEqual(await stores.ledger.verify(afterLease, sweepIntervalMs), []);
  return (await stores.accounts.listAccounts()).length;
}

/** Returns the files in the folder, without the empty lock file. */
const filesIn = (path: string) =>
  readdirSync(path)
    .filter((name) => !name.endsWith('-lock'))
    .toSorted();

async function assertRefused(world: { readonly path: string; readonly file: string }, from: string, message: RegExp) {
  const before = filesIn(world.path);
  const bytes = readFileSync(world.file);
  await assert.rejects(restore(world.file, from), { reason: 'unusable_backup', message });
  assert.deepEqual(filesIn(world.path), before);
  assert.deepEqual(readFileSync(world.file), bytes);
  assert.equal(await accountsIn(world.file), 1);
}

describe('restore of a SQLite database', () => {
  test('restores everything acknowledged before the copy of a busy database began, and a sound ledger', async () => {
    await using stores = await openTemporarySqlite();
    const world = await createLedgerWorld(stores);
    await world.buy(1_000_000);
    const acknowledged: Hold[] = [];
    const enough = new AbortController();
    const loop = async () => {
      while (!enough.signal.aborted) {
        const hold = await world.hold(1);
        await world.capture(hold);
        acknowledged.push(hold);
      }
    };
    const loops = Promise.all(Array.from({ length: 8 }, loop));
    while (acknowledged.length < 50) await world.hold(1);
    const certain = [...acknowledged];
    const copy = join(dirname(stores.file), 'copy.db');
    await stores.backup(copy);
    enough.abort();
    await loops;

    await using folder = await temporaryFolder();
    const file = join(folder.path, 'dragoman.db');
    const { replaced, swept } = await restore(file, copy);
    assert.equal(replaced, undefined);
    assert.ok(swept > 0, 'what was under way came back');
    await using restored = await openSqlite({ file, events: noEvents });
    assert.deepEqual(await restored.ledger.verify(afterLease, sweepIntervalMs), []);
    for (const hold of certain) {
      const again = await restored.ledger.captureHold({ hold, at: firstMoment, usage: spanishToEnglish });
      assert.equal(again, 'captured', hold.id);
    }
    const balance = await restored.ledger.readBalance(world.accountId, afterLease);
    assert.ok(balance !== undefined && balance.used >= certain.length && balance.held === 0);
  });

  test('keeps the previous database complete under a dated name, and can be repeated', async () => {
    await using world = await setup();
    const first = await restore(world.file, world.copy);
    assert.equal(first.replaced, `${world.file}.replaced-20260131T120110001Z`);
    assert.equal(await accountsIn(world.file), 2);
    assert.equal(await accountsIn(first.replaced ?? ''), 1);
    const second = await restore(world.file, first.replaced ?? '', later(afterLease, 1));
    assert.equal(await accountsIn(world.file), 1);
    assert.equal(await accountsIn(second.replaced ?? ''), 2);
    assert.equal(statSync(world.file).mode & 0o777, 0o600);
    assert.ok(!filesIn(world.path).some((name) => name.includes('restoring')));
  });

  test('never applies a log of the old database to the new one, nor loses its content', async () => {
    await using world = await setup();
    // A killed server leaves a log with its last writes.
    spawnSync(process.execPath, ['--input-type=module', '-e', dieWithLog(world.file)], { stdio: 'inherit' });
    assert.ok(statSync(`${world.file}-wal`).size > 0);
    const { replaced } = await restore(world.file, world.copy);
    assert.equal(existsSync(`${world.file}-wal`), false);
    assert.equal(await accountsIn(world.file), 2);
    using kept = new DatabaseSync(replaced ?? '');
    assert.deepEqual({ ...kept.prepare('select count(*) as count from written_last').get() }, { count: 1 });
  });

  test('restores a copy with its own log, and writes nothing beside it', async () => {
    await using world = await setup();
    await using live = await openSqlite({ file: join(world.path, 'elsewhere', 'dragoman.db'), events: noEvents });
    await openAccount(live);
    const copy = join(world.path, 'by-hand.db');
    for (const ending of ['', '-wal'])
      copyFileSync(join(world.path, 'elsewhere', `dragoman.db${ending}`), copy + ending);
    await restore(world.file, copy);
    assert.equal(await accountsIn(world.file), 3);
    const copies = filesIn(world.path).filter((name) => name.startsWith('by-hand'));
    assert.deepEqual(copies, ['by-hand.db', 'by-hand.db-wal']);
  });

  test('refuses an invalid copy, and changes nothing', async () => {
    await using world = await setup();
    const made = (name: string, sql: string) => {
      const file = join(world.path, name);
      using database = new DatabaseSync(file);
      database.exec(sql);
      return file;
    };
    const changed = (name: string, sql: string) => {
      copyFileSync(world.copy, join(world.path, name));
      return made(name, sql);
    };
    const text = join(world.path, 'text');
    writeFileSync(text, 'not a database at all, but long enough to be read as the first page of one '.repeat(20));
    const cut = join(world.path, 'cut.db');
    copyFileSync(world.copy, cut);
    truncateSync(cut, Math.floor(statSync(cut).size / 8192) * 4096);
    const spoilt = join(world.path, 'spoilt.db');
    const bytes = readFileSync(world.copy);
    // The whole last page: in an empty one, only the beginning matters.
    bytes.fill(0xa5, bytes.length - 4_096);
    writeFileSync(spoilt, bytes);
    writeFileSync(join(world.path, 'empty'), '');
    for (const [from, message] of [
      [join(world.path, 'nothing'), /there is no such file/],
      [world.path, /neither a file nor a folder/],
      [world.file, /this is the database itself/],
      [text, /^unusable_backup: file is not a database$/],
      [join(world.path, 'empty'), /belongs to another program/],
      [made('theirs.db', 'create table photos (name text)'), /belongs to another program/],
      [
        changed('newer.db', "insert into migrations values (99, '0099-tomorrow', 'c', 1)"),
        /newer version .*0099-tomorrow/,
      ],
      [cut, /^unusable_backup: /],
      [spoilt, /^unusable_backup: /],
      [changed('richer.db', 'update balances set settled = settled + 7'), /the journal sums to the balance/],
      [changed('unguarded.db', 'drop trigger usage_is_not_changed'), /tables, indexes and triggers/],
    ] as const) {
      await assertRefused(world, from, message);
    }
  });

  test('is refused while a server or a command has the database open', async () => {
    await using world = await setup();
    for (const use of ['serve', 'operate'] as const) {
      await using _ = await openSqlite({ file: world.file, use, events: noEvents });
      await assert.rejects(restore(world.file, world.copy), {
        code: 'store_unavailable',
        message: /has this database open/,
      });
    }
    assert.equal(await accountsIn(world.file), 1);
  });

  test('is refused while another program has the database open, which stays unchanged', async () => {
    await using world = await setup();
    using other = new DatabaseSync(world.file);
    other.exec('begin; select * from accounts');
    await assert.rejects(restore(world.file, world.copy), { reason: 'restore_failed', message: /another program/ });
    other.exec('rollback');
    other.close();
    assert.equal(await accountsIn(world.file), 1);
    assert.deepEqual(filesIn(world.path), ['copy.db', 'dragoman.db', 'elsewhere']);
  });

  test('replaces an unreadable database, and keeps the damaged files', async () => {
    await using world = await setup();
    spawnSync(process.execPath, ['--input-type=module', '-e', dieWithLog(world.file)], { stdio: 'inherit' });
    const log = readFileSync(`${world.file}-wal`);
    assert.ok(log.length > 0);
    writeFileSync(world.file, 'what is left of a database '.repeat(500));
    const { replaced } = await restore(world.file, world.copy);
    assert.equal(existsSync(`${world.file}-wal`), false);
    assert.equal(await accountsIn(world.file), 2);
    assert.match(readFileSync(replaced ?? '', 'utf8'), /^what is left of a database/);
    assert.deepEqual(readFileSync(`${replaced}-wal`), log);
  });

  test('killed before any step, leaves the old database or the new one complete, and can be repeated', async () => {
    const program = new URL('killed-restore.ts', import.meta.url).pathname;
    const found = new Set<number>();
    for (let step = 1; ; step++) {
      await using world = await setup();
      const run = spawnSync(process.execPath, [program, world.file, world.copy, String(step)], { encoding: 'utf8' });
      assert.equal(run.stderr, '');
      found.add(await accountsIn(world.file));
      if (run.stdout === 'done\n') break;
      assert.equal(run.signal, 'SIGKILL');
      const { replaced } = await restore(world.file, world.copy);
      assert.equal(await accountsIn(world.file), 2);
      assert.equal(statSync(replaced ?? '').nlink, 1, 'what is kept has one name');
    }
    assert.deepEqual(found, new Set([1, 2]));
  });

  test('gives back holds that were open when the copy was made, and charges nothing for them', async () => {
    await using stores = await openTemporarySqlite();
    const world = await createLedgerWorld(stores);
    await world.buy(100);
    await world.ledger.openHold(createHold(world.accountId, 60));
    await world.settled();
    const copy = join(dirname(stores.file), 'copy.db');
    await stores.backup(copy);
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'dragoman.db');
    assert.deepEqual(await restore(file, copy), { fromFile: copy, replaced: undefined, swept: 1 });
    await using restored = await openSqlite({ file, events: noEvents });
    const balance = await restored.ledger.readBalance(world.accountId, afterLease);
    assert.deepEqual([balance?.balance, balance?.held, balance?.used], [100, 0, 0]);
  });
});

const dieWithLog = (file: string) => `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(${JSON.stringify(file)});
  database.exec('pragma journal_mode = wal; create table written_last (id integer); insert into written_last values (1)');
  process.kill(process.pid, 'SIGKILL');`;
