/**
 * Runs the static checks and the tests, two or three at a time, and prints what failed, the ten slowest files, the
 * processor time, and the counts. Exits with 1 when anything failed.
 *
 *   run-tests.mjs quick           static checks and every test/**\/*.test.ts but *.full.test.ts
 *   run-tests.mjs full            planted faults, every *.full.test.ts, and the properties of the quick tests again
 *   run-tests.mjs FILES...        these test files alone
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { runScript, SetupError } from './announce.mjs';
import { run } from './command.mjs';
import { wantedPackages } from './debian-packages.mjs';
import { checkLayers } from './layers.mjs';
import { checkPlantedFaults } from './planted-faults.mjs';
import { packageList } from './prepare.mjs';
import { root } from './project.mjs';
import { runTool, testEnvironment } from './tools.mjs';

/** @typedef {() => Promise<import('./tools.mjs').Finding>} Check */

/** @type {Readonly<Record<string, Check>>} */
const staticChecks = {
  'lint (oxlint)': () => runTool(['oxlint', '--type-aware', '--format', 'unix']),
  'types (tsc)': () => runTool(['tsc', '--noEmit', '-p', '.']),
  'types of the set-up (tsc)': () => runTool(['tsc', '--noEmit', '-p', 'setup']),
  'layers (dependency-cruiser)': () => checkLayers(root),
  'dead code (knip)': () => runTool(['knip']),
  'format (biome)': () => runTool(['biome', 'check', '--error-on-warnings']),
  'Debian packages for the tests': checkDebianPackages,
};

/** Those that take longest come first, so that none of them runs alone at the end. */
const longestFirst = [
  'test/adapters/sql/postgres',
  'test/core',
  'test/adapters/identity',
  'test/api',
  'test/adapters/apertium',
];

/** How many checks and test processes run at once: one more than processors, because tests also wait. */
const atOnce = 3;
const testTimeoutMs = { quick: 180_000, full: 900_000 };
/** A process that hangs outside its tests is ended after this. */
const processTimeoutMs = 1_500_000;
const slowestShown = 10;

/** Ends every process of the run. */
const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop.abort());

await runScript(async () => {
  const startedAt = performance.now();
  const [kind = 'quick', ...others] = process.argv.slice(2);
  const seed = process.env['FC_SEED'] ?? String(randomInt(2 ** 31));
  const cases = process.env['FC_RUNS'] ?? (kind === 'quick' ? '0.2' : '1');
  process.stdout.write(`== FC_SEED=${seed} FC_RUNS=${cases}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-run-'));
  const tally = join(folder, 'tally');
  try {
    await using postgres = await startSharedPostgres();
    const env = {
      ...testEnvironment(),
      ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
      FC_SEED: seed,
      FC_RUNS: cases,
      TEST_TALLY: tally,
    };
    const failed = await inTurn(tasksOf(kind, others, env));
    await postgres?.[Symbol.asyncDispose]();
    if (stop.signal.aborted) throw new SetupError('stopped');
    report({ failed, tallies: readTallies(tally), wallMs: performance.now() - startedAt });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** @typedef {{ readonly name: string, readonly run: Check }} Task */

/** @returns {Task[]} */
function tasksOf(/** @type {string} */ kind, /** @type {string[]} */ others, /** @type {NodeJS.ProcessEnv} */ env) {
  const checks = (/** @type {typeof staticChecks} */ table) =>
    Object.entries(table).map(([name, check]) => ({ name, run: check }));
  const files = globSync('test/**/*.test.ts', { cwd: root }).toSorted();
  const isFull = (/** @type {string} */ file) => file.endsWith('.full.test.ts');
  const quick = files.filter((file) => !isFull(file));
  if (kind === 'quick') return [...groupTasks(quick, env), ...checks(staticChecks)];
  if (kind !== 'full') return fileTasks([kind, ...others], env);
  const withProperties = quick.filter((file) =>
    /\bfc\.|sampled\(|\/contract\//.test(readFileSync(join(root, file), 'utf8')),
  );
  return [
    ...fileTasks(files.filter(isFull), env),
    ...groupTasks(withProperties, env),
    ...checks({ 'planted faults (oxlint, dependency-cruiser)': () => checkPlantedFaults(root) }),
  ];
}

/** Which files share a process: those of a folder, so that detectors, dictionaries and modules are loaded once. */
function groupOf(/** @type {string} */ file) {
  return /^test\/(?:adapters\/(?:sql\/)?[^/]+|web\/[^/]+(?=\/)|[^/]+(?=\/))/.exec(file)?.[0] ?? 'test';
}

function groupTasks(/** @type {string[]} */ files, /** @type {NodeJS.ProcessEnv} */ env) {
  const rank = (/** @type {string} */ name) =>
    (longestFirst.indexOf(name) + longestFirst.length + 1) % (longestFirst.length + 1);
  const groups = [...Map.groupBy(files, groupOf)].toSorted(([one], [other]) => rank(one) - rank(other));
  return groups.map(([name, group]) => ({
    name,
    run: () => runTestProcess(['--test-isolation=none', `--test-timeout=${testTimeoutMs.quick}`], group, env),
  }));
}

function fileTasks(/** @type {string[]} */ files, /** @type {NodeJS.ProcessEnv} */ env) {
  return files.map((file) => ({
    name: file,
    run: () => runTestProcess(['--test-isolation=none', `--test-timeout=${testTimeoutMs.full}`], [file], env),
  }));
}

async function runTestProcess(
  /** @type {string[]} */ options,
  /** @type {string[]} */ files,
  /** @type {NodeJS.ProcessEnv} */ env,
) {
  const reporter = `--test-reporter=${new URL('test-report.mjs', import.meta.url).href}`;
  const properties = '--import=./test/support/property-runs.ts';
  const command = [process.execPath, properties, '--test', reporter, ...options, ...files];
  const { status, output } = await run(command, { cwd: root, env, timeout: processTimeoutMs, signal: stop.signal });
  return { ok: status === 0, output };
}

/** Runs tasks in their order, some at once. @returns the names of those that failed */
async function inTurn(/** @type {Task[]} */ waiting) {
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next && !stop.signal.aborted; next = waiting.shift()) {
      const startedAt = performance.now();
      const { ok, output } = await next.run();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`== ${next.name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n`);
      if (!ok || /\bwarning/i.test(output)) process.stdout.write(`${output.trimEnd()}\n`);
      if (!ok) failed.push(next.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

/** Tests that lack a program skip themselves, so that the run must say when that was not intended. */
async function checkDebianPackages() {
  const packages = [...packageList('start-packages.json'), ...packageList('test-packages.json')];
  const wanted = await wantedPackages(root, packages);
  if (wanted?.length === 0) return { ok: true, output: '' };
  const output = `warning: tests may be skipped, for want of: ${(wanted ?? packages).join(' ')}`;
  return { ok: wanted === undefined || process.env['SETUP_APT'] === 'never', output };
}

/** The one PostgreSQL of the run, which ends with it; undefined where it cannot be started, as the tests then say. */
async function startSharedPostgres() {
  const child = spawn(process.execPath, ['test/support/shared-postgres.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [url] = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once('line', (line) => resolve([line]))),
    ended.then(() => []),
  ]);
  if (url === undefined) return undefined;
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** @returns {import('./test-report.mjs').Tally[]} */
function readTallies(/** @type {string} */ file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function report(
  /** @type {{ failed: string[], tallies: ReturnType<typeof readTallies>, wallMs: number }} */ {
    failed,
    tallies,
    wallMs,
  },
) {
  const write = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
  const filesMs = new Map();
  for (const [file, ms] of tallies.flatMap((tally) => Object.entries(tally.filesMs))) {
    filesMs.set(file, (filesMs.get(file) ?? 0) + ms);
  }
  const slowest = [...filesMs].toSorted(([, one], [, other]) => other - one).slice(0, slowestShown);
  write('== the slowest files');
  for (const [file, ms] of slowest) write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(root, file)}`);
  const minutes = (/** @type {number} */ ms) => `${(ms / 60_000).toFixed(1)} min`;
  write(`== ${minutes(wallMs)}; processor time: ${minutes(processorMs())}`);
  const sum = (/** @type {'tests' | 'passed' | 'failed' | 'cancelled' | 'skipped'} */ name) =>
    tallies.reduce((total, { counts }) => total + counts[name], 0);
  if (failed.length > 0) {
    process.exitCode = 1;
    write(`failed: ${failed.join(', ')}`);
  }
  if (sum('tests') === 0) throw new SetupError('no test ran');
  write(`${sum('passed')} passed, ${sum('failed') + sum('cancelled')} failed, ${sum('skipped')} skipped`);
}

/** User and system time of this process and of all that it started and that has ended. Source: proc(5), stat. */
function processorMs() {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  const ticksPerSecond = 100;
  return (times.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond) * 1000;
}
