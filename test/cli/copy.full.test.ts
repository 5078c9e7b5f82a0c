import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seedSqlite } from '../../bench/ledger-seed.ts';
import { startAccountArea } from '../support/account-area.ts';
import { furnish, packs } from '../support/account-area-belongings.ts';
import { FormVisitor } from '../support/account-area-visitor.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { translate } from '../support/call.ts';
import { startNode } from '../support/node.ts';
import { operate } from '../support/operate.ts';
import { createTemporaryDatabase, rowsOf } from '../support/postgres.ts';
import { temporaryFolder } from '../support/stores.ts';

type Copied = {
  readonly equal: boolean;
  readonly kept: boolean;
  readonly tables: readonly { readonly name: string; readonly target: string }[];
};

type Env = Readonly<Record<string, string>>;

const copy = (env: Env, to: string, ...options: readonly string[]) =>
  operate<Copied>(env, 'db', 'copy', '--to', to, ...options);

const verified = async (env: Env) =>
  assert.deepEqual(await operate(env, 'ledger', 'verify'), { sound: true, swept: 0, faults: [] });

const has = (message: RegExp) => (error: { readonly stdout?: string }) => message.test(error.stdout ?? '');

describe('db copy', () => {
  test('of a service: rehearsed while it serves, refused until it stops; the copy and its copy back serve the same customer', async () => {
    await using area = await startAccountArea({ env: { PACKS: packs, RATE_LIMIT_PER_MINUTE: '9000' } });
    await using folder = await temporaryFolder();
    await using database = await createTemporaryDatabase('empty');
    const member = await area.signUp('ada@example.com');
    const { key } = await furnish(area, member);
    const body = { text: 'hola a todos', source_lang: 'es', target_lang: 'en' };

    const rehearsal = copy({ DATA_DIR: area.dataDir }, database.url, '--dry-run');
    const ended = rehearsal.then(() => true);
    do assert.equal((await translate(area.url, { key, body })).status, 200);
    while (!(await Promise.race([ended, pause(50, false)])));
    assert.partialDeepStrictEqual(await rehearsal, { equal: true, kept: false, differences: [], faults: [] });
    assert.deepEqual(await rowsOf(database.url, "select 1 from pg_tables where schemaname = 'public'"), []);
    const running = new RegExp(`the source: a server or a command has this database open \\(process ${process.pid}\\)`);
    await assert.rejects(copy({ DATA_DIR: area.dataDir }, database.url), has(running));

    await operate({ DATA_DIR: area.dataDir }, 'db', 'backup', '--to', join(folder.path, 'dragoman.db'));
    assert.partialDeepStrictEqual(await copy({ DATA_DIR: folder.path }, database.url), { equal: true, kept: true });
    await verified({ DATABASE_URL: database.url });

    const assertServes = async (url: string) => {
      assert.equal((await translate(url, { key, body })).status, 200);
      const signedIn = new FormVisitor(url, { Cookie: member.visitor.cookie });
      assert.equal((await signedIn.open('/keys')).path, '/keys', 'the session continues');
      const anew = new FormVisitor(url);
      const start = await anew.submit(await anew.open('/sign-in'), '/sign-in', {
        email: member.email,
        password: member.password,
      });
      assert.equal(start.path, '/account');
    };
    const back = await temporaryFolder();
    await using _ = back;
    const file = join(back.path, 'dragoman.db');
    {
      await using node = await startNode({ url: database.url });
      await assertServes(node.url);
      await assert.rejects(copy({ DATABASE_URL: database.url }, file), has(/the source: .*; stop all nodes first/));
      assert.partialDeepStrictEqual(await copy({ DATABASE_URL: database.url }, file, '--dry-run'), { equal: true });
      assert.deepEqual(readdirSync(back.path), ['dragoman.db-lock']);
    }
    assert.partialDeepStrictEqual(await copy({ DATABASE_URL: database.url }, file), { equal: true, kept: true });
    await verified({ DATA_DIR: back.path });
    await using server = await startNode({ env: { DATA_DIR: back.path } });
    await assertServes(server.url);
  });

  test('killed at any moment leaves an empty target or a complete one, and the same command works again', async () => {
    await using folder = await temporaryFolder();
    await seedSqlite({ file: join(folder.path, 'dragoman.db'), accounts: 20, rowsEach: 1_000 });
    await using database = await createTemporaryDatabase('empty');
    const there: Env = { DATABASE_URL: database.url };
    const journal = [['20000']];
    await killOften({ DATA_DIR: folder.path }, database.url, async () => {
      const tables = await rowsOf(database.url, "select 1 from pg_tables where schemaname = 'public'");
      if (tables.length === 0) return false;
      assert.deepEqual(await rowsOf(database.url, 'select count(*)::text from journal'), journal);
      return true;
    });
    await verified(there);
    await using back = await temporaryFolder();
    const file = join(back.path, 'dragoman.db');
    await killOften(there, file, async () => existsSync(file));
    await verified({ DATA_DIR: back.path });
    await using again = await createTemporaryDatabase('empty');
    assert.partialDeepStrictEqual(await copy({ DATA_DIR: back.path }, again.url), { equal: true, kept: true });
    assert.deepEqual(await rowsOf(again.url, 'select count(*)::text from journal'), journal);
  });
});

const program = fileURLToPath(new URL('../../src/operate.ts', import.meta.url));

/** How many times a copy is killed, evenly over the time that a rehearsal takes. */
const kills = 8;

/** Kills copies until one is complete. */
async function killOften(env: Env, to: string, isComplete: () => Promise<boolean>): Promise<void> {
  const begunAt = performance.now();
  await copy(env, to, '--dry-run');
  const tookMs = performance.now() - begunAt;
  for (let kill = 1; kill <= kills && !(await isComplete()); kill++) {
    const child = spawn(process.execPath, [program, 'db', 'copy', '--to', to], {
      env: { ...bareEnvironment, ...env },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await Promise.race([exited, pause((tookMs * kill) / (kills + 1))]);
    child.kill('SIGKILL');
    await exited;
  }
  if (await isComplete()) return;
  assert.partialDeepStrictEqual(await copy(env, to), { equal: true, kept: true });
  assert.equal(await isComplete(), true);
}
