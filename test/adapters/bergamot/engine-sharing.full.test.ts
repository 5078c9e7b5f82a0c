import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { eventually } from '../../support/eventually.ts';
import { FolderModels } from '../../support/folder-models.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { endless, manySentences, openMicro, sentences, translate } from './opened-engine.ts';
import { WatchedThreads } from './watched-threads.ts';

const shortText = 'El tren llega tarde.';

/** When the short text is sent: how soon it comes back is up to whoever gives its thread a processor. */
function watchShort(threads: WatchedThreads): { readonly call: () => number; readonly textsBefore: () => number } {
  let [call, texts, textsBefore] = [Number.NaN, 0, Number.NaN];
  threads.replace = (text) => {
    if (text.text === shortText) [call, textsBefore] = [threads.calls.length, texts];
    texts++;
    return text;
  };
  return { call: () => call, textsBefore: () => textsBefore };
}

describe('workers that are shared', () => {
  test('a segment has one translation, whatever is translated with it and before it', async () => {
    await using engine = await openMicro({ limits: { workersMax: 2 } });
    const alone = new Map<string, string>();
    for (const segment of sentences) alone.set(segment, (await translate(engine, { segments: [segment] }))[0] ?? '');
    const task = fc.record({
      segments: fc.array(fc.constantFrom(...sentences), { maxLength: 12 }),
      share: fc.constantFrom('one', 'two', 'three'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 6 }), async (tasks) => {
        const expected = tasks.map(({ segments }) => segments.map((segment) => alone.get(segment)));
        assert.deepEqual(await Promise.all(tasks.map((one) => translate(engine, one))), expected);
      }),
      { numRuns: propertyRuns('', 12) },
    );
  });

  test('a short text waits for no more than some calls, however much waits before it', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 2 } });
    await translate(engine, { segments: manySentences(30) });
    const long = translate(engine, { segments: manySentences(400), share: 'long' });
    await threads.sent(threads.calls.length + 4);
    const before = threads.calls.length;
    const short = watchShort(threads);
    await translate(engine, { segments: [shortText], share: 'short' });
    // Its own, and one of each worker by which it may have been passed over.
    assert.ok(short.call() - before <= 3, `sent with call ${short.call() - before}`);
    assert.equal((await long).length, 400);
  });

  test('one of many texts of one account waits for no more than the others of it', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 1 } });
    await translate(engine, { segments: manySentences(30) });
    const short = watchShort(threads);
    const crowd = manySentences(150).map((segment) => translate(engine, { segments: [segment], share: 'crowd' }));
    await threads.sent(threads.calls.length + 2);
    await translate(engine, { segments: [shortText], share: 'alone' });
    assert.ok(short.textsBefore() < 75, `${short.textsBefore()} of the other account's texts were sent first`);
    assert.equal((await Promise.all(crowd)).length, 150);
  });

  test('short texts have a worker of their own while long ones keep the others at work', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 1, overdueMs: 3_600_000 } });
    await translate(engine, { segments: sentences.slice(0, 1) });
    assert.equal(threads.started.length, 1);
    threads.replace = (text) => (text.text === shortText ? text : endless);
    const caller = new AbortController();
    const long = translate(engine, { segments: manySentences(300), share: 'long' }, caller.signal);
    const hungUp = assert.rejects(long, /the caller hung up/);
    await threads.sent(threads.calls.length + 1);
    for (let count = 0; count < 20; count++) await translate(engine, { segments: [shortText], share: 'short' });
    assert.equal(threads.started.length, 2);
    caller.abort(new Error('the caller hung up'));
    await hungUp;
  });

  test('all workers share one text, and each call is of bounded work', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 2 } });
    const translations = await translate(engine, { segments: manySentences(200) });
    assert.ok(translations.every((translation) => translation !== ''));
    // None of them is the one for short texts.
    assert.equal(threads.started.length, 2);
    assert.ok(threads.calls.length >= 20, `${threads.calls.length} calls`);
    assert.ok(Math.max(...threads.calls) <= 64);
  });

  test('an aborted text leaves the queue, and those that were in a call with it lose nothing', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 1 } });
    const expected = await translate(engine, { segments: sentences });
    const caller = new AbortController();
    const before = threads.calls.reduce((sum, texts) => sum + texts, 0);
    const abandoned = translate(engine, { segments: manySentences(300), share: 'abandoned' }, caller.signal);
    const other = translate(engine, { segments: sentences, share: 'other' });
    await threads.sent(threads.calls.length + 2);
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    await assert.rejects(abandoned, reason);
    assert.deepEqual(await other, expected);
    assert.deepEqual(engine.told.restarts, []);
    const sent = threads.calls.reduce((sum, texts) => sum + texts, 0) - before;
    assert.ok(sent < 200, `${sent} texts were translated all the same`);
  });

  test('what would leave no room in the queue is refused at once, and accepted when there is room again', async () => {
    await using engine = await openMicro({ limits: { workersMax: 1, queueUnitsMax: 2_000 } });
    const first = translate(engine, { segments: manySentences(15) });
    await assert.rejects(translate(engine, { segments: manySentences(15) }), { code: 'overloaded' });
    await assert.rejects(translate(engine, { segments: manySentences(80), share: 'other' }), { code: 'overloaded' });
    // Another account still has room.
    await translate(engine, { segments: sentences.slice(0, 2), share: 'other' });
    await first;
    assert.equal((await translate(engine, { segments: manySentences(15) })).length, 15);
  });

  test('a worker that has nothing to do for long is ended, and another one started when there is work again', async () => {
    using threads = new WatchedThreads();
    await using engine = await openMicro({ limits: { workersMax: 1, idleMsMax: 50, surveyMs: 10 } });
    const expected = await translate(engine, { segments: sentences });
    await eventually(() => threads.ended > 0);
    assert.deepEqual(engine.told.loads.at(-1), { models: 0, bytes: 0 });
    assert.deepEqual(await translate(engine, { segments: sentences }), expected);
    assert.deepEqual(engine.told.restarts, []);
  });

  test('several pairs take turns in one worker', async () => {
    using threads = new WatchedThreads();
    const source = await FolderModels.of('es>en', 'es>fr');
    await using engine = await openMicro({ source, limits: { workersMax: 1 } });
    await translate(engine, { segments: sentences });
    await translate(engine, { segments: sentences, pair: 'es>fr' });
    const long = translate(engine, { segments: manySentences(300) });
    await threads.sent(threads.calls.length + 2);
    const before = threads.calls.length;
    const short = watchShort(threads);
    await translate(engine, { segments: [shortText], pair: 'es>fr' });
    assert.ok(short.call() - before <= 2, `sent with call ${short.call() - before}`);
    await long;
  });
});
