import { readFileSync } from 'node:fs';
import { SetupError } from './announce.mjs';
import { installDebianPackages } from './debian-packages.mjs';
import { findNode } from './node-runtime.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { root } from './project.mjs';

/**
 * Sets up what is missing: npm packages, a Node that is new enough, Debian packages. Does next to nothing when all is
 * there. Everything that this imports runs on Node 18 without a package.
 *
 * @param {object} needs
 * @param {string} needs.purpose what the Debian packages are for, in a few words
 * @param {readonly string[]} needs.debian files beside this one that list Debian packages
 * @param {boolean} needs.dev whether the npm packages for development are needed
 * @returns {Promise<string>} path of a Node that can run the service
 */
export async function prepare({ purpose, debian, dev }) {
  if (process.platform === 'win32') {
    const wsl = 'in WSL: run "wsl --install --distribution Debian", and clone the project inside it';
    throw new SetupError(`Windows alone cannot run ${purpose}. It runs ${wsl}`);
  }
  await installNpmPackages(root, { dev });
  const node = findNode(root);
  await installDebianPackages({ root, purpose, packages: debian.flatMap(packageList) });
  return node;
}

/**
 * Reads a list of Debian packages.
 *
 * @returns {readonly string[]}
 */
export function packageList(/** @type {string} */ file) {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
