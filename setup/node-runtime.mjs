import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './announce.mjs';

/** The first Node that runs TypeScript as it stands and has `node:sqlite` without a flag. */
const majorMin = 24;

/**
 * Node's flags for the server, the same as in `bin/dragoman`. SIGUSR1 must not open the debugger, in which any local user can
 * run code as the service. V8's space for new objects, in MiB. With 16, the collector
 * takes four times as long and short requests are a fifth slower. With V8's own, larger space, language detection fills
 * about 520 MiB.
 */
export const serverFlags = ['--disable-sigusr1', '--max-semi-space-size=32'];

const majorOf = (/** @type {string} */ version) => Number.parseInt(version.replace(/^v/, ''), 10);

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
  if (majorOf(process.versions.node) >= majorMin && existsSync(process.execPath)) return process.execPath;
  const brought = broughtNode(root);
  const { status, stdout } = spawnSync(brought, ['--version'], { encoding: 'utf8' });
  if (status === 0 && majorOf(stdout) >= majorMin) return brought;
  throw new SetupError(
    `the service needs Node ${majorMin} or newer; this is ${process.version} and npm has none for ` +
      `${process.platform}-${process.arch} here: install Node ${majorMin}, or run "npm ci --include=optional"`,
  );
}
