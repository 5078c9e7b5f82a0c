import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { tryModel } from '../../../../src/adapters/bergamot/worker-thread.ts';
import { eventually } from '../../../support/eventually.ts';
import { publishedModel, starterContents } from '../../../support/published-model.ts';
import { starterFolder } from '../../../support/starter-model.ts';
import { esEn, leftOvers, openWorld, pairOf, patience, reasonOfDownload, type StoreWorld } from './store-world.ts';

/** A world with the model of es > en on disk. */
async function withModel() {
  const world = await openWorld();
  const model = await world.store.download(esEn, { signal: patience() });
  return { ...world, model, folder: dirname(model.files.model) };
}

/** What a fresh start finds. */
async function startAnew(world: StoreWorld): Promise<readonly [number, readonly string[]]> {
  await using store = await world.open({ indexUrl: undefined });
  return [store.installed().length, store.problems().map(({ folder, reason }) => `${basename(folder)}: ${reason}`)];
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

describe('a model on disk', () => {
  const [model, vocab, manifest] = ['model.esen.intgemm.alphas.bin', 'vocab.esen.spm', 'manifest.json'] as const;
  const damages: readonly (readonly [string, file: string, (path: string) => void, reason: string])[] = [
    ['without a file', model, rmSync, `${model} is missing`],
    ['with a short file', vocab, (path) => truncateSync(path, 7), `${vocab} has 7 bytes instead of 20000`],
    ['with a long file', vocab, (path) => appendFileSync(path, '!'), `${vocab} has 20001 bytes instead of 20000`],
    ['without its manifest', manifest, rmSync, 'it has no manifest.json; use: dragoman model import'],
    ['with a damaged manifest', manifest, (path) => truncateSync(path, 40), 'its manifest.json is damaged'],
    ['with an endless manifest', manifest, (path) => truncateSync(path, 1e7), 'its manifest.json is damaged'],
  ];
  for (const [what, file, damage, reason] of damages) {
    test(`${what} is reported and not served, and a download repairs it`, async () => {
      await using world = await withModel();
      const { folder } = world;
      damage(join(folder, file));
      const [installed, problems] = await startAnew(world);
      assert.equal(installed, 0);
      assert.equal(problems.length, 1);
      assert.ok(problems[0]?.startsWith(`${basename(folder)}: `) && problems[0].endsWith(reason), problems[0]);
      const store = await world.open();
      assert.equal((await store.download(esEn, { signal: patience() })).digest, world.model.digest);
      assert.deepEqual(await startAnew(world), [1, []]);
      assert.deepEqual(leftOvers(world), []);
    });
  }

  test('with a changed byte is found after a start, reported, not served, and repaired by a download', async () => {
    await using world = await withModel();
    const { vocabularies } = world.model.files;
    flipByte(vocabularies[0]);
    await using store = await world.open({ background: true, indexUrl: undefined });
    await eventually(() => store.installed().length === 0);
    const reason = `${vocab} is damaged: its SHA-256 is not the one in manifest.json`;
    assert.deepEqual(store.problems(), [{ folder: world.folder, reason }]);
    assert.ok(world.reported.includes(`1 unusable: ${reason}`));
    await world.store.download(esEn, { signal: patience() });
    await eventually(() => store.installed().length === 1);
    assert.ok(world.reported.includes('0 unusable'));
  });

  test('repaired in its place is served again', async () => {
    await using world = await openWorld({ files: [...publishedModel(), ...publishedModel({ source: 'fr' })] });
    const { files } = await world.store.download(esEn, { signal: patience() });
    const content = readFileSync(files.vocabularies[0]);
    truncateSync(files.vocabularies[0], 7);
    await using store = await world.open({ background: true, indexUrl: undefined });
    const served = () =>
      store
        .installed()
        .map(({ pair }) => pair.source)
        .join();
    assert.deepEqual([served(), store.problems().length], ['', 1]);
    await world.store.download(pairOf('fr>en'), { signal: patience() });
    await eventually(() => served() === 'fr');
    writeFileSync(files.vocabularies[0], content);
    await eventually(() => served() === 'es,fr');
    assert.deepEqual(store.problems(), []);
  });

  test('whose pair has an unreadable folder is reported, and an empty folder is not', async () => {
    await using world = await openWorld();
    symlinkSync('es-en', join(world.dir, 'es-en'));
    mkdirSync(join(world.dir, 'fr-en'));
    const [, problems] = await startAnew(world);
    assert.deepEqual(problems, ['es-en: too many symbolic links encountered']);
    assert.match(world.reported.at(-1) ?? '', /^1 unusable/);
  });

  test('in a folder of another name is reported and not served', async () => {
    await using world = await withModel();
    renameSync(join(world.dir, 'es-en'), join(world.dir, 'pt-en'));
    const name = basename(world.folder);
    assert.deepEqual(await startAnew(world), [0, [`${name}: it belongs in es-en/${name}`]]);
  });

  test('that was copied there is reported, with what to do', async () => {
    await using world = await openWorld();
    const folder = join(world.dir, 'esen-starter');
    cpSync(starterFolder, folder, { recursive: true });
    mkdirSync(join(world.dir, 'lost+found'));
    writeFileSync(join(world.dir, 'README'), 'ours');
    const [installed, problems] = await startAnew(world);
    assert.equal(installed, 0);
    const reason = 'it has no manifest.json; use: dragoman model import';
    assert.ok(problems.includes(`model.esen.intgemm.alphas.bin: ${reason}`), problems.join('; '));
  });
});

describe('a folder of models', () => {
  test('that is a file does not prevent a start, and is reported', async () => {
    await using world = await openWorld();
    const dir = join(world.dir, 'file');
    writeFileSync(dir, 'no folder');
    await using store = await world.open({ dir, background: true });
    assert.deepEqual([store.installed(), store.available()], [[], []]);
    assert.deepEqual(store.problems(), [{ folder: dir, reason: 'not a directory' }]);
    await assert.rejects(store.download(esEn, { signal: patience() }), { code: 'engine_unavailable' });
    const failureOf = (reason: string) => ({ code: 'engine_unavailable', detail: { reason } });
    await assert.rejects(store.remove(esEn, patience()), failureOf(`${dir} cannot be written: not a directory`));
    const fault = 'not a directory';
    assert.deepEqual(await store.verify(undefined, patience()), [{ pair: undefined, folder: dir, fault }]);
  });

  test('that could not be read at the start serves what is in it once it can be', async () => {
    await using world = await withModel();
    renameSync(world.dir, `${world.dir}-away`);
    writeFileSync(world.dir, 'no folder');
    await using store = await world.open({ background: true, indexUrl: undefined });
    assert.deepEqual([store.installed(), store.problems().length], [[], 1]);
    rmSync(world.dir);
    renameSync(`${world.dir}-away`, world.dir);
    await eventually(() => store.installed().length === 1);
    assert.deepEqual(store.problems(), []);
  });
});

describe('verification', () => {
  test('reads every byte, and finds a changed one', async () => {
    await using world = await withModel();
    const { store, folder, model } = world;
    assert.deepEqual(await store.verify(esEn, patience()), [{ pair: esEn, folder, fault: undefined }]);
    flipByte(model.files.shortlist ?? '');
    const fault = 'lex.50.50.esen.s2t.bin is damaged: its SHA-256 is not the one in manifest.json';
    assert.deepEqual(await store.verify(undefined, patience()), [{ pair: esEn, folder, fault }]);
  });

  test('reports damaged folders, and a pair without a model', async () => {
    await using world = await withModel();
    const { store, folder, model } = world;
    rmSync(model.files.model);
    const fault = 'model.esen.intgemm.alphas.bin is missing';
    assert.deepEqual(await store.verify(undefined, patience()), [{ pair: undefined, folder, fault }]);
    await assert.rejects(store.verify(esEn, patience()), {
      reason: 'model_not_installed',
      data: { pair: 'es>en' },
    });
  });

  test('ends when its caller gives up', async () => {
    await using world = await withModel();
    await assert.rejects(world.store.verify(undefined, AbortSignal.abort(new Error('enough'))), { message: 'enough' });
  });
});

describe('a removal', () => {
  test('takes the model, and the one that it replaced is not served again', async () => {
    await using world = await withModel();
    const { store, model, server } = world;
    server.publish(publishedModel({ version: '3.1' }));
    await store.refresh();
    const fresh = await store.download(esEn, { signal: patience(), update: true });
    assert.deepEqual(await store.remove(esEn, patience()), fresh);
    assert.deepEqual([store.installed(), store.problems(), leftOvers(world)], [[], [], []]);
    assert.throws(() => readFileSync(model.files.model), { code: 'ENOENT' });
    await assert.rejects(store.remove(esEn, patience()), { code: 'validation_error' });
  });
});

describe('the disk budget', () => {
  const both = [...publishedModel(), ...publishedModel({ source: 'fr' })];

  test('is checked before a download, and a removal makes room', async () => {
    await using world = await openWorld({ files: both, diskBytesMax: 500_000 });
    const { store, server } = world;
    await store.download(esEn, { signal: patience() });
    const asked = server.fileRequests().length;
    assert.equal(
      await reasonOfDownload(world, pairOf('fr>en')),
      'the disk budget for models is 1 MiB: 1 MiB are used and 1 MiB needed; raise MODELS_DISK_MB or remove a model',
    );
    assert.equal(server.fileRequests().length, asked);
    const sources = store.available().map(({ pair }) => pair.source);
    assert.deepEqual(sources, ['es']);
    await store.remove(esEn, patience());
    assert.equal(store.available().length, 2);
    await store.download(pairOf('fr>en'), { signal: patience() });
  });

  test('is not counted twice for a model that takes the place of another', async () => {
    await using world = await openWorld({ diskBytesMax: 500_000 });
    await world.store.download(esEn, { signal: patience() });
    world.server.publish(publishedModel({ version: '3.1' }));
    await world.store.refresh();
    const model = await world.store.download(esEn, { signal: patience(), update: true });
    assert.equal(model.version, '3.1');
  });

  test('is never exceeded by two downloads at once', async () => {
    await using world = await openWorld({ files: both, diskBytesMax: 500_000 });
    await world.store.refresh();
    const downloads = [esEn, pairOf('fr>en')].map((pair) => world.store.download(pair, { signal: patience() }));
    await Promise.allSettled(downloads);
    assert.ok(world.store.installed().length <= 1);
  });
});

describe('a real model', () => {
  test('is downloaded as published, tried with its engine, and has the digest of its import', async () => {
    await using world = await openWorld({ files: publishedModel({ contents: starterContents }), tryModel });
    const downloaded = await world.store.download(esEn, { signal: patience() });
    await world.store.remove(esEn, patience());
    const [imported] = await world.store.importFrom(starterFolder, {}, patience());
    assert.equal(downloaded.digest, imported?.digest);
  });

  test('with one byte of its header changed is refused at the download, not at the first translation', async () => {
    const model = Buffer.from(starterContents['model'] ?? []);
    model[0] = 9;
    const files = publishedModel({ contents: { ...starterContents, model } });
    await using world = await openWorld({ files, tryModel });
    assert.match(await reasonOfDownload(world), /^the model cannot be used here: \S/);
    assert.deepEqual([world.store.installed(), world.store.available(), leftOvers(world)], [[], [], []]);
  });
});

describe('a starter model', () => {
  const named = (store: StoreWorld['store']) => store.installed().map(({ name }) => name);
  const withStarter = async (options: Parameters<typeof openWorld>[0] = {}) => {
    await using opening = new AsyncDisposableStack();
    const starter = publishedModel({ architecture: 'starter', contents: starterContents });
    const other = opening.use(await openWorld({ files: starter }));
    await other.store.download(esEn, { signal: patience() });
    const world = opening.use(await openWorld({ ...options, startersDir: other.dir }));
    const opened = opening.move();
    return { ...world, startersDir: other.dir, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  };

  test('is used while its pair has no model on disk and none in the index', async () => {
    await using world = await withStarter();
    assert.deepEqual(named(world.store), ['starter']);
    assert.deepEqual(await world.store.verify(esEn, patience()), [
      { pair: esEn, folder: dirname(world.store.installed()[0]?.files.model ?? ''), fault: undefined },
    ]);
    await world.store.refresh();
    assert.deepEqual([named(world.store), world.store.available().length], [[], 1]);
    await world.store.download(esEn, { signal: patience() });
    assert.deepEqual(named(world.store), ['base-memory']);
    await using offline = await world.open({ indexUrl: undefined });
    assert.deepEqual(named(offline), ['base-memory']);
    await offline.remove(esEn, patience());
    assert.deepEqual(named(offline), ['starter']);
    await assert.rejects(offline.remove(esEn, patience()), { reason: 'model_not_installed' });
    assert.deepEqual(named(offline), ['starter']);
  });

  test('is used again while a better one cannot be downloaded', async () => {
    await using world = await withStarter({ timing: { failedPauseMs: 600_000 } });
    world.server.misbehave(/\.zst$/, ({ response }) => response.writeHead(404).end());
    await reasonOfDownload(world);
    assert.deepEqual(named(world.store), ['starter']);
  });

  test('that is damaged is reported and not used', async () => {
    await using world = await withStarter();
    truncateSync(world.store.installed()[0]?.files.vocabularies[0] ?? '', 7);
    await using store = await world.open();
    assert.deepEqual([named(store), store.problems().length], [[], 1]);
    await using without = await world.open({ startersDir: join(world.startersDir, 'missing') });
    assert.deepEqual([named(without), without.problems().length], [[], 1]);
  });
});
