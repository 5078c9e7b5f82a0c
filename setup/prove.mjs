/**
 * `npm run prove`: sets up what is missing and runs the proofs of the ledger, and the suites of what it is kept in, in
 * their long form. `PROVE_SEED` repeats the random choices of an earlier run; arguments name the test files to run
 * instead of all.
 */
import { randomInt } from 'node:crypto';
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';
import { testEnvironment } from './tools.mjs';

// What kills servers some hundreds of times takes its time, and a hang still fails by itself.
const testTimeoutMs = 3_600_000;
const testFilesAtOnce = 2;

const proofs = ['test/proof/**/*.test.ts', 'test/adapters/sql/**/*.test.ts'];

await runScript(async () => {
  const node = await prepare({ purpose: 'the proofs', debian: ['test-packages.json'], dev: true });
  const seed = process.env['PROVE_SEED'] ?? String(randomInt(2 ** 31));
  process.stdout.write(`== proofs in their long form, PROVE_SEED=${seed}\n`);
  const chosen = process.argv.slice(2);
  await become(
    [
      node,
      '--test',
      '--test-reporter=spec',
      `--test-timeout=${testTimeoutMs}`,
      `--test-concurrency=${testFilesAtOnce}`,
      ...(chosen.length > 0 ? chosen : proofs),
    ],
    { cwd: root, env: { ...testEnvironment(), PROVE: 'long', PROVE_SEED: seed } },
  );
});
