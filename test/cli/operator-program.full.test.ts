import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '../support/bare-environment.ts';
import { createTemporaryDatabase } from '../support/postgres.ts';
import { temporaryFolder } from '../support/stores.ts';

const dragoman = fileURLToPath(new URL('../../bin/dragoman', import.meta.url));

for (const database of ['SQLite', 'PostgreSQL']) {
  test(`bin/dragoman sells a pack, creates a key and verifies the ledger on ${database}`, async () => {
    await using folder = await temporaryFolder();
    await using opening = new AsyncDisposableStack();
    const postgres = database === 'SQLite' ? undefined : opening.use(await createTemporaryDatabase());
    const env = { ...bareEnvironment, DATA_DIR: folder.path, ...(postgres && { DATABASE_URL: postgres.url }) };
    const run = async (...argv: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
      const { stdout } = await promisify(execFile)(dragoman, [...argv, '--json'], { env });
      return JSON.parse(stdout);
    };
    assert.equal((await run('account', 'create', '--email', 'ada@example.com'))['email'], 'ada@example.com');
    await run('pack', 'grant', '--account', 'ada@example.com', '--characters', '1000');
    assert.match(String((await run('key', 'create', '--account', 'ada@example.com'))['key']), /^dragoman_live_\w{38}$/);
    const { clock } = await run('ledger', 'confirm-clock');
    assert.ok(Math.abs(Date.parse(String(clock)) - Date.now()) < 60_000);
    const said = run('ledger', 'reverse-expiry', '--account', 'ada@example.com');
    await assert.rejects(said, { stdout: /There is no such expiry in the ledger journal of this account/ });
    assert.deepEqual((await run('ledger', 'verify'))['faults'], []);
  });
}

test('bin/dragoman translate works in the current folder without the database and its settings', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'notes.md'), 'Hola\n');
  const env = { ...bareEnvironment, DATA_DIR: join(folder.path, 'data'), PORT: 'wrong' };
  const check = promisify(execFile)(dragoman, ['translate', 'notes.md', '--to', 'en', '--check'], {
    env,
    cwd: folder.path,
  });
  await assert.rejects(check, { code: 1, stderr: 'notes.md: notes.en.md is missing.\n' });
  assert.deepEqual(await readdir(folder.path), ['notes.md']);
});
