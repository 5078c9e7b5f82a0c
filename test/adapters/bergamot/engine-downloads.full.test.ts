import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { BergamotLimits } from '../../../src/adapters/bergamot/limits.ts';
import type { StoreTiming } from '../../../src/adapters/bergamot/store/model-store.ts';
import { tryModel } from '../../../src/adapters/bergamot/worker-thread.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { type Exchange, faults } from '../../support/model-server.ts';
import { publishedModel, starterContents } from '../../support/published-model.ts';
import { never, type OpenedEngine, openStarter, pairOf } from './opened-engine.ts';
import { openWorld, type StoreWorld } from './store/store-world.ts';

const [esEn, esFr] = [pairOf('es>en'), pairOf('es>fr')];
const sentences = ['La puerta está abierta.', 'El tren llega tarde.'];

function translate(engine: Engine, signal = never(), pair = esEn): Promise<readonly string[]> {
  return engine.translate({ pair, segments: sentences, share: 'one' }, signal);
}

type DownloadWorld = AsyncDisposable & { readonly world: StoreWorld; readonly engine: OpenedEngine };

/** A real store before a server that offers the real model, an index that was read, and the engine on it. */
async function openDownloadWorld(
  limits: Partial<BergamotLimits> = {},
  targets = ['en'],
  timing: Partial<StoreTiming> = {},
): Promise<DownloadWorld> {
  await using opening = new AsyncDisposableStack();
  const files = targets.flatMap((target) => publishedModel({ target, contents: starterContents }));
  const world = opening.use(await openWorld({ files, tryModel, timing, background: true }));
  await world.store.refresh();
  const engine = opening.use(await openStarter({ source: world.store, limits: { workersMax: 1, ...limits } }));
  const opened = opening.move();
  return { world, engine, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Answers requests for files only after a call. */
function holdFiles({ server }: StoreWorld): { readonly asked: Promise<void>; release(): void } {
  const held: Exchange[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  server.misbehave(/^\/files\//, (exchange) => {
    held.push(exchange);
    resolve();
  });
  return {
    asked,
    release: () => {
      server.behave();
      for (const exchange of held) exchange.answer();
    },
  };
}

describe('models that are offered', () => {
  test('are listed with the version that they will have, and are not installed', async () => {
    await using opened = await openDownloadWorld();
    const { engine, world } = opened;
    assert.deepEqual(engine.pairs(), [esEn]);
    assert.ok(!engine.isReady(esEn));
    assert.equal(engine.describeUnits()[0]?.state, 'pullable');
    const version = engine.versionOf(esEn);
    assert.match(version, /^[0-9a-f]{64}$/);
    assert.equal((await translate(engine)).length, 2);
    assert.ok(engine.isReady(esEn));
    assert.equal(engine.versionOf(esEn), version);
    assert.equal(engine.describeUnits()[0]?.state, 'running');
    assert.deepEqual(engine.pairs(), [esEn]);
    assert.equal(world.store.installed()[0]?.digest, version);
  });

  test('replace a model on disk whose bytes have changed, which translates nothing', async () => {
    await using opened = await openDownloadWorld();
    const { engine, world } = opened;
    const expected = await translate(engine);
    const [installed] = world.store.installed();
    assert.ok(installed !== undefined);
    const changed = readFileSync(installed.files.vocabularies[0]);
    changed[1_000] = (changed[1_000] ?? 0) ^ 1;
    writeFileSync(installed.files.vocabularies[0], changed);
    const offline = await world.open({ indexUrl: undefined });
    await using alone = await openStarter({ source: offline });
    await assert.rejects(translate(alone), { code: 'engine_unavailable' });
    assert.deepEqual([alone.pairs(), offline.problems().length], [[], 1]);
    assert.ok(world.reported.some((line) => /^1 unusable: vocab.* is damaged/.test(line)));
    await world.store.download(esEn, { signal: never() });
    assert.deepEqual(await translate(engine), expected);
  });

  test('are downloaded once for all callers', async () => {
    await using opened = await openDownloadWorld();
    const { engine, world } = opened;
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => translate(engine)));
    for (const other of others) assert.deepEqual(other, first);
    assert.equal(world.server.fileRequests().length, Object.keys(starterContents).length);
  });

  test('are downloaded a few at a time: requests for more are refused at once', async () => {
    await using opened = await openDownloadWorld({ downloadsMax: 1 }, ['en', 'fr']);
    const { engine, world } = opened;
    const files = holdFiles(world);
    const first = translate(engine);
    await files.asked;
    await assert.rejects(translate(engine, never(), esFr), (error: Error & { detail?: object }) => {
      assert.match(JSON.stringify(error.detail), /waits for other downloads/);
      return true;
    });
    files.release();
    assert.equal((await first).length, 2);
    assert.equal((await translate(engine, never(), esFr)).length, 2);
  });

  test('are downloaded to the end when the callers hang up', async () => {
    await using opened = await openDownloadWorld();
    const { engine, world } = opened;
    const files = holdFiles(world);
    const caller = new AbortController();
    const hungUp = assert.rejects(translate(engine, caller.signal), /the caller hung up/);
    await files.asked;
    caller.abort(new Error('the caller hung up'));
    await hungUp;
    files.release();
    await eventually(() => engine.isReady(esEn));
    assert.equal((await translate(engine)).length, 2);
  });

  test('are downloaded to the end when the callers time out', async () => {
    await using opened = await openDownloadWorld({ downloadWaitMs: 50 });
    const { engine, world } = opened;
    const files = holdFiles(world);
    await assert.rejects(translate(engine), (error: Error & { code?: string; detail?: object }) => {
      assert.equal(error.code, 'engine_unavailable');
      assert.match(JSON.stringify(error.detail), /is being downloaded/);
      return true;
    });
    await files.asked;
    files.release();
    await eventually(() => engine.isReady(esEn));
    assert.equal((await translate(engine)).length, 2);
  });

  test('are not downloaded again right after a failure, and are not listed until then', async () => {
    await using opened = await openDownloadWorld({}, ['en'], { failedPauseMs: 60_000 });
    const { engine, world } = opened;
    world.server.misbehave(/^\/files\//, faults.status(404));
    await assert.rejects(translate(engine), { code: 'engine_unavailable' });
    assert.deepEqual([engine.pairs(), engine.describeUnits()], [[], []]);
    const requests = world.server.fileRequests().length;
    await assert.rejects(translate(engine), { code: 'engine_unavailable' });
    assert.equal(world.server.fileRequests().length, requests);
    world.server.behave();
    const otherProcess = await world.open();
    await otherProcess.download(esEn, { signal: never() });
    await eventually(() => engine.pairs().length > 0);
    assert.equal((await translate(engine)).length, 2);
  });

  test('are downloaded again after a pause', async () => {
    await using opened = await openDownloadWorld({}, ['en'], { failedPauseMs: 30 });
    const { engine, world } = opened;
    world.server.misbehave(/^\/files\//, faults.status(404));
    await assert.rejects(translate(engine), { code: 'engine_unavailable' });
    world.server.behave();
    await eventually(() => engine.pairs().length > 0);
    assert.equal((await translate(engine)).length, 2);
  });

  test('do not delay the closing of an engine while they are downloaded', async () => {
    await using opened = await openDownloadWorld();
    const { engine, world } = opened;
    const files = holdFiles(world);
    const waiting = assert.rejects(translate(engine));
    await files.asked;
    await engine[Symbol.asyncDispose]();
    await waiting;
    files.release();
  });
});
