import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../support/bare-environment.ts';
import { createTemporaryDatabase, sharedPostgres, superuserCommand } from '../support/postgres.ts';
import { temporaryFolder } from '../support/stores.ts';
import type { Ended } from './shop.ts';

const program = fileURLToPath(new URL('../../src/operate.ts', import.meta.url));

type Desk = AsyncDisposable & { readonly run: (...argv: readonly string[]) => Promise<Ended> };

/** An operator whose service uses the database at `url`, or SQLite. */
async function openDesk(url?: string): Promise<Desk> {
  const folder = await temporaryFolder();
  const env = { ...bareEnvironment, DATA_DIR: folder.path, PORT: '0', OPS_PORT: '0', DATABASE_URL: url };
  const run = (...argv: readonly string[]) =>
    new Promise<Ended>((resolve) => {
      const child = execFile(process.execPath, [program, ...argv], { env }, (_, out, err) =>
        resolve({ status: child.exitCode ?? -1, out, err }),
      );
    });
  return { run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

type Report = {
  readonly checks: readonly { readonly check: string; readonly state: string; readonly message: string }[];
};

describe('command line on PostgreSQL', () => {
  test('works as on SQLite, once the database is migrated', async () => {
    await using database = await createTemporaryDatabase('empty');
    await using desk = await openDesk(database.url);
    const early = await desk.run('account', 'list');
    assert.equal(early.status, 1);
    assert.match(
      early.err,
      /^error: The database cannot be used\. Reason: it is not up to date .*bin\/dragoman db migrate[^\n]*\n$/,
    );
    assert.equal((await desk.run('db', 'migrate')).status, 0);
    assert.equal((await desk.run('db', 'migrate')).out, 'The database was up to date.\n');
    const created = await desk.run('account', 'create', '--email', 'ana@example.com', '--json');
    assert.equal(created.status, 0, created.err);
    assert.equal((await desk.run('pack', 'grant', '--account', 'ana@example.com', '--characters', '1000')).status, 0);
    assert.match((await desk.run('key', 'create', '--account', 'ana@example.com')).out, /^dragoman_live_/);
    const { clock } = JSON.parse((await desk.run('ledger', 'confirm-clock', '--json')).out) as { clock: string };
    assert.ok(Math.abs(Date.parse(clock) - Date.now()) < 60_000);
    for (const extent of [[], ['--quick']]) {
      const { status, out } = await desk.run('ledger', 'verify', '--json', ...extent);
      assert.deepEqual([status, JSON.parse(out)], [0, { sound: true, swept: 0, faults: [] }]);
    }
  });

  test('doctor reports the server, its free connections and the difference of the clocks', async () => {
    await using database = await createTemporaryDatabase();
    await using desk = await openDesk(database.url);
    const { checks } = JSON.parse((await desk.run('doctor', '--json')).out) as Report;
    const of = (name: string) => checks.find(({ check }) => check === name);
    assert.match(of('database')?.message ?? '', /^PostgreSQL \d+\.\d+.*: opens and is up to date$/);
    assert.match(of('database connections')?.message ?? '', /^1\d\d are left; a server process takes 12$/);
    const states = [of('database')?.state, of('database connections')?.state, of('clock')?.state];
    assert.deepEqual(states, ['ok', 'ok', 'ok']);
  });

  test('doctor fails on a database that cannot be written to, with what to do', async () => {
    await using database = await createTemporaryDatabase();
    await using desk = await openDesk(database.url);
    const name = new URL(database.url).pathname.slice(1);
    await superuserCommand(database.url, `alter database ${name} set default_transaction_read_only = on`);
    const readOnly = await desk.run('doctor');
    assert.equal(readOnly.status, 1);
    assert.match(
      readOnly.out,
      /^fail {2}database: PostgreSQL [^\n]*: it is read-only \([^\n]+\n {6}-> set default_tr[^\n]+ off/m,
    );
    await superuserCommand(
      database.url,
      'set default_transaction_read_only = off',
      `alter database ${name} reset default_transaction_read_only`,
      `create role ${name}_reader login`,
      `grant select on all tables in schema public to ${name}_reader`,
    );
    const url = new URL(database.url);
    url.username = `${name}_reader`;
    await using reader = await openDesk(url.href);
    const { status, out } = await reader.run('doctor');
    await superuserCommand(database.url, `drop owned by ${name}_reader`, `drop role ${name}_reader`);
    assert.equal(status, 1);
    assert.match(
      out,
      /^fail {2}database: PostgreSQL [^\n]*: its role may not write to the table accounts\n {6}-> let the role/m,
    );
  });

  test("backup and restore name PostgreSQL's own tools", async () => {
    await using database = await createTemporaryDatabase();
    await using desk = await openDesk(database.url);
    for (const [argv, tool] of [
      [['db', 'backup', '--to', 'copy'], 'pg_dump --format=custom'],
      [['db', 'restore', '--from', 'copy'], 'pg_restore --clean'],
    ] as const) {
      const { status, err } = await desk.run(...argv);
      assert.equal(status, 1);
      assert.ok(err.startsWith('error: DATABASE_URL is set, and PostgreSQL has its own tools for this: '), err);
      assert.ok(err.includes(tool) && err.includes('"$DATABASE_URL"'), err);
    }
  });

  test('never prints the password, whatever fails', async () => {
    const server = await sharedPostgres();
    await using database = await createTemporaryDatabase('empty');
    await superuserCommand(server.url, 'create role visitor login');
    await using onSqlite = await openDesk();
    await onSqlite.run('db', 'migrate');
    const address = (role: string, port: number) => {
      const url = new URL(database.url);
      Object.assign(url, { username: role, password: 'hunter2%23secret', port: String(port) });
      return url.href;
    };
    for (const url of [
      address('nobody', server.port),
      address('visitor', server.port),
      address('visitor', 1),
      `${address('visitor', server.port)}?sslmode=verify-full`,
      `${address('visitor', server.port)}#fragment`,
    ]) {
      await using desk = await openDesk(url);
      for (const argv of [['serve'], ['doctor'], ['db', 'migrate'], ['account', 'list', '--json']]) {
        const { status, out, err } = await desk.run(...argv);
        assert.doesNotMatch(out + err, /hunter2|secret/, argv.join(' '));
        assert.equal(status, 1, `${argv.join(' ')}: ${out}${err}`);
        if (argv[0] === 'serve') assert.match(err, /^(\{[^\n]+\n)*error: [^\n]+\n$/);
      }
      const { status, out, err } = await onSqlite.run('db', 'copy', '--to', url);
      assert.doesNotMatch(out + err, /hunter2|secret/);
      assert.equal(status, 1);
      assert.match(err, /^error: (The copy failed\. Reason: the target: |--to: )[^\n]+\n$/);
    }
  });
});
