import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { announce, SetupError } from './announce.mjs';
import { run } from './command.mjs';
import { broughtNode } from './node-runtime.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string | readonly string[]} [os]
 * @property {string | readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 */

/**
 * Brings `node_modules` in line with `package-lock.json`, unless it already is. Without the registry it goes on with
 * the packages that are there, if none is missing.
 *
 * @param {string} root the project's folder
 * @param {{ readonly dev: boolean }} needs whether the packages for development are needed too
 */
export async function installNpmPackages(root, { dev }) {
  const stamp = join(root, 'node_modules', '.dragoman-lock');
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const kept = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (kept === `${hash} dev` || (kept === hash && !dev)) return;
  const missing = missingPackages(root, dev);
  if (missing.length > 0) {
    announce('installing the npm packages that package-lock.json names (npm ci; the first time takes a minute)');
    const lacksOnlyTools = missing.every(([, entry]) => entry.dev && entry.optional);
    const fault = (lacksOnlyTools ? undefined : await installAnew(root)) ?? (await installMissing(root, dev));
    if (fault && !isComplete(root, dev)) {
      throw new SetupError(`${fault}; nothing can run without the npm packages: try again when "npm ci" succeeds`);
    }
    if (fault) return announce(`${fault}; going on with the packages of an earlier set-up`);
  }
  writeFileSync(stamp, dev || missingPackages(root, true).length === 0 ? `${hash} dev` : hash);
}

/** The packages of the lock file for this platform that npm has not put into `node_modules` in the locked version. */
function missingPackages(/** @type {string} */ root, /** @type {boolean} */ dev) {
  const file = join(root, 'node_modules', '.package-lock.json');
  const installed = existsSync(file) ? readLock(file) : {};
  return locked(root).filter(
    ([path, entry]) =>
      (dev || !entry.dev) &&
      (!entry.optional || isForThisPlatform(entry)) &&
      installed[path]?.version !== entry.version,
  );
}

/** Whether this is one of the packages that hold a program for one platform, and for this one. */
function isForThisPlatform(/** @type {LockedPackage} */ { os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false;
  return os.includes(process.platform) && cpu.includes(process.arch) && (libc === undefined || libc.includes('glibc'));
}

/** Whether every package that is needed is there, of whatever version. */
function isComplete(/** @type {string} */ root, /** @type {boolean} */ dev) {
  return locked(root).every(
    ([path, entry]) => entry.optional || (entry.dev && !dev) || existsSync(join(root, path, 'package.json')),
  );
}

function locked(/** @type {string} */ root) {
  return Object.entries(readLock(join(root, 'package-lock.json'))).filter(([path]) => path !== '');
}

/**
 * @returns {Record<string, LockedPackage>} by path below the project's folder
 * @throws SetupError when the file was cut short or holds the marks of a merge
 */
function readLock(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    throw new SetupError(`${file} cannot be read as JSON: restore it, or delete node_modules if it is in there`);
  }
}

/**
 * Replaces `node_modules` by what the lock file names. Where that fails, what was there before is put back.
 *
 * @returns {Promise<string | undefined>} what went wrong, in part of a line
 */
async function installAnew(/** @type {string} */ root) {
  const [folder, before] = [join(root, 'node_modules'), join(root, 'node_modules.before')];
  const path = process.env['PATH'] ?? '';
  // "npm ci" deletes the packages before it fetches others, and without a registry tries each in turn, for minutes.
  const ping = await npm(
    root,
    path,
    'ping',
    '--fetch-timeout=20000',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  );
  if (!ping.found) return 'npm is not on PATH';
  if (unreachable.test(ping.output)) return npmFault(ping.output);
  rmSync(before, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, before);
  const { status, output } = await npm(root, path, 'ci', ...npmOptions);
  if (status === 0 || !existsSync(before)) {
    rmSync(before, { recursive: true, force: true });
    return status === 0 ? undefined : npmFault(output);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(before, folder);
  return npmFault(output);
}

/**
 * Lets npm run on the Node that it has just brought, where it left out optional packages that an older Node cannot use:
 * the tools' own programs are among them. Deletes nothing, because a server may run on that Node.
 *
 * @returns {Promise<string | undefined>} what went wrong, in part of a line
 */
async function installMissing(/** @type {string} */ root, /** @type {boolean} */ dev) {
  const brought = broughtNode(root);
  if (missingPackages(root, dev).length === 0 || !existsSync(brought)) return undefined;
  const path = [dirname(brought), process.env['PATH'] ?? ''].join(delimiter);
  const { status, output } = await npm(root, path, 'install', '--no-save', ...npmOptions);
  return status === 0 ? undefined : npmFault(output);
}

const npm = (/** @type {string} */ root, /** @type {string} */ path, /** @type {string[]} */ ...command) =>
  run(['npm', ...command], { cwd: root, env: { ...process.env, PATH: withoutTools(root, path) } });

// The Node that the service needs is an optional package, and the tests need the development ones whatever NODE_ENV says.
const npmOptions = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];

/** `path` without the links to tools below `node_modules`, which may go away under npm's feet. */
function withoutTools(/** @type {string} */ root, /** @type {string} */ path) {
  const tools = join(root, 'node_modules', '.bin');
  const parts = path.split(delimiter);
  return parts.filter((part) => part !== tools).join(delimiter);
}

const unreachable =
  /\b(E(?:AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT)|ERR_SOCKET_TIMEOUT)\b/;

function npmFault(/** @type {string} */ output) {
  const code = unreachable.exec(output)?.[1];
  if (code) return `the npm registry cannot be reached (${code})`;
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  return `npm failed (${lines[0]?.replace(/^npm (error|ERR!) */, '') ?? 'it said nothing'})`;
}
