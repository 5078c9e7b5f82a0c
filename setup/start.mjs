/** `npm start`: sets up what is missing and runs the server with a demo account. */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { serverFlags } from './node-runtime.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';
import { compiledModules } from './tools.mjs';

await runScript(async () => {
  const node = await prepare({
    purpose: 'the service',
    debian: ['start-packages.json'],
    dev: false,
  });
  await become([node, ...serverFlags, 'src/serve.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...compiledModules, STARTER_MODELS_DIR: 'models', DRAGOMAN_DEMO: '1', ...process.env },
  });
});
