import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineFacts } from '../../src/cli/operator.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { openShop } from './shop.ts';

const pair = (source: string, target: string) => ({ source: source as LanguageTag, target: target as LanguageTag });

const engines: readonly EngineFacts[] = [
  {
    name: 'apertium',
    units: [
      { unit: 'eng-cat', pairs: [pair('en', 'ca')], score: 53.21, state: 'ready', reason: undefined },
      { unit: 'kaz-tat', pairs: [pair('kk', 'tt')], score: undefined, state: 'left_out', reason: 'pre-reform' },
    ],
  },
  {
    name: 'bergamot',
    units: [{ unit: 'tiny 1.0', pairs: [pair('es', 'en')], score: undefined, state: 'ready', reason: undefined }],
    machine: 'arithmetic pairs: the processor has no AVX-VNNI',
  },
  { name: 'openai', units: [] },
];

test('engine list shows what every engine can translate, and why not the rest', async () => {
  await using shop = await openShop({ describeEngines: async () => engines });
  assert.deepEqual(await shop.json('engine', 'list'), [
    {
      name: 'apertium',
      machine: null,
      units: [
        { unit: 'eng-cat', pairs: [pair('en', 'ca')], score: 53.21, state: 'ready', reason: null },
        { unit: 'kaz-tat', pairs: [pair('kk', 'tt')], score: null, state: 'left_out', reason: 'pre-reform' },
      ],
    },
    {
      name: 'bergamot',
      machine: 'arithmetic pairs: the processor has no AVX-VNNI',
      units: [{ unit: 'tiny 1.0', pairs: [pair('es', 'en')], score: null, state: 'ready', reason: null }],
    },
    { name: 'openai', machine: null, units: [] },
  ]);
});

test('engine list prints one table for each engine without --json', async () => {
  await using shop = await openShop({ describeEngines: async () => engines });
  assert.equal(
    (await shop.run('engine', 'list')).out,
    [
      'apertium:',
      'UNIT     STATE     SCORE  PAIRS  REASON',
      'eng-cat  ready     53.2   en>ca',
      'kaz-tat  left_out  -      kk>tt  pre-reform',
      '',
      'bergamot, arithmetic pairs: the processor has no AVX-VNNI:',
      'UNIT      STATE  SCORE  PAIRS  REASON',
      'tiny 1.0  ready  -      es>en',
      '',
      'openai: nothing is installed; "dragoman doctor" says what to do',
      '',
    ].join('\n'),
  );
});

test('engine list prints a few of many pairs, and all of them under --json', async () => {
  const pairs = ['es', 'fr', 'de', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'cs'].map((source) => pair(source, 'en'));
  const unit = { unit: 'qwen', pairs, score: undefined, state: 'ready', reason: undefined } as const;
  await using shop = await openShop({ describeEngines: async () => [{ name: 'openai', units: [unit] }] });
  const { out } = await shop.run('engine', 'list');
  assert.match(out, /^qwen {2}ready {2}- {6}es>en fr>en de>en it>en pt>en nl>en pl>en sv>en and 2 more$/m);
  const [listed] = await shop.json<readonly EngineFacts[]>('engine', 'list');
  assert.equal(listed?.units[0]?.pairs.length, 10);
});
