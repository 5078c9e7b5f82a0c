import assert from 'node:assert/strict';
import { cp, truncate } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { ServiceError } from '../../../src/ground/service-error.ts';
import { eventually } from '../../support/eventually.ts';
import { copyStarter, FolderModels, installedModel } from '../../support/folder-models.ts';
import { starterFiles } from '../../support/starter-model.ts';
import { temporaryFolder } from '../../support/stores.ts';
import { sentences as allSentences, openStarter, pairOf, translate } from './opened-engine.ts';
import { WatchedThreads } from './watched-threads.ts';

const segments = allSentences.slice(0, 6);
const harmfulIndex = 2;
const isHarmful = (text: string): boolean => text.includes('Gante');

describe('a thread that fails', () => {
  test('is replaced when it exits during a call, and every caller gets its own text', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 2 } });
    const jobs = Array.from({ length: 12 }, (_, job) => segments.map((segment) => `${job}. ${segment}`));
    const expected = await Promise.all(jobs.map((job) => translate(engine, { segments: job })));
    const running = Promise.all(jobs.map((job) => translate(engine, { segments: job })));
    await threads.sent(threads.calls.length + 2);
    await threads.started[0]?.terminate();
    assert.deepEqual(await running, expected);
    assert.deepEqual([engine.reported.restarts, threads.ended], [['died'], 1]);
    // The model stayed in memory.
    assert.equal(threads.loads, 1);
  });

  for (const [fault, restart] of [
    ['exit', 'died'],
    ['hang', 'overdue'],
  ] as const) {
    test(`by ${fault} over one text costs that segment and no other`, async () => {
      using threads = new WatchedThreads();
      const limits = { workersMax: 2, overdueMs: 3_000, overdueMsPerUnit: 0 };
      await using engine = await openStarter({ limits });
      const expected = await translate(engine, { segments });
      threads.faultOf = (text) => (isHarmful(text) ? fault : undefined);
      assert.deepEqual(await translate(engine, { segments }), expected.with(harmfulIndex, ''));
      assert.deepEqual(engine.reported.restarts, [restart, restart]);
      threads.faultOf = () => undefined;
      assert.deepEqual(await translate(engine, { segments }), expected);
    });
  }

  test('over more than eight segments fails the text, and the engine works on', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 1 } });
    threads.faultOf = (text) => (isHarmful(text) ? 'exit' : undefined);
    const harmful = Array.from({ length: 10 }, (_, index) => `Mi hermana vive en Gante desde ${1990 + index}.`);
    await assert.rejects(translate(engine, { segments: harmful }), { code: 'engine_unavailable' });
    assert.equal((await translate(engine, { segments: harmful.slice(0, 8) })).join(''), '');
    assert.ok((await translate(engine, { segments: segments.slice(0, 2) })).every((translation) => translation !== ''));
  });

  test('does not keep the engine from closing, which rejects what waits', async () => {
    using threads = new WatchedThreads();
    const engine = await openStarter();
    threads.faultOf = () => 'hang';
    const running = assert.rejects(translate(engine, { segments }), { code: 'engine_unavailable' });
    await threads.sent(1);
    await engine[Symbol.asyncDispose]();
    await running;
    assert.equal(threads.ended, threads.started.length);
    await assert.rejects(translate(engine, { segments }), { code: 'engine_unavailable' });
  });

  test('over a text a second time because the engine closes rejects the text', async () => {
    using threads = new WatchedThreads();
    const engine = await openStarter({ limits: { workersMax: 1 } });
    threads.faultOf = () => (threads.calls.length === 0 ? 'exit' : 'hang');
    const running = assert.rejects(translate(engine, { segments: ['No sé silbar.'] }), { code: 'engine_unavailable' });
    await threads.sent(2);
    await engine[Symbol.asyncDispose]();
    await running;
  });

  test('as the last one, while none can start, rejects all that waits', async () => {
    using threads = new WatchedThreads();
    const source = await FolderModels.of('es>en', 'es>fr');
    await using engine = await openStarter({ source, limits: { workersMax: 2, withdrawMs: 600_000 } });
    threads.faultOf = () => 'hang';
    const running = assert.rejects(translate(engine, { segments }), { code: 'engine_unavailable' });
    await threads.sent(1);
    const end = (thread: Worker): unknown => thread.terminate();
    process.on('worker', end);
    const waiting = assert.rejects(translate(engine, { segments, pair: 'es>fr' }), { code: 'engine_unavailable' });
    await eventually(() => threads.ended === 3);
    await threads.started[0]?.terminate();
    await Promise.all([running, waiting]);
    process.off('worker', end);
    assert.deepEqual(engine.pairs(), []);
  });
});

test('a model that cannot be used is withdrawn while others translate, until there is a good one', async () => {
  await using folder = await temporaryFolder();
  const files = await copyStarter(folder.path);
  const damaged = await installedModel('es>fr', files);
  await truncate(files.model, 12_000_000);
  const source = new FolderModels([await installedModel('es>en'), damaged]);
  await using engine = await openStarter({ source, limits: { withdrawMs: 500 } });
  assert.equal(engine.pairs().length, 2);
  const served = translate(engine, { segments });
  const reason = /ends too early/;
  await assert.rejects(translate(engine, { segments, pair: 'es>fr' }), ({ code, detail }: ServiceError) => {
    return code === 'engine_unavailable' && reason.test(String(detail['reason']));
  });
  assert.deepEqual([engine.pairs(), engine.isReady(pairOf('es>fr'))], [[pairOf('es>en')], false]);
  const expected = await served;
  await cp(starterFiles.model, files.model);
  source.replace([...source.installed(), damaged]);
  assert.deepEqual(await translate(engine, { segments, pair: 'es>fr' }), expected);
  assert.deepEqual(engine.reported.restarts, []);
});
