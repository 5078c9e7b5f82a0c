import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { frameSentence, readReply } from '../../../src/adapters/apertium/frame.ts';
import { carryWordBlanks } from '../../../src/adapters/apertium/mode.ts';
import { isNested } from '../../../src/text/checks/tokens.ts';
import { readCases } from '../../support/case-file.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { assertKeepsTokens, readable, tokensOf, withTokens } from '../../text/checks/written-tokens.ts';
import { needsApertium, openInstalled, readSentences, translate } from './installed-apertium.ts';
import { carrying } from './plain-carrying.ts';

function frame(text: string): string {
  return frameSentence({ text: withTokens(text), number: 1 }, carrying);
}

function read(text: string, reply: string, losesWordBlanks = false): string | undefined {
  const translation = readReply(
    `${reply}[.].[1]`,
    { text: withTokens(text), number: 1 },
    { ...carrying, losesWordBlanks },
  );
  return translation === undefined ? undefined : readable(translation);
}

describe('encoding of tokens', () => {
  test('sends a word as a name, a pair around and between words, and all else between words', () => {
    const cases: readonly (readonly [text: string, framed: string])[] = [
      ['a {w7} b', 'a [[w0]]Zubrowka[[/]] b'],
      ['{o3}a {o9}b{c9}{c3}', '[o0][[p0]]a [o1][[p1]]b[[/]][c1][[/]][c0]'],
      ['a{p4} b{s5}c', 'a[m0] b[m1]c'],
      ['{o1}{p2}{c1} a {o3}...{c3}', '[m0] a [m1]'],
      ['a {c1} b {o2} c', 'a [m0] b [m1] c'],
      ['zubrowka {w0} [[w0]]', 'zubrowka [[w0]]Zubrowkax[[/]] \\[\\[w0\\]\\]'],
    ];
    for (const [text, framed] of cases) assert.equal(frame(text), `${framed}[.].[1]\0`);
  });

  test('sends a pair only between words if the mode does not contract words in blanks', () => {
    const framed = frameSentence(
      { text: withTokens('{o1}a {w2}{c1}'), number: 1 },
      { ...carrying, blanksPartWords: true },
    );
    assert.equal(framed, '[o0]a [[w0]]Zubrowka[[/]][c0][.].[1]\0');
  });

  test('is the same for any numbers of the tokens', () => {
    assert.equal(frame('{w0} {o1}a{c1}{p2}'), frame('{w999} {o3}a{c3}{p0}'));
  });

  test('adds the two programs for word-bound blanks after analysis and before generation', () => {
    const stages = [
      ['lt-proc', '-w', '/x.automorf.bin'],
      ['apertium-tagger', '-g', '/x.prob'],
      ['apertium-transfer', '/x.t1x', '/x.t1x.bin', '/x.autobil.bin'],
      ['apertium-transfer', '-n', '/y.t1x', '/y.t1x.bin'],
      ['lt-proc', '$1', '/x.autogen.bin'],
      ['lt-proc', '-p', '/x.autopgen.bin'],
    ] as const;
    assert.deepEqual(carryWordBlanks({ name: 'x', stages }).stages, [
      stages[0],
      ['apertium-wblank-attach'],
      stages[1],
      ['lt-proc', '-b', '/x.autobil.bin'],
      ['apertium-transfer', '-b', '/x.t1x', '/x.t1x.bin'],
      stages[3],
      ['apertium-wblank-detach'],
      stages[4],
      stages[5],
    ]);
    const other = { name: 'x', stages: [['cat'], ['lt-proc', '/x.autogen.bin']] } as const;
    assert.deepEqual(carryWordBlanks(other), other);
  });
});

describe('placement of tokens', () => {
  for (const { title, rows } of readCases(import.meta.url, 'tags.txt')) {
    test(title, () => {
      for (const [text = '', reply = '', translation] of rows) assert.equal(read(text, reply), translation);
    });
  }

  test('prefers blanks between words if the mode loses those at words', () => {
    const reply = '[o0]two [[p0]]small[[/]] words[c0]';
    assert.equal(read('{o1}a b c{c1}', reply, true), '{o1}two small words{c1}');
    assert.equal(read('{o1}a b c{c1}', reply), 'two {o1}small{c1} words');
  });

  test('writes each pair once and nested for any reply', () => {
    const text = '{o1}a {o2}b {p3}{c2} {w4}{c1} {o5}c{c5} {o6}{o7}d{c7}{c6} {w8}';
    const name = fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', 'w0', 'w1');
    const piece = fc.oneof(
      fc
        .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom('x', 'Zubrowka', ' ', ''))
        .map(([names, word]) => `[[${names.join('; ')}]]${word}[[/]]`),
      fc.constantFrom(' ', ...'word . [m0] [o0] [c0] [o2] [c2] [[p1]] [[/]] \\[ \\] Zubrowka'.split(' ')),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, loses) => {
        const translation = read(text, pieces.join(''), loses) ?? '';
        for (const pair of [1, 2, 5, 6, 7]) {
          assert.equal(translation.split(`{o${pair}}`).length, 2, translation);
          assert.equal(translation.split(`{c${pair}}`).length, 2, translation);
        }
        assert.ok(isNested(tokensOf(withTokens(translation))), translation);
        assert.doesNotMatch(translation, /Zubrowka/i);
      }),
    );
  });
});

describe('real pipelines', needsApertium, () => {
  for (const name of ['es>en', 'en>es', 'sv>nb', 'fr>ca', 'gl>en', 'es>pt']) {
    test(`${name}: return all tokens, with pairs nested, the same for any numbers`, async () => {
      const sentences = await readSentences(name.slice(0, 2));
      await using engine = await openInstalled();
      const words = fc.constantFrom(...sentences).map((sentence) => sentence.split(' '));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(words, fc.infiniteStream(fc.nat(7))), { maxLength: 8 }), async (drawn) => {
          const texts = drawn.map(([parts, places]) => withMarks(parts, () => places.next().value ?? 0));
          const translations = (await translate(engine, name, texts.map(withTokens))).map(readable);
          translations.forEach((translation, index) => {
            assertKeepsTokens(withTokens(texts[index] ?? ''), withTokens(translation));
          });
          const renumbered = await translate(
            engine,
            name,
            texts.map((text) => withTokens(renumber(text))),
          );
          assert.deepEqual(renumbered.map(readable), translations.map(renumber));
        }),
        { numRuns: propertyRuns('Apertium', 12) },
      );
    });
  }

  test('translate the words around a word token as around an unknown name', async () => {
    await using engine = await openInstalled();
    for (const [pair, text] of [
      ['es>en', 'El perro de {w0} duerme en ({w0}).'],
      ['es>ca', 'La casa de {w0}, el amigo de {w0}: grande.'],
      ['en>es', 'He saw {w0} and the red house of {w0}.'],
      ['sv>nb', 'Hunden hos {w0} sover i huset.'],
    ] as const) {
      const segments = [withTokens(text), text.replaceAll('{w0}', 'Zubrowka')];
      const [token = '', plain] = await translate(engine, pair, segments);
      assert.equal(readable(token).replaceAll('{w0}', 'Zubrowka'), plain);
    }
  });
});

/** Puts tokens between words and pairs around them, as `draw` says. */
function withMarks(words: readonly string[], draw: () => number): string {
  const open: number[] = [];
  let number = 0;
  const parts = words.map((word) => {
    const chance = draw();
    if (chance === 0) return `{w${number++}} ${word}`;
    if (chance === 1) return `{p${number++}}${word}`;
    if (chance === 2) return `${word}{p${number++}}`;
    if (chance === 3) {
      open.push(number);
      return `{o${number++}}${word}`;
    }
    const last = chance === 4 ? open.pop() : undefined;
    return last === undefined ? word : `${word}{c${last}}`;
  });
  return [parts.join(' '), ...open.toReversed().map((last) => `{c${last}}`)].join('');
}

function renumber(text: string): string {
  return text.replace(/\d+(?=\})/g, (number) => String(999 - Number(number)));
}
