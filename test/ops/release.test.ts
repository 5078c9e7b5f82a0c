import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/stores.ts';

const source = fileURLToPath(new URL('../../src/ops/release.ts', import.meta.url));

test('a clone says its commit and whether files differ, but never the commit of a clone around it', async () => {
  await using folder = await temporaryFolder();
  const inner = join(folder.path, 'inner');
  for (const place of [folder.path, inner]) {
    mkdirSync(join(place, 'src/ops'), { recursive: true });
    cpSync(source, join(place, 'src/ops/release.ts'));
    writeFileSync(join(place, 'package.json'), '{"version":"1.2.3-dev","type":"module"}');
  }
  const git = (...command: string[]) => execFileSync('git', command, { cwd: folder.path, encoding: 'utf8' }).trim();
  const release = (place: string): unknown => {
    const script = `import { readRelease } from ${JSON.stringify(join(place, 'src/ops/release.ts'))};
console.log(JSON.stringify(readRelease()));`;
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
  };
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Start');
  const commit = git('rev-parse', 'HEAD');
  assert.deepEqual(release(folder.path), { version: '1.2.3-dev', commit });
  assert.deepEqual(release(inner), { version: '1.2.3-dev' });
  writeFileSync(join(folder.path, 'package.json'), '{"version":"1.2.3","type":"module"}');
  assert.deepEqual(release(folder.path), { version: '1.2.3', commit: `${commit}-dirty` });
});
