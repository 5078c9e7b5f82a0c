import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { codedText, hasAllCodes, type Piece, renumberCodes, withCodes } from '../src/codes.ts';
import type { Code } from '../src/file.ts';

/** Pieces of a source: `[`, `]`, `.`, `@` and `/` are codes and line breaks. */
function piecesOf(source: string): readonly Piece[] {
  const kinds = { '[': 'open', ']': 'close', '.': 'point', '@': 'word', '/': 'break' } as const;
  return Array.from(source.matchAll(/[[\].@/]|[^[\].@/]+/g), ({ 0: text, index: start }): Piece => {
    const kind = kinds[text as keyof typeof kinds];
    const place = { start, end: start + text.length };
    return kind === undefined ? { kind: 'text', text, ...place } : { kind, ...place };
  });
}
const textOf = (source: string): string | undefined => codedText(source, piecesOf(source))?.text;

describe('the text of a unit', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['a [red] boat', 'a <0>red</0> boat'],
    ['[a red] boat', '<0>a red</0> boat'],
    [' . [ a@ ] /', 'a{0}'],
    ['a . b @ c [d]', 'a <0/> b {1} c <2>d</2>'],
    ['the <0> and {2} stay [b] c', 'the <0> and {2} stay <1>b</1> c'],
    ['a ] b [ c', 'a <0/> b <1/> c'],
    ['[a [b] c]', 'a <0>b</0> c'],
    ['a/b', 'a\nb'],
    ['a [] []', 'a'],
    ['12 @ [.]', undefined],
    ['[a][b]', '<0>a</0><1>b</1>'],
  ];
  for (const [source, text] of cases) test(source, () => assert.equal(textOf(source), text));

  test('is written back as it was, whatever the codes', () => {
    const source = fc.string({ unit: fc.constantFrom(...'[].@/ ab<0>{1}') });
    fc.assert(
      fc.property(source, (file) => {
        const coded = codedText(file, piecesOf(file));
        if (coded === undefined) return;
        assert.ok(hasAllCodes(coded.text, coded.text, coded.codes));
        assert.equal(
          withCodes(coded.text, coded, (text) => text),
          file.slice(coded.start, coded.end),
        );
      }),
    );
  });
});

describe('a translation is valid', () => {
  const { text, codes } = codedText('a [red] b@ c.d/e', piecesOf('a [red] b@ c.d/e')) ?? assert.fail();
  const valid = (translation: string): boolean => hasAllCodes(translation, text, codes);
  test('with its codes in another order', () => assert.ok(valid('{1} <2/>x\n<0>y</0> {3}')));
  test('with an empty pair', () => assert.ok(valid('{1} <2/>x\n<0></0>y')));
  for (const [title, translation] of [
    ['lost', '<0>y</0> <2/>\n'],
    ['doubled', '<0>y</0> {1} <2/> <2/>\n'],
    ['of another kind', '<0>y</0> <1/> <2/>\n'],
    ['closed before it opens', '</0>y<0> {1} <2/>\n'],
  ] as const) {
    test(`not with a code that is ${title}`, () => assert.ok(!valid(translation)));
  }
  test('not with another number of lines', () => assert.ok(!valid('<0>y</0> {1} <2/>')));
});

describe('codes of another file', () => {
  const codesOf = (source: string): readonly Code[] => codedText(source, piecesOf(source))?.codes ?? [];
  const renumbered = (text: string, from: string, to: string): string | undefined =>
    renumberCodes(text, codesOf(from), codesOf(to));

  test('get the numbers of those that are alike, and equal ones their order', () => {
    assert.equal(renumbered('<2>z</2> {0} y <1/> {3} x', 'a@ . [b]@ x', 'a.[b] @@ c'), '<1>z</1> {2} y <0/> {3} x');
    assert.equal(renumbered('<0>a</0> <2>', 'x [b] y', '<0> [b] y'), '<1>a</1> <2>');
  });

  test('may be fewer', () => assert.equal(renumbered('<0>b</0>', 'a [b] c', 'a @ [b] [c] d'), '<1>b</1>'));

  test('get none if one is added or of another kind', () => {
    for (const [from, to] of [
      ['a [b] @ c', 'a [b] c'],
      ['a @ b', 'a . b'],
      ['a @@ b', 'a @. b'],
    ] as const)
      assert.equal(renumbered('x', from, to), undefined);
  });
});
