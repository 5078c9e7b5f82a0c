import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { openShortlist, readShortlist, type ShortlistVocabularies } from '../src/shortlist.ts';
import { UnusableModel } from '../src/unusable-model.ts';
import { assertReadsDamaged } from './damaged-file.ts';
import { readStarterModel } from './starter-model.ts';

const magic = 0xf11a_48d5_0134_17f5n;

/** Writes the checksum as Marian computes it. */
function signed(file: Uint8Array): Uint8Array {
  const copy = file.slice();
  const view = new DataView(copy.buffer);
  let sum = 0n;
  for (let at = 16; at + 8 <= copy.length; at += 8) {
    sum ^= BigInt.asUintN(64, view.getBigUint64(at, true) + 0x9e37_79b9n + (sum << 6n) + (sum >> 2n));
  }
  if (copy.length >= 16) view.setBigUint64(8, sum, true);
  return copy;
}

type Fields = { readonly frequent: number; readonly offsets: readonly number[]; readonly lists: readonly number[] };

function shortlistFile({ frequent, offsets, lists }: Fields, { start = magic, lengths = [0, 0] } = {}): Uint8Array {
  const [offsetsMore = 0, listsMore = 0] = lengths;
  const counts = [frequent, 1, offsets.length + offsetsMore, lists.length + listsMore];
  const words = BigUint64Array.from([start, 0n, ...[...counts, ...offsets].map(BigInt)]);
  return signed(Uint8Array.of(...new Uint8Array(words.buffer), ...new Uint8Array(Uint32Array.from(lists).buffer)));
}

const fieldsOf = (frequent: number, lists: readonly (readonly number[])[]): Fields => ({
  frequent,
  offsets: lists.reduce<number[]>((offsets, list) => [...offsets, (offsets.at(-1) ?? 0) + list.length], [0]),
  lists: lists.flat(),
});

const small = fieldsOf(3, [[0, 5], [], [17, 18, 19], [1]]);
const vocabularies = { source: 4, target: 20, isJoint: false };

describe('shortlist', () => {
  const cases = fc
    .record({ source: fc.integer({ min: 1, max: 12 }), target: fc.integer({ min: 1, max: 40 }), isJoint: fc.boolean() })
    .chain((sizes) => {
      const source = sizes.isJoint ? Math.min(sizes.source, sizes.target) : sizes.source;
      const list = fc.uniqueArray(fc.nat({ max: sizes.target - 1 }), { maxLength: 10 });
      return fc.record({
        sizes: fc.constant<ShortlistVocabularies>({ ...sizes, source }),
        frequent: fc.nat({ max: sizes.target }),
        lists: fc.array(list, { minLength: source, maxLength: source }),
        sentences: fc.array(fc.array(fc.nat({ max: source - 1 }), { maxLength: 6 })),
        offset: fc.nat({ max: 9 }),
      });
    });

  it('returns the frequent pieces and those of each source piece, padded to a multiple of 8', () => {
    fc.assert(
      fc.property(cases, ({ sizes, frequent, lists, sentences, offset }) => {
        const file = shortlistFile(fieldsOf(frequent, lists));
        const shifted = Buffer.alloc(offset + file.length);
        shifted.set(file, offset);
        const candidates = openShortlist(readShortlist(shifted.subarray(offset), sizes));
        for (const sentence of sentences) {
          const expected = new Set(Array.from({ length: frequent }, (_, piece) => piece));
          for (const piece of sentence) {
            for (const candidate of [...(lists[piece] ?? []), ...(sizes.isJoint ? [piece] : [])])
              expected.add(candidate);
          }
          for (let piece = frequent; expected.size % 8 !== 0 && piece < sizes.target; piece++) expected.add(piece);
          const sorted = [...expected].toSorted((one, other) => one - other);
          const repeated = new Array<number>((8 - (sorted.length % 8)) % 8).fill(sizes.target - 1);
          assert.deepEqual([...candidates(sentence)], [...sorted, ...repeated]);
        }
      }),
    );
  });

  it('reads a real shortlist with a checksum from another program', () => {
    const shortlist = readShortlist(readStarterModel('es-en').shortlist, {
      source: 16000,
      target: 16000,
      isJoint: true,
    });
    const candidates = openShortlist(shortlist)([15999, 4000, 0]);
    assert.equal(candidates.length % 8, 0);
    assert.ok(candidates.length >= 400 && candidates.length <= 640);
    assert.ok(candidates.includes(15999) && candidates.includes(4000));
  });

  const refused: Readonly<Record<string, readonly [file: Uint8Array, reason: RegExp]>> = {
    'an empty file': [new Uint8Array(), /ends too early/],
    'a text': [new TextEncoder().encode('0 1 0.5\n'.repeat(20)), /not a binary shortlist/],
    'a changed list': [shortlistFile(small).fill(9, 110), /checksum/],
    'fewer offsets than source pieces': [shortlistFile(fieldsOf(3, [[0]])), /other vocabularies/],
    'more offsets than the file has': [shortlistFile(small, { lengths: [2 ** 40, 0] }), /damaged/],
    'more candidates than the file has': [shortlistFile(small, { lengths: [0, 2] }), /other vocabularies/],
    'fewer candidates than the file has': [shortlistFile(small, { lengths: [0, -1] }), /other vocabularies/],
    'more frequent pieces than target pieces': [shortlistFile({ ...small, frequent: 21 }), /damaged/],
    'a candidate that is no target piece': [shortlistFile(fieldsOf(3, [[20], [], [], []])), /other vocabularies/],
    'offsets that go back': [shortlistFile({ ...small, offsets: [0, 5, 2, 5, 6] }), /other vocabularies/],
    'an offset behind the end': [shortlistFile({ ...small, offsets: [0, 2, 2 ** 33 + 2, 5, 6] }), /other vocabularies/],
    'lists that do not start at the first': [
      shortlistFile({ ...small, offsets: [1, 2, 2, 5, 6] }),
      /other vocabularies/,
    ],
    'lists that do not end at the last': [shortlistFile({ ...small, offsets: [0, 2, 2, 5, 5] }), /other vocabularies/],
  };
  for (const [what, [file, reason]] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => readShortlist(file, vocabularies),
        (error) => error instanceof UnusableModel && reason.test(error.message),
      );
    });
  }

  it('refuses damaged and random bytes, also with a valid checksum, or returns target piece ids', () => {
    for (const sign of [signed, (file: Uint8Array) => file]) {
      assertReadsDamaged(
        shortlistFile(small),
        (file) => readShortlist(sign(file), vocabularies),
        (shortlist) => assert.ok(openShortlist(shortlist)([0, 1, 2, 3]).every((piece) => piece >= 0 && piece < 20)),
      );
    }
  });
});
