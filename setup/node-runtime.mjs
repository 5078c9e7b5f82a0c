import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './announce.mjs';
import { run } from './command.mjs';

/**
 * The first Node whose `node:sqlite` stores an empty array of another thread as a blob, not as NULL. Before 24.14, texts are
 * split by Unicode 16, where more signs are emoji. Before 24.7, `node:crypto` has no `argon2`, and `node:sqlite` fails with
 * "column index out of range". `bin/dragoman`, `doctor` and `engines` of package.json must say the same.
 */
const leastNode = /** @type {const} */ ({ major: 24, minor: 15 });
const nodeMin = `${leastNode.major}.${leastNode.minor}`;

/**
 * Node's flags for the server, the same as in `bin/dragoman`. SIGUSR1 must not open the debugger, in which any local user can
 * run code as the service. V8's space for new objects, in MiB. With 16, the collector
 * takes four times as long and short requests are a fifth slower. With V8's own, larger space, language detection fills
 * about 520 MiB.
 */
export const serverFlags = ['--disable-sigusr1', '--max-semi-space-size=32'];

/** @param {string} version as in `v24.15.0` or `24.15.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > leastNode.major || (major === leastNode.major && minor >= leastNode.minor);
}

/** Where npm puts the Node that package.json names for this platform. */
export function broughtNode(/** @type {string} */ root) {
  return join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
}

/**
 * Finds a Node that can run the service: the one that runs this, or the one that npm brought.
 *
 * @param {string} root the project's folder
 * @returns {string} path of the program
 */
export function findNode(root) {
  if (isNewEnough(process.versions.node) && existsSync(process.execPath)) return process.execPath;
  const brought = broughtNode(root);
  const { status, stdout } = spawnSync(brought, ['--version'], { encoding: 'utf8' });
  if (status === 0 && isNewEnough(stdout)) return brought;
  throw new SetupError(
    `the service needs Node ${nodeMin} or newer; this is ${process.version} and npm has none for ` +
      `${process.platform}-${process.arch} here: install Node ${nodeMin}, or run "npm ci --include=optional"`,
  );
}

/**
 * Fetches the least Node from npm.
 *
 * @param {string} folder a new folder for it
 * @returns {Promise<{ version: string, program: string | undefined }>} no program where npm has none
 */
export async function fetchLeastNode(folder) {
  const version = `${nodeMin}.0`;
  const name = `node-${process.platform}-${process.arch}`;
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  mkdirSync(folder);
  const { status } = await run(['npm', 'install', ...options, `${name}@${version}`], { cwd: folder });
  return { version, program: status === 0 ? join(folder, 'node_modules', name, 'bin', 'node') : undefined };
}
