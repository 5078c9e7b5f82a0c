import { ByteReader } from './byte-reader.ts';
import { upToEight } from './plan.ts';
import { UnusableModel } from './unusable-model.ts';

/** A shortlist as plain data, which threads can share. */
export type ShortlistData = ShortlistVocabularies & {
  /** The first so many target pieces are always candidates. */
  readonly frequent: number;
  /** For each source piece and the end two numbers: where its candidates begin in `lists`, and 0. */
  readonly offsets: Uint32Array;
  readonly lists: Uint32Array;
};

/** Counts of pieces, and whether source and target have the same piece ids, as with a joint vocabulary. */
export type ShortlistVocabularies = { readonly source: number; readonly target: number; readonly isJoint: boolean };

const magic = 0xf11a_48d5_0134_17f5n;
/** Numbers of 64 bits before the offsets. */
const headerNumbers = 6;

const foreign = (): UnusableModel => new UnusableModel('the shortlist is damaged, or made for other vocabularies');

/**
 * Reads a binary shortlist. The numbers are not copied if the file starts at a multiple of 4 of its buffer.
 *
 * All numbers are little-endian: u64 magic, u64 checksum of all that follows, u64 count of most frequent target pieces
 * that are always candidates, u64 candidates for each source piece (not needed), u64 offsets, u64 candidates; the offsets
 * as u64, one for each source piece and the end; the candidates as u32.
 * Source: marian-dev, `src/data/shortlist.h` and `shortlist.cpp`, `BinaryShortlistGenerator`.
 *
 * @throws UnusableModel with the reason
 */
export function readShortlist(file: Uint8Array, vocabularies: ShortlistVocabularies): ShortlistData {
  const { source, target } = vocabularies;
  const reader = new ByteReader(file, 'the shortlist');
  if (reader.u64() !== magic) throw new UnusableModel('the file is not a binary shortlist');
  const checksum = reader.u64();
  const frequent = reader.count(target);
  reader.u64();
  const offsetCount = reader.count(source + 1);
  const candidateCount = reader.count(file.byteLength);
  const aligned = file.byteOffset % 4 === 0 ? file : new Uint8Array(file);
  const numbers = new Uint32Array(aligned.buffer, aligned.byteOffset, Math.floor(file.byteLength / 4));
  const offsets = numbers.subarray(2 * headerNumbers, 2 * (headerNumbers + offsetCount));
  const lists = numbers.subarray(offsets.length + 2 * headerNumbers);
  if (offsetCount !== source + 1 || offsets.length !== 2 * offsetCount || lists.length !== candidateCount)
    throw foreign();
  if (checksumOf(numbers.subarray(4)) !== checksum)
    throw new UnusableModel('the shortlist does not match its checksum');
  let isRight = offsets[0] === 0 && offsets.at(-2) === lists.length;
  for (let index = 0; index < offsets.length; index += 2) {
    isRight &&= offsets[index + 1] === 0 && (offsets[index] as number) <= (offsets[index + 2] ?? lists.length);
  }
  if (!isRight || !lists.every((piece) => piece < target)) throw foreign();
  return { ...vocabularies, frequent, offsets, lists };
}

/** Returns the pieces that the translation of a sentence is chosen from, sorted, a multiple of 8. */
export type Candidates = (pieces: ArrayLike<number>) => Int32Array;

/** The pieces must be below the size of the source's vocabulary. */
export function openShortlist({ target, isJoint, frequent, offsets, lists }: ShortlistData): Candidates {
  return (pieces) => {
    const isFound = new Uint8Array(target).fill(1, 0, frequent);
    let count = frequent;
    const add = (piece: number): void => {
      count += 1 - (isFound[piece] as number);
      isFound[piece] = 1;
    };
    for (let index = 0; index < pieces.length; index++) {
      const piece = pieces[index] as number;
      if (isJoint) add(piece);
      const end = offsets[2 * piece + 2] as number;
      for (let at = offsets[2 * piece] as number; at < end; at++) add(lists[at] as number);
    }
    for (let piece = frequent; piece < target; piece++) if (count % 8 !== 0) add(piece);
    // If there are no more pieces, the last one is repeated.
    const candidates = new Int32Array(upToEight(count)).fill(target - 1);
    for (let piece = 0, next = 0; next < count; piece++) if (isFound[piece] === 1) candidates[next++] = piece;
    return candidates;
  };
}

/**
 * Joins 64-bit words as Marian does, with the 64-bit arithmetic in two halves.
 * Source: marian-dev, `src/common/hash.h`, `hashMem` with the identity for a word's own hash.
 *
 * @param halves the lower and the higher half of each word; a lower half alone at the end is left out
 */
function checksumOf(halves: Uint32Array): bigint {
  let low = 0;
  let high = 0;
  for (let index = 0; index + 1 < halves.length; index += 2) {
    const left = low << 6;
    const right = (low >>> 2) | (high << 30);
    const sum = (halves[index] as number) + 0x9e37_79b9 + (left >>> 0) + (right >>> 0);
    const carry = Math.floor(sum / 2 ** 32);
    const sumHigh = (halves[index + 1] as number) + ((high << 6) | (low >>> 26)) + (high >>> 2) + carry;
    low = (low ^ sum) >>> 0;
    high = (high ^ sumHigh) >>> 0;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}
