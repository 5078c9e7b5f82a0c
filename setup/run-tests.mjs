/**
 * Runs the static checks and the tests, two or three at a time, and prints what failed, the ten slowest files, the
 * processor time, and the counts. Exits with 1 when anything failed.
 *
 *   run-tests.mjs                 static checks and every *.test.ts below test and packages except *.full.test.ts
 *   run-tests.mjs full            every *.full.test.ts, planted faults, and the quick tests with more runs of each property
 *                                 on the least Node that the service supports
 *   run-tests.mjs ROOM...         the quick tests of a folder, such as api, text/glossary or packages/documents
 *   run-tests.mjs [full] FILES... these test files alone
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { runScript, SetupError } from './announce.mjs';
import { wantedPackages } from './debian-packages.mjs';
import { checkLayers } from './layers.mjs';
import { fetchLeastNode } from './node-runtime.mjs';
import { checkPlantedFaults } from './planted-faults.mjs';
import { packageList } from './prepare.mjs';
import { publishedFolders, root } from './project.mjs';
import { runTool, testEnvironment } from './tools.mjs';

/** @typedef {() => Promise<import('./tools.mjs').Finding>} Check */

/** @type {Readonly<Record<string, Check>>} */
const staticChecks = {
  'lint (oxlint)': () => runTool(['oxlint', '--type-aware', '--format', 'unix']),
  'types (tsc)': () => runTool(['tsc', '--noEmit', '-p', '.']),
  ...Object.fromEntries(
    publishedFolders().map((folder) => [
      `types of ${folder} where it is installed (tsc)`,
      () => runTool(['tsc', '--noEmit', '-p', folder]),
    ]),
  ),
  'types of the set-up (tsc)': () => runTool(['tsc', '--noEmit', '-p', 'setup']),
  'layers (dependency-cruiser)': () => checkLayers(root),
  'dead code (knip)': () => runTool(['knip']),
  'format (biome)': () => runTool(['biome', 'check', '--error-on-warnings']),
};

/** @type {Readonly<Record<string, Check>>} */
const packageCheck = { 'Debian packages for the tests': checkDebianPackages };

/** Those that take longest come first, so that none of them runs alone at the end. */
const longestFirst = [
  'test/adapters/sql/postgres',
  'test/text',
  'test/adapters/identity',
  'test/api',
  'test/adapters/apertium',
];

/** How many checks and test processes run at once: one more than processors, because tests also wait. */
const atOnce = 3;
/** A test, and a process that hangs outside its tests, are ended after this; both grow with FC_RUNS above 1. */
const testTimeoutMs = { quick: 180_000, full: 900_000 };
const processTimeoutMs = 1_500_000;
/** How long output is awaited of processes that outlive the test process that started them. */
const lateOutputMs = 2_000;
const slowestShown = 10;
const outputCharactersMax = 1_000_000;

/** Ends every process of the run. */
const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop.abort());

async function runTests() {
  const startedAt = performance.now();
  const isFull = process.argv[2] === 'full';
  const files = process.argv.slice(isFull ? 3 : 2);
  const seed = process.env['FC_SEED'] || String(randomInt(2 ** 31));
  const isRooms = files.some((file) => !file.endsWith('.ts'));
  const extent = Number(process.env['FC_RUNS'] || (isFull || (files.length > 0 && !isRooms) ? 1 : 0.2));
  if (!(extent > 0 && Number.isFinite(extent)))
    throw new SetupError('FC_RUNS must be a number above 0, such as 0.2 or 30');
  process.stdout.write(`== FC_SEED=${seed} FC_RUNS=${extent}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-run-'));
  // Tests of root run Node as another user.
  chmodSync(folder, 0o755);
  try {
    await using postgres = await startSharedPostgres();
    const env = {
      ...testEnvironment(),
      ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
      FC_SEED: seed,
      FC_RUNS: String(extent),
    };
    const tests = { folder, env, longer: Math.max(1, extent), node: process.execPath, prefix: '' };
    const tasks = isRooms
      ? groupTasks(files.flatMap(quickFilesIn), testTimeoutMs.quick, tests)
      : files.length > 0
        ? fileTasks(files, tests)
        : isFull
          ? await fullTasks(tests)
          : quickTasks(tests);
    const failed = await inTurn(tasks);
    await postgres?.[Symbol.asyncDispose]();
    if (stop.signal.aborted) throw new SetupError('stopped');
    report({ failed, tallies: readTallies(folder), wallMs: performance.now() - startedAt });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @typedef {{ readonly folder: string, readonly env: NodeJS.ProcessEnv, readonly longer: number, readonly node: string, readonly prefix: string }} Tests */
/** @typedef {{ readonly name: string, readonly run: Check }} Task */

const isFullTest = (/** @type {string} */ file) => file.endsWith('.full.test.ts');
const testFiles = () => globSync('{test,packages/*/test}/**/*.test.ts', { cwd: root }).toSorted();
const quickFiles = () => testFiles().filter((file) => !isFullTest(file));
const checkTasks = (/** @type {Readonly<Record<string, Check>>} */ checks) =>
  Object.entries(checks).map(([name, check]) => ({ name, run: check }));

/** The quick tests of a room: the name of a folder with or without `test`, `packages` or `test/adapters` before it. */
function quickFilesIn(/** @type {string} */ room) {
  const folders = [room, join('test', room), join('packages', room), join('test/adapters', room)];
  const files = quickFiles().filter((file) => folders.some((folder) => file.startsWith(join(folder, '/'))));
  if (files.length === 0) throw new SetupError(`there are no quick tests in test/${room} or packages/${room}`);
  return files;
}

function quickTasks(/** @type {Tests} */ tests) {
  const files = quickFiles();
  return [...groupTasks(files, testTimeoutMs.quick, tests), ...checkTasks(staticChecks), ...checkTasks(packageCheck)];
}

async function fullTasks(/** @type {Tests} */ tests) {
  const { version, program } = await fetchLeastNode(join(tests.folder, 'node'));
  const path = [...(program ? [dirname(program)] : []), tests.env['PATH'] ?? ''].join(delimiter);
  const onLeast = { env: { ...tests.env, PATH: path }, node: program ?? tests.node };
  const output = program ? '' : `warning: npm cannot install Node ${version}, so nothing is tested on it`;
  return [
    ...groupTasks(quickFiles(), testTimeoutMs.full, {
      ...tests,
      ...onLeast,
      prefix: program ? `Node ${version}: ` : '',
    }),
    ...fileTasks(testFiles().filter(isFullTest), tests),
    ...checkTasks({ 'planted faults (oxlint, dependency-cruiser)': () => checkPlantedFaults(root) }),
    ...checkTasks({ ...packageCheck, [`Node ${version}`]: () => Promise.resolve({ ok: true, output }) }),
  ];
}

/** Which files share a process: those of a folder, so that detectors, dictionaries and modules are loaded once. */
function groupOf(/** @type {string} */ file) {
  return /^packages\/[^/]+|^test\/(?:adapters\/(?:sql\/)?[^/]+|web\/[^/]+(?=\/)|[^/]+(?=\/))/.exec(file)?.[0] ?? 'test';
}

/** @returns {Task[]} */
function groupTasks(/** @type {string[]} */ files, /** @type {number} */ timeoutMs, /** @type {Tests} */ tests) {
  const rank = (/** @type {string} */ name) =>
    (longestFirst.indexOf(name) + longestFirst.length + 1) % (longestFirst.length + 1);
  const groups = [...Map.groupBy(files, groupOf)].toSorted(([one], [other]) => rank(one) - rank(other));
  return groups.map(([folder, group]) => {
    const name = tests.prefix + folder;
    return { name, run: () => runTestProcess(group, { ...tests, name, timeoutMs }) };
  });
}

/** @returns {Task[]} */
function fileTasks(/** @type {string[]} */ files, /** @type {Tests} */ tests) {
  return files.map((file) => ({
    name: file,
    run: () => runTestProcess([file], { ...tests, name: file, timeoutMs: testTimeoutMs.full }),
  }));
}

/** Runs test files in one process. One that ends without its counts has failed, whatever its exit status. */
async function runTestProcess(
  /** @type {string[]} */ files,
  /** @type {Tests & { readonly name: string, readonly timeoutMs: number }} */ {
    folder,
    env,
    longer,
    node,
    name,
    timeoutMs,
  },
) {
  const tally = join(folder, `${name.replaceAll('/', ' ')}.json`);
  const options = [
    '--import=./test/support/property-runs.ts',
    '--test',
    '--test-isolation=none',
    `--test-reporter=${new URL('test-report.mjs', import.meta.url).href}`,
    `--test-timeout=${timeoutMs * longer}`,
  ];
  const child = spawn(node, [...options, ...files], {
    cwd: root,
    env: { ...env, TEST_TALLY: tally, ...(files.length === 1 && { TEST_FILE: files[0] }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which is ended as a whole.
    detached: true,
  });
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const end = () => kill('SIGTERM');
  stop.signal.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output = (output + chunk).slice(-outputCharactersMax)));
  }
  const limit = setTimeout(() => {
    output += `\nended after ${(processTimeoutMs * longer) / 60_000} minutes\n`;
    kill('SIGKILL');
  }, processTimeoutMs * longer);
  const closed = once(child, 'close');
  const [status] = await once(child, 'exit');
  clearTimeout(limit);
  stop.signal.removeEventListener('abort', end);
  await Promise.race([closed, setTimeoutPromise(lateOutputMs, undefined, { ref: false })]);
  const counts = existsSync(tally) ? readTally(tally).counts : undefined;
  if (counts === undefined || counts.tests === 0) output += '\nThe process ended before its tests did.\n';
  return { ok: status === 0 && counts !== undefined && counts.tests > 0, output };
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
  const output = `warning: missing Debian packages, tests may be skipped: ${(wanted ?? packages).join(' ')}`;
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

/** @returns {import('./test-report.mjs').Tally} */
const readTally = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

const readTallies = (/** @type {string} */ folder) => globSync(join(folder, '*.json')).map(readTally);

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

await runScript(runTests);
