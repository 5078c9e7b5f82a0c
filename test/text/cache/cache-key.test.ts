import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheKeys } from '../../../src/text/cache/translation-cache.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

type Varied = {
  readonly engine?: Partial<Engine>;
  readonly path?: readonly string[];
  readonly account?: string;
  readonly glossaryKey?: string;
  readonly sentence?: string;
};

function keyOf({ engine = {}, path = ['es', 'en'], account = 'ana', glossaryKey = '', sentence = 'Hola.' }: Varied) {
  const reversing = new ReversingEngine();
  const varied: Engine = {
    name: reversing.name,
    isDeterministic: true,
    missedEntries: 'replace',
    pivotsMax: 1,
    versionOf: () => '1',
    pairs: () => [],
    isReady: () => false,
    measuredScore: () => undefined,
    translate: (job, signal) => reversing.translate(job, signal),
    [Symbol.asyncDispose]: () => reversing[Symbol.asyncDispose](),
    ...engine,
  };
  const route = { engine: varied, path: path as LanguageTag[] };
  return cacheKeys({ route, share: account, glossaryKey })(sentence);
}

test('accounts share translations of a deterministic engine without glossary entries', () => {
  assert.equal(keyOf({ account: 'bea' }), keyOf({ account: 'ana' }));
});

test('each account has its own key if the engine is not deterministic, or with glossary entries', () => {
  const engine = { isDeterministic: false };
  assert.notEqual(keyOf({ engine, account: 'bea' }), keyOf({ engine, account: 'ana' }));
  assert.equal(keyOf({ engine }), keyOf({ engine }));
  const glossaryKey = '1';
  assert.notEqual(keyOf({ glossaryKey, account: 'bea' }), keyOf({ glossaryKey, account: 'ana' }));
});

test('everything that may change a translation changes the key', () => {
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
