import assert from 'node:assert/strict';
import { cp, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Engine } from '../../../src/core/engine/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { FolderModels, installedModel, microFiles } from '../../support/folder-models.ts';
import { temporaryFolder } from '../../support/stores.ts';
import { readItems, writeItems, writeModel } from './altered-model.ts';
import { sentences as allSentences, endless, openMicro, pairOf, translate as translateTask } from './opened-engine.ts';
import { WatchedThreads } from './watched-threads.ts';

const sentences = allSentences.slice(0, 6);

function translate(engine: Engine, segments: readonly string[], pair?: string): Promise<readonly string[]> {
  return translateTask(engine, { segments, ...(pair && { pair }) });
}

/** HTML over which the module aborts. */
const unclosed = { text: 'a < b', isHtml: true };

describe('a worker that fails', () => {
  test('is replaced when its thread ends in the middle of a call, and every caller gets their own text', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 2 } });
    const jobs = Array.from({ length: 12 }, (_, job) => sentences.map((sentence) => `${job}. ${sentence}`));
    const expected = await Promise.all(jobs.map((job) => translate(engine, job)));
    const before = threads.calls.length;
    const running = Promise.all(jobs.map((job) => translate(engine, job)));
    await threads.sent(before + 3);
    await threads.started[0]?.terminate();
    assert.deepEqual(await running, expected);
    assert.deepEqual(engine.told.restarts, ['died']);
    assert.equal(threads.ended, 1);
  });

  test('costs the one segment over which the module aborts, and no other', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 2 } });
    const expected = await translate(engine, sentences);
    threads.replace = (text) => (text.text.includes('Gante') ? unclosed : text);
    assert.deepEqual(
      await translate(engine, sentences),
      expected.map((translation, index) => (index === 2 ? '' : translation)),
    );
    assert.deepEqual(engine.told.restarts, ['failed', 'failed']);
    threads.replace = (text) => text;
    assert.deepEqual(await translate(engine, sentences), expected);
  });

  test('is replaced for one text so often and no more: then that text goes to the next engine', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 1 } });
    threads.replace = (text) => (text.text.includes('Gante') ? unclosed : text);
    const harmful = Array.from({ length: 12 }, (_, index) => `Mi hermana vive en Gante desde ${1990 + index}.`);
    await assert.rejects(translate(engine, harmful), { code: 'engine_unavailable' });
    assert.equal((await translate(engine, harmful.slice(0, 8))).join(''), '');
    assert.equal((await translate(engine, sentences.slice(0, 2))).length, 2);
  });

  test('is ended when a call hangs, which costs the text over which it does', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 1, overdueMs: 8_000, overdueMsPerUnit: 0 } });
    const expected = await translate(engine, sentences);
    threads.replace = (text) => (text.text.includes('Gante') ? endless : text);
    assert.deepEqual(
      await translate(engine, sentences),
      expected.map((translation, index) => (index === 2 ? '' : translation)),
    );
    assert.deepEqual(engine.told.restarts, ['overdue', 'overdue']);
  });

  test('does not stand in the way of closing, and nobody waits for ever', async () => {
    using threads = new WatchedThreads();
    const engine = await openMicro();
    const running = assert.rejects(translate(engine, sentences), { code: 'engine_unavailable' });
    await threads.sent(1);
    await engine[Symbol.asyncDispose]();
    await running;
    assert.equal(threads.ended, threads.started.length);
    await assert.rejects(translate(engine, sentences), { code: 'engine_unavailable' });
  });
});

describe('a model that does not work', () => {
  test('is withdrawn with the reason, harms no other, and comes back by itself once it is whole', async () => {
    await using folder = await temporaryFolder();
    const files = { ...microFiles, model: join(folder.path, 'model.bin') };
    await cp(microFiles.model, files.model);
    const damaged = await installedModel('es>fr', files);
    await truncate(files.model, 3_000_000);
    const source = new FolderModels([await installedModel('es>en'), damaged]);
    await using engine = await openMicro({ source, limits: { withdrawMs: 500 } });
    const before = engine.pairs();
    assert.equal(before.length, 2);
    await assert.rejects(translate(engine, sentences, 'es>fr'), { code: 'engine_unavailable' });
    assert.deepEqual(engine.pairs(), [pairOf('es>en')]);
    assert.ok(!engine.isAtHand(pairOf('es>fr')));
    const described = engine.describePairs().find(({ pairs }) => pairs[0]?.target === 'fr');
    assert.equal(described?.state, 'unavailable');
    assert.match(described.reason ?? '', /ends too early/);
    const expected = await translate(engine, sentences);
    await cp(microFiles.model, files.model);
    await eventually(() => engine.pairs().length === 2);
    assert.deepEqual(await translate(engine, sentences, 'es>fr'), expected);
  });

  test('is withdrawn when the library gives up over it, while others are translated', async () => {
    await using folder = await temporaryFolder();
    const items = (await readItems()).filter(({ name }) => name !== 'encoder_l1_ffn_W1');
    const incomplete = await installedModel('es>fr', await writeModel(folder.path, { model: writeItems(items) }));
    const source = new FolderModels([await installedModel('es>en'), incomplete]);
    await using engine = await openMicro({ source });
    const expected = await translate(engine, sentences);
    const [refused, served] = await Promise.allSettled([
      translate(engine, sentences, 'es>fr'),
      translate(engine, sentences),
    ]);
    assert.equal(refused.status === 'rejected' && refused.reason.code, 'engine_unavailable');
    assert.deepEqual(served.status === 'fulfilled' && served.value, expected);
    assert.deepEqual(engine.pairs(), [pairOf('es>en')]);
    assert.deepEqual(engine.told.restarts, ['failed', 'failed', 'failed']);
  });
});
