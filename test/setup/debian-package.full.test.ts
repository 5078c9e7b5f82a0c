import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { type IsolatedMachine, startMachine, whyNoSystemManager, whyNotIsolated } from '../support/isolated-machine.ts';
import { buildRelease, type Release, run } from '../support/release.ts';
import { temporaryFolder } from '../support/stores.ts';

const skip = whyNotIsolated('mmdebstrap', 'dpkg-deb', 'ip') || whyNoSystemManager();

/** A Debian without network, whose first process is its own systemd. */
async function startDebian(): Promise<IsolatedMachine & { readonly root: string }> {
  await using opening = new AsyncDisposableStack();
  const { path } = opening.use(await temporaryFolder());
  const root = join(path, 'root');
  const packages = 'systemd,dbus,init-system-helpers,curl,apertium-eng-spa';
  run([
    'mmdebstrap',
    '--quiet',
    '--variant=minbase',
    '--dpkgopt=force-unsafe-io',
    `--include=${packages}`,
    'bookworm',
    root,
  ]);
  const machine = opening.use(
    await startMachine({ root, init: ['/lib/systemd/systemd', '--log-target=console'], memory: ['/run', '/tmp'] }),
  );
  await eventually(() => /running|degraded/.test(machine.run(['systemctl', 'is-system-running']).output));
  const opened = opening.move();
  return { ...machine, root, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Makes the package with this version number, and copies it into the machine. Returns its path there. */
function makePackage({ root, script }: Release, version: string, machine: { readonly root: string }): string {
  const file = join(root, 'dist/package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
  script('debian-package.mjs');
  const name =
    readdirSync(join(root, 'out')).find((each) => each.startsWith(`dragoman_${version.replace('-', '~')}_`)) ?? '';
  copyFileSync(join(root, 'out', name), join(machine.root, 'srv', name));
  return `/srv/${name}`;
}

test('the Debian package runs a hardened service, keeps its data through upgrade, going back and removal, and leaves nothing else', {
  skip,
}, async () => {
  await using release = await buildRelease();
  await using machine = await startDebian();
  const { root, succeed } = machine;
  const candidate = makePackage(release, '0.9.0-rc.1', machine);
  const next = makePackage(release, '0.9.0', machine);
  const install = (file: string, ...options: readonly string[]) =>
    succeed('apt-get', 'install', '--yes', '--no-install-recommends', ...options, file);
  const dragoman = (...command: readonly string[]): Readonly<Record<string, unknown>> =>
    JSON.parse(succeed('dragoman', ...command, '--json'));
  const state = (property: string) => succeed('systemctl', 'show', '--value', '-p', property, 'dragoman').trim();

  install(candidate);
  appendFileSync(join(root, 'etc/dragoman/dragoman.env'), "PORT=8123\nMODELS_URL=none\nBRAND_NAME='Ana $PORT'\n");
  succeed('systemctl', 'restart', 'dragoman');
  await untilReady(machine);
  assert.equal(succeed('stat', '-c', '%U', `/proc/${state('MainPID')}`).trim(), 'dragoman');
  assert.match(succeed('curl', '-sS', `${url}/`), /Ana \$PORT/);
  assert.match(succeed('journalctl', '-o', 'cat', '-u', 'dragoman'), /"listening"/);
  assert.equal(succeed('systemd-analyze', 'verify', 'dragoman.service'), '');
  // Ends with 1 if the exposure is above 2.4.
  succeed('systemd-analyze', 'security', '--offline=true', '--threshold=24', 'dragoman.service');

  assert.ok(existsSync(join(root, 'usr/share/doc/dragoman/docs/troubleshooting.md')));
  // The command has the service's user and settings, and its arguments arrive as typed.
  const email = 'ana$PORT$$%n@example.com';
  assert.equal(dragoman('account', 'create', '--email', email)['email'], email);
  assert.equal(machine.run(['dragoman', 'account', 'show', '--account', 'bea@example.com']).status, 1);
  assert.match(machine.run(['dragoman', 'account', 'list'], { user: 65_534 }).output, /must run as root/);
  dragoman('pack', 'grant', '--account', email, '--characters', '1000');
  const key = String(dragoman('key', 'create', '--account', email)['key']);
  const charged = () => dragoman('account', 'show', '--account', email)['characters_used'];
  assert.match(translate(machine, key), /It is a good day/);
  assert.equal(charged(), text.length);
  assert.doesNotMatch(succeed('journalctl', '-o', 'cat'), /example\.com/);

  succeed('sh', '-c', `head -c 20000000 ${next} > /srv/broken.deb`);
  assert.notEqual(machine.run(['dpkg', '--install', '/srv/broken.deb']).status, 0);
  await untilReady(machine);

  succeed('dragoman', 'db', 'backup', '--to', '/var/lib/dragoman/before.db');
  install(next);
  await untilReady(machine);
  assert.match(succeed('curl', '-sS', 'http://127.0.0.1:9090/livez'), /"0\.9\.0"/);
  translate(machine, key);
  assert.equal(charged(), 2 * text.length);

  install(candidate, '--allow-downgrades');
  await untilReady(machine);
  succeed('systemctl', 'stop', 'dragoman');
  assert.deepEqual([state('Result'), state('ExecMainStatus')], ['success', '0']);
  succeed('dragoman', 'db', 'restore', '--from', '/var/lib/dragoman/before.db');
  succeed('systemctl', 'start', 'dragoman');
  await untilReady(machine);
  assert.equal(charged(), text.length);

  succeed('apt-get', 'remove', '--yes', 'dragoman');
  assert.notEqual(machine.run(['curl', '-sS', url]).status, 0);
  assert.deepEqual(
    named(machine).filter((path) => path.startsWith('/usr')),
    [],
  );
  assert.ok(existsSync(join(root, 'etc/dragoman/dragoman.env')));
  assert.match(succeed('sh', '-c', 'apt-get purge --yes dragoman 2>&1'), /kept \/var\/lib\/dragoman/);
  assert.deepEqual(named(machine), ['/var/lib/dragoman']);
  assert.ok(existsSync(join(root, 'var/lib/dragoman/dragoman.db')));
});

const url = 'http://127.0.0.1:8123';
const text = 'Es un buen día.';

async function untilReady(machine: IsolatedMachine): Promise<void> {
  await eventually(() => machine.run(['curl', '-sSf', 'http://127.0.0.1:9090/readyz']).status === 0);
}

function translate({ succeed }: IsolatedMachine, key: string): string {
  const headers = ['-H', `Authorization: Bearer ${key}`, '-H', 'Content-Type: application/json'];
  const body = JSON.stringify({ text, source_lang: 'es', target_lang: 'en' });
  return succeed('curl', '-sSf', `${url}/api/v1/translate`, ...headers, '-d', body);
}

/** The package's settings, programs and data that are there, and what else has its name. */
function named({ run: call }: IsolatedMachine): readonly string[] {
  const { output } = call(['find', '/etc', '/usr', '/var/lib/dragoman', '/var/lib/systemd', '-path', '*dragoman*']);
  const data = /^\/var\/lib\/dragoman\//;
  return output
    .split('\n')
    .filter((path) => path !== '' && !data.test(path))
    .toSorted();
}
