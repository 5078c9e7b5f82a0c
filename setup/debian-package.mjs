/**
 * Builds `out/dragoman_<version>_<architecture>.deb`:
 *
 *   debian-package.mjs [FOLDER]   from the release in this folder; `out/dragoman` unless given
 *
 * The same release gives the same bytes: SOURCE_DATE_EPOCH, or else the time of the last commit, replaces later times.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { announce, runScript, SetupError } from './announce.mjs';
import { run } from './command.mjs';
import { root } from './project.mjs';

const architectures = /** @type {Readonly<Record<string, string>>} */ ({ x64: 'amd64', arm64: 'arm64' });

/** Where the files of `deploy/debian` go, with their modes. systemd alone reads the settings, which contain secrets. */
const places = /** @type {const} */ ([
  ['dragoman', 'usr/bin/dragoman', 0o755],
  ['dragoman.service', 'lib/systemd/system/dragoman.service', 0o644],
  ['dragoman.sysusers', 'usr/lib/sysusers.d/dragoman.conf', 0o644],
  ['dragoman.env', 'etc/dragoman/dragoman.env', 0o600],
  ['postinst', 'DEBIAN/postinst', 0o755],
  ['prerm', 'DEBIAN/prerm', 0o755],
  ['postrm', 'DEBIAN/postrm', 0o755],
]);

await runScript(async () => {
  const release = resolve(process.argv[2] ?? join(root, 'out', 'dragoman'));
  const stage = mkdtempSync(join(tmpdir(), 'dragoman-debian-'));
  try {
    announce(`built ${await build(release, stage)}`);
  } finally {
    rmSync(stage, { recursive: true });
  }
});

async function build(/** @type {string} */ release, /** @type {string} */ stage) {
  const { version, description } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'));
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new SetupError(`there is no Node for ${process.arch} in a release`);
  // A hyphen would begin Debian's own revision, and a tilde sorts before the release. Source: deb-version(7).
  const debianVersion = version.replace('-', '~');
  cpSync(release, join(stage, 'usr/lib/dragoman'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await succeed(['chmod', '-R', 'u=rwX,go=rX', stage]);
  for (const [name, place, mode] of places) put(stage, place, { content: fileOf(name), mode });
  for (const [place, content] of documents(debianVersion)) put(stage, place, { content, mode: 0o644 });
  const size = (await succeed(['du', '--apparent-size', '-sk', stage])).split('\t')[0];
  const recommended = JSON.parse(readFileSync(join(root, 'setup', 'start-packages.json'), 'utf8'));
  const control = [
    'Package: dragoman',
    `Version: ${debianVersion}`,
    `Architecture: ${architecture}`,
    'Maintainer: Dragoman <dragoman@users.noreply.github.com>',
    `Installed-Size: ${size}`,
    'Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, systemd (>= 252), init-system-helpers',
    `Recommends: ${recommended.filter((/** @type {string} */ name) => name.startsWith('apertium')).join(', ')}`,
    'Section: net',
    'Priority: optional',
    `Description: text translation service\n ${description}`,
  ];
  put(stage, 'DEBIAN/control', { content: `${control.join('\n')}\n`, mode: 0o644 });
  put(stage, 'DEBIAN/conffiles', { content: '/etc/dragoman/dragoman.env\n', mode: 0o644 });
  const file = join(root, 'out', `dragoman_${debianVersion}_${architecture}.deb`);
  mkdirSync(dirname(file), { recursive: true });
  const env = { ...process.env, SOURCE_DATE_EPOCH: await timeOfRelease() };
  await succeed(['dpkg-deb', '--root-owner-group', '-Zxz', '--build', stage, file], { env });
  return file;
}

function documents(/** @type {string} */ version) {
  const copyright = ['NOTICE', 'LICENSE'].map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
  return /** @type {const} */ ([['usr/share/doc/dragoman/copyright', copyright]]);
}

function fileOf(/** @type {string} */ name) {
  return readFileSync(join(root, 'deploy', 'debian', name));
}

function put(
  /** @type {string} */ stage,
  /** @type {string} */ place,
  /** @type {{ content: string | Buffer, mode: number }} */ { content, mode },
) {
  mkdirSync(dirname(join(stage, place)), { recursive: true });
  writeFileSync(join(stage, place), content);
  chmodSync(join(stage, place), mode);
}

async function timeOfRelease() {
  if (process.env['SOURCE_DATE_EPOCH']) return process.env['SOURCE_DATE_EPOCH'];
  const { status, output } = await run(['git', 'log', '-1', '--format=%ct'], { cwd: root });
  return status === 0 ? output.trim() : '0';
}

async function succeed(/** @type {string[]} */ command, options = {}) {
  const { status, output } = await run(command, options);
  if (status !== 0) throw new SetupError(`${command[0]} failed: ${output.trim()}`);
  return output;
}
