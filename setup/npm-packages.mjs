import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { announce, SetupError } from './announce.mjs';
import { run } from './command.mjs';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean }} LockedPackage */

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
    announce('installing the npm packages that package-lock.json names (npm install; the first time takes a minute)');
    const fault = await install(root);
    if (fault && !isComplete(root, dev)) {
      throw new SetupError(`${fault}; nothing can run without the npm packages: try again when "npm install" succeeds`);
    }
    if (fault) return announce(`${fault}; going on with the packages of an earlier set-up`);
  }
  writeFileSync(stamp, hash);
}

/** Whether what npm last put into `node_modules` is what the lock file names, package by package. */
function standsAsLocked(/** @type {string} */ root) {
  const file = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(file)) return false;
  const installed = readLock(file);
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

/** @returns {Promise<string | undefined>} what went wrong, in part of a line */
async function install(/** @type {string} */ root) {
  const npm = (/** @type {string[]} */ ...command) =>
    run(['npm', ...command], { cwd: root, env: { ...process.env, PATH: pathWithout(root) } });
  // An install that cannot reach the registry tries each package in turn, for minutes; this asks once.
  const ping = await npm('ping', '--fetch-timeout=20000', '--fetch-retries=1', '--fetch-retry-mintimeout=1000');
  if (!ping.found) return 'npm is not on PATH';
  if (unreachable.test(ping.output)) return npmFault(ping.output);
  const { status, output } = await npm(...npmInstall);
  return status === 0 ? undefined : npmFault(output);
}

// Not "npm ci": that deletes the packages before it knows whether it can fetch others, and refuses a lock file from a
// registry that lacks a package for another platform. The Node that the service needs is an optional package, and the
// tests need the development ones whatever NODE_ENV says.
const npmInstall = ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];

/** PATH without the Node below `node_modules`, which may go away under npm's feet. */
function pathWithout(/** @type {string} */ root) {
  const parts = (process.env['PATH'] ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(join(root, 'node_modules'))).join(delimiter);
}

const unreachable =
  /\b(E(?:AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT)|ERR_SOCKET_TIMEOUT)\b/;

function npmFault(/** @type {string} */ output) {
  const code = unreachable.exec(output)?.[1];
  if (code) return `the npm registry cannot be reached (${code})`;
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  return `npm install failed (${lines[0]?.replace(/^npm (error|ERR!) */, '') ?? 'it said nothing'})`;
}
