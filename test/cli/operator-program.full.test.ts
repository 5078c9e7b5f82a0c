import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '../support/bare-environment.ts';
import { temporaryFolder } from '../support/stores.ts';

const dragoman = fileURLToPath(new URL('../../bin/dragoman', import.meta.url));

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
