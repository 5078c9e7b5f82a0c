/**
 * The program of `packages/translate` in a few files, with the client, the filters and their npm packages, so that `npx`
 * fetches nothing else. The licences of these packages are beside it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstatedLicences } from './bill-of-materials.mjs';
import { root } from './project.mjs';

const folder = join(root, 'packages', 'translate');

/** Writes which npm packages are in the bundle, with their licences. */
const licences = {
  name: 'licences',
  /** @this {import('rolldown').PluginContext} */
  generateBundle(/** @type {unknown} */ _options, /** @type {import('rolldown').OutputBundle} */ bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
    const source = [...new Set(folders)].toSorted().map(licenceOf).join('\n');
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source });
  },
};

/** Two packages have no licence file. */
function licenceOf(/** @type {string} */ packageFolder) {
  const { name, version, author, license } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const file = readdirSync(packageFolder).find((each) => /^licen[cs]e/i.test(each));
  const stated = `${license ?? unstatedLicences[`${name}@${version}`]}, copyright ${author}`;
  return `${name} ${version}\n\n${file === undefined ? stated : readFileSync(join(packageFolder, file), 'utf8')}\n`;
}

/** @type {import('rolldown').RolldownOptions} */
const options = {
  cwd: folder,
  input: 'src/dragoman-translate.ts',
  platform: 'node',
  // The main file of jsonc-parser requires files by names that no bundler knows.
  resolve: { mainFields: ['module', 'main'] },
  transform: { target: 'node18' },
  plugins: [licences],
  output: { dir: join(folder, 'dist'), format: 'esm', comments: false },
};

export default options;
