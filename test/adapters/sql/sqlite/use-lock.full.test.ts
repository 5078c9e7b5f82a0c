import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { pendingSqliteMigrations } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { UseLock } from '../../../../src/adapters/sql/sqlite/use-lock.ts';
import { noEvents, temporaryFolder } from '../../../support/stores.ts';

const program = new URL('database-user.ts', import.meta.url).pathname;

type User = AsyncDisposable & {
  readonly child: ChildProcess;
  /** `open`, or the error. */
  readonly said: string;
  readonly kill: () => Promise<void>;
};

async function startUser(file: string, use: 'operate' | 'serve'): Promise<User> {
  const child = spawn(process.execPath, [program, file, use], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, said, kill, [Symbol.asyncDispose]: kill };
}

async function setup() {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'dragoman.db');
  return { file, path: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const refused =
  /: another server, or a restore, has this database(?: \(process \d+\))?; many servers need PostgreSQL \(DATABASE_URL\)$/;

describe('database lock', () => {
  test("a second server on one file is refused with the first one's process id, while commands work", async () => {
    await using world = await setup();
    await using server = await startUser(world.file, 'serve');
    assert.equal(server.said, 'open');
    await using second = await startUser(world.file, 'serve');
    assert.match(second.said, refused);
    if (process.platform === 'linux') assert.match(second.said, new RegExp(`\\(process ${server.child.pid}\\)`));
    await using command = await startUser(world.file, 'operate');
    assert.equal(command.said, 'open');
    assert.deepEqual(pendingSqliteMigrations(world.file), []);
  });

  test('a killed server leaves nothing that blocks the next one', async () => {
    await using world = await setup();
    await using server = await startUser(world.file, 'serve');
    await server.kill();
    await using next = await startUser(world.file, 'serve');
    assert.equal(next.said, 'open');
  });

  test('a stopped server lets the next one start, and open commands do not block it', async () => {
    await using world = await setup();
    await using command = await startUser(world.file, 'operate');
    assert.equal(command.said, 'open');
    for (const _ of ['first', 'second']) {
      await using stores = await openSqlite({ file: world.file, use: 'serve', events: noEvents });
      assert.deepEqual(await stores.accounts.listAccounts(), []);
    }
  });

  test('opening and closing a database a second time keeps the lock of its process', async () => {
    await using world = await setup();
    await using _ = await openSqlite({ file: world.file, use: 'serve', events: noEvents });
    {
      await using command = await openSqlite({ file: world.file, events: noEvents });
      assert.deepEqual(await command.accounts.listAccounts(), []);
    }
    await assert.rejects(openSqlite({ file: world.file, use: 'serve', events: noEvents }), {
      code: 'store_unavailable',
      message: refused,
    });
    await using elsewhere = await startUser(world.file, 'serve');
    assert.match(elsewhere.said, refused);
  });

  test('a process that replaces the file must be alone, and blocks all others', async () => {
    await using world = await setup();
    for (const use of ['serve', 'operate'] as const) {
      await using user = await startUser(world.file, use);
      assert.equal(user.said, 'open');
      assert.throws(() => UseLock.take(world.file, 'replace'), {
        code: 'store_unavailable',
        message: /: a server or a command has this database open(?: \(process \d+\))?; stop it first$/,
      });
      await user.kill();
    }
    using _ = UseLock.take(world.file, 'replace');
    await using server = await startUser(world.file, 'serve');
    assert.match(server.said, refused);
    await using command = await startUser(world.file, 'operate');
    assert.match(command.said, /: it is being restored/);
  });

  test('the lock is an empty file of the owner, and leaves no journal', async () => {
    await using world = await setup();
    await using _ = await openSqlite({ file: world.file, use: 'serve', events: noEvents });
    const lock = statSync(`${world.file}-lock`);
    assert.deepEqual([lock.size, lock.mode & 0o777], [0, 0o600]);
    assert.ok(!readdirSync(world.path).some((name) => name.endsWith('journal')));
  });
});
