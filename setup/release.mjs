/**
 * `npm run release -- VERSION [full]`: raises the version, moves the changelog's Unreleased into it, runs the tests (with
 * `full` all of them), commits, builds, packs into `out/VERSION` and tags. Pushes and publishes nothing. A failure takes back
 * exactly what the release has changed. From the first release on, pages name packages by their names in npm. Then the version
 * of the next commits becomes that of the next minor release, with `-dev`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announce, runScript, SetupError } from './announce.mjs';
import { root } from './project.mjs';

const manifests = [
  'package.json',
  'sdk/package.json',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
];
const versionFiles = [...manifests, 'package-lock.json'];
const changedFiles = [...versionFiles, 'CHANGELOG.md'];

/** Pages name packed files until a release, because anybody may register a name in npm that does not exist. */
const packedFile = /(?<!\w)\.\/(dragoman[a-z-]*)-\*\.tgz/g;

await runScript(async () => {
  const [version = '', extent] = process.argv.slice(2);
  const changelog = changelogWith(version);
  // Ctrl-C ends the step that runs, and the release takes its changes back.
  process.on('SIGINT', () => undefined);
  const before = git('rev-parse', 'HEAD');
  const pages = git('ls-files', '*.md').split('\n');
  const packages = join(root, 'out', version);
  try {
    writeVersion(version);
    writeFileSync(join(root, 'CHANGELOG.md'), changelog);
    for (const file of pages) {
      const path = join(root, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(packedFile, '$1'));
    }
    step('npm', 'test');
    step('npm', ...(extent === 'full' ? ['run', 'test:full'] : ['test', '--', 'test/release.full.test.ts']));
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...changedFiles, ...pages);
    step('npm', 'run', 'build', '--', packages);
    const built = readJson('dist/package.json');
    if (built.version !== version || built.gitHead !== git('rev-parse', 'HEAD')) {
      throw new SetupError(
        `the build is version ${built.version} of ${built.gitHead}, because files changed meanwhile`,
      );
    }
    git('tag', '--annotate', `v${version}`, '--message', `Dragoman ${version}`);
  } catch (error) {
    if (git('rev-parse', 'HEAD') !== before && git('rev-parse', 'HEAD~1') === before) git('reset', '--soft', before);
    git('restore', '--staged', '--worktree', '--', ...changedFiles, ...pages);
    rmSync(packages, { recursive: true, force: true });
    throw error;
  }
  const [major, minor] = version.split('.').map(Number);
  const next = `${major}.${Number(minor) + 1}.0-dev`;
  writeVersion(next);
  git('commit', '--quiet', '--message', `Begin ${next}`, '--', ...versionFiles);
  announce(`released ${version} in ${packages}; now "npm publish" each package there, then "git push --follow-tags"`);
});

/**
 * Returns the changelog with the new version.
 *
 * @throws SetupError when this version cannot be released from this tree
 */
function changelogWith(/** @type {string} */ version) {
  const current = readJson('package.json').version;
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  if (parts === undefined) throw new SetupError('name the version: npm run release -- 1.2.3 [full]');
  const [numbers, before] = current.split('-');
  const known = numbers.split('.').map(Number);
  const first = parts.findIndex((part, index) => part !== known[index]);
  // 0.2.0 follows 0.2.0-dev.
  if (first === -1 ? before === undefined : (parts[first] ?? 0) < known[first])
    throw new SetupError(`${version} is not above ${current}`);
  if (git('status', '--porcelain') !== '') throw new SetupError('commit or stash your changes first');
  if (git('tag', '--list', `v${version}`) !== '') throw new SetupError(`the tag v${version} exists already`);
  if (existsSync(join(root, 'out', version))) throw new SetupError(`the folder out/${version} exists already`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const heading = '## [Unreleased]\n';
  const [, news = ''] = changelog.split(heading);
  if (!/^- /m.test(news.split('\n## ')[0] ?? '')) throw new SetupError('CHANGELOG.md has nothing under Unreleased');
  const date = new Date().toISOString().slice(0, 10);
  return changelog.replace(heading, `${heading}\n## [${version}] - ${date}\n`);
}

function writeVersion(/** @type {string} */ version) {
  for (const file of manifests) writeJson(file, { ...readJson(file), version });
  const lock = readJson('package-lock.json');
  const { '': own, ...others } = lock.packages;
  writeJson('package-lock.json', { ...lock, version, packages: { '': { ...own, version }, ...others } });
}

function git(/** @type {string[]} */ ...command) {
  const { status, stdout, stderr } = spawnSync('git', command, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new SetupError(`git ${command[0]} failed: ${stderr?.trim()}`);
  return stdout.trim();
}

function step(/** @type {[string, ...string[]]} */ ...[program, ...command]) {
  announce([program, ...command].join(' '));
  const { status } = spawnSync(program, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new SetupError(`"${[program, ...command].join(' ')}" failed: the release is taken back`);
}

function readJson(/** @type {string} */ file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function writeJson(/** @type {string} */ file, /** @type {object} */ value) {
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);
}
