/** `npm run bench`: sets up what is missing, the peer included, and measures. */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { serverFlags } from './node-runtime.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await runScript(async () => {
  const node = await prepare({
    purpose: 'the bench',
    debian: ['start-packages.json', 'bench-packages.json'],
    dev: true,
  });
  await become([node, ...serverFlags, 'bench/main.ts', ...process.argv.slice(2)], { cwd: root });
});
