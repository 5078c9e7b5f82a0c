import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { estimatedBytes, workerBytes } from '../../../src/adapters/bergamot/limits.ts';
import type { DescribedEngine, Engine } from '../../../src/text/engine/engine.ts';
import { pairName } from '../../../src/text/languages/language.ts';
import { eventually } from '../../support/eventually.ts';
import { copyStarter, FolderModels, installedModel } from '../../support/folder-models.ts';
import { temporaryFolder } from '../../support/stores.ts';
import {
  sentences as allSentences,
  manySentences,
  openStarter,
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
function running(engine: DescribedEngine): readonly string[] {
  return engine
    .describeUnits()
    .filter(({ state }) => state === 'running')
    .flatMap(({ pairs }) => pairs.map(pairName));
}

/** Limits with room for so many models of `bytes`, by default those of the starter model. */
async function limitsFor(models: number, { workersMax = 1, bytes = 0 } = {}) {
  const fileBytes = bytes || (await installedModel('es>en')).bytes;
  const threads = workersMax + 1;
  const modelBytes = estimatedBytes(fileBytes, { threads, scratchBytes: 2 ** 24 });
  return { workersMax, memoryBytesMax: threads * workerBytes + models * modelBytes };
}

describe('models in memory', () => {
  test('are loaded on first use, and the least recently used one makes room', async () => {
    const source = await FolderModels.of(...names);
    await using engine = await openStarter({ source, limits: await limitsFor(2) });
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
  });

  test('give their memory back when another replaces them', async () => {
    const small = await installedModel('es>en');
    const source = new FolderModels([small]);
    await using engine = await openStarter({ source, limits: await limitsFor(1) });
    const used: number[] = [];
    for (let digest = 0; digest < 40; digest++) {
      source.replace([{ ...small, digest: `${digest}` }]);
      await translate(engine, 'es>en', ['Hoy llueve.']);
      used.push(process.memoryUsage().rss);
    }
    assert.ok(engine.reported.loads.filter(({ models }) => models === 1).length >= 40);
    const grown = Math.max(...used) - (used[0] ?? 0);
    assert.ok(grown < 20 * small.bytes, `${grown} more bytes for 40 models`);
  });

  test('never take more memory than they may, and all translate, with more pairs at once than fit', async () => {
    const source = await FolderModels.of(...names);
    const limits = { ...(await limitsFor(2, { workersMax: 2 })), tenureMs: 300 };
    await using engine = await openStarter({ source, limits });
    const segments = manySentences(30, 3);
    const [expected, ...others] = await Promise.all(names.map((name) => translate(engine, name, segments)));
    for (const other of others) assert.deepEqual(other, expected);
    assert.ok(engine.reported.loads.some(({ models }) => models === 2));
    assert.ok(engine.reported.loads.every(({ bytes }) => bytes <= limits.memoryBytesMax));
    assert.deepEqual(engine.reported.restarts, []);
  });

  for (const [claim, tenureMs, workersMax, isLongFirst] of [
    ['make room after their tenure, though texts wait for them', 20, 1, false],
    ['make room although several threads use them', 20, 2, false],
    ['make no room before their tenure ends, if texts wait for them', 600_000, 1, true],
  ] as const) {
    test(claim, async () => {
      using threads = new WatchedThreads();
      const source = await FolderModels.of('es>en', 'es>fr');
      await using engine = await openStarter({ source, limits: { ...(await limitsFor(1, { workersMax })), tenureMs } });
      await translate(engine, 'es>en');
      let isLongDone = false;
      const long = translate(engine, 'es>en', manySentences(800, 3)).then(() => (isLongDone = true));
      await threads.sent(threads.calls.length + 2);
      await translate(engine, 'es>fr');
      assert.equal(isLongDone, isLongFirst);
      await long;
      assert.deepEqual(engine.reported.restarts, []);
    });
  }

  test('make room together for a larger one', async () => {
    const small = names.slice(0, 2);
    const large = { ...(await installedModel('es>de')), bytes: 60_000_000 };
    const source = new FolderModels([...(await FolderModels.of(...small)).installed(), large]);
    await using engine = await openStarter({ source, limits: await limitsFor(1, { bytes: large.bytes }) });
    for (const pair of small) await translate(engine, pair);
    assert.deepEqual(running(engine), small);
    await translate(engine, 'es>de');
    assert.deepEqual(running(engine), ['es>de']);
  });

  test('exclude one that can never fit, which is not served, with the reason', async () => {
    const small = await installedModel('es>en');
    const source = new FolderModels([small, { ...(await installedModel('es>fr')), bytes: 2 ** 40 }]);
    await using engine = await openStarter({ source });
    assert.deepEqual(engine.pairs(), [pairOf('es>en')]);
    await assert.rejects(translate(engine, 'es>fr'), { code: 'engine_unavailable' });
    const [, large] = engine.describeUnits();
    assert.equal(large?.state, 'unavailable');
    assert.match(large?.reason ?? '', /more memory/);
  });
});

describe('models that change on disk', () => {
  test('are used from the next text on, without a restart', async () => {
    const first = await installedModel('es>en');
    const source = new FolderModels([first]);
    await using engine = await openStarter({ source });
    const pairs = engine.pairs();
    const expected = await translate(engine, 'es>en');
    const accepted = translate(engine, 'es>en', manySentences(40, 3));
    source.replace([{ ...first, digest: 'another' }, await installedModel('es>fr')]);
    assert.equal(engine.versionOf(pairOf('es>en')), 'another');
    assert.deepEqual(await translate(engine, 'es>en'), expected);
    assert.equal((await accepted).length, 40);
    assert.notEqual(engine.pairs(), pairs);
    assert.deepEqual(engine.pairs(), [pairOf('es>en'), pairOf('es>fr')]);
    source.replace([]);
    assert.deepEqual(engine.pairs(), []);
    await assert.rejects(translate(engine, 'es>en'), { code: 'engine_unavailable' });
    await eventually(() => engine.reported.loads.at(-1)?.models === 0);
  });

  test('may move to another folder', async () => {
    await using folder = await temporaryFolder();
    const first = await installedModel('es>en');
    const source = new FolderModels([first]);
    await using engine = await openStarter({ source, limits: { workersMax: 1, surveyMs: 1_000 } });
    const expected = await translate(engine, 'es>en');
    source.replace([{ ...first, files: await copyStarter(folder.path) }]);
    assert.deepEqual(await translate(engine, 'es>en'), expected);
    await eventually(() => engine.reported.loads.at(-1)?.models === 1);
    assert.deepEqual(await translate(engine, 'es>en'), expected);
    assert.deepEqual(engine.reported.restarts, []);
  });

  test('still translate what was accepted before, even if it is still prepared', async () => {
    using threads = new WatchedThreads();
    const source = await FolderModels.of('es>en');
    await using engine = await openStarter({ source, limits: { surveyMs: 1 } });
    const caller = new AbortController();
    const segments = manySentences(2_000, 3);
    const accepted = translateTask(engine, { segments }, caller.signal);
    const rejected = assert.rejects(accepted, /the caller hung up/);
    source.replace([]);
    assert.deepEqual(engine.pairs(), []);
    await threads.sent(1);
    caller.abort(new Error('the caller hung up'));
    await rejected;
  });

  test('fail only their own texts if their files vanish', async () => {
    await using folder = await temporaryFolder();
    const gone = await installedModel('es>fr', await copyStarter(folder.path));
    await rm(gone.files.model);
    await using engine = await openStarter({ source: new FolderModels([await installedModel('es>en'), gone]) });
    const [served, vanished] = await Promise.allSettled([translate(engine, 'es>en'), translate(engine, 'es>fr')]);
    assert.equal(served.status, 'fulfilled');
    assert.equal(vanished.status === 'rejected' && vanished.reason.code, 'engine_unavailable');
    assert.deepEqual(engine.reported.restarts, []);
    assert.equal(engine.reported.failedLoads[0], 'its files cannot be read');
  });
});
