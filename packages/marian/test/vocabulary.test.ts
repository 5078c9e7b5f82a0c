import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { normalize } from '../src/normalizer.ts';
import { UnusableModel } from '../src/unusable-model.ts';
import { openVocabulary, type Vocabulary } from '../src/vocabulary.ts';
import { readVocabularyFile } from '../src/vocabulary-file.ts';
import { alterations, alteredVocabulary, type Fields, message } from './altered-vocabulary.ts';
import { assertReadsDamaged } from './damaged-file.ts';
import { readStarterModel } from './starter-model.ts';

const read = (path: string): Uint8Array => readFileSync(new URL(path, import.meta.url));
const readVocabulary = (file: Uint8Array): Vocabulary => openVocabulary(readVocabularyFile(file));
const { vocabulary } = readStarterModel('es-en');

/**
 * Results of SentencePiece 0.1.97 for the vocabulary of the starter models and altered forms of it: of
 * `EncodeAsImmutableProto` (piece ids and start offsets of texts) and of `DecodeIdsAsImmutableProto` (texts of piece
 * ids). Offsets were converted from UTF-8 to UTF-16. `sweeps` has a digest of piece ids for each block of 4,096
 * characters. The texts were made up for this file.
 */
const recorded: {
  readonly texts: Readonly<Record<string, readonly (readonly [text: string, pieces: string, starts: string])[]>>;
  readonly pieces: Readonly<Record<string, readonly (readonly [pieces: string, text: string, starts: string])[]>>;
  readonly sweeps: Readonly<Record<string, string>>;
} = JSON.parse(new TextDecoder().decode(read('fixtures/sentencepiece.json')));

/**
 * A vocabulary of 300 pieces by `spm_train` from two sentences, with the rules A > a, B > b, U+00C4 3 > c, U+2026 > ...,
 * U+FF21 > a, a U+0301 > U+00E1, U+1EA1 U+0301 > U+00E1, tab > space, U+200B > nothing, U+1F642 > :).
 */
const small = read('fixtures/small.spm');

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom(...' \t\u3000\u2581\u200baeé\u0301ñ日🙂ﬁＡ½', 'la ', ' de', 'ción', '\ud83d'), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
);

describe('vocabulary', () => {
  for (const [name, alteration] of Object.entries(alterations)) {
    it(`cuts and joins texts as SentencePiece does: ${name}`, () => {
      const { encode, decode } = readVocabulary(alteredVocabulary(vocabulary, alteration));
      assert.ok((recorded.texts[name]?.length ?? 0) > 50);
      for (const [given, pieces, starts] of recorded.texts[name] ?? []) {
        const encoded = encode(given);
        assert.equal(encoded.pieces.join(' '), pieces, JSON.stringify(given));
        assert.equal(encoded.starts.join(' '), starts, JSON.stringify(given));
      }
      for (const [pieces, expected, starts] of recorded.pieces[name] ?? []) {
        const decoded = decode(pieces === '' ? [] : pieces.split(' ').map(Number));
        assert.equal(decoded.text, expected, pieces);
        assert.equal(decoded.starts.join(' '), starts, pieces);
      }
    });
  }

  it('cuts each character as SentencePiece does', () => {
    const { encode } = readVocabulary(vocabulary);
    for (const [block, digest] of Object.entries(recorded.sweeps)) {
      const first = Number.parseInt(block, 16);
      const texts = Array.from({ length: 512 }, (_, line) =>
        Array.from({ length: 8 }, (__, index) => `x${String.fromCodePoint(first + 8 * line + index)}`).join(''),
      );
      const pieces = texts.map((line) => encode(line).pieces.join(' ')).join('\n');
      assert.equal(hash('sha256', pieces).slice(0, digest.length), digest, block);
    }
  });

  it('joins the pieces of a text to the normalized text', () => {
    const { encode, decode } = readVocabulary(vocabulary);
    const { normalizer, userDefined } = readVocabularyFile(vocabulary);
    fc.assert(
      fc.property(text, (given) => {
        const normalized = normalize(given, normalizer, userDefined).text;
        assert.equal(decode(encode(given).pieces).text, normalized.replace(/^\u2581+/, '').replaceAll('\u2581', ' '));
      }),
    );
  });

  it('returns where pieces begin: the text up to the next piece gives the same piece', () => {
    const { encode, decode } = readVocabulary(vocabulary);
    const withoutSpace = ({ pieces }: { pieces: Int32Array }): string => decode(pieces).text.trimStart();
    fc.assert(
      fc.property(text, (given) => {
        // Otherwise a piece may begin inside the normalized form of one character.
        fc.pre(given.normalize('NFKC') === given);
        const { pieces, starts } = encode(given);
        for (let from = 0, to = 0; from < pieces.length; from = to) {
          while (to < pieces.length && starts[to] === starts[from]) to++;
          const end = to < pieces.length ? starts[to] : given.length;
          assert.ok(end !== undefined && end > (starts[from] ?? 0), 'begins before the one before');
          const part = given.toWellFormed().slice(starts[from], end);
          assert.equal(
            withoutSpace({ pieces: pieces.subarray(from, to) }),
            withoutSpace(encode(part)),
            JSON.stringify(part),
          );
        }
      }),
    );
  });

  it('cuts 100,000 characters without a space', () => {
    const { encode, decode } = readVocabulary(vocabulary);
    for (const unit of ['a', 'la', '\u0301', '🙂', ' ', '\u3000', '\ud800']) {
      const given = unit.repeat(100_000 / unit.length);
      const { pieces, starts } = encode(given);
      assert.equal(pieces.length, starts.length);
      assert.equal(decode(pieces).text, given.toWellFormed().trim().replaceAll('\ufffd', ''));
    }
  });

  it('applies the normalization rules of the vocabulary, longest first', () => {
    const { encode, decode } = readVocabulary(small);
    const normalized = (given: string): string => decode(encode(given).pieces).text;
    assert.equal(normalized('AB\u00c43\u2026\u00c4C'), 'abc...\u00c4C');
    assert.equal(normalized('a\u0301 A\u0301 \uff21\u0301'), '\u00e1 a\u0301 a\u0301');
    assert.equal(normalized('\ta\t\tb\u200b🙂\u200b'), 'a b:)');
  });

  it('has its size and the ids of </s> and <unk>', () => {
    const { size, eos, unk } = readVocabulary(vocabulary);
    assert.deepEqual({ size, eos, unk }, { size: 16000, eos: 0, unk: 1 });
  });

  it('refuses to join ids that are not pieces', () => {
    const { decode } = readVocabulary(vocabulary);
    for (const number of [16000, -1, 0.5, Number.NaN]) assert.throws(() => decode([number]), RangeError);
  });
});

describe('vocabulary file', () => {
  const piece = (name: string, kind = 1, score = -1): Fields[number] => [
    1,
    message([
      [1, name],
      [2, { float: score }],
      [3, kind],
    ]),
  ];
  const base: Fields = [piece('</s>', 3), piece('<unk>', 2), piece('a'), [2, message([])], [3, message([])]];
  const rules = (...words: readonly number[]): Fields[number] => {
    const bytes = new Uint8Array(Uint32Array.from(words).buffer);
    return [
      3,
      message([
        [2, bytes],
        [3, 0],
      ]),
    ];
  };

  it('reads a minimal vocabulary', () => {
    const { encode, decode } = readVocabulary(message(base));
    assert.deepEqual([...encode('aaxxa').pieces], [1, 2, 2, 1, 2]);
    assert.equal(decode([2, 1, 2, 0]).text, 'a \u2047 a');
  });

  it('scores a character without a piece 10 below the lowest score', () => {
    const pieces = (score: number): Int32Array =>
      readVocabulary(message([...base, piece('xy', 1, -5), piece('y', 1, score)])).encode('xy').pieces;
    assert.deepEqual([...pieces(9.5)], [1, 3]);
    assert.deepEqual([...pieces(10.5)], [1, 4]);
  });

  const refused: Readonly<Record<string, readonly [fields: Fields | Uint8Array, reason: RegExp]>> = {
    'an empty file': [[], /incomplete/],
    'a text': [new TextEncoder().encode('- the\n- a\n'), /damaged|too early/],
    'a file without options': [base.slice(0, 4), /incomplete/],
    BPE: [[...base, [2, message([[3, 2]])]], /not a unigram model/],
    'spaces at the end of pieces': [[...base, [2, message([[24, 1]])]], /spaces at the end/],
    'rules for decoded texts': [[...base, [5, message([[2, 'x']])]], /rules for decoded texts/],
    'no piece for unknown text': [base.with(1, piece('b')), /unknown/],
    'two pieces for unknown text': [[...base, piece('b', 2)], /unknown/],
    'no </s>': [base.with(0, piece('</s>')), /lacks .* <\/s>/],
    'pieces of only some bytes': [[...base, piece('<0x00>', 6), [2, message([[35, 1]])]], /some bytes only/],
    'a byte piece without byte fallback': [[...base, piece('<0x00>', 6)], /some bytes only/],
    'a piece twice': [[...base, piece('a')], /twice/],
    'an empty piece': [[...base, piece('')], /unknown form/],
    'an overlong piece': [[...base, piece('a'.repeat(257))], /unknown form/],
    'a score that is no number': [[...base, piece('b', 1, Number.NaN)], /unknown form/],
    'an unknown kind of piece': [[...base, piece('b', 7)], /unknown form/],
    'a piece that is not UTF-8': [[...base, [1, message([[1, Uint8Array.of(0xff)]])]], /not UTF-8/],
    'rules without their table': [[...base, rules(1000, 0)], /too early/],
    'rules with an empty table': [[...base, rules(0, 0)], /rules that are damaged/],
    'a table of rules with a part of a number': [[...base, rules(3, 0)], /rules that are damaged/],
    'a result without end': [[...base, rules(4, 0, 0x6161_6161)], /rules that are damaged/],
    'an overlong result': [
      [...base, rules(4, 0, ...new Array<number>(65).fill(0x6161_6161), 0)],
      /rules that are damaged/,
    ],
    'a group': [[...base.slice(0, 4), [3, Uint8Array.of(0x0b)]], /damaged/],
    'a number without end': [Uint8Array.from({ length: 20 }, () => 0xff), /damaged/],
  };
  for (const [what, [fields, reason]] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      const file = fields instanceof Uint8Array ? fields : message(fields);
      assert.throws(
        () => readVocabulary(file),
        (error) => error instanceof UnusableModel && reason.test(error.message),
      );
    });
  }

  it('applies a rule only if its table leads to the beginning of a result', () => {
    const [letter, end] = [0x61, 0x100];
    const encode = (unit: number, value: number, given: string): readonly number[] => {
      const table = new Array<number>(256).fill(0).with(letter, unit).with(3, value);
      return [...readVocabulary(message([...base, rules(4 * 256, ...table, 0x007a_7978)])).encode(given).pieces];
    };
    const toValue = letter | end | ((letter ^ 3) << 10);
    assert.deepEqual(encode(toValue, 0x8000_0000, 'a'), [1], 'a becomes xyz');
    for (const value of [0x8000_0001, 0x8000_0004, 0xffff_ffff, 0]) assert.deepEqual(encode(toValue, value, 'a'), [2]);
    const toItself = letter | end | (letter << 10);
    assert.deepEqual(encode(toItself, 0, 'a'.repeat(100)), new Array<number>(100).fill(2));
  });

  it('refuses damaged and random bytes, or cuts and joins texts', () => {
    for (const file of [small, message(base), alteredVocabulary(small, { trainer: [[3, 2]] })]) {
      assertReadsDamaged(file, readVocabulary, ({ encode, decode, size }) => {
        for (const given of ['', 'the small example: few words\u2026', 'a\u0301\tB\u0133🙂\0\ud800 日本'.repeat(20)]) {
          const { pieces, starts } = encode(given);
          assert.ok(pieces.every((number) => number >= 0 && number < size));
          assert.ok(starts.every((start, index) => start >= (starts[index - 1] ?? 0) && start <= given.length));
          decode(pieces);
        }
      });
    }
  });
});
