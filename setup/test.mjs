/** `npm test`: sets up what is missing and runs the quick tests; `npm run test:full`: all others; or the files named. */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await runScript(async () => {
  const node = await prepare({
    purpose: 'the tests',
    debian: ['start-packages.json', 'test-packages.json'],
    dev: true,
  });
  await become([node, 'setup/run-tests.mjs', ...process.argv.slice(2)], { cwd: root });
});
