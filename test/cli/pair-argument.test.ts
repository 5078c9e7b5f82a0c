import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../src/cli/argument.ts';
import { parsePair } from '../../src/cli/pair-argument.ts';

describe('language pair on the command line', () => {
  for (const [written, source, target] of [
    ['es-en', 'es', 'en'],
    ['es:en', 'es', 'en'],
    ['es>en', 'es', 'en'],
    ['EN_es', 'en', 'es'],
    ['zh-Hans-en', 'zh-Hans', 'en'],
    ['en-zh-Hans', 'en', 'zh-Hans'],
    ['en-zh_hant', 'en', 'zh-Hant'],
    ['ca-valencia-es', 'ca-valencia', 'es'],
    ['es-ca-valencia', 'es', 'ca-valencia'],
    ['sr-Latn-en', 'sr-Latn', 'en'],
    ['en:pt-BR', 'en', 'pt-BR'],
    ['pt_br>en', 'pt-BR', 'en'],
    ['spa-eng', 'es', 'en'],
    ['en-no', 'en', 'nb'],
  ] as const) {
    test(`${written} is read as ${source} to ${target}`, () => {
      assert.deepEqual(parsePair(written), { source, target });
    });
  }

  test('is refused with both readings if it is ambiguous', () => {
    for (const [written, readings] of [
      ['en-pt-BR', 'en:pt-BR or en-PT:br'],
      ['pt-BR-en', 'pt:br-EN or pt-BR:en'],
    ] as const) {
      assert.throws(() => parsePair(written), {
        name: 'UsageError',
        message: `"${written}" can be read in two ways: write ${readings}`,
      });
    }
  });

  test('is refused if it is invalid, or has one language twice', () => {
    for (const text of [
      '',
      'es',
      '-',
      'es-',
      ':en',
      'es-es',
      'es>es',
      'spanish-english',
      'es en',
      'a:b',
      'es:en:fr',
      '🙂-en',
    ]) {
      assert.throws(() => parsePair(text), UsageError, text);
    }
  });
});
