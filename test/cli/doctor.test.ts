import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { silentEvents } from '../../src/adapters/telemetry/events.ts';
import { checkLimits } from '../../src/cli/checks/machine.ts';
import type { EngineFacts } from '../../src/cli/operator.ts';
import { loadConfig } from '../../src/config.ts';
import { openModelAdmin } from '../../src/engines.ts';
import { ServiceError } from '../../src/ground/service-error.ts';
import type { EngineUnit } from '../../src/text/engine/engine.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { faults, ModelServer } from '../support/model-server.ts';
import { publishedModel } from '../support/published-model.ts';
import { freePort } from '../support/server-process.ts';
import { temporaryFolder } from '../support/stores.ts';
import { environmentOf, openShop, type Shop } from './shop.ts';

type Report = { ok: boolean; checks: { check: string; state: string; message: string; remedy?: string }[] };

async function examine(shop: Shop) {
  const { status, out } = await shop.run('doctor', '--json');
  const report = JSON.parse(out) as Report;
  return { status, ok: report.ok, of: (name: string) => report.checks.find(({ check }) => check === name) };
}

const unit = (state: EngineUnit['state']): EngineUnit => ({
  unit: 'spa-eng',
  pairs: [{ source: 'es' as LanguageTag, target: 'en' as LanguageTag }],
  score: 50,
  state,
  reason: state === 'unavailable' ? 'a file is missing' : undefined,
});
const working: EngineFacts = { name: 'apertium', units: [unit('ready')] };
const away = async () => {
  throw new ServiceError('store_unavailable', { detail: { reason: 'disk I/O error' } });
};
const settings = (shop: { dataDir: string }) => loadConfig(environmentOf(shop.dataDir));

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('doctor reports ok for every check, with status 0, on a machine where the service can run', async () => {
  await using shop = await openShop({ describeEngines: async () => [working] });
  const { status, out } = await shop.run('doctor');
  assert.equal(status, 0);
  for (const line of out.trimEnd().split('\n')) assert.match(line, /^ok {4}\S/);
  const checks = 'Node, configuration, data folder, disk space, database, engine apertium, API port'.split(', ');
  for (const check of checks) assert.match(out, new RegExp(`^ok    ${check}: `, 'm'));
});

test('doctor fails, with status 1 and a remedy, on an environment that prevents a start', async () => {
  await using shop = await openShop({}, { PORT: '65536' });
  const { status, ok, of } = await examine(shop);
  assert.deepEqual([status, ok], [1, false]);
  assert.match(of('configuration')?.message ?? '', /^PORT: must be a whole number from 0 to 65535 /);
  const { out } = await shop.run('doctor');
  assert.match(out, /^fail {2}configuration: PORT: .*\n {6}-> correct the environment/m);
});

test('doctor fails when no engine can translate, and warns when another one can', async () => {
  await using none = await openShop({ describeEngines: async () => [{ name: 'apertium', units: [] }] });
  const alone = await examine(none);
  assert.deepEqual([alone.status, alone.of('engine apertium')?.state], [1, 'fail']);
  assert.match(alone.of('engine apertium')?.remedy ?? '', /apt-get install apertium/);
  await using two = await openShop({ describeEngines: async () => [{ name: 'bergamot', units: [] }, working] });
  const beside = await examine(two);
  assert.deepEqual([beside.status, beside.of('engine bergamot')?.state], [0, 'warn']);
});

test('doctor fails when the data folder is a file, or is below one', async () => {
  await using shop = await openShop();
  const file = join(shop.dataDir, 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    await using there = await openShop({ readSettings: () => settings({ dataDir }) });
    assert.equal((await examine(there)).of('data folder')?.message, `${file} is not a folder`);
  }
});

test('doctor fails on a data folder without write permission', async () => {
  // No user can create files there, not even root.
  await using shop = await openShop({ readSettings: () => settings({ dataDir: '/proc' }) });
  const { status, of } = await examine(shop);
  assert.deepEqual([status, of('data folder')?.state], [1, 'fail']);
  assert.equal(of('data folder')?.message, '/proc cannot be written to');
});

test('doctor warns of backups that are missing or too old, and fails on a missing folder', async () => {
  await using folder = await temporaryFolder();
  const backups = { dir: folder.path, everyMs: 3_600_000 };
  await using shop = await openShop({ readSettings: () => ({ ...settings({ dataDir: folder.path }), backups }) });
  const stateAfter = async (name: string) => {
    writeFileSync(join(folder.path, name), '');
    return (await examine(shop)).of('backups')?.state;
  };
  assert.equal(await stateAfter('notes.txt'), 'warn');
  assert.equal(await stateAfter('dragoman-20261120T095959Z.db'), 'warn');
  assert.equal(await stateAfter('dragoman-20261120T100000Z.db'), 'ok');
  const gone = { ...backups, dir: join(folder.path, 'gone') };
  await using without = await openShop({
    readSettings: () => ({ ...settings({ dataDir: folder.path }), backups: gone }),
  });
  const found = (await examine(without)).of('backups');
  assert.deepEqual([found?.state, found?.message], ['fail', `${gone.dir} is not a readable folder (ENOENT)`]);
});

test('doctor fails on an unusable database, warns of pending migrations, and changes neither', async () => {
  await using first = await openShop({ inspectDatabase: away });
  const failed = (await examine(first)).of('database');
  assert.deepEqual([failed?.state, failed?.message], ['fail', 'The database cannot be used. Reason: disk I/O error.']);
  await using second = await openShop({ inspectDatabase: async () => ({ kind: 'outdated', pending: ['0002-terms'] }) });
  const outdated = (await examine(second)).of('database');
  assert.deepEqual([outdated?.state, outdated?.message], ['warn', 'migrations are due: 0002-terms']);
});

test('doctor warns of a small heap and of few open files', () => {
  assert.deepEqual(
    checkLimits(511, 1_023).map(({ check, state, message }) => [check, state, message]),
    [
      ['memory', 'warn', "511 MiB for Node's heap"],
      ['open files', 'warn', '1023 at once'],
    ],
  );
  const states = checkLimits(512, 1_024).map(({ state }) => state);
  assert.deepEqual(states, ['ok', 'ok']);
});

test('doctor reports a part that cannot be opened, and continues with the rest', async () => {
  const broken = async () => Promise.reject(new Error('file is not a database'));
  await using shop = await openShop({ inspectDatabase: broken, describeEngines: broken });
  const { status, of } = await examine(shop);
  assert.equal(status, 1);
  assert.deepEqual([of('database')?.message, of('engines')?.state], ['file is not a database', 'fail']);
  assert.equal(of('API port')?.state, 'ok');
});

test('doctor warns of a port that is in use, unless by the running server', async () => {
  const [stranger, ops] = [createServer(), createHttpServer((_, reply) => void reply.end('ok'))];
  const [port, opsPort] = [await listening(stranger), await listening(ops)];
  await using shop = await openShop();
  await using alone = await openShop({ readSettings: () => ({ ...settings(shop), port }) });
  const taken = (await examine(alone)).of('API port');
  assert.deepEqual([taken?.state, taken?.remedy], ['warn', 'unless that is the server, set PORT']);
  await using beside = await openShop({ readSettings: () => ({ ...settings(shop), port, opsPort }) });
  const running = await examine(beside);
  assert.match(running.of('API port')?.message ?? '', /in use by the running server$/);
  assert.match(running.of('operations port')?.message ?? '', /in use by the running server$/);
  for (const server of [stranger, ops]) {
    server.close();
    await once(server, 'close');
  }
});

test('doctor accepts a free port, and fails on an address that this machine does not have', async () => {
  const port = await freePort();
  await using shop = await openShop();
  await using free = await openShop({ readSettings: () => ({ ...settings(shop), port }) });
  assert.deepEqual((await examine(free)).of('API port')?.message, `127.0.0.1:${port} is free`);
  // Source: RFC 5737; no machine has an address of this block.
  await using far = await openShop({ readSettings: () => ({ ...settings(shop), host: '192.0.2.1', port }) });
  assert.deepEqual((await examine(far)).of('API port')?.state, 'fail');
});

describe('doctor on neural models', () => {
  const withModels = async (env: Readonly<Record<string, string>>, pairs: readonly EngineFacts[] = [working]) => {
    const folder = await temporaryFolder();
    const config = loadConfig({ DATA_DIR: folder.path, PORT: '0', OPS_PORT: '0', ENGINES: 'bergamot', ...env });
    const shop = await openShop({
      readSettings: () => config,
      openModels: () => openModelAdmin(config, silentEvents),
      describeEngines: async () => pairs,
    });
    const found = await examine(shop);
    await shop[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
    return found;
  };

  test('reports the folder, its models and its free space', async () => {
    const { status, of } = await withModels({ MODELS_URL: 'none' });
    assert.equal(status, 0);
    assert.match(of('models folder')?.message ?? '', /\/models( will be created)?$/);
    assert.deepEqual([of('models')?.message, of('model index')?.state], ['0 on disk', 'ok']);
    assert.match(of('models disk space')?.message ?? '', /^\d+ MiB left for models in \//);
    const full = await withModels({ MODELS_URL: 'none', MODELS_DISK_MB: '100' });
    assert.deepEqual([full.status, full.of('models disk space')?.state], [0, 'warn']);
  });

  test('warns if the index cannot be read, and only then', async () => {
    await using server = await ModelServer.start(publishedModel());
    const reached = await withModels({ MODELS_URL: server.recordsUrl });
    assert.deepEqual(reached.of('model index'), {
      check: 'model index',
      state: 'ok',
      message: 'was read; pairs that it offers and that are not on disk: 1',
    });
    server.misbehave(/./, faults.status(500));
    const gone = await withModels({ MODELS_URL: server.recordsUrl });
    assert.deepEqual([gone.status, gone.of('model index')?.state], [0, 'warn']);
    assert.match(gone.of('model index')?.message ?? '', /^cannot be read: .*500/);
  });

  test('warns of a folder that is no model, and fails on a folder without write permission', async () => {
    await using folder = await temporaryFolder();
    const broken = join(folder.path, 'es-en', 'base-memory-3.0-000000000000');
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, 'manifest.json'), '{');
    const { status, of } = await withModels({ MODELS_DIR: folder.path, MODELS_URL: 'none' });
    assert.deepEqual([status, of('models')?.state], [0, 'warn']);
    const problem = of('models')?.message ?? '';
    assert.match(problem, /base-memory-3\.0-000000000000 cannot be used \(.*manifest\.json is damaged\)/);
    assert.match(of('models')?.remedy ?? '', /model pull PAIR/);
    const proc = await withModels({ MODELS_DIR: '/proc', MODELS_URL: 'none' });
    assert.deepEqual([proc.status, proc.of('models folder')?.state], [1, 'fail']);
    assert.match(proc.of('models folder')?.remedy ?? '', /MODELS_DIR/);
  });

  test('reads every byte of the models', async () => {
    await using folder = await temporaryFolder();
    cpSync('models', folder.path, { recursive: true });
    const [vocabulary = ''] = globSync(join(folder.path, 'es-en/*/vocab.*'));
    const content = readFileSync(vocabulary);
    content[1_000] = (content[1_000] ?? 0) ^ 1;
    writeFileSync(vocabulary, content);
    const { of } = await withModels({ MODELS_DIR: folder.path, MODELS_URL: 'none' });
    assert.match(of('models')?.message ?? '', /\(vocab\.esen\.spm is damaged: .*\)$/);
  });

  test('warns of an endpoint that is configured but not used', async () => {
    const env = { MODELS_URL: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'qwen' };
    const { status, of } = await withModels(env);
    assert.deepEqual([status, of('openai endpoint')?.state], [0, 'warn']);
    assert.equal((await withModels({ ...env, ENGINES: 'bergamot,openai' })).of('openai endpoint'), undefined);
  });
});
