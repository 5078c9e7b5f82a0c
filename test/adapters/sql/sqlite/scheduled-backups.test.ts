import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { ScheduledBackups } from '../../../../src/adapters/sql/sqlite/scheduled-backups.ts';
import { type UnixMs, unixMs } from '../../../../src/ground/units.ts';
import { createLedgerWorld, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../../support/stores.ts';

const hourMs = 3_600_000;

/** A database with a charge, its empty backup folder, and a clock. Every start is a new server process. */
async function openWorld({ keep = 3 } = {}) {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  await world.buy(1_000);
  await world.capture(await world.hold(10));
  const dir = join(dirname(stores.file), 'backups');
  mkdirSync(dir);
  const clock = { now: unixMs(Date.UTC(2026, 10, 20, 12)), elapsedMs: 0 };
  const failures: string[] = [];
  const announced: (UnixMs | undefined)[] = [];
  const faultCounts: number[] = [];
  const start = () =>
    new ScheduledBackups({
      file: stores.file,
      dir,
      everyMs: 6 * hourMs,
      keep,
      now: () => clock.now,
      elapsedMs: () => clock.elapsedMs,
      sweepIntervalMs,
      events: {
        backupsScheduled: ({ newestAt }) => announced.push(newestAt),
        backedUp: ({ bytes }) => assert.ok(bytes > 0),
        backupFailed: ({ reason }) => failures.push(reason),
        ledgerVerified: ({ faults }) => faultCounts.push(faults.length),
      },
    });
  return {
    stores,
    dir,
    failures,
    announced,
    faultCounts,
    start,
    files: () => readdirSync(dir).toSorted(),
    pass: (ms: number) => {
      clock.now = unixMs(clock.now + ms);
      clock.elapsedMs += ms;
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

const first = 'dragoman-20261120T120000Z.db';
const second = 'dragoman-20261120T180000Z.db';

describe('scheduled backups of SQLite', () => {
  test('a backup is a private file that opens as a sound ledger', async () => {
    await using world = await openWorld();
    await world.start().backUpIfDue();
    assert.deepEqual([world.files(), world.failures], [[first], []]);
    assert.equal(statSync(join(world.dir, first)).mode & 0o777, 0o600);
    await using copy = await openSqlite({ file: join(world.dir, first), events: noEvents, writesHere: true });
    const { verify } = copy.ledger;
    assert.deepEqual(await verify(unixMs(Date.UTC(2026, 10, 20, 12)), sweepIntervalMs), []);
  });

  test('the newest file decides when the next one is due, also after a restart', async () => {
    await using world = await openWorld();
    await world.start().backUpIfDue();
    // Copying tools change the time of a file, but not its name.
    utimesSync(join(world.dir, first), 0, 0);
    world.pass(6 * hourMs - 1);
    await world.start().backUpIfDue();
    assert.deepEqual(world.files(), [first]);
    world.pass(1);
    await world.start().backUpIfDue();
    assert.deepEqual(world.files(), [first, second]);
    assert.deepEqual(world.announced.slice(0, 2), [undefined, unixMs(Date.UTC(2026, 10, 20, 12))]);
  });

  test('the oldest beyond the number to keep are deleted, and no other file ever', async () => {
    await using world = await openWorld({ keep: 2 });
    const foreign = ['dragoman-20200101T000000Z.db.gz', 'dragoman-2026-11-20.db', 'dragoman.db', 'notes.txt'];
    // A wrong clock named it: it may be the only good one.
    const early = 'dragoman-21000101T000000Z.db';
    for (const name of [...foreign, early]) writeFileSync(join(world.dir, name), '');
    const backups = world.start();
    for (let round = 0; round < 4; round++) {
      await backups.backUpIfDue();
      world.pass(6 * hourMs);
    }
    const kept = ['dragoman-20261121T000000Z.db', 'dragoman-20261121T060000Z.db'];
    assert.deepEqual([world.files(), world.failures], [[...foreign, ...kept, early].toSorted(), []]);
  });

  test('a name from a clock that was hours ahead neither delays nor repeats a backup', async () => {
    await using world = await openWorld({ keep: 2 });
    const ahead = 'dragoman-20261120T200000Z.db';
    writeFileSync(join(world.dir, ahead), '');
    const backups = world.start();
    await backups.backUpIfDue();
    world.pass(10_000);
    await backups.backUpIfDue();
    assert.deepEqual([world.files(), world.failures], [[first, ahead], []]);
  });

  test('a failure is reported, leaves every file, and is tried again after an hour', async () => {
    await using world = await openWorld();
    const backups = world.start();
    rmSync(world.dir, { recursive: true });
    await backups.backUpIfDue();
    mkdirSync(world.dir);
    world.pass(hourMs - 1);
    await backups.backUpIfDue();
    assert.deepEqual([world.files(), world.failures.length], [[], 1]);
    assert.match(world.failures[0] ?? '', /no such file or directory/);
    world.pass(1);
    await backups.backUpIfDue();
    assert.deepEqual([world.files().length, world.failures.length], [1, 1]);
  });

  test('the newest backup is reported also when its folder could not be read before, and stays known when it cannot', async () => {
    await using world = await openWorld();
    const backups = world.start();
    rmSync(world.dir, { recursive: true });
    await backups.backUpIfDue();
    mkdirSync(world.dir);
    writeFileSync(join(world.dir, first), '');
    world.pass(hourMs);
    await backups.backUpIfDue();
    rmSync(world.dir, { recursive: true });
    await backups.backUpIfDue();
    const noon = unixMs(Date.UTC(2026, 10, 20, 12));
    assert.deepEqual([world.announced, world.failures.length], [[undefined, noon, noon], 2]);
  });

  test('a copy of an unsound ledger is set aside, its faults and a failure are reported, and older backups stay', async () => {
    await using world = await openWorld({ keep: 1 });
    const backups = world.start();
    await backups.backUpIfDue();
    world.stores.corrupt('update balances set settled = settled + 1');
    for (let round = 0; round < 2; round++) {
      world.pass(6 * hourMs);
      await backups.backUpIfDue();
    }
    assert.deepEqual(world.files(), [first, 'dragoman-unsound.db']);
    assert.equal(world.failures.length, 2);
    assert.match(world.failures[0] ?? '', /the ledger is not sound/);
    assert.deepEqual(world.faultCounts, [0, 2, 2]);
    using copy = new DatabaseSync(join(world.dir, 'dragoman-unsound.db'), { readOnly: true });
    assert.equal(copy.prepare('select count(*) as n from accounts').get()?.['n'], 1);
  });

  test('the copy of a killed server is deleted before the next backup', async () => {
    await using world = await openWorld();
    const left = `${first}.0198f2a4-0000-4000-8000-000000000000.partial`;
    const theirs = 'precious.0198f2a4-0000-4000-8000-000000000000.partial';
    for (const name of [left, `${left}-wal`, theirs]) writeFileSync(join(world.dir, name), '');
    await world.start().backUpIfDue();
    assert.deepEqual(world.files(), [first, theirs]);
  });

  test('a stopping server drops the backup that it is verifying, and reports no failure', async () => {
    await using world = await openWorld();
    const backups = world.start();
    const running = backups.backUpIfDue();
    backups[Symbol.dispose]();
    await running;
    assert.deepEqual([world.files(), world.failures], [[], []]);
  });

  test('a disk that is full leaves no partial file and the older backups', async () => {
    await using world = await openWorld({ keep: 1 });
    await world.start().backUpIfDue();
    {
      using database = new DatabaseSync(world.stores.file);
      database.exec('create table filler (bytes blob); insert into filler values (zeroblob(4000000))');
      database.exec('pragma wal_checkpoint(truncate)');
    }
    const program = fileURLToPath(new URL('backup-process.ts', import.meta.url));
    // Limits the size of each file to 1 MiB, in units of 512 bytes.
    const limited = ['-c', 'ulimit -f 2048; exec "$0" "$@"', process.execPath, program, world.stores.file, world.dir];
    const failure = execFileSync('/bin/sh', limited, { encoding: 'utf8' });
    assert.match(failure, /^backup_failed: (disk I\/O error|database or disk is full)\n$/);
    assert.deepEqual(world.files(), [first]);
  });
});
