import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const file = fileURLToPath(new URL('../../../src/adapters/apertium/process-group.ts', import.meta.url));

/** Takes every descriptor that the process may have, then starts a pipeline and says how that ended. */
const program = `
  import { openSync } from 'node:fs';
  import { startGroup } from ${JSON.stringify(file)};
  const open = () => { try { return openSync('/dev/null'); } catch { return undefined; } };
  while (open() !== undefined);
  const group = startGroup([['cat']], { watched: undefined, yields: true });
  const closed = new Promise((resolve) => group.output.once('close', resolve));
  group.output.on('data', () => {});
  group.input.write('hello');
  await group.ended;
  await closed;
  group.kill();
  console.log('id', group.id);
`;

test('reports an ended pipeline if the process has no file descriptor left', async () => {
  const shell = 'ulimit -n 200; exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', shell, process.execPath, program]);
  assert.equal(stdout, 'id undefined\n');
});
