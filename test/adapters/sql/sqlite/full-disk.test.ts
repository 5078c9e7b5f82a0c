import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { diskOf, needsMounts } from '../../../support/mounts.ts';
import { temporaryFolder } from '../../../support/stores.ts';

test('a document is refused while the disk is full, and translated once there is room', needsMounts, async () => {
  await using folder = await temporaryFolder();
  const script = new URL('full-disk-process.ts', import.meta.url).pathname;
  const [program, ...argv] = [...diskOf('16m', folder.path), process.execPath, script];
  const { status, stderr } = spawnSync(program, argv, { env: { ...process.env, TMPDIR: folder.path } });
  assert.equal(status, 0, stderr.toString());
});
