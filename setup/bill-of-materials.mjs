import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './announce.mjs';

/**
 * An entry of the lock file. Source: https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 *
 * @typedef {object} Entry
 * @property {string} version
 * @property {string} [license] an SPDX expression
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 */

/** Licences that a package's own package.json does not state, from its licence file. */
export const unstatedLicences = /** @type {Readonly<Record<string, string>>} */ ({
  'format@0.2.2': 'MIT',
  'png-js@2.0.0': 'MIT',
});

/**
 * The production packages of the lock file, as an SBOM. Source: https://cyclonedx.org/docs/1.5/json
 *
 * @param {string} root the project's folder
 * @param {Date} time
 */
export function billOfMaterials(root, time) {
  const { '': own, ...packages } = productionPackages(root);
  // Two folders can have the same package.
  const components = new Map(
    Object.entries(packages).map(([path, entry]) => {
      const component = componentOf(path.replace(/^.*node_modules\//, ''), entry);
      return [component.purl, component];
    }),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: { ...componentOf('dragoman', /** @type {Entry} */ (own)), type: 'application' },
    },
    components: [...components.values()],
  };
}

/**
 * The lock file's packages without those for development.
 *
 * @returns {Readonly<Record<string, Entry>>} by path, the project itself under an empty path
 */
export function productionPackages(/** @type {string} */ root) {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => !dev));
}

function componentOf(/** @type {string} */ name, /** @type {Entry} */ { version, integrity, license, optional }) {
  const licence = license ?? unstatedLicences[`${name}@${version}`];
  if (licence === undefined) throw new SetupError(`${name}@${version} states no licence: add it to ${import.meta.url}`);
  return {
    type: 'library',
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(integrity && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    }),
    licenses: [/ /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
}
