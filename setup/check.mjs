/**
 * The whole gate, `npm run check`: static checks, the faults planted for them, and all tests, whose summary is the
 * last thing printed. Exits with 1 when anything is wrong.
 */
import { runScript } from './announce.mjs';
import { become } from './command.mjs';
import { wantedPackages } from './debian-packages.mjs';
import { checkLayers } from './layers.mjs';
import { checkPlantedFaults } from './planted-faults.mjs';
import { packageList } from './prepare.mjs';
import { root } from './project.mjs';
import { runTool, testEnvironment } from './tools.mjs';

/** @type {Readonly<Record<string, () => Promise<import('./tools.mjs').Finding>>>} */
const checks = {
  'Debian packages for the tests': checkDebianPackages,
  'types (tsc)': () => runTool(['tsc', '--noEmit', '-p', '.']),
  'types of the set-up (tsc)': () => runTool(['tsc', '--noEmit', '-p', 'setup']),
  'lint (oxlint)': () => runTool(['oxlint', '--type-aware', '--format', 'unix']),
  'format (biome)': () => runTool(['biome', 'check', '--error-on-warnings']),
  'layers (dependency-cruiser)': () => checkLayers(root),
  'dead code (knip)': () => runTool(['knip']),
  'planted faults (oxlint, dependency-cruiser)': () => checkPlantedFaults(root),
};

// A hang fails by itself, long before the run as a whole becomes a nuisance.
const testTimeoutMs = 180_000;
const checksAtOnce = 2;
const testFilesAtOnce = 2;

await runScript(async () => {
  const failed = await runChecks();
  process.stdout.write(
    `== tests (node --test)${failed.length > 0 ? `, after failed checks: ${failed.join(', ')}` : ''}\n`,
  );
  await become(
    [
      'node',
      '--test',
      '--test-reporter=spec',
      `--test-timeout=${testTimeoutMs}`,
      `--test-concurrency=${testFilesAtOnce}`,
      'test/**/*.test.ts',
    ],
    { cwd: root, env: testEnvironment() },
  );
  if (failed.length === 0) return;
  process.exitCode = 1;
  process.stderr.write(`failed checks: ${failed.join(', ')}\n`);
});

/** Tests that lack a program skip themselves, so that the gate must say when that was not intended. */
async function checkDebianPackages() {
  const packages = [...packageList('apertium-packages.json'), ...packageList('test-packages.json')];
  const wanted = await wantedPackages(root, packages);
  if (wanted?.length === 0) return { ok: true, output: '' };
  const output = `warning: tests may be skipped, for want of: ${(wanted ?? packages).join(' ')}`;
  return { ok: wanted === undefined || process.env['SETUP_APT'] === 'never', output };
}

/** Runs the static checks and returns the names of those that failed. */
async function runChecks() {
  const waiting = Object.entries(checks);
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next;
      const startedAt = performance.now();
      const { ok, output } = await check();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`== ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n`);
      if (!ok || /\bwarning/i.test(output)) process.stdout.write(`${output.trimEnd()}\n`);
      if (!ok) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: checksAtOnce }, work));
  return failed;
}
