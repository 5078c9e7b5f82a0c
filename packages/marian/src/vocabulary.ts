import { cutByMerges } from './bpe.ts';
import { escapedSpace as escapedSpaceUnit, type Normalized, Normalizer } from './normalizer.ts';
import { Trie } from './trie.ts';
import { cutByScore, type Segments } from './unigram.ts';
import { kinds, type Piece, readVocabularyFile, type VocabularyFile } from './vocabulary-file.ts';

export type Vocabulary = {
  /** Count of pieces. */
  readonly size: number;
  /** The number of `</s>`. */
  readonly eos: number;
  /** The number of `<unk>`. */
  readonly unk: number;
  /** Returns each character of normal and user-defined pieces once. Others are cut into bytes, or unknown. */
  readonly characters: () => string;
  /**
   * Cuts a text into pieces, without `</s>`. Takes time in proportion to the text's length, with BPE times its logarithm.
   *
   * `starts` holds the UTF-16 offset in the text at which each piece begins. Offsets never go back. Several pieces begin
   * at one offset if they are the bytes of one character, or were made from it by normalization.
   */
  readonly encode: (text: string) => Pieces;
  /**
   * Joins pieces to a text. Control pieces such as `</s>` are left out, `<unk>` becomes U+2047 with spaces around it, and
   * a byte that is not part of UTF-8 becomes U+FFFD.
   *
   * `starts` holds the UTF-16 offset in the decoded text at which each piece begins; all bytes of a character begin with it.
   *
   * @param pieces numbers below `size`
   */
  readonly decode: (pieces: ArrayLike<number>) => Decoded;
};

export type Pieces = { readonly pieces: Int32Array; readonly starts: Int32Array };
export type Decoded = { readonly text: string; readonly starts: Int32Array };

/** How much lower a character that is no piece scores than the lowest piece. */
const unknownPenalty = 10;
/** The least positive normal f32: where SentencePiece starts to look for the highest score. */
const leastPositive = 2 ** -126;

const escapedSpace = String.fromCharCode(escapedSpaceUnit);
const utf8Encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a SentencePiece vocabulary, of unigrams or BPE.
 *
 * Pieces, texts and offsets are those of SentencePiece 0.1.97 (`src/sentencepiece_processor.cc`). Lone surrogates are
 * encoded as U+FFFD.
 *
 * @throws UnusableModel with the reason
 */
export function readVocabulary(file: Uint8Array): Vocabulary {
  const contents = readVocabularyFile(file);
  const { pieces, numbers, eos, unk } = contents;
  const userDefined = new Trie(textsOf(pieces, kinds.userDefined), numbers);
  const normalizer = new Normalizer(contents.normalizer, userDefined);
  const cut = cutter(contents, userDefined);
  return {
    size: pieces.length,
    eos,
    unk,
    characters: () => [...new Set(textsOf(pieces, kinds.normal, kinds.userDefined).join(''))].join(''),
    encode: (text) => assignPieces(normalizer.normalize(text), cut, contents),
    decode: (encoded) => joinPieces(encoded, normalizer, contents),
  };
}

const textsOf = (pieces: readonly Piece[], ...wanted: readonly number[]): readonly string[] =>
  pieces.filter(({ kind }) => wanted.includes(kind)).map(({ text }) => text);

type Cut = (text: Uint16Array) => Segments;

function cutter({ algorithm, pieces, numbers, unk }: VocabularyFile, userDefined: Trie): Cut {
  const trie = new Trie(textsOf(pieces, kinds.normal, kinds.userDefined), numbers);
  const scores = Float64Array.from(pieces, ({ score }) => score);
  if (algorithm === 'BPE') return (text) => cutByMerges(text, { trie, scores, unknown: unk, userDefined });
  const normal = scores.filter((_, number) => pieces[number]?.kind === kinds.normal);
  const least = normal.reduce((one, other) => Math.min(one, other), Infinity);
  const most = normal.reduce((one, other) => Math.max(one, other), leastPositive);
  for (const [number, { text, kind }] of pieces.entries()) {
    if (kind === kinds.userDefined) scores[number] = Math.fround(utf8Encoder.encode(text).length * most) - 0.1;
  }
  const unknownScore = Math.fround(least - unknownPenalty);
  return (text) => cutByScore(text, { trie, scores, unknown: unk, unknownScore });
}

/** Cuts a normalized text. Unknown characters become bytes, or each run of them one `<unk>`. */
function assignPieces({ units, origins }: Normalized, cut: Cut, { unk, bytes }: VocabularyFile): Pieces {
  const segments = cut(units);
  const pieces: number[] = [];
  const starts: number[] = [];
  const add = (piece: number, start: number): void => {
    pieces.push(piece);
    starts.push(origins[start] as number);
  };
  for (const [index, piece] of segments.pieces.entries()) {
    const start = segments.starts[index] as number;
    if (piece !== unk) add(piece, start);
    else if (bytes !== undefined) {
      const character = String.fromCharCode(...units.subarray(start, segments.starts[index + 1]));
      for (const byte of utf8Encoder.encode(character)) add(bytes[byte] as number, start);
    } else if (segments.pieces[index - 1] !== unk) add(unk, start);
  }
  return { pieces: Int32Array.from(pieces), starts: Int32Array.from(starts) };
}

function joinPieces(
  numbers: ArrayLike<number>,
  normalizer: Normalizer,
  { pieces, unknownText }: VocabularyFile,
): Decoded {
  const starts = new Int32Array(numbers.length);
  const pieceAt = (index: number): Piece => {
    const piece = pieces[numbers[index] as number];
    if (piece === undefined) throw new RangeError('a piece is not in the vocabulary');
    return piece;
  };
  let isBeginning = normalizer.addsPrefix || normalizer.removesExtraSpaces;
  let text = '';
  for (let index = 0; index < numbers.length; ) {
    const { text: surface, kind } = pieceAt(index);
    if (kind === kinds.byte) {
      const bytes: number[] = [];
      for (let end = index; end < numbers.length && pieceAt(end).kind === kinds.byte; end++) {
        bytes.push(Number(pieceAt(end).text.slice(1, -1)));
      }
      for (const { character, length } of charactersOf(Uint8Array.from(bytes))) {
        starts.fill(text.length, index, index + length);
        text += character;
        index += length;
      }
      continue;
    }
    starts[index++] = text.length;
    isBeginning &&= text === '';
    const hasPrefix = isBeginning && surface.startsWith(escapedSpace);
    if (kind === kinds.unknown) text += unknownText;
    else if (kind !== kinds.control) {
      text += (hasPrefix ? surface.slice(1) : surface).replaceAll(escapedSpace, ' ');
      isBeginning &&= !hasPrefix || normalizer.removesExtraSpaces;
    }
  }
  return { text, starts };
}

/** The characters of a text in UTF-8. Each byte that is not part of one is U+FFFD. */
function* charactersOf(bytes: Uint8Array): Generator<{ readonly character: string; readonly length: number }> {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const found = characterOf(bytes.subarray(at, at + length)) ?? { character: '\ufffd', length: 1 };
    yield found;
    at += found.length;
  }
}

function characterOf(bytes: Uint8Array): { readonly character: string; readonly length: number } | undefined {
  try {
    return { character: utf8.decode(bytes), length: bytes.length };
  } catch {
    return undefined;
  }
}
