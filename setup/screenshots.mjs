/**
 * `npm run screenshots`: sets up what is missing and takes a picture of every page at four widths, in light and in
 * dark. They are written to `out/screenshots`, or to the folder that is named; those that the
 * documentation shows also to `docs/pictures`.
 */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await runScript(async () => {
  const debian = ['start-packages.json', 'test-packages.json'];
  const node = await prepare({ purpose: 'the screenshots', debian, dev: true });
  await become([node, 'test/screenshots/main.ts', ...process.argv.slice(2)], { cwd: root });
});
