import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BergamotEngine } from '../../../src/adapters/bergamot/engine.ts';
import type { InstalledModel } from '../../../src/adapters/bergamot/model.ts';
import { hostBytes, residentBytes } from '../../../src/adapters/bergamot/model-host.ts';
import type { Engine } from '../../../src/core/engine/engine.ts';
import { pairName } from '../../../src/core/languages/language.ts';
import { eventually } from '../../support/eventually.ts';
import { FolderModels, installedModel } from '../../support/folder-models.ts';
import { temporaryFolder } from '../../support/stores.ts';
import { writeModel } from './altered-model.ts';
import {
  sentences as allSentences,
  manySentences,
  openMicro,
  pairOf,
  translate as translateTask,
} from './opened-engine.ts';
import { WatchedThreads } from './watched-threads.ts';

const sentences = allSentences.slice(0, 3);
const names = ['es>en', 'es>fr', 'es>de', 'es>it', 'es>pt', 'es>ca', 'es>gl'];

function translate(engine: Engine, pair: string, segments: readonly string[] = sentences): Promise<readonly string[]> {
  return translateTask(engine, { pair, segments });
}

/** Pairs whose models are in memory. */
function running(engine: BergamotEngine): readonly string[] {
  return engine
    .describePairs()
    .filter(({ state }) => state === 'running')
    .flatMap(({ pairs }) => pairs.map(pairName));
}

/** Room for so many workers with so many of the models for tests in each, all of them different ones. */
async function memoryFor(workers: number, models: number): Promise<number> {
  const { bytes } = await installedModel('es>en');
  return workers * (hostBytes + models * (residentBytes(bytes) + bytes));
}

/** A model whose files were there when it was found. */
async function goneModel(name: string): Promise<InstalledModel> {
  await using folder = await temporaryFolder();
  return await installedModel(name, await writeModel(folder.path, {}));
}

describe('models in memory', () => {
  test('are loaded when they are first used, and the one idle longest makes room', async () => {
    const source = await FolderModels.of(...names);
    await using engine = await openMicro({
      source,
      limits: { workersMax: 1, memoryBytesMax: await memoryFor(1, 2) },
    });
    assert.deepEqual(running(engine), []);
    const [first, second, third] = names as [string, string, string];
    const expected = await translate(engine, first);
    assert.deepEqual(await translate(engine, second), expected);
    assert.deepEqual(running(engine), [first, second]);
    await translate(engine, first);
    await translate(engine, third);
    assert.deepEqual(running(engine), [first, third]);
    assert.deepEqual(await translate(engine, second), expected);
    assert.deepEqual(running(engine), [second, third]);
    assert.deepEqual(
      engine.told.loads.map(({ models }) => models),
      [1, 2, 2, 2],
    );
  });

  test('leave no copies of their files behind, however often they make room for one another', async () => {
    const { bytes } = await installedModel('es>en');
    const turns = names.slice(0, 4);
    await using engine = await openMicro({
      source: await FolderModels.of(...turns),
      limits: { workersMax: 1, memoryBytesMax: await memoryFor(1, 1) },
    });
    const before = process.memoryUsage().arrayBuffers;
    for (let round = 0; round < 5; round++) for (const pair of turns) await translate(engine, pair, ['Hoy llueve.']);
    assert.ok(engine.told.loads.length >= 5 * turns.length);
    const left = process.memoryUsage().arrayBuffers - before;
    assert.ok(left < (turns.length + 1) * bytes, `${left} bytes`);
  });

  test('never take more than their memory, nor more places than a worker has', async () => {
    const memoryBytesMax = await memoryFor(2, 3);
    const source = await FolderModels.of(...names);
    await using engine = await openMicro({ source, limits: { workersMax: 2, modelsPerWorkerMax: 2, memoryBytesMax } });
    await Promise.all(names.map((name) => translate(engine, name)));
    assert.ok(engine.told.loads.every(({ models, bytes }) => models <= 6 && bytes <= memoryBytesMax));
  });

  test('more pairs at once than fit are all served, by turns', async () => {
    const source = await FolderModels.of(...names);
    const limits = { workersMax: 2, memoryBytesMax: await memoryFor(1, 2), tenureMs: 300 };
    await using engine = await openMicro({ source, limits });
    const segments = manySentences(30, 3);
    const [expected, ...others] = await Promise.all(names.map((name) => translate(engine, name, segments)));
    for (const other of others) assert.deepEqual(other, expected);
    assert.deepEqual(engine.told.restarts, []);
  });

  for (const { tenureMs, isLongFirst } of [
    { tenureMs: 20, isLongFirst: false },
    { tenureMs: 600_000, isLongFirst: true },
  ]) {
    const when = isLongFirst
      ? 'does not before it has had its time'
      : 'makes room for another once it has had its time';
    test(`one for which texts wait ${when}`, async () => {
      using threads = new WatchedThreads();
      const source = await FolderModels.of('es>en', 'es>fr');
      const limits = { workersMax: 1, memoryBytesMax: await memoryFor(1, 1), tenureMs };
      await using engine = await openMicro({ source, limits });
      await translate(engine, 'es>en');
      const many = manySentences(120, 3);
      let isLongDone = false;
      const long = translate(engine, 'es>en', many).then(() => (isLongDone = true));
      await threads.sent(threads.calls.length + 2);
      await translate(engine, 'es>fr');
      assert.equal(isLongDone, isLongFirst);
      await long;
      assert.deepEqual(engine.told.restarts, []);
    });
  }

  test('a whole worker ends where only its memory makes room for a larger model', async () => {
    const small = await installedModel('es>en');
    const large = { ...(await installedModel('es>de')), bytes: small.bytes * 3 };
    // Two workers with the small one, which the large one fits into neither of.
    const memoryBytesMax = 2 * (hostBytes + residentBytes(small.bytes) + small.bytes);
    using threads = new WatchedThreads();
    const source = new FolderModels([small, large]);
    await using engine = await openMicro({ source, limits: { workersMax: 2, memoryBytesMax, tenureMs: 20 } });
    const many = manySentences(150, 3);
    await translate(engine, 'es>en', many);
    assert.deepEqual([threads.started.length, threads.ended], [2, 0]);
    const expected = await translate(engine, 'es>en');
    assert.deepEqual(await translate(engine, 'es>de'), expected);
    assert.equal(threads.ended, 1);
    assert.deepEqual(engine.told.restarts, []);
    assert.ok(engine.told.loads.every(({ bytes }) => bytes <= memoryBytesMax));
  });

  test('what a worker once needed stays counted when a smaller model takes the place', async () => {
    const small = await installedModel('es>en');
    const large = { ...(await installedModel('es>de')), bytes: small.bytes * 3 };
    const source = new FolderModels([small, large]);
    await using engine = await openMicro({ source, limits: { workersMax: 1, modelsPerWorkerMax: 1 } });
    for (const pair of ['es>de', 'es>en']) await translate(engine, pair);
    assert.deepEqual(running(engine), ['es>en']);
    assert.equal(engine.told.loads.at(-1)?.bytes, hostBytes + residentBytes(large.bytes) + small.bytes);
  });

  test('no worker has more of them than its addresses are enough for, however much memory there is', async () => {
    const large = (name: string) => installedModel(name).then((one) => ({ ...one, bytes: 150_000_000 }));
    const source = new FolderModels(await Promise.all(['es>en', 'es>fr'].map(large)));
    await using engine = await openMicro({ source, limits: { workersMax: 1, memoryBytesMax: 2 ** 35 } });
    for (const pair of ['es>en', 'es>fr']) await translate(engine, pair);
    assert.deepEqual(running(engine), ['es>fr']);
  });

  test('one that can never fit is not served, and says why', async () => {
    const small = await installedModel('es>en');
    const source = new FolderModels([small, { ...(await installedModel('es>fr')), bytes: 2 ** 40 }]);
    await using engine = await openMicro({ source });
    assert.deepEqual(engine.pairs(), [pairOf('es>en')]);
    await assert.rejects(translate(engine, 'es>fr'), { code: 'engine_unavailable' });
    const [, large] = engine.describePairs();
    assert.equal(large?.state, 'unavailable');
    assert.match(large?.reason ?? '', /more memory/);
  });
});

describe('models that change on disk', () => {
  test('are used from the next text on, without a restart', async () => {
    const first = await installedModel('es>en');
    const source = new FolderModels([first]);
    await using engine = await openMicro({ source });
    const pairs = engine.pairs();
    const expected = await translate(engine, 'es>en');
    const under = translate(
      engine,
      'es>en',
      Array.from({ length: 40 }, (_, index) => `${sentences[0]} ${index}`),
    );
    source.replace([{ ...first, digest: 'another' }, await installedModel('es>fr')]);
    assert.equal(engine.versionOf(pairOf('es>en')), 'another');
    assert.deepEqual(await translate(engine, 'es>en'), expected);
    assert.equal((await under).length, 40);
    assert.notEqual(engine.pairs(), pairs);
    assert.deepEqual(engine.pairs(), [pairOf('es>en'), pairOf('es>fr')]);
    source.replace([]);
    assert.deepEqual(engine.pairs(), []);
    await assert.rejects(translate(engine, 'es>en'), { code: 'engine_unavailable' });
    // Nothing of them stays in memory.
    await eventually(() => engine.told.loads.at(-1)?.models === 0);
  });

  test('are let go of only once what was accepted for them is translated, also while that is prepared', async () => {
    using threads = new WatchedThreads();
    const source = await FolderModels.of('es>en');
    await using engine = await openMicro({ source, limits: { surveyMs: 1 } });
    const caller = new AbortController();
    const segments = manySentences(2_000, 3);
    const accepted = engine.translate({ pair: pairOf('es>en'), segments, share: 'one' }, caller.signal);
    const hungUp = assert.rejects(accepted, /the caller hung up/);
    source.replace([]);
    assert.deepEqual(engine.pairs(), []);
    await threads.sent(1);
    caller.abort(new Error('the caller hung up'));
    await hungUp;
  });

  test('one that vanishes while nobody has it in memory fails its own texts alone', async () => {
    const source = new FolderModels([await installedModel('es>en'), await goneModel('es>fr')]);
    await using engine = await openMicro({ source });
    const [served, vanished] = await Promise.allSettled([translate(engine, 'es>en'), translate(engine, 'es>fr')]);
    assert.equal(served.status, 'fulfilled');
    assert.equal(vanished.status === 'rejected' && vanished.reason.code, 'engine_unavailable');
    assert.deepEqual(engine.told.restarts, []);
  });
});
