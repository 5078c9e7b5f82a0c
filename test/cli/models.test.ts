import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { silentEvents } from '../../src/adapters/telemetry/events.ts';
import { loadConfig } from '../../src/config.ts';
import { openModelAdmin } from '../../src/engines.ts';
import { faults, ModelServer } from '../support/model-server.ts';
import { publishedModel, starterContents } from '../support/published-model.ts';
import { starterFolder } from '../support/starter-model.ts';
import { temporaryFolder } from '../support/stores.ts';
import { openShop } from './shop.ts';

/** The operator's models beside a registry with a real model, es to en, and nothing on disk. */
async function openWorld() {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(
    await ModelServer.start(publishedModel({ architecture: 'mini', contents: starterContents })),
  );
  const folder = opening.use(await temporaryFolder());
  const dir = join(folder.path, 'models');
  const config = loadConfig({ MODELS_DIR: dir, MODELS_URL: server.recordsUrl, MODELS_DISK_MB: '100' });
  const shop = opening.use(await openShop({ openModels: () => openModelAdmin(config, silentEvents) }));
  const opened = opening.move();
  return { shop, server, dir, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type Model = Readonly<Record<'source' | 'target' | 'name' | 'state' | 'outcome', string>> & { bytes: number };
type Listed = { readonly models: readonly Model[]; readonly index: object; readonly bytes: number };

const onDisk = Object.values(starterContents).reduce((sum, content) => sum + content.byteLength, 0);

async function damage(dir: string): Promise<string> {
  const [folder = ''] = await readdir(join(dir, 'es-en'));
  const file = join(dir, 'es-en', folder, 'model.esen.intgemm.alphas.bin');
  const bytes = await readFile(file);
  const middle = bytes.byteLength >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
  return join(dir, 'es-en', folder);
}

describe('model list', () => {
  test('shows models to download, models on disk, and the free space', async () => {
    await using world = await openWorld();
    const { shop, dir } = world;
    const before = await shop.json<Listed>('model', 'list');
    const model = { source: 'es', target: 'en', name: 'mini', version: '3.0', bytes: onDisk };
    assert.deepEqual(before, {
      models: [{ ...model, score: null, state: 'to_fetch', newer: null }],
      ...{ problems: [], index: { state: 'read' }, dir, bytes: 0, bytes_max: 100 * 2 ** 20 },
    });
    await shop.json('model', 'pull', 'es-en');
    const after = await shop.json<Listed>('model', 'list');
    assert.deepEqual([after.models.map(({ state }) => state), after.bytes], [['on_disk'], onDisk]);
    const { out } = await shop.run('model', 'list');
    assert.match(out, /^PAIR {3}STATE {4}NAME {2}VERSION {2}MIB {3}SCORE {2}NEWER\nes>en {2}on disk {2}mini {2}3\.0 /);
    assert.match(out, /\n\n\S+\/models: \d+\.\d of at most 100\.0 MiB\. The index was read\.\n$/);
  });

  test('lists models on disk when the index cannot be read, with the reason', async () => {
    await using world = await openWorld();
    const { shop, server } = world;
    server.misbehave(/./, faults.status(404));
    const { models, index } = await shop.json<Listed>('model', 'list');
    assert.deepEqual(models, []);
    assert.match(JSON.stringify(index), /^\{"state":"failed","reason":".*404.*"\}$/);
    const listed = (await shop.run('model', 'list')).out;
    assert.match(listed, /^No models\.\n\n.*The index could not be read \(.*404.*\): only /);
  });
});

describe('model pull', () => {
  test('downloads a model once, and reports whether it was on disk', async () => {
    await using world = await openWorld();
    const { shop, server } = world;
    const [pulled] = await shop.json<readonly Model[]>('model', 'pull', 'es:en');
    assert.deepEqual([pulled?.outcome, pulled?.bytes], ['pulled', onDisk]);
    const [again] = await shop.json<readonly Model[]>('model', 'pull', 'es>en');
    assert.equal(again?.outcome, 'already_there');
    assert.equal(server.fileRequests().length, Object.keys(starterContents).length);
    const { out, err } = await shop.run('model', 'pull', 'es-en');
    assert.match(out, /^Already there: es>en mini 3\.0, \d+\.\d MiB\.\n$/);
    assert.equal(err, '');
  });
});

describe('model verify', () => {
  test('accepts an intact model, and finds one changed byte', async () => {
    await using world = await openWorld();
    const { shop, dir } = world;
    assert.deepEqual(await shop.json('model', 'verify'), { ok: true, models: [] });
    await shop.json('model', 'pull', 'es-en');
    assert.match((await shop.run('model', 'verify', 'es-en')).out, /^ok {6}es>en \//);
    const folder = await damage(dir);
    const { status, out } = await shop.run('model', 'verify', '--json');
    const found = JSON.parse(out) as { ok: boolean; models: { state: string; folder: string; reason: string }[] };
    assert.deepEqual([status, found.ok, found.models[0]?.state, found.models[0]?.folder], [1, false, 'broken', folder]);
    assert.match(found.models[0]?.reason ?? '', /model\.esen\.intgemm\.alphas\.bin is damaged/);
    assert.match((await shop.run('model', 'verify')).out, /^broken {2}es>en \/.*: model\.esen/);
  });
});

describe('model remove', () => {
  test('removes a model from the disk, once', async () => {
    await using world = await openWorld();
    const { shop } = world;
    await shop.json('model', 'pull', 'es-en');
    const { name, bytes } = await shop.json<Model>('model', 'remove', 'es-en');
    assert.deepEqual([name, bytes], ['mini', onDisk]);
    assert.equal((await shop.json<Listed>('model', 'list')).bytes, 0);
    assert.equal((await shop.run('model', 'remove', 'es-en')).status, 1);
  });
});

describe('model import', () => {
  test('imports a model from a folder without network access', async () => {
    await using world = await openWorld();
    const { shop, server } = world;
    const named = ['--pair', 'es-en', '--name', 'ours'];
    const [model] = await shop.json<readonly Model[]>('model', 'import', starterFolder, ...named);
    assert.deepEqual([model?.source, model?.target, model?.name], ['es', 'en', 'ours']);
    assert.deepEqual(server.requests, []);
    assert.equal((await shop.json<{ ok: boolean }>('model', 'verify')).ok, true);
  });

  test('refuses a folder without a model, and an invalid pair', async () => {
    await using world = await openWorld();
    const { shop, dir } = world;
    const empty = join(dir, '..', 'empty');
    await mkdir(empty);
    const { status, err } = await shop.run('model', 'import', empty);
    assert.equal(status, 1);
    assert.match(err, /^error: [^\n]+\n$/);
    assert.equal((await shop.run('model', 'import', starterFolder, '--pair', 'es')).status, 2);
  });
});
