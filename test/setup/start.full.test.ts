import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BareMachine, bareMachine, listedPackages, lock, type RunOptions } from './bare-machine.ts';

const apertium = listedPackages('start-packages.json');
const command = `apt-get update && apt-get install -y --no-install-recommends ${apertium.join(' ')}`;

const setupLines = (output: string) => output.split('\n').filter((line) => line.startsWith('setup: '));

/** Runs `start.mjs` again; returns its output, and the programs that this run called. */
async function startAgain(machine: BareMachine, options: RunOptions) {
  const before = machine.calls().length;
  const { output } = await machine.run('start.mjs', options);
  return { output, calls: machine.calls().slice(before) };
}

test('a first start reports each thing that it installs, then serves', async () => {
  using machine = bareMachine();
  const { status, output } = await machine.run('start.mjs', { root: true });
  assert.equal(status, 0);
  assert.deepEqual(setupLines(output), [
    'setup: installing the npm packages that package-lock.json names (npm ci; the first time takes a minute)',
    `setup: installing ${apertium.length} Debian packages for the service (apt-get; the first time takes minutes)`,
  ]);
  assert.match(output, /serving/);
});

test('a second start calls dpkg once and does nothing else', async () => {
  using machine = bareMachine();
  await machine.run('start.mjs', { root: true });
  const { output, calls } = await startAgain(machine, { root: true });
  assert.deepEqual(setupLines(output), []);
  assert.deepEqual(
    calls.map((call) => call.split(' ')[0]),
    ['dpkg-query'],
  );
});

for (const [title, prepare, isInstalledAgain] of [
  ['npm packages that already stand as locked are not installed again', forgetInstall, false],
  ['npm packages are installed again when the lock file has changed', changeLock, true],
] as const) {
  test(title, async () => {
    using machine = bareMachine();
    const options = { env: { SETUP_APT: 'never' } };
    await machine.run('start.mjs', options);
    prepare(machine.folder);
    const { calls } = await startAgain(machine, options);
    const call = isInstalledAgain ? 'npm ci ' : 'npm ';
    assert.equal(
      calls.some((each) => each.startsWith(call)),
      isInstalledAgain,
    );
  });
}

test('without a reachable registry, a start continues with the npm packages of an earlier one', async () => {
  using machine = bareMachine();
  await machine.run('start.mjs', { env: { SETUP_APT: 'never' } });
  changeLock(machine.folder);
  machine.program('npm', 'echo "npm error code EAI_AGAIN" >&2; exit 1');
  const { status, output } = await machine.run('start.mjs', { env: { SETUP_APT: 'never' } });
  assert.equal(status, 0);
  assert.match(output, /^setup: the npm registry cannot be reached \(EAI_AGAIN\); going on with the packages/m);
  assert.match(output, /serving/);
});

for (const [situation, { npm, ...options }, lastLine] of [
  [
    'without the registry and without npm packages',
    { npm: 'echo "npm error code EAI_AGAIN" >&2; exit 1' },
    /\nsetup: the npm registry cannot be reached \(EAI_AGAIN\); nothing can run without [^\n]*\n$/,
  ],
  ['without npm', { npm: 'none' }, /\nsetup: npm is not on PATH; [^\n]*\n$/],
  [
    'when npm fails to install',
    { npm: '[ "$1" = ping ] || { echo "npm error code ENOSPC" >&2; exit 1; }' },
    /\nsetup: npm failed \(code ENOSPC\); [^\n]*\n$/,
  ],
  [
    'on an older Node without another',
    { nodeVersion: '20.1.0' },
    /\nsetup: the service needs Node 24\.15 or newer; [^\n]*\n$/,
  ],
] as readonly (readonly [string, RunOptions & { readonly npm?: string }, RegExp])[]) {
  test(`${situation} a start ends with one line that gives the reason`, async () => {
    using machine = bareMachine();
    if (npm !== undefined) machine.program('npm', npm === 'none' ? undefined : npm);
    const { status, output } = await machine.run('start.mjs', options);
    assert.equal(status, 1);
    assert.match(output, lastLine);
  });
}

test('an older Node runs the one that npm installed', async () => {
  using machine = bareMachine();
  const brought = `node_modules/node-${process.platform}-${process.arch}/bin`;
  machine.program('npm', broughtNode(brought));
  const { status, output } = await machine.run('start.mjs', { nodeVersion: '20.1.0', env: { SETUP_APT: 'never' } });
  assert.equal(status, 0);
  assert.match(output, /brought --disable-sigusr1 --max-semi-space-size=32 src\/serve\.ts\nserving/);
});

test('npm runs again on the installed Node if an older one made it omit a program for this platform', async () => {
  using machine = bareMachine();
  const program = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  const packages = { ...lock.packages, 'node_modules/knip-here': program };
  writeFileSync(join(machine.folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const brought = `node_modules/node-${process.platform}-${process.arch}/bin`;
  machine.program(
    'npm',
    `${broughtNode(brought)}
    case "$PATH_OUTSIDE" in
      */${brought}:*) cp package-lock.json node_modules/.package-lock.json ;;
      *) sed 's/knip-here/left-out/' package-lock.json > node_modules/.package-lock.json ;;
    esac`,
  );
  const env = { SETUP_APT: 'never' };
  assert.equal((await machine.run('start.mjs', { nodeVersion: '20.1.0', env })).status, 0);
  const installs = machine.calls().filter((call) => /^npm (ci|install) /.test(call));
  assert.deepEqual(
    installs.map((call) => call.split(' ')[1]),
    ['ci', 'install'],
  );
});

test('SETUP_APT=never installs nothing from Debian and prints the command to run', async () => {
  using machine = bareMachine();
  const { status, output } = await machine.run('start.mjs', { root: true, env: { SETUP_APT: 'never' } });
  assert.equal(status, 0);
  assert.ok(output.includes(`SETUP_APT=never: ${apertium.length} Debian packages`));
  assert.ok(output.includes(command));
  assert.ok(!machine.calls().some((call) => /^(apt-get|sudo)/.test(call)));
  assert.match(output, /serving/);
});

test('without root and sudo, the command is printed and the start continues', async () => {
  using machine = bareMachine();
  machine.program('sudo', 'exit 1');
  const { status, output } = await machine.run('start.mjs');
  assert.equal(status, 0);
  assert.ok(output.includes('neither root nor a sudo without password'));
  assert.ok(output.includes(command));
  assert.match(output, /serving/);
});

test('a sudo without a password is used', async () => {
  using machine = bareMachine();
  await machine.run('start.mjs');
  const calls = machine.calls();
  assert.ok(calls.includes('sudo -n true'));
  assert.ok(calls.some((call) => call.startsWith('sudo -n timeout 240 apt-get') && call.endsWith(' update')));
  assert.ok(calls.some((call) => call.startsWith('sudo -n env DEBIAN_FRONTEND=noninteractive')));
});

test('only missing packages are installed', async () => {
  using machine = bareMachine();
  machine.installed(...apertium.filter((name) => name !== 'apertium-spa-cat'));
  await machine.run('start.mjs', { root: true });
  const install = machine.calls().find((call) => call.startsWith('apt-get') && call.includes(' install '));
  assert.match(install ?? '', / install -y --no-install-recommends apertium-spa-cat$/);
});

test('packages that this release of Debian lacks are named, skipped, and not requested again', async () => {
  using machine = bareMachine();
  writeFileSync(join(machine.folder, 'known'), apertium.filter((name) => name !== 'apertium-pol-szl').join('\n'));
  const { output } = await machine.run('start.mjs', { root: true });
  assert.match(output, /^setup: this release of Debian has no apertium-pol-szl: left out$/m);
  const again = await startAgain(machine, { root: true });
  assert.deepEqual(setupLines(again.output), []);
  assert.ok(!again.calls.some((call) => call.startsWith('apt-get')));
});

test('an unreadable record of an earlier set-up does not stop a start', async () => {
  using machine = bareMachine();
  mkdirSync(join(machine.folder, 'node_modules'));
  writeFileSync(join(machine.folder, 'node_modules', '.dragoman-debian.json'), '{"release":');
  const { status, output } = await machine.run('start.mjs', { root: true });
  assert.match(output, /^serving 1$/m);
  assert.equal(status, 0);
});

test('reports a failed apt-get in one line with the command, and continues the start', async () => {
  using machine = bareMachine();
  machine.program('apt-get', 'case "$*" in *install*) echo "E: Failed to fetch a package" >&2; exit 100 ;; esac');
  const { status, output } = await machine.run('start.mjs', { root: true });
  assert.equal(status, 0);
  const told = setupLines(output).at(-1) ?? '';
  assert.ok(told.startsWith('setup: apt-get failed (E: Failed to fetch a package): '));
  assert.ok(told.endsWith(command));
  assert.match(output, /serving/);
});

test('reports empty package lists without a reachable mirror', async () => {
  using machine = bareMachine();
  writeFileSync(join(machine.folder, 'known'), '');
  machine.program('apt-get', 'echo "W: Failed to fetch the lists" >&2');
  const { status, output } = await machine.run('start.mjs', { root: true });
  assert.equal(status, 0);
  assert.match(output, /none of them to offer here \(W: Failed to fetch the lists\): .* as root: apt-get update/);
});

test('lists the packages to install by hand on a system without dpkg', async () => {
  using machine = bareMachine();
  machine.program('dpkg-query', undefined);
  const { status, output } = await machine.run('start.mjs', { root: true });
  assert.equal(status, 0);
  assert.ok(output.includes(`by hand: ${apertium.join(' ')}`));
});

for (const platform of ['darwin-arm64', 'darwin-x64']) {
  test(`on ${platform}, a start runs the Node from npm and says that neural models alone translate`, async () => {
    using machine = bareMachine();
    machine.program('npm', broughtNode(`node_modules/node-${platform}/bin`));
    const { status, output } = await machine.run('start.mjs', { platform, nodeVersion: '20.1.0', root: true });
    assert.equal(status, 0);
    assert.match(output, /^setup: macOS has no Debian packages, so neural models alone translate\./m);
    assert.match(output, /brought .* src\/serve\.ts\nserving/);
    assert.ok(!machine.calls().some((call) => /^(apt-get|sudo|dpkg-query)/.test(call)));
  });
}

test('npm start passes its options on', async () => {
  using machine = bareMachine();
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const node = join(machine.folder, 'node');
  writeFileSync(node, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const started = `${scripts.start} --help`;
  const { stdout } = spawnSync('/bin/sh', ['-c', started], { encoding: 'utf8', env: { PATH: machine.folder } });
  assert.equal(stdout, 'setup/start.mjs --help\n');
});

test('on Windows, a start names WSL and changes nothing', async () => {
  using machine = bareMachine();
  const { status, output } = await machine.run('start.mjs', { platform: 'win32-x64' });
  assert.equal(status, 1);
  assert.match(output, /^setup: Windows alone cannot run the service\. It runs in WSL: [^\n]*\n$/);
  assert.deepEqual(machine.calls(), []);
});

test('a signal waits until apt-get has finished, so that dpkg stays consistent', async () => {
  using machine = bareMachine();
  assert.equal(spawnSync('mkfifo', [join(machine.folder, 'gate')]).status, 0);
  // Opened for both, so that neither side waits for the other to open it.
  const gate = openSync(join(machine.folder, 'gate'), 'r+');
  machine.program(
    'apt-get',
    'case "$*" in *install*) read line < "$MACHINE/gate"; echo whole > "$MACHINE/installed-whole" ;; esac',
  );
  const running = machine.start('start.mjs', { root: true });
  await running.sees(`installing ${apertium.length} Debian packages`);
  running.kill('SIGTERM');
  await running.sees('SIGTERM: stopping as soon as apt-get is through');
  writeSync(gate, 'go on\n');
  const { signal, output } = await running.ended;
  closeSync(gate);
  assert.equal(signal, 'SIGTERM');
  assert.ok(existsSync(join(machine.folder, 'installed-whole')));
  assert.doesNotMatch(output, /serving/);
});

for (const [title, options] of [
  ['the server gets the signal that ends set-up, and its exit status is passed on', {}],
  ['the server gets a signal that arrives while it is being started', { slowSpawn: true }],
] as const) {
  test(title, async () => {
    using machine = bareMachine();
    machine.installed(...apertium);
    const serve = `process.on('SIGTERM', () => process.exit(7)); setTimeout(() => {}, 60_000); console.log('ready');`;
    writeFileSync(join(machine.folder, 'src', 'serve.ts'), serve);
    const running = machine.start('start.mjs', options);
    await running.sees('ready');
    running.kill('SIGTERM');
    assert.equal((await running.ended).status, 7);
  });
}

test('the server opens a demo account unless the environment disables it', async () => {
  using machine = bareMachine();
  machine.installed(...apertium);
  assert.match((await machine.run('start.mjs')).output, /^serving 1$/m);
  assert.match((await machine.run('start.mjs', { env: { DRAGOMAN_DEMO: '0' } })).output, /^serving 0$/m);
});

function forgetInstall(folder: string): void {
  rmSync(join(folder, 'node_modules', '.dragoman-lock'));
}

function changeLock(folder: string): void {
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('1.0.0', '1.0.1'));
}

function broughtNode(bin: string): string {
  return `
    [ "$1" = ping ] && exit 0
    mkdir -p node_modules/hono ${bin}
    cat > ${bin}/node <<'END'
#!/bin/sh
[ "$1" = --version ] || echo "brought $*"
exec ${process.execPath} "$@"
END
    chmod +x ${bin}/node`;
}
