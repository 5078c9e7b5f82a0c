/**
 * `npm run build:deb`: after `npm run build`, makes `out/dragoman_<version>_<architecture>.deb`. The same build gives the same
 * bytes: the time of the last commit, or SOURCE_DATE_EPOCH, replaces later times.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { announce, runScript, SetupError } from './announce.mjs';
import { run } from './command.mjs';
import { lastCommit } from './last-commit.mjs';
import { root } from './project.mjs';

const architectures = /** @type {Readonly<Record<string, string>>} */ ({ x64: 'amd64', arm64: 'arm64' });

/** Files of `deploy/debian`, where they go, and their modes. systemd alone reads the settings, which contain secrets. */
const files = /** @type {const} */ ([
  ['dragoman', 'usr/bin/dragoman', 0o755],
  ['dragoman.service', 'usr/lib/systemd/system/dragoman.service', 0o644],
  ['dragoman.sysusers', 'usr/lib/sysusers.d/dragoman.conf', 0o644],
  ['dragoman.env', 'etc/dragoman/dragoman.env', 0o600],
  ['postinst', 'DEBIAN/postinst', 0o755],
  ['prerm', 'DEBIAN/prerm', 0o755],
  ['postrm', 'DEBIAN/postrm', 0o755],
]);

await runScript(async () => {
  const stage = mkdtempSync(join(tmpdir(), 'dragoman-debian-'));
  try {
    announce(`made ${await build(stage)}`);
  } finally {
    rmSync(stage, { recursive: true });
  }
});

async function build(/** @type {string} */ stage) {
  const program = join(stage, 'usr/lib/dragoman');
  await succeed([process.execPath, join(root, 'setup/standalone.mjs'), program]);
  const { version, description } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'));
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new SetupError(`there is no Node for ${process.arch}`);
  const { time } = await lastCommit();
  // A hyphen would begin Debian's own revision, and a tilde sorts before the release. The time of the commit lets a package of
  // main replace an older one. Source: deb-version(7).
  const commitTime = new Date(time * 1_000).toISOString().replace(/\D/g, '').slice(0, 14);
  const debianVersion = version.replace('-dev', `~dev${commitTime}`).replace('-', '~');
  for (const [name, place, mode] of files)
    put(readFileSync(join(root, 'deploy/debian', name)), join(stage, place), mode);
  const documentation = join(stage, 'usr/share/doc/dragoman');
  put(readFileSync(join(program, 'NOTICE')), join(documentation, 'copyright'), 0o644);
  for (const name of ['README.md', 'CHANGELOG.md', 'docs', 'deploy'])
    cpSync(join(root, name), join(documentation, name), { recursive: true });
  // Without the folders: their sizes depend on the file system.
  const sizes = (await succeed(['find', stage, '-type', 'f', '-printf', '%s\n'])).trim().split('\n');
  const installedKiB = sizes.reduce((sum, bytes) => sum + Math.ceil(Number(bytes) / 1024), 0);
  const control = `Package: dragoman
Version: ${debianVersion}
Architecture: ${architecture}
Maintainer: Dragoman <dragoman@users.noreply.github.com>
Installed-Size: ${installedKiB}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, systemd (>= 252), dbus | dbus-broker
Recommends: ${apertium().join(', ')}
Section: net
Priority: optional
Description: text translation service
 ${description}
`;
  put(control, join(stage, 'DEBIAN/control'), 0o644);
  put('/etc/dragoman/dragoman.env\n', join(stage, 'DEBIAN/conffiles'), 0o644);
  // Whatever the umask was.
  await succeed(['chmod', '-R', 'u=rwX,go=rX', join(stage, 'usr')]);
  await succeed(['chmod', '755', stage, ...['DEBIAN', 'etc', 'etc/dragoman'].map((name) => join(stage, name))]);
  const file = join(root, 'out', `dragoman_${debianVersion}_${architecture}.deb`);
  mkdirSync(dirname(file), { recursive: true });
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  // xz takes minutes and saves a fifth.
  await succeed(['dpkg-deb', '--root-owner-group', '-Zzstd', '-z9', '--build', stage, file], { env });
  return file;
}

/** Debian's language pairs, which also `npm start` installs. */
function apertium() {
  const names = /** @type {string[]} */ (JSON.parse(readFileSync(join(root, 'setup/start-packages.json'), 'utf8')));
  return names.filter((name) => name.startsWith('apertium'));
}

function put(/** @type {string | Buffer} */ content, /** @type {string} */ file, /** @type {number} */ mode) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

async function succeed(/** @type {string[]} */ command, options = {}) {
  const { status, output } = await run(command, options);
  if (status !== 0) throw new SetupError(`${command[0]} failed: ${output.trim()}`);
  return output;
}
