/** `npm test`: sets up what is missing and runs the whole gate. */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await runScript(async () => {
  const node = await prepare({
    purpose: 'the tests',
    debian: ['apertium-packages.json', 'test-packages.json'],
    dev: true,
  });
  await become([node, 'setup/check.mjs'], { cwd: root });
});
