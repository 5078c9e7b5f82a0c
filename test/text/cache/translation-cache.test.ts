import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import {
  type CacheClaim,
  cacheKeys,
  type Outcome,
  TranslationCache,
} from '../../../src/text/cache/translation-cache.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { processorMs } from '../../support/processor-time.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { engineOf } from '../languages/engine.ts';

const mebibyte = 2 ** 20;

const valid = (translation: string): Outcome => ({ kind: 'valid', translation });
const invalid: Outcome = { kind: 'invalid', issue: 'copy' };

/** Claims a key that must be new. */
function claimNew(cache: TranslationCache, key: string): Extract<CacheClaim, { kind: 'new' }> {
  const claim = cache.claim(key);
  return claim.kind === 'new' ? claim : assert.fail(claim.kind);
}

function translate(cache: TranslationCache, key: string, translation: string): void {
  claimNew(cache, key).end(valid(translation));
}

/** Returns the heap in use after garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('translation cache', () => {
  test('keeps neither translations with issues nor abandoned ones', () => {
    const cache = new TranslationCache(mebibyte);
    claimNew(cache, 'a').end(invalid);
    claimNew(cache, 'a').end(undefined);
    claimNew(cache, 'a');
    assert.equal(cache.takeUse().bytesHeld, 0);
  });

  test('lets one caller translate a sentence, and all others wait for its outcome, whatever it is', async () => {
    for (const outcome of [valid('b'), invalid, undefined]) {
      const cache = new TranslationCache(mebibyte);
      const first = claimNew(cache, 'a');
      const others = [cache.claim('a'), cache.claim('a')];
      first.end(outcome);
      first.end(valid('too late'));
      const ended = others.map((other) => (other.kind === 'awaited' ? other.ended : assert.fail(other.kind)));
      assert.deepEqual(await Promise.all(ended), [outcome, outcome]);
      assert.equal(cache.claim('a').kind, outcome?.kind === 'valid' ? 'kept' : 'new');
    }
  });

  test('ignores the outcome of an ended claim, even while the same sentence is claimed again', async () => {
    const cache = new TranslationCache(mebibyte);
    const first = claimNew(cache, 'a');
    first.end(undefined);
    const second = claimNew(cache, 'a');
    first.end(valid('of the first'));
    const waiting = cache.claim('a');
    second.end(valid('of the second'));
    assert.deepEqual(waiting.kind === 'awaited' && (await waiting.ended), valid('of the second'));
  });

  test('keeps and shares nothing when it is turned off', () => {
    const cache = new TranslationCache(0);
    claimNew(cache, 'a');
    claimNew(cache, 'a').end(valid('b'));
    claimNew(cache, 'a');
    assert.deepEqual(cache.takeUse(), { kept: 0, awaited: 0, missed: 0, evicted: 0, bytesHeld: 0 });
  });

  test('does not keep an entry larger than the whole cache', () => {
    const cache = new TranslationCache(1_000);
    translate(cache, 'a', 'small');
    translate(cache, 'b', 'x'.repeat(500));
    assert.equal(cache.claim('b').kind, 'new');
    assert.equal(cache.claim('a').kind, 'kept');
  });

  test('counts hits, waits, misses, evictions and size since the last reading', () => {
    const cache = new TranslationCache(1_000);
    const first = claimNew(cache, 'a');
    cache.claim('a');
    first.end(valid('b'));
    cache.claim('a');
    assert.deepEqual(cache.takeUse(), { kept: 1, awaited: 1, missed: 1, evicted: 0, bytesHeld: 244 });
    translate(cache, 'c', 'x'.repeat(350));
    assert.deepEqual(cache.takeUse(), { kept: 0, awaited: 0, missed: 1, evicted: 1, bytesHeld: 942 });
  });

  test('evicts the least recently used entry, like a plain list in that order', () => {
    const key = fc.integer({ min: 0, max: 30 }).map((number) => `sentence ${number}`);
    const sizes = fc.integer({ min: 0, max: 200 });
    const property = fc.property(fc.array(fc.tuple(key, sizes), { maxLength: 200 }), (steps) => {
      const bytesMax = 4_000;
      const cache = new TranslationCache(bytesMax);
      let model: { readonly key: string; readonly translation: string }[] = [];
      const bytes = () => model.reduce((sum, one) => sum + 240 + 2 * (one.key.length + one.translation.length), 0);
      for (const [wanted, size] of steps) {
        const known = model.find((one) => one.key === wanted);
        const claim = cache.claim(wanted);
        assert.equal(claim.kind, known === undefined ? 'new' : 'kept');
        const translation = known?.translation ?? 'x'.repeat(size);
        if (claim.kind === 'kept') assert.equal(claim.translation, translation);
        if (claim.kind === 'new') claim.end(valid(translation));
        model = [...model.filter((one) => one !== known), { key: wanted, translation }];
        while (bytes() > bytesMax) model.shift();
        assert.equal(cache.takeUse().bytesHeld, bytes());
      }
    });
    fc.assert(property, { numRuns: propertyRuns('cache', 200) });
  });

  test('does not grow with the number of hits', () => {
    const cache = new TranslationCache(mebibyte);
    const keys = Array.from({ length: 1_000 }, (_, index) => `sentence ${index}`);
    for (const key of keys) translate(cache, key, 'x');
    const before = heapBytes();
    for (let round = 0; round < 500; round++) for (const key of keys) cache.claim(key);
    const grown = heapBytes() - before;
    assert.equal(cache.takeUse().kept, 500_000);
    assert.ok(grown < 8 * mebibyte, `it grew by ${grown} bytes`);
  });

  test('takes the same time per operation after few and after many evictions', () => {
    const msFor = (steps: number) =>
      processorMs(() => {
        const cache = new TranslationCache(mebibyte);
        for (let step = 0; step < steps; step++) translate(cache, `sentence ${step}`, 'x');
      });
    msFor(20_000);
    const [few, many] = [msFor(20_000), msFor(160_000)];
    assert.ok(many < 32 * few, `8 times as many steps took ${(many / few).toFixed(1)} times as long`);
  });
});

type Varied = {
  readonly engine?: Partial<Engine>;
  readonly path?: readonly string[];
  readonly account?: string;
  readonly glossaryKey?: string;
  readonly sentence?: string;
};

function keyOf({ engine, path = ['es', 'en'], account = 'ana', glossaryKey = '', sentence = 'Hola.' }: Varied) {
  const route = { engine: { ...engineOf({ pairs: 'es-en' }), ...engine }, path: path as LanguageTag[] };
  return cacheKeys({ route, share: account, glossaryKey })(sentence);
}

describe('cache key', () => {
  test('is separate for each account only if the engine is not deterministic, or with glossary entries', () => {
    assert.equal(keyOf({ account: 'bea' }), keyOf({ account: 'ana' }));
    const engine = { isDeterministic: false };
    assert.notEqual(keyOf({ engine, account: 'bea' }), keyOf({ engine, account: 'ana' }));
    assert.equal(keyOf({ engine }), keyOf({ engine }));
    const glossaryKey = '1';
    assert.notEqual(keyOf({ glossaryKey, account: 'bea' }), keyOf({ glossaryKey, account: 'ana' }));
  });

  test('changes with everything that may change a translation', () => {
    const keys = [
      {},
      { engine: { name: 'other' } },
      { engine: { versionOf: () => '2' } },
      { path: ['es', 'fr'] },
      { path: ['es', 'ca', 'en'] },
      { path: ['es', 'ca', 'en'], engine: { versionOf: ({ target }: { target: string }) => target } },
      { path: ['es', 'ca', 'en'], engine: { versionOf: ({ source }: { source: string }) => source } },
      { glossaryKey: '1' },
      { glossaryKey: '2' },
      { sentence: 'Hola' },
      { sentence: '","1"]\nHola.' },
    ].map(keyOf);
    assert.equal(new Set(keys).size, keys.length);
  });
});
