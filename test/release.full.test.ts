import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Translation } from '../sdk/src/wire.ts';
import { needsApertium } from './adapters/apertium/installed-apertium.ts';
import { bareEnvironment } from './support/bare-environment.ts';
import { translate } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { temporaryFolder } from './support/stores.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

// The installed program and the build find this Node; npm writes only below `home`.
const environment = (home: string) => ({
  ...bareEnvironment,
  PATH: [dirname(process.execPath), bareEnvironment['PATH']].join(delimiter),
  HOME: home,
});

const author = { name: 'Test', email: 'test@example.com', date: '2026-01-02T03:04:05Z' };

type BillOfMaterials = {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly {
    readonly purl: string;
    readonly licenses: readonly object[];
    readonly hashes: readonly { readonly content: string }[];
  }[];
};

/** Copies the project, commits the copy at a fixed time, builds and packs it. Returns the folder with the packages. */
async function build(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const project = join(folder, 'project');
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of stdout.split('\0').filter(Boolean)) await cp(join(root, file), join(project, file));
  await run('cp', ['-a', join(root, 'node_modules'), project]);
  const dates = { GIT_AUTHOR_DATE: author.date, GIT_COMMITTER_DATE: author.date };
  const identity = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
  const options = { cwd: project, env: { ...environment(folder), ...dates, ...env } };
  await run('git', ['init', '--quiet'], options);
  await run('git', ['add', '--all'], options);
  await run('git', [...identity, 'commit', '--quiet', '--message', 'Release'], options);
  const packages = join(folder, 'packages');
  await run('npm', ['run', 'build', '--', packages], options);
  return packages;
}

test('a package is built to the byte, installs offline, says its release and translates', needsApertium, async (t) => {
  await using first = await temporaryFolder();
  await using second = await temporaryFolder();
  const [packages, others] = await Promise.all([
    build(first.path, { TZ: 'Asia/Tokyo' }),
    build(second.path, { TZ: 'America/Lima', LANG: 'de_DE.UTF-8' }),
  ]);
  const sums = await readFile(join(packages, 'SHA256SUMS'), 'utf8');
  assert.equal(sums.trim().split('\n').length, 6);
  assert.equal(await readFile(join(others, 'SHA256SUMS'), 'utf8'), sums, 'two builds of a commit are identical');

  const prefix = join(first.path, 'installed');
  const tarball = /dragoman-\d\S*\.tgz/.exec(sums)?.[0] ?? '';
  const install = ['install', '--global', '--offline', '--prefix', prefix, join(packages, tarball)];
  await run('npm', install, { env: environment(first.path) });
  const program = join(prefix, 'bin', 'dragoman');
  const project = join(first.path, 'project');
  const commit = (await run('git', ['rev-parse', 'HEAD'], { cwd: project })).stdout.trim();
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string };

  await t.test('--version and the bill of materials say what is in the package', async () => {
    const said = await run(program, ['--version'], { env: environment(first.path) });
    assert.equal(said.stdout, `${version} (commit ${commit})\n`);
    const installed = join(prefix, 'lib', 'node_modules', 'dragoman');
    const bill = JSON.parse(await readFile(join(installed, 'sbom.cdx.json'), 'utf8')) as BillOfMaterials;
    assert.deepEqual(
      [bill.bomFormat, bill.specVersion, bill.metadata.component.version],
      ['CycloneDX', '1.5', version],
    );
    assert.equal(new Set(bill.components.map(({ purl }) => purl)).size, bill.components.length);
    for (const { purl, licenses, hashes } of bill.components) {
      assert.match(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.-]+$/);
      assert.ok(licenses.length === 1 && /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ''), purl);
    }
  });

  await t.test('serves and translates from an empty folder, and keeps its data there', async () => {
    const folder = join(first.path, 'work');
    await mkdir(folder);
    let key: string | undefined;
    const env = { ...environment(first.path), DRAGOMAN_DEMO: '1', PORT: '0', OPS_PORT: '0' };
    for (const start of ['first', 'second']) {
      const child = spawn(program, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
      const ended = once(child, 'close');
      let output = '';
      child.stdout.on('data', (chunk) => (output += String(chunk)));
      try {
        await eventually(() => output.includes('Account area'));
        const url = /listens on (\S+)/.exec(output)?.[1] ?? '';
        key ??= /shown this once: (\S+)/.exec(output)?.[1];
        const body = { text: 'Hoy es un buen día para aprender.', target_lang: 'en' };
        const reply = await translate<Translation>(url, { key, body });
        assert.deepEqual([reply.status, reply.body.characters_charged], [200, 33], `the ${start} start`);
        assert.equal((await fetch(`${url}/docs`)).status, 200);
      } finally {
        child.kill();
      }
      assert.deepEqual(await ended, [0, null]);
    }
    // Node's compiled modules, for the next start.
    assert.ok((await readdir(join(folder, 'data', 'compiled'))).length > 1);
  });
});
