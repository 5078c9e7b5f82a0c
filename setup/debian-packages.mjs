import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { announce } from './announce.mjs';
import { run } from './command.mjs';

/**
 * @typedef {object} DebianNeeds
 * @property {string} root the project's folder
 * @property {string} purpose what the packages are for, in a few words
 * @property {readonly string[]} packages
 */

/**
 * Installs the Debian packages that are missing, where it may: as root, or by a sudo that asks for no password, and
 * unless SETUP_APT is `never`. Whatever it cannot do it says in one line, with the command that would; the caller goes
 * on. Does no more than one look at dpkg's own list when nothing is missing.
 *
 * @param {DebianNeeds} needs
 */
export async function installDebianPackages({ root, purpose, packages }) {
  // Before dpkg is asked: Homebrew has one.
  if (process.platform === 'darwin')
    return announce(
      'macOS has no Debian packages, so neural models alone translate. With Docker, "docker compose -f compose.demo.yaml up" also has Apertium',
    );
  const wanted = await wantedPackages(root, packages);
  if (!wanted)
    return announce(`this is not Debian (no dpkg-query): for ${purpose} install by hand: ${packages.join(' ')}`);
  if (wanted.length === 0) return;
  const say = (/** @type {string} */ why) =>
    announce(`${why}: ${wanted.length} Debian packages for ${purpose} are missing; as root: ${commandLine(wanted)}`);
  if (process.env['SETUP_APT'] === 'never') return say('SETUP_APT=never');
  const prefix = await rights();
  if (!prefix) return say('neither root nor a sudo without password');
  const fault = await uninterrupted(() => {
    announce(`installing ${wanted.length} Debian packages for ${purpose} (apt-get; the first time takes minutes)`);
    return install({ root, prefix, wanted });
  });
  if (fault) say(fault);
}

/**
 * Which of `packages` are not installed and not known to be lacking in this release of Debian.
 *
 * @param {string} root the project's folder
 * @param {readonly string[]} packages `one | other`: either will do, because both have the same program
 * @returns {Promise<readonly string[] | undefined>} undefined where dpkg does not keep the list of packages
 */
export async function wantedPackages(root, packages) {
  const choices = packages.map((each) => each.split(' | '));
  const format = ['-W', '-f', '${Package} ${db:Status-Status}\\n'];
  const { found, output } = await run(['dpkg-query', ...format, ...choices.flat()]);
  if (!found) return undefined;
  const installed = new Set(output.split('\n'));
  const unavailable = readUnavailable(root);
  const missing = choices.filter((names) => !names.some((name) => installed.has(`${name} installed`)));
  return missing.flatMap(([name = '']) => (unavailable.includes(name) ? [] : [name]));
}

/** @returns {Promise<string[] | undefined>} what stands before a command that needs root; undefined without the right */
async function rights() {
  if (process.getuid?.() === 0) return [];
  const { status } = await run(['sudo', '-n', 'true'], { detached: true });
  return status === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * @param {{ root: string, prefix: readonly string[], wanted: readonly string[] }} job
 * @returns {Promise<string | undefined>} what went wrong, in part of a line
 */
async function install({ root, prefix, wanted }) {
  const asRoot = (/** @type {string[]} */ ...command) => run([...prefix, ...command], { detached: true });
  const update = await asRoot('timeout', '240', 'apt-get', ...aptOptions, 'update');
  if (!update.found) return 'apt-get cannot be run';
  const { output } = await run(['apt-cache', 'show', '--no-all-versions', ...wanted]);
  const known = new Set(Array.from(output.matchAll(/^Package: (.+)$/gm), ([, name]) => name));
  const available = wanted.filter((name) => known.has(name));
  if (available.length === 0) return `Debian has none of them to offer here (${aptFault(update.output)})`;
  const unavailable = wanted.filter((name) => !known.has(name));
  if (unavailable.length > 0) announce(`this release of Debian has no ${unavailable.join(', ')}: left out`);
  if (update.status === 0) rememberUnavailable(root, unavailable);
  if (available.includes('postgresql')) await forbidCluster(asRoot);
  for (const name of services.filter((each) => available.includes(each))) await forbidService(asRoot, name);
  const { status, output: said } = await asRoot(
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    // Keeps a configuration file that is there already, without asking.
    'UCF_FORCE_CONFFOLD=1',
    'apt-get',
    ...aptOptions,
    'install',
    '-y',
    '--no-install-recommends',
    ...available,
  );
  return status === 0 ? undefined : `apt-get failed (${aptFault(said)})`;
}

// A mirror that stalls is given up after a time, and another apt that holds the lock is waited for, both with an end.
const aptOptions = [
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'Acquire::https::Timeout=20',
  '-o',
  'DPkg::Lock::Timeout=120',
];

const commandLine = (/** @type {readonly string[]} */ names) =>
  `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`;

function aptFault(/** @type {string} */ output) {
  return /^[EW]: .*$/m.exec(output)?.[0] ?? 'is the network away?';
}

/**
 * Lets `work` end before a signal ends this process: dpkg cut off in the middle leaves a machine that needs repair.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function uninterrupted(work) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @type {NodeJS.Signals | undefined} */
  let received;
  const wait = (/** @type {NodeJS.Signals} */ signal) => {
    if (!received) announce(`${signal}: stopping as soon as apt-get is through`);
    received = signal;
  };
  for (const signal of signals) process.on(signal, wait);
  const result = await work();
  for (const signal of signals) process.off(signal, wait);
  if (received) process.kill(process.pid, received);
  return result;
}

/**
 * Keeps Debian's package from starting its own database on this machine: only its programs are needed.
 * Source: pg_createcluster(1), createcluster.conf; an existing file is not changed.
 *
 * @param {(...command: string[]) => Promise<unknown>} asRoot
 */
async function forbidCluster(asRoot) {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-setup-'));
  const file = join(folder, 'createcluster.conf');
  writeFileSync(
    file,
    '# Written by the set-up of dragoman, whose tests start their own databases.\ncreate_main_cluster = false\n',
  );
  await asRoot('mkdir', '-p', '/etc/postgresql-common');
  await asRoot('cp', '--no-clobber', file, '/etc/postgresql-common/createcluster.conf');
  rmSync(folder, { recursive: true });
}

// Packages whose service would listen as soon as they are installed.
const services = ['apertium-apy', 'caddy', 'nginx', 'pgbouncer', 'prometheus'];

/**
 * Keeps systemd from starting the service of a package whose programs alone are needed: apertium-apy would listen on
 * every network. Source: systemd.unit(5), "masked"; an existing unit of that name is not changed.
 *
 * @param {(...command: string[]) => Promise<unknown>} asRoot
 * @param {string} name
 */
async function forbidService(asRoot, name) {
  await asRoot('mkdir', '-p', '/etc/systemd/system');
  await asRoot('ln', '--symbolic', '/dev/null', `/etc/systemd/system/${name}.service`);
}

/** Stores the packages that this release of Debian lacks, so that the next start does not ask the mirrors again. */
const unavailableFile = (/** @type {string} */ root) => join(root, 'node_modules', '.dragoman-debian.json');

// A mirror that lacked a package for a day must not count permanently.
const recordValidMs = 7 * 86_400_000;

const release = () => (existsSync('/etc/debian_version') ? readFileSync('/etc/debian_version', 'utf8').trim() : '');

/** @returns {readonly string[]} */
function readUnavailable(/** @type {string} */ root) {
  const file = unavailableFile(root);
  if (!existsSync(file)) return [];
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    return kept.release === release() && Date.now() - kept.askedAt < recordValidMs ? kept.unavailable : [];
  } catch {
    // Cut short by a full disk or a kill: the mirrors are asked again, and it is written anew.
    return [];
  }
}

function rememberUnavailable(/** @type {string} */ root, /** @type {readonly string[]} */ unavailable) {
  const file = unavailableFile(root);
  if (unavailable.length === 0 || !existsSync(dirname(file))) return;
  const names = [...new Set([...readUnavailable(root), ...unavailable])];
  writeFileSync(file, JSON.stringify({ release: release(), askedAt: Date.now(), unavailable: names }));
}
