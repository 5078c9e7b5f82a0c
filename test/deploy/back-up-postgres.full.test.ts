import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.ts';
import { newPurchase, openAccount } from '../support/ledger-world.ts';
import { operate } from '../support/operate.ts';
import { createTemporaryDatabase, openTemporaryPostgres, rowsOf } from '../support/postgres.ts';
import { postgresPrograms } from '../support/postgres-programs.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/stores.ts';

const script = fileURLToPath(new URL('../../deploy/back-up-postgres.sh', import.meta.url));
const roleScript = fileURLToPath(new URL('../../deploy/create-role.sh', import.meta.url));
const path = `${postgresPrograms()}:${process.env['PATH']}`;
const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.dump'));

const copies = "select datname from pg_database where datname like '%backup_check'";

/** A database with one account that has bought characters. */
async function openLedger() {
  const stores = await openTemporaryPostgres();
  const accountId = await openAccount(stores);
  await stores.ledger.grant(newPurchase(accountId, 1_000));
  return stores;
}

function startBackups(url: string, folder: string) {
  const { hostname, port, username, pathname } = new URL(url);
  const database = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: pathname.slice(1) };
  const schedule = { BACKUP_EVERY_MINUTES: '60', BACKUP_KEEP: '2', BACKUP_RETRY_SECONDS: '0' };
  const env = { PATH: path, ...database, BACKUP_DIR: folder, ...schedule };
  const program = spawn('sh', [script], { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let errors = '';
  program.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(program, 'close');
  const isRunning = () => program.exitCode === null;
  return {
    isRunning,
    ended: ended.then(([status]) => ({ status: status as number | null, errors })),
    async [Symbol.asyncDispose]() {
      // With the program that it waits for.
      if (isRunning() && program.pid !== undefined) process.kill(-program.pid, 'SIGKILL');
      await ended;
    },
  };
}

describe('scheduled backups of PostgreSQL', () => {
  test('restore into a sound ledger, and replace the oldest', async () => {
    await using stores = await openLedger();
    await using folder = await temporaryFolder();
    const old = ['dragoman-20260101T000000Z.dump', 'dragoman-20260102T000000Z.dump'];
    for (const name of old) {
      writeFileSync(join(folder.path, name), '');
      utimesSync(join(folder.path, name), 0, 0);
    }
    await using program = startBackups(stores.url, folder.path);
    await eventually(() => !backupsIn(folder.path).includes('dragoman-20260101T000000Z.dump'));
    const [kept, made = '', ...others] = backupsIn(folder.path).toSorted();
    assert.deepEqual([kept, others], [old[1], []]);
    await using empty = await createTemporaryDatabase('empty');
    execFileSync(join(postgresPrograms(), 'pg_restore'), [
      '--no-owner',
      `--dbname=${empty.url}`,
      join(folder.path, made),
    ]);
    const balances = 'select account_id, settled from balances';
    assert.deepEqual(await rowsOf(empty.url, balances), await rowsOf(stores.url, balances));
    await operate({ DATABASE_URL: empty.url }, 'ledger', 'verify');
    assert.deepEqual(await rowsOf(stores.url, copies), []);
    assert.ok(program.isRunning());
  });

  test('do not count if a balance differs from its journal, and leave nothing on the disk', async () => {
    await using stores = await openLedger();
    await using folder = await temporaryFolder();
    await stores.corrupt('update balances set settled = settled + 1');
    await using program = startBackups(stores.url, folder.path);
    const { status, errors } = await program.ended;
    assert.equal(status, 1);
    assert.match(errors, /is not sound: 1 balances differ from their journal/);
    assert.deepEqual([readdirSync(folder.path), await rowsOf(stores.url, copies)], [[], []]);
  });
});

test("the nodes' role of compose.yaml migrates its own database, and reaches no other", async () => {
  await using server = await startPostgres();
  await using folder = await temporaryFolder();
  const password = join(folder.path, 'password');
  writeFileSync(password, "it's secret");
  const { hostname: PGHOST, username } = new URL(server.url);
  const connection = { PGHOST, PGPORT: String(server.port), POSTGRES_USER: username };
  execFileSync(roleScript, { env: { PATH: path, ...connection, DRAGOMAN_PASSWORD_FILE: password } });
  const role = `postgres://dragoman@${PGHOST}:${server.port}`;
  await operate({ DATABASE_URL: `${role}/dragoman` }, 'db', 'migrate');
  await operate({ DATABASE_URL: `${role}/dragoman` }, 'ledger', 'verify');
  const rights =
    'select rolsuper, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = current_user';
  assert.deepEqual(await rowsOf(`${role}/dragoman`, rights), [[0, 0, 0, 0]]);
  await assert.rejects(rowsOf(`${role}/postgres`, 'select 1'), /permission denied for database/);
});
