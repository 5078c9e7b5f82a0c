import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { type Fault, fakePair, fakeTranslation, openFakeEngine, openFakeTaggerEngine } from './fake-mode.ts';

/** What the engine takes a program to need until it is measured. */
const bytesPerProgram = 4_000_000;

const unavailable = { code: 'engine_unavailable' };

/** For programs that are to hang, or to lose an answer: soon enough for a test, and late for one that has lost its turn. */
const hangsSoon = { answerMsMax: 2_000 };

/** Runs `jobs` jobs concurrently, each with different words, and returns the result of each. */
async function translateMany(
  engine: Engine,
  jobs: number,
): Promise<readonly PromiseSettledResult<readonly string[]>[]> {
  const segments = Array.from({ length: jobs }, (_, job) => ownSegments(job));
  return Promise.allSettled(
    segments.map((own) => engine.translate({ pair: fakePair, segments: own, share: 'one' }, never())),
  );
}

const ownSegments = (job: number): readonly string[] => [0, 1, 2].map((part) => `job ${job} part ${part} of three`);
const allTranslated = (segments: readonly string[]): readonly string[] => segments.map(fakeTranslation);
const never = (): AbortSignal => new AbortController().signal;
const translateOne = (engine: Engine, text: string): Promise<readonly string[]> =>
  translateFor(engine, 'one', { text });
const translateFor = (
  engine: Engine,
  share: string,
  { text, signal }: { readonly text: string; readonly signal?: AbortSignal },
): Promise<readonly string[]> => engine.translate({ pair: fakePair, segments: [text], share }, signal ?? never());

describe('a program that fails sometimes', () => {
  const faults: readonly Fault[] = ['die', 'hang', 'drop', 'twice', 'swap', 'garble'];
  for (const fault of faults) {
    test(`returns each of 50 callers their own text if every 40th sentence meets: ${fault}`, async () => {
      await using engine = await openFakeEngine({ fault, every: 40, limits: hangsSoon });
      const outcomes = await translateMany(engine, 50);
      const expected = outcomes.map((_, job) => ({ status: 'fulfilled', value: allTranslated(ownSegments(job)) }));
      assert.deepEqual(outcomes, expected);
      assert.ok(engine.restarts.length > 0, 'the fault never happened');
    });

    // A second copy of a right answer costs a restart, but no text.
    if (fault === 'twice') continue;
    test(`returns only the sentence empty that always meets ${fault}`, async () => {
      await using engine = await openFakeEngine({ limits: hangsSoon });
      const poisoned = engine.translate(
        { pair: fakePair, segments: ['hello', `please ${fault}`], share: 'one' },
        never(),
      );
      const [outcome, others] = await Promise.all([poisoned, translateMany(engine, 20)]);
      assert.deepEqual(outcome, [fakeTranslation('hello'), '']);
      const expected = others.map((_, job) => ({ status: 'fulfilled', value: allTranslated(ownSegments(job)) }));
      assert.deepEqual(others, expected);
      assert.deepEqual(await translateOne(engine, 'still here'), [fakeTranslation('still here')]);
    });
  }

  test('returns a long segment empty if one of its pieces fails', async () => {
    await using engine = await openFakeEngine({});
    assert.deepEqual(await translateOne(engine, `${'a '.repeat(600)}please die`), ['']);
  });
});

describe('a program that cannot be started', () => {
  test('withdraws its pair, fails its jobs, and is tried again later', async () => {
    await using engine = await openFakeEngine({ fault: 'start', limits: { withdrawMs: 50 } });
    assert.deepEqual(engine.pairs(), [fakePair]);
    assert.equal(engine.pairs(), engine.pairs());
    await assert.rejects(translateOne(engine, 'hello'), unavailable);
    assert.deepEqual(engine.pairs(), []);
    const states = engine.describeUnits().map(({ state }) => state);
    assert.deepEqual(states, ['unavailable']);
    await assert.rejects(translateOne(engine, 'hello'), unavailable);
    await eventually(() => engine.pairs().length > 0);
    await assert.rejects(translateOne(engine, 'hello'), unavailable);
    assert.deepEqual(engine.pairs(), []);
  });
});

describe('a tagger that meets an unknown class', () => {
  test('is replaced before it answers, by one that knows the class', async () => {
    await using engine = await openFakeTaggerEngine();
    const texts = Array.from({ length: 200 }, (_, index) => `${index % 30 === 29 ? 'rare' : 'common'} word ${index}`);
    const jobs = await Promise.all(texts.map((text) => translateOne(engine, text)));
    const expected = texts.map((text) => [fakeTranslation(text)]);
    assert.deepEqual(jobs, expected);
    assert.deepEqual(engine.restarts, ['new_class']);
  });

  test('gives up only the sentence whose class is still unknown after it was learned', async () => {
    await using engine = await openFakeTaggerEngine();
    const complaint = translateOne(engine, 'please complain');
    const others = await translateMany(engine, 20);
    const expected = others.map((_, job) => ({ status: 'fulfilled', value: allTranslated(ownSegments(job)) }));
    assert.deepEqual(others, expected);
    assert.deepEqual(await complaint, ['']);
    assert.deepEqual(await translateOne(engine, 'still here'), [fakeTranslation('still here')]);
  });
});

describe('limits', () => {
  test('let an idle engine accept 50,000 words of one letter', async () => {
    await using engine = await openFakeEngine({});
    const segments = Array.from({ length: 50_000 }, (_, index) => 'abcdefghij'.charAt(index % 10));
    const translations = await engine.translate({ pair: fakePair, segments, share: 'one' }, never());
    assert.deepEqual(translations, allTranslated(segments));
  });

  test('let short and long jobs share the only pipeline that fits into memory', async () => {
    await using engine = await openFakeEngine({ limits: roomForOnePipeline });
    const done = { long: false };
    const segments = Array.from({ length: 2_000 }, (_, index) => `sentence ${index}`);
    const long = engine.translate({ pair: fakePair, segments, share: 'one' }, never()).finally(() => {
      done.long = true;
    });
    // Eight callers who never pause: more than the pipeline could take of them alone.
    const shorts = await Promise.all(
      Array.from({ length: 8 }, async (_, caller) => {
        let translated = 0;
        for (; !done.long; translated++) await translateFor(engine, `${caller}`, { text: 'short' });
        return translated;
      }),
    );
    assert.deepEqual(await long, allTranslated(segments));
    assert.ok(
      shorts.every((translated) => translated > 10),
      shorts.join(' '),
    );
  });

  test('end an idle pipeline, and start another for the next job', async () => {
    await using engine = await openFakeEngine({ limits: { idleMsMax: 0, surveyMs: 5 } });
    for (const text of ['one', 'two']) {
      assert.deepEqual(await translateOne(engine, text), [fakeTranslation(text)]);
      await eventually(() => engine.describeUnits()[0]?.state !== 'running');
    }
    assert.deepEqual(engine.restarts, []);
  });

  test('withdraw a pair that needs more memory than all pipelines may use', async () => {
    await using engine = await openFakeEngine({ limits: { memoryBytesMax: 1_000 } });
    assert.deepEqual(engine.pairs(), []);
    await assert.rejects(translateOne(engine, 'hello'), unavailable);
    assert.match(engine.describeUnits()[0]?.reason ?? '', /memory/);
  });
});

describe('callers who abort while requests wait', () => {
  test('receive the reason of their signal, and nothing more of theirs is sent to a program', async () => {
    // Each 300th sentence that a program is sent ends it, so that restarts tell how many there were.
    await using engine = await openFakeEngine({ fault: 'die', every: 300 });
    const caller = new AbortController();
    const segments = Array.from({ length: 100 }, (_, index) => `sentence ${index} of an abandoned job`);
    const abandoned = Promise.allSettled(
      Array.from({ length: 100 }, (_, share) =>
        engine.translate({ pair: fakePair, segments, share: `${share}` }, caller.signal),
      ),
    );
    await nextTurn();
    caller.abort(new Error('hung up'));
    const outcomes = await abandoned;
    assert.ok(outcomes.every((one) => one.status === 'rejected' && one.reason.message === 'hung up'));
    for (let index = 0; index < 20; index++)
      assert.deepEqual(await translateOne(engine, 'next'), [fakeTranslation('next')]);
    assert.deepEqual(engine.restarts, []);
  });
});

/** By the engine's guess: the programs are never measured. */
const roomForOnePipeline = { memoryBytesMax: 1.5 * bytesPerProgram, surveyMs: 3_600_000 };

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
