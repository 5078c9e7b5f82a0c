/**
 * `npm run build`: makes the npm package in `dist`. The service is plain JavaScript there, because Node strips no types below
 * `node_modules`, with everything that it reads beside its modules, and with the npm packages in the versions that were
 * tested. `npm run build -- FOLDER` also packs it, the client and the packages below `packages` into an empty FOLDER. The same
 * commit gives the same bytes in every clone, packed by the same Node and npm.
 */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { announce, runScript, SetupError } from './announce.mjs';
import { billOfMaterials, productionPackages } from './bill-of-materials.mjs';
import { run } from './command.mjs';
import { lastCommit } from './last-commit.mjs';
import { prepare } from './prepare.mjs';
import { publishedFolders, root } from './project.mjs';
import { runTool } from './tools.mjs';

const dist = join(root, 'dist');

const copiedFiles = [
  'bin/dragoman',
  'docs/compat',
  'docs/documents.md',
  'docs/memory.md',
  'docs/security.md',
  'docs/quickstart-python.md',
  'docs/quickstart-typescript.md',
  'LICENSE',
  'NOTICE',
  'README.md',
];

await runScript(async () => {
  await prepare({ purpose: 'the build', debian: [], dev: true });
  rmSync(dist, { recursive: true, force: true });
  const { ok, output } = await runTool(['tsc', '-p', 'tsconfig.build.json']);
  if (!ok) throw new SetupError(`the compiler refuses the source:\n${output}`);
  const compiled = readdirSync(join(dist, 'packages')).map((name) => `packages/${name}/src`);
  for (const folder of ['src', ...compiled]) copyReadFiles(folder);
  for (const file of copiedFiles) cpSync(join(root, file), join(dist, file), { recursive: true });
  chmodSync(join(dist, 'bin/dragoman'), 0o755);
  copyNpmPackages();
  const bundle = await runTool(['rolldown', '--config', 'setup/bundle.config.mjs']);
  if (!bundle.ok) throw new SetupError(`the program cannot be bundled:\n${bundle.output}`);
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { commit, time } = await lastCommit();
  write('package.json', json({ ...manifest(project), gitHead: commit }));
  write('sbom.cdx.json', json(billOfMaterials(root, new Date(time * 1_000))));
  announce(`built version ${project.version}${commit ? ` of commit ${commit}` : ''} in dist`);
  const [folder] = process.argv.slice(2);
  if (folder !== undefined) await pack(resolve(folder));
});

/** Packs the service and the other packages, and writes their checksums as `sha256sum` does. */
async function pack(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new SetupError(`${folder} is not empty`);
  for (const source of publishedFolders()) rmSync(join(root, source, 'dist'), { recursive: true, force: true });
  for (const source of ['dist', ...publishedFolders()]) {
    const cwd = join(root, source);
    const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    // npm would run it with its own Node, which may be too old for the tools.
    const prepared = await runTool(['sh', '-c', scripts?.prepack ?? ''], cwd);
    const command = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder];
    const { status, output } = prepared.ok ? await run(command, { cwd }) : { ...prepared, status: 1 };
    if (status !== 0) throw new SetupError(`npm cannot pack ${source}:\n${output}`);
  }
  const sums = readdirSync(folder).map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  announce(`packed ${sums.length} packages in ${folder}`);
}

/** Copies what modules read beside themselves: data, migrations, the pages' assets. */
function copyReadFiles(/** @type {string} */ folder) {
  const filter = (/** @type {string} */ path) => !/\.ts$|README\.md$/.test(path);
  cpSync(join(root, folder), join(dist, folder), { recursive: true, filter });
}

/** Copies the packages for production without their types and source maps, a third of all bytes, and without this machine's Node. */
function copyNpmPackages() {
  for (const [path, { optional }] of Object.entries(productionPackages(root))) {
    const folder = join(root, path);
    // Packages in a package are entries of their own.
    const filter = (/** @type {string} */ file) =>
      file !== join(folder, 'node_modules') && !/\.([cm]?ts|map)$/.test(file);
    if (path !== '' && !optional) cpSync(folder, join(dist, path), { recursive: true, filter });
  }
}

/**
 * Returns the package.json of the package. It brings its npm packages, because npm ignores the `overrides` of an installed
 * package, and because an installation has the versions that were tested.
 */
function manifest(/** @type {Record<string, object>} */ project) {
  const { name, version, description, license, type, engines, dependencies = {}, optionalDependencies } = project;
  const common = { name, version, description, license, type, engines, bin: 'bin/dragoman' };
  return { ...common, dependencies, bundleDependencies: Object.keys(dependencies), optionalDependencies };
}

function write(/** @type {string} */ name, /** @type {string} */ text) {
  writeFileSync(join(dist, name), text);
}

function json(/** @type {object} */ value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
