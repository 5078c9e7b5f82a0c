import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { FolderModels } from '../../support/folder-models.ts';
import { manySentences, openStarter, sentences, translate } from './opened-engine.ts';
import { WatchedThreads } from './watched-threads.ts';

const shortText = 'El tren llega tarde.';
const hungUp = new Error('the caller hung up');

describe('threads that are shared', () => {
  test('all translate one text, in calls of bounded work, with one model in memory', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 2, callUnits: 800 } });
    const translations = await translate(engine, { segments: manySentences(400) });
    assert.ok(translations.every((translation) => translation !== ''));
    // The thread for short texts was not needed.
    assert.deepEqual([threads.started.length, threads.loads], [2, 1]);
    assert.equal(engine.reported.loads.at(-1)?.models, 1);
    assert.ok(threads.calls.length >= 20, `${threads.calls.length} calls`);
    assert.ok(threads.calls.every(({ length }) => length <= 64));
  });

  test('receive a short text after a few calls, however much waits before it', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 2 } });
    await translate(engine, { segments: manySentences(30) });
    const long = translate(engine, { segments: manySentences(400), share: 'long' });
    await threads.sent(threads.calls.length + 4);
    const before = threads.calls.length;
    await translate(engine, { segments: [shortText], share: 'short' });
    const calls = threads.calls.findIndex((texts) => texts.includes(shortText)) - before;
    // Each thread may have passed over it once.
    assert.ok(calls <= 3, `after ${calls} calls`);
    assert.equal((await long).length, 400);
  });

  test('receive one text of an account before most of many texts of another', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 1 } });
    await translate(engine, { segments: manySentences(30) });
    const before = threads.calls.length;
    const crowd = manySentences(150).map((segment) => translate(engine, { segments: [segment], share: 'crowd' }));
    await threads.sent(before + 2);
    await translate(engine, { segments: [shortText], share: 'alone' });
    const texts = threads.calls.slice(before).flat().indexOf(shortText);
    assert.ok(texts < 75, `after ${texts} texts`);
    assert.equal((await Promise.all(crowd)).length, 150);
  });

  test('are joined by one for short texts while long ones occupy all others', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 1, overdueMs: 3_600_000 } });
    await translate(engine, { segments: sentences.slice(0, 1) });
    threads.faultOf = (text) => (text === shortText ? undefined : 'hang');
    const caller = new AbortController();
    const long = translate(engine, { segments: manySentences(300), share: 'long' }, caller.signal);
    const rejected = assert.rejects(long, hungUp);
    await threads.sent(threads.calls.length + 1);
    for (let count = 0; count < 20; count++) await translate(engine, { segments: [shortText], share: 'short' });
    assert.deepEqual([threads.started.length, threads.loads], [2, 1]);
    caller.abort(hungUp);
    await rejected;
  });

  test('abandon a call if all its callers have gone', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 1, callUnits: 1_000_000 } });
    const expected = await translate(engine, { segments: sentences });
    const caller = new AbortController();
    const jobs = [0, 1].map((number) => {
      const segments = manySentences(64).slice(32 * number, 32 * (number + 1));
      return assert.rejects(translate(engine, { segments, share: `${number}` }, caller.signal), hungUp);
    });
    await threads.sent(threads.calls.length + 1);
    caller.abort(hungUp);
    await Promise.all(jobs);
    assert.deepEqual(await translate(engine, { segments: sentences }), expected);
    assert.deepEqual([threads.abandoned, engine.reported.restarts], [1, []]);
  });

  test('complete a call if only some of its callers have gone, and drop what else these sent', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 1, callUnits: 1_000_000 } });
    const segments = manySentences(30);
    const expected = await translate(engine, { segments });
    const caller = new AbortController();
    const before = threads.calls.length;
    const gone = translate(engine, { segments: manySentences(300), share: 'gone' }, caller.signal);
    const rejected = assert.rejects(gone, hungUp);
    await threads.sent(before + 1);
    const other = translate(engine, { segments, share: 'other' });
    await threads.sent(before + 2);
    caller.abort(hungUp);
    await rejected;
    assert.deepEqual(await other, expected);
    const sizes = threads.calls.slice(before).map(({ length }) => length);
    assert.deepEqual(sizes, [64, 64]);
    assert.deepEqual([threads.abandoned, engine.reported.restarts], [0, []]);
  });

  test('exit after a time without work, and start again with new work', async () => {
    using threads = new WatchedThreads();
    await using engine = await openStarter({ limits: { workersMax: 1, idleMsMax: 50, surveyMs: 10 } });
    const expected = await translate(engine, { segments: sentences });
    await eventually(() => threads.ended > 0);
    assert.deepEqual(engine.reported.loads.at(-1), { models: 0, bytes: 0 });
    assert.deepEqual(await translate(engine, { segments: sentences }), expected);
    assert.deepEqual(engine.reported.restarts, []);
  });

  test('take turns with several pairs', async () => {
    using threads = new WatchedThreads();
    const source = await FolderModels.of('es>en', 'es>fr');
    await using engine = await openStarter({ source, limits: { workersMax: 1 } });
    await translate(engine, { segments: sentences });
    await translate(engine, { segments: sentences, pair: 'es>fr' });
    const long = translate(engine, { segments: manySentences(300) });
    await threads.sent(threads.calls.length + 2);
    const before = threads.calls.length;
    await translate(engine, { segments: ['Hola.'], pair: 'es>fr' });
    const calls = threads.calls.findIndex((texts) => texts.includes('Hola.')) - before;
    assert.ok(calls <= 1, `after ${calls} calls`);
    await long;
  });
});
