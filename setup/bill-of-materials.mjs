import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/** Licences that a package's own package.json does not state, from its licence file. */
const unstatedLicences = /** @type {Readonly<Record<string, string>>} */ ({ 'png-js@2.0.0': 'MIT' });

/**
 * The production packages of the lock file, as an SBOM. Source: https://cyclonedx.org/docs/1.5/json
 *
 * @param {string} root the project's folder
 * @param {Date} time
 */
export function billOfMaterials(root, time) {
  const packages = productionPackages(root);
  const { '': own, ...others } = packages;
  const components = new Map(
    Object.entries(others).map(([path, entry]) => [referenceOf(path, entry), componentOf(path, entry)]),
  );
  /** @type {Map<string, Set<string>>} */
  const dependencies = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const reference = referenceOf(path, entry);
    const known = dependencies.get(reference) ?? new Set();
    for (const each of dependenciesOf(path, entry, packages)) known.add(each);
    dependencies.set(reference, known);
  }
  const content = {
    metadata: {
      timestamp: time.toISOString(),
      component: { ...componentOf('', /** @type {Entry} */ (own)), type: 'application' },
    },
    components: [...components.values()],
    dependencies: Array.from(dependencies, ([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] })),
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${idOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

/** The licence texts of the production packages, each once, under the packages that have it. */
export function licenceTexts(/** @type {string} */ root) {
  const { '': _, ...packages } = productionPackages(root);
  /** @type {Map<string, Set<string>>} */
  const holders = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const text = licenceText(root, path);
    holders.set(text, (holders.get(text) ?? new Set()).add(`${referenceOf(path, entry)} (${licenceOf(path, entry)})`));
  }
  const line = '-'.repeat(80);
  const sections = Array.from(holders, ([text, names]) => `${line}\n${[...names].join('\n')}\n\n${text}\n`);
  return `The npm packages that Dragoman uses, and their licences.\n\n${sections.join('\n')}`;
}

function licenceText(/** @type {string} */ root, /** @type {string} */ path) {
  // Of the packages with a Node, npm installs the one for this machine. All have the same licence.
  const folder = join(root, path.replace(/(node-linux)-\w+$/, `$1-${process.arch}`));
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8').trim() : 'The package contains no licence text.';
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

const nameOf = (/** @type {string} */ path) => (path === '' ? 'dragoman' : path.replace(/^.*node_modules\//, ''));

function referenceOf(/** @type {string} */ path, /** @type {Entry} */ { version }) {
  return `${nameOf(path)}@${version}`;
}

function componentOf(/** @type {string} */ path, /** @type {Entry} */ entry) {
  const [name, licence] = [nameOf(path), licenceOf(path, entry)];
  const [algorithm, hash] = entry.integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': referenceOf(path, entry),
    name,
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash ?? '', 'base64').toString('hex') }],
    }),
    licenses: [/ /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
  };
}

function licenceOf(/** @type {string} */ path, /** @type {Entry} */ entry) {
  const reference = referenceOf(path, entry);
  const licence = entry.license ?? unstatedLicences[reference];
  if (licence === undefined) throw new SetupError(`${reference} states no licence: add it to ${import.meta.url}`);
  return licence;
}

/**
 * What a package gets when it imports its dependencies: of the packages with that name, the one in the nearest folder.
 *
 * @param {string} path
 * @param {Entry} entry
 * @param {Readonly<Record<string, Entry>>} packages
 */
function dependenciesOf(path, { dependencies, optionalDependencies, peerDependencies }, packages) {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).flatMap((name) => {
    const parts = path === '' ? [''] : ['', ...path.split(/\/?node_modules\//).slice(1)];
    for (let depth = parts.length; depth > 0; depth -= 1) {
      const place = `${parts.slice(0, depth).join('/node_modules/')}/node_modules/${name}`.slice(1);
      const found = packages[place];
      if (found) return [referenceOf(place, found)];
    }
    // A peer that is optional and not installed.
    return [];
  });
}

/** A UUID that depends on the content alone. Source: RFC 9562, version 8. */
function idOf(/** @type {string} */ text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
