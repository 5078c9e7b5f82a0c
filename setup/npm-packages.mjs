import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { announce, SetupError } from './announce.mjs';
import { run } from './command.mjs';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, link?: boolean }} LockedPackage */

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
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!standsAsLocked(root)) {
    announce('installing the npm packages that package-lock.json names (npm ci)');
    const fault = await replacePackages(root);
    if (fault && !isComplete(root, dev)) {
      throw new SetupError(`${fault}; nothing can run without the npm packages: try again when npm ci succeeds`);
    }
    if (fault) return announce(`${fault}; going on with the packages of an earlier set-up`);
  }
  writeFileSync(stamp, hash);
}

/** Whether what npm last put into `node_modules` is what the lock file names, package by package. */
function standsAsLocked(/** @type {string} */ root) {
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  return locked(root).every(([path, { version, optional }]) => optional || installed[path]?.version === version);
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

/** @returns {Record<string, LockedPackage>} by path below the project's folder */
function readLock(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/**
 * Runs `npm ci`, with the packages of before set aside: it deletes them before it knows whether it can fetch others.
 *
 * @returns {Promise<string | undefined>} what went wrong, in part of a line
 */
async function replacePackages(/** @type {string} */ root) {
  const aside = join(root, '.setup-aside');
  const packages = join(root, 'node_modules');
  const kept = join(aside, 'node_modules');
  restore(kept, packages); // of a set-up that was cut short
  if (existsSync(packages)) {
    mkdirSync(aside, { recursive: true });
    renameSync(packages, kept);
  }
  const { status, found, output } = await run(npmCi, {
    cwd: root,
    env: { ...process.env, PATH: pathWithout(packages) },
  });
  if (status !== 0) restore(kept, packages);
  rmSync(aside, { recursive: true, force: true });
  if (status === 0) return undefined;
  return found ? npmFault(output) : 'npm is not on PATH';
}

function restore(/** @type {string} */ kept, /** @type {string} */ packages) {
  if (!existsSync(kept)) return;
  rmSync(packages, { recursive: true, force: true });
  renameSync(kept, packages);
}

// Two retries within seconds: a registry that is away is told at once and not after npm's own two minutes. The Node
// that the service needs is an optional package, and the tests need the development ones whatever NODE_ENV says.
const npmCi = [
  'npm',
  'ci',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/** PATH without the Node below `node_modules`, which is about to go away under npm's feet. */
function pathWithout(/** @type {string} */ packages) {
  const parts = (process.env['PATH'] ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(packages)).join(delimiter);
}

const unreachable =
  /\b(E(?:AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT)|ERR_SOCKET_TIMEOUT)\b/;

function npmFault(/** @type {string} */ output) {
  const code = unreachable.exec(output)?.[1];
  if (code) return `the npm registry cannot be reached (${code})`;
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  return `npm ci failed (${lines[0]?.replace(/^npm (error|ERR!) */, '') ?? 'it said nothing'})`;
}
