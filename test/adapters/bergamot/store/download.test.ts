import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { faults } from '../../../support/model-server.ts';
import { publishedModel } from '../../../support/published-model.ts';
import { downloadBegins, esEn, leftOvers, openWorld, pairOf, patience, reasonOfDownload } from './store-world.ts';

describe('a download', () => {
  test('writes the files of a model to disk and reports its progress', async () => {
    await using world = await openWorld();
    const { store, files } = world;
    const progress: number[] = [];
    const model = await store.download(esEn, {
      signal: patience(),
      progress: ({ doneBytes, totalBytes }) => progress.push(doneBytes / totalBytes),
    });
    const paths = [model.files.model, model.files.shortlist, ...model.files.vocabularies];
    assert.deepEqual(
      paths.map((path) => readFileSync(path ?? '')),
      files.map((file) => file.content),
    );
    assert.equal(model.bytes, 360_000);
    const sorted = [...progress].toSorted((one, other) => one - other);
    assert.deepEqual(progress, sorted);
    assert.equal(progress.at(-1), 1);
    const served = files.reduce((sum, file) => sum + file.served.byteLength, 0);
    assert.deepEqual(world.reported, ['index 1', `downloaded es>en ${served}`]);
    assert.deepEqual(leftOvers(world), []);
  });
  test('continues for a second caller when the first one gives up', async () => {
    await using world = await openWorld();
    const { server, store } = world;
    server.misbehave(/model-/, faults.stallAfter(10_000), 1);
    const impatient = new AbortController();
    const given = store.download(esEn, { signal: impatient.signal });
    await downloadBegins(world);
    const patient = store.download(esEn, { signal: patience() });
    impatient.abort(new Error('enough'));
    await assert.rejects(given, { message: 'enough' });
    assert.equal(await patient, store.installed()[0]);
    assert.equal(server.fileRequests(/model-/).length, 2);
  });

  test('that its caller aborts leaves nothing, and the next one starts again', async () => {
    await using world = await openWorld();
    const { server, store } = world;
    const stalled = Promise.withResolvers<void>();
    server.misbehave(/lex/, faults.stallAfter(10_000, stalled.resolve), 1);
    const impatient = new AbortController();
    const given = store.download(esEn, { signal: impatient.signal });
    await stalled.promise;
    impatient.abort(new Error('enough'));
    await assert.rejects(given, { message: 'enough' });
    assert.deepEqual([store.installed(), leftOvers(world)], [[], []]);
    await store.download(esEn, { signal: patience() });
    const ranges = server.fileRequests(/lex/).map(({ range }) => range);
    assert.deepEqual(ranges, [undefined, undefined]);
    const outcomes = world.reported.slice(1).map((line) => line.split(' ')[0]);
    assert.deepEqual(outcomes, ['downloaded']);
  });

  test('contains no files of a killed process', async () => {
    await using world = await openWorld();
    const staged = join(world.dir, '.store/unfinished/model');
    mkdirSync(staged, { recursive: true });
    writeFileSync(join(staged, 'vocab.old.spm'), 'of another model');
    const { files } = await world.store.download(esEn, { signal: patience() });
    assert.equal(readdirSync(join(files.model, '..')).length, 4);
    assert.deepEqual(leftOvers(world), []);
  });

  test('ends when the store closes, and nothing is written after that', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.stallAfter(10_000), 1);
    const store = await world.open();
    const downloading = assert.rejects(store.download(esEn, { signal: patience() }), { code: 'draining' });
    await downloadBegins(world);
    await store[Symbol.asyncDispose]();
    await downloading;
    const next = await world.store.download(esEn, { signal: patience() });
    assert.deepEqual(world.store.installed(), [next]);
  });

  test('of a newer version replaces the installed one only with `update`', async () => {
    await using world = await openWorld();
    const { server, store } = world;
    const old = await store.download(esEn, { signal: patience() });
    server.publish(publishedModel({ version: '3.1' }));
    await store.refresh();
    const asked = server.requests.length;
    assert.equal(await store.download(esEn, { signal: patience() }), old);
    assert.equal(server.requests.length, asked);
    assert.equal(store.list()[0]?.isNewerOffered, true);
    const fresh = await store.download(esEn, { signal: patience(), update: true });
    assert.equal(fresh.version, '3.1');
    assert.deepEqual(store.installed(), [fresh]);
    assert.equal(existsSync(old.files.model), false);
    assert.deepEqual((await world.open()).installed(), [fresh]);
  });

  test('of a pair that is not in the index is refused; an unreleased version needs its name', async () => {
    const nightly = { version: '3.0a1', filter: "env.channel == 'default' || env.channel == 'nightly'" };
    await using world = await openWorld({ files: publishedModel(nightly) });
    const reason = 'the index of models offers no model for this pair';
    for (const pair of [esEn, pairOf('es>fr')]) assert.equal(await reasonOfDownload(world, pair), reason);
    const model = await world.store.download(esEn, { signal: patience(), version: '3.0a1' });
    assert.equal(model.version, '3.0a1');
  });

  test('without a network names the alternative', async () => {
    await using world = await openWorld({ indexUrl: undefined });
    assert.match(await reasonOfDownload(world), /^no index of models is configured; .*dragoman model import/);
    assert.deepEqual(world.server.requests, []);
  });

  test('of an unusable model fails, leaves nothing, and the model is not offered again', async () => {
    await using world = await openWorld({
      tryModel: () => Promise.reject(new UnusableModel('gemm-precision float64 is not known')),
    });
    await world.store.refresh();
    assert.equal(world.store.available().length, 1);
    const reason = 'the model cannot be used here: gemm-precision float64 is not known';
    assert.equal(await reasonOfDownload(world), reason);
    assert.deepEqual([world.store.available(), world.store.installed(), leftOvers(world)], [[], [], []]);
    const asked = world.server.fileRequests().length;
    assert.equal(await reasonOfDownload(world), reason);
    assert.equal(world.server.fileRequests().length, asked);
    assert.equal(world.reported.at(-1), `not downloaded es>en: ${reason}`);
  });

  test('of a model that could not be tried fails, and succeeds once it can be tried', async () => {
    let tries = 0;
    await using world = await openWorld({
      tryModel: () => (++tries === 1 ? Promise.reject(new Error('no thread could be started')) : Promise.resolve()),
    });
    assert.equal(await reasonOfDownload(world), 'the model could not be tried: no thread could be started');
    assert.deepEqual([world.store.available().length, world.store.installed()], [1, []]);
    await world.store.download(esEn, { signal: patience() });
    assert.deepEqual(leftOvers(world), []);
  });
});
