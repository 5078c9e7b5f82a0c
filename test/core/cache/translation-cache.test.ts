import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { type Claim, type Outcome, TranslationCache } from '../../../src/core/cache/translation-cache.ts';
import { processorMs } from '../../support/processor-time.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const mebibyte = 2 ** 20;

const faithful = (translation: string): Outcome => ({ kind: 'valid', translation });
const unfaithful: Outcome = { kind: 'invalid', issue: 'copy' };

/** Claims a key that must be new. */
function claimNew(memory: TranslationCache, key: string): Extract<Claim, { kind: 'new' }> {
  const claim = memory.claim(key);
  return claim.kind === 'new' ? claim : assert.fail(claim.kind);
}

function translate(memory: TranslationCache, key: string, translation: string): void {
  claimNew(memory, key).end(faithful(translation));
}

/** Returns the heap in use after garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('translation cache', () => {
  test('returns a valid translation under its own key only', () => {
    const memory = new TranslationCache(mebibyte);
    translate(memory, 'es>en\nLa casa.', 'The house.');
    assert.deepEqual(memory.claim('es>en\nLa casa.'), { kind: 'kept', translation: 'The house.' });
    assert.equal(memory.claim('es>fr\nLa casa.').kind, 'new');
    assert.equal(memory.claim('es>en\nLa casa').kind, 'new');
  });

  test('keeps neither translations with issues nor abandoned ones', () => {
    const memory = new TranslationCache(mebibyte);
    claimNew(memory, 'a').end(unfaithful);
    claimNew(memory, 'a').end(undefined);
    claimNew(memory, 'a');
    assert.equal(memory.takeUse().bytesHeld, 0);
  });

  test('lets one caller translate a sentence, and all others wait for its outcome, whatever it is', async () => {
    for (const outcome of [faithful('b'), unfaithful, undefined]) {
      const memory = new TranslationCache(mebibyte);
      const first = claimNew(memory, 'a');
      const others = [memory.claim('a'), memory.claim('a')];
      first.end(outcome);
      first.end(faithful('too late'));
      const ended = others.map((other) => (other.kind === 'awaited' ? other.ended : assert.fail(other.kind)));
      assert.deepEqual(await Promise.all(ended), [outcome, outcome]);
      assert.equal(memory.claim('a').kind, outcome?.kind === 'valid' ? 'kept' : 'new');
    }
  });

  test('ignores the outcome of an ended claim, even while the same sentence is claimed again', async () => {
    const memory = new TranslationCache(mebibyte);
    const first = claimNew(memory, 'a');
    first.end(undefined);
    const second = claimNew(memory, 'a');
    first.end(faithful('of the first'));
    const waiting = memory.claim('a');
    second.end(faithful('of the second'));
    assert.deepEqual(waiting.kind === 'awaited' && (await waiting.ended), faithful('of the second'));
  });

  test('keeps and shares nothing when it is turned off', () => {
    const memory = new TranslationCache(0);
    claimNew(memory, 'a');
    claimNew(memory, 'a').end(faithful('b'));
    claimNew(memory, 'a');
    assert.deepEqual(memory.takeUse(), { kept: 0, awaited: 0, missed: 0, evicted: 0, bytesHeld: 0 });
  });

  test('does not keep an entry larger than the whole cache', () => {
    const memory = new TranslationCache(1_000);
    translate(memory, 'a', 'small');
    translate(memory, 'b', 'x'.repeat(500));
    assert.equal(memory.claim('b').kind, 'new');
    assert.equal(memory.claim('a').kind, 'kept');
  });

  test('counts hits, waits, misses, evictions and size since the last reading', () => {
    const memory = new TranslationCache(1_000);
    const first = claimNew(memory, 'a');
    memory.claim('a');
    first.end(faithful('b'));
    memory.claim('a');
    assert.deepEqual(memory.takeUse(), { kept: 1, awaited: 1, missed: 1, evicted: 0, bytesHeld: 244 });
    translate(memory, 'c', 'x'.repeat(350));
    assert.deepEqual(memory.takeUse(), { kept: 0, awaited: 0, missed: 1, evicted: 1, bytesHeld: 942 });
  });

  test('evicts the least recently used entry, like a plain list in that order', () => {
    const key = fc.integer({ min: 0, max: 30 }).map((number) => `sentence ${number}`);
    const sizes = fc.integer({ min: 0, max: 200 });
    const property = fc.property(fc.array(fc.tuple(key, sizes), { maxLength: 200 }), (steps) => {
      const bytesMax = 4_000;
      const memory = new TranslationCache(bytesMax);
      let model: { readonly key: string; readonly translation: string }[] = [];
      const bytes = () => model.reduce((sum, one) => sum + 240 + 2 * (one.key.length + one.translation.length), 0);
      for (const [wanted, size] of steps) {
        const known = model.find((one) => one.key === wanted);
        const claim = memory.claim(wanted);
        assert.equal(claim.kind, known === undefined ? 'new' : 'kept');
        const translation = known?.translation ?? 'x'.repeat(size);
        if (claim.kind === 'kept') assert.equal(claim.translation, translation);
        if (claim.kind === 'new') claim.end(faithful(translation));
        model = [...model.filter((one) => one !== known), { key: wanted, translation }];
        while (bytes() > bytesMax) model.shift();
        assert.equal(memory.takeUse().bytesHeld, bytes());
      }
    });
    fc.assert(property, { numRuns: propertyRuns('memory', 200) });
  });

  test('does not grow with the number of hits', () => {
    const memory = new TranslationCache(mebibyte);
    const keys = Array.from({ length: 1_000 }, (_, index) => `sentence ${index}`);
    for (const key of keys) translate(memory, key, 'x');
    const before = heapBytes();
    for (let round = 0; round < 500; round++) for (const key of keys) memory.claim(key);
    const grown = heapBytes() - before;
    assert.equal(memory.takeUse().kept, 500_000);
    assert.ok(grown < 8 * mebibyte, `it grew by ${grown} bytes`);
  });

  test('takes the same time per operation after few and after many evictions', () => {
    const msFor = (steps: number) =>
      processorMs(() => {
        const memory = new TranslationCache(10 * mebibyte);
        for (let step = 0; step < steps; step++) translate(memory, `sentence ${step}`, 'x');
      });
    msFor(100_000);
    const [few, many] = [msFor(100_000), msFor(800_000)];
    assert.ok(many < 32 * few, `8 times as many steps took ${(many / few).toFixed(1)} times as long`);
  });
});
