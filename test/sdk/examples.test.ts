import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '../support/bare-environment.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/stores.ts';

const sdk = fileURLToPath(new URL('../../sdk/', import.meta.url));
const client = pathToFileURL(join(sdk, 'src/dragoman.ts')).href;

/** Examples of docstrings use `dragoman`; those of the README are whole. */
const opening = `import { Dragoman, DragomanError } from 'dragoman-client';\nconst dragoman = new Dragoman();\n`;

function examples(): readonly string[] {
  const sources = globSync(join(sdk, 'src/*.ts')).map((path) => readFileSync(path, 'utf8'));
  const documented = sources
    .flatMap((source) => [...source.matchAll(/\* @example\n([\s\S]+?)\*\//g)])
    .map(([, lines = '']) => opening + lines.replaceAll(/^ *\* ?/gm, ''));
  const readme = readFileSync(join(sdk, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]+?)```/g);
  return [...documented, ...[...readme].map(([, code = '']) => code)];
}

test('every example of the client runs', async () => {
  await using folder = await temporaryFolder();
  await using service = await startService();
  const { key } = await service.customer();
  const codes = examples();
  assert.ok(codes.length >= 14, `${codes.length} examples`);
  const names = codes.map((_, index) => `example-${index}.mts`);
  for (const [index, code] of codes.entries())
    await writeFile(join(folder.path, names[index] ?? ''), code.replace("'dragoman-client'", `'${client}'`));
  const main = join(folder.path, 'main.mts');
  await writeFile(main, names.map((name) => `await import('./${name}');\n`).join(''));
  const env = { ...bareEnvironment, DRAGOMAN_KEY: key, DRAGOMAN_URL: service.url };
  const { stdout } = await promisify(execFile)(process.execPath, [main], { env });
  assert.match(stdout, /grande es casa La\. es 18/);
  assert.doesNotMatch(stdout, /undefined|not translated/);
});
