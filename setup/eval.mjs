/** `npm run eval`: sets up what is missing and measures how well the engines translate. */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await runScript(async () => {
  const node = await prepare({ purpose: 'the evaluation', debian: ['start-packages.json'], dev: true });
  await become([node, 'eval/main.ts', ...process.argv.slice(2)], { cwd: root });
});
