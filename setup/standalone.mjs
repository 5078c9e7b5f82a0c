/**
 * `node setup/standalone.mjs FOLDER`: after `npm run build`, makes a folder that runs on a machine with neither npm nor Node:
 * the package and the Node of this machine's processor. Containerfile and Debian package copy it.
 */
import { cpSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { announce, runScript, SetupError } from './announce.mjs';
import { broughtNode } from './node-runtime.mjs';
import { root } from './project.mjs';

await runScript(async () => {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new SetupError('name the folder to make');
  const folder = resolve(target);
  const dist = join(root, 'dist');
  // The build writes it last.
  if (!existsSync(join(dist, 'sbom.cdx.json'))) throw new SetupError('run "npm run build" first');
  if (existsSync(folder)) throw new SetupError(`${folder} exists already`);
  cpSync(dist, folder, { recursive: true });
  const node = dirname(dirname(broughtNode(root)));
  for (const part of ['bin/node', 'LICENSE', 'package.json'])
    cpSync(join(node, part), join(node.replace(root, folder), part));
  announce(`made ${folder}`);
});
