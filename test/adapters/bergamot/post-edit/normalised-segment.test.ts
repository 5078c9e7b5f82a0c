import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isMoreConfident, normaliseSegment } from '../../../../src/adapters/bergamot/post-edit/normalised-segment.ts';
import { tokenPattern } from '../../../../src/text/document/token.ts';
import type { LanguageTag } from '../../../../src/text/languages/language.ts';
import { readCases } from '../../../support/case-file.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from '../../../text/checks/arbitraries.ts';
import { readable, withTokens } from '../../../text/checks/written-tokens.ts';

/**
 * After the pair, the model's input for a segment, and the repaired output. Without an input of its own the segment is the
 * input, and without a repaired output the output stays.
 */
for (const { title, rows } of readCases(import.meta.url, 'normalised-segment.txt')) {
  test(title, () => {
    for (const row of rows) {
      const [name = '', segment = ''] = row;
      const [given, answer = '', restored = answer] = row.length === 5 ? row.slice(2) : [segment, ...row.slice(2)];
      const normalised = normalise(name, withTokens(segment));
      assert.equal(readable(normalised.text), given, `${name} ${segment}`);
      assert.equal(readable(normalised.restore(withTokens(answer))), restored, `${name} ${segment} > ${answer}`);
    }
  });
}

function normalise(name: string, segment: string) {
  const [source, target] = name.split('>') as [LanguageTag, LanguageTag];
  return normaliseSegment(segment, { source, target });
}

test('A translation without one of the figures is known', () => {
  const { hasFigures } = normalise('es>en', 'Pagó mil doscientos o veinte dólares del siglo quince.');
  assert.ok(hasFigures('He paid $1,200 or 20.'));
  assert.ok(!hasFigures('He paid $12.00 or 20.'));
  assert.ok(!hasFigures('He paid 1200 or 2 0.'));
  assert.ok(hasFigures('He paid 1 200 or twenty.'));
  assert.ok(normalise('en>es', 'The twenty-first century.').hasFigures('El siglo XIX.'));
});

describe('A word or two', () => {
  test('with a capital have a second variant with it, because they may be names', () => {
    const other = (name: string, segment: string) => normalise(name, withTokens(segment)).other;
    assert.equal(other('es>en', 'Madrid.'), 'Madrid');
    assert.equal(other('es>en', 'Casa Blanca'), 'Casa Blanca');
    assert.equal(other('es>en', 'PEDRO'), 'Pedro');
    assert.equal(other('es>en', 'ONU'), 'ONU', 'what is as short may be an acronym');
    for (const rest of ['puerta', 'iPhone', 'Ven aquí.', 'Mi {w0}', 'La casa de mi padre']) {
      assert.equal(other('es>en', rest), undefined, rest);
    }
    assert.equal(normalise('de>en', 'Haus').text, 'Haus', 'German nouns have one wherever they stand');
    assert.equal(other('de>en', 'Haus'), undefined);
  });

  test('the variant of higher confidence is used: with a capital only if it is clearly better', () => {
    assert.equal(isMoreConfident(0.9, 0.1), true);
    assert.equal(isMoreConfident(0.9, 0.8), false);
    assert.equal(isMoreConfident(undefined, undefined), false);
  });
});

describe('Text in a script of another language', () => {
  test('is translated if some of it is in the right script', () => {
    for (const [name, segment] of [
      ['ru>en', 'Это iPhone моего брата.'],
      ['ja>en', '東京大学の歴史について'],
      ['ja>en', 'コーヒーを飲みたいです'],
      ['ko>en', '大韓民國'],
      ['sr>en', 'Gde si bio sinoć, brate?'],
      ['zh-Hant>en', '你好世界你好世界'],
      ['tlh>en', 'nuqneH tlhIngan maH je'],
    ] as const) {
      assert.equal(normalise(name, segment).text, segment);
    }
  });
});

test('a segment that the engine gave up stays given up', () => {
  for (const segment of ['Puerta', 'EL PERRO NEGRO', '¿Dónde está mi perro?']) {
    assert.equal(normalise('es>en', segment).restore(''), '');
    assert.equal(normalise('es>en', segment).restore(' '), '');
  }
});

describe('Whatever the segment and its translation', () => {
  const pairs = fc.constantFrom('es>en', 'en>es', 'en>zh-Hans', 'ru>fr', 'tr>de', 'de>tr', 'el>ar', 'ja>en', 'qaa>qab');
  const sentencesInAnyCase = fc
    .tuple(sentenceWithTokens, fc.boolean())
    .map(([sentence, isUpper]) => (isUpper ? sentence.toUpperCase() : sentence));
  const numRuns = propertyRuns('SQLite', 500);
  const tokens = (text: string) => text.match(tokenPattern) ?? [];

  test('tokens stay where they are', () =>
    fc.assert(
      fc.property(pairs, sentencesInAnyCase, translationOf, (name, segment, translate) => {
        const normalised = normalise(name, segment);
        if (normalised.text === '') return assert.equal(normalised.restore(''), segment);
        assert.deepEqual(tokens(normalised.text), tokens(segment));
        const translation = translate(normalised.text);
        assert.deepEqual(tokens(normalised.restore(translation)), tokens(translation));
      }),
      { numRuns },
    ));

  test('an answer comes, the same each time, and restoring it again changes nothing', () =>
    fc.assert(
      fc.property(pairs, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, segment, translation) => {
        const [normalised, again] = [normalise(name, segment), normalise(name, segment)];
        assert.equal(normalised.text, again.text);
        const restored = normalised.restore(translation);
        assert.equal(again.restore(translation), restored);
        assert.equal(normalised.restore(restored), restored);
      }),
      { numRuns },
    ));
});
