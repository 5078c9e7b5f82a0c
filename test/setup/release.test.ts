import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const setupFolder = fileURLToPath(new URL('../../setup', import.meta.url));

const news = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n';

/** A committed project, of version 0.9.0 unless given. Its npm notes each call and builds what package.json says; `fails` is a call. */
function project({ changelog = news, fails = 'none', version = '0.9.0' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-release-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...command], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  cpSync(setupFolder, join(folder, 'setup'), { recursive: true });
  for (const path of ['packages/one', 'sdk', 'programs', 'dist']) mkdirSync(join(folder, path), { recursive: true });
  const own = { name: 'dragoman', version };
  write('package.json', JSON.stringify(own));
  write('packages/one/package.json', JSON.stringify({ name: 'one', version }));
  write('sdk/package.json', JSON.stringify({ name: 'client', version }));
  write('package-lock.json', JSON.stringify({ ...own, packages: { '': own, other: { version: '0.9.0' } } }));
  write('CHANGELOG.md', changelog);
  write('README.md', 'npm install ./dragoman-client-*.tgz ./tools/dragoman-*.tgz ./dragoman-0.9.0.tgz\n');
  write('.gitignore', '/calls\n/dist\n/out\n/programs\n');
  write(
    'programs/npm',
    `#!/bin/sh\necho "$*" >> calls\n[ "$*" = "${fails}" ] && exit 1\n` +
      `[ "$2" != build ] || sed "s/}/,\\"gitHead\\":\\"$(git rev-parse HEAD)\\"}/" package.json | tr -d '\\n' > dist/package.json\n`,
  );
  chmodSync(join(folder, 'programs/npm'), 0o755);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  const release = (...args: string[]) => {
    const names = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'];
    const identity = Object.fromEntries(names.map((name) => [name, 'test@example.com']));
    const env = { ...identity, PATH: `${join(folder, 'programs')}:${process.env['PATH'] ?? ''}` };
    const command = ['setup/release.mjs', ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
    return { status, error: stderr };
  };
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')];
  return { folder, write, read, git, release, state, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

describe('npm run release', () => {
  test('raises every version, moves the changelog, tests, builds, commits, tags, and begins the next version', () => {
    using made = project({ version: '0.10.0-dev' });
    const { read, git, release } = made;
    assert.match(release('0.9.1').error, /0\.9\.1 is not above 0\.10\.0-dev/);
    assert.deepEqual(release('0.10.0'), { status: 0, error: '' });
    const versions = (commit: string) => {
      const files = ['package.json', 'packages/one/package.json', 'sdk/package.json', 'package-lock.json'];
      return files.flatMap((name) => git('show', `${commit}:${name}`).match(/(?<="version": ?")[^"]+/g));
    };
    assert.deepEqual(versions('v0.10.0'), [...Array.from({ length: 5 }, () => '0.10.0'), '0.9.0']);
    assert.deepEqual(versions('HEAD'), [...Array.from({ length: 5 }, () => '0.11.0-dev'), '0.9.0']);
    const changelog = read('CHANGELOG.md');
    assert.match(changelog, /## \[Unreleased\]\n\n## \[0\.10\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing/);
    assert.equal(read('README.md'), 'npm install dragoman-client ./tools/dragoman-*.tgz ./dragoman-0.9.0.tgz\n');
    assert.match(read('calls'), /^test\ntest -- test\/release\.full\.test\.ts\nrun build -- \S+\/out\/0\.10\.0\n$/);
    assert.equal(git('log', '--format=%s', '-2', 'HEAD'), 'Begin 0.11.0-dev\nRelease 0.10.0');
    assert.equal(git('log', '--format=%s', '-1', 'v0.10.0'), 'Release 0.10.0');
    assert.equal(git('status', '--porcelain'), '');
  });

  for (const [title, args, given, reason] of [
    ['without a version', [], {}, /name the version/],
    ['of a lower version', ['0.8.10'], {}, /0\.8\.10 is not above 0\.9\.0/],
    ['of the same version', ['0.9.0'], {}, /is not above/],
    [
      'without news',
      ['1.0.0'],
      { changelog: `${news.replace('- A thing.', '')}\n## [0.9.0]\n\n- Old.\n` },
      /nothing under/,
    ],
  ] as const) {
    test(`refuses a release ${title}, and changes nothing`, () => {
      using made = project(given);
      const { release, state } = made;
      const before = state();
      const { status, error } = release(...args);
      assert.equal(status, 1);
      assert.match(error, reason);
      assert.deepEqual(state(), before);
    });
  }

  test('refuses a release with uncommitted changes, and keeps them', () => {
    using made = project();
    const { write, read, release } = made;
    write('package.json', '{"version":"0.9.0","mine":1}');
    assert.match(release('1.0.0').error, /commit or stash your changes first/);
    assert.equal(read('package.json'), '{"version":"0.9.0","mine":1}');
  });

  test('refuses a release whose folder exists, and keeps the folder', () => {
    using made = project();
    const { folder, write, read, release } = made;
    mkdirSync(join(folder, 'out/1.0.0'), { recursive: true });
    write('out/1.0.0/mine', 'mine');
    assert.match(release('1.0.0').error, /out\/1\.0\.0 exists already/);
    assert.equal(read('out/1.0.0/mine'), 'mine');
  });

  for (const fails of ['test', 'test -- test/release.full.test.ts']) {
    test(`takes everything back if "npm ${fails}" fails`, () => {
      using made = project({ fails });
      const { release, state } = made;
      const before = state();
      assert.equal(release('1.0.0').error, `setup: "npm ${fails}" failed: the release is taken back\n`);
      assert.deepEqual(state(), before);
    });
  }

  test('takes its commit back if the build fails', () => {
    using made = project();
    const { write, read, release, state } = made;
    write('programs/npm', `#!/bin/sh\n[ "$1" = test ] || { echo mine > mine; exit 1; }\n`);
    const [head] = state();
    assert.match(release('1.0.0').error, /"npm run build -- \S+" failed/);
    assert.deepEqual(state(), [head, '?? mine', '']);
    assert.equal(read('mine'), 'mine\n');
  });
});
