import { cutByMerges } from './bpe.ts';
import { escapedSpace as escapedSpaceUnit, type Normalized, Normalizer } from './normalizer.ts';
import { cutByScore } from './unigram.ts';
import { kinds, type VocabularyData } from './vocabulary-file.ts';

export type Vocabulary = {
  /** Count of pieces. */
  readonly size: number;
  readonly eos: number;
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

const escapedSpace = String.fromCharCode(escapedSpaceUnit);
const utf8Encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Pieces, texts and offsets are those of SentencePiece 0.1.97 (`src/sentencepiece_processor.cc`). Lone surrogates are
 * encoded as U+FFFD.
 */
export function openVocabulary(data: VocabularyData): Vocabulary {
  const { eos, unk } = data;
  const normalizer = new Normalizer(data.normalizer, data.userDefined);
  return {
    size: data.kinds.length,
    eos,
    unk,
    characters: () => {
      const texts = Array.from(data.kinds, (kind, number) =>
        kind === kinds.normal || kind === kinds.userDefined ? textOfPiece(number, data) : '',
      );
      return [...new Set(texts.join(''))].join('');
    },
    encode: (text) => assignPieces(normalizer.normalize(text), data),
    decode: (numbers) => joinPieces(numbers, data),
  };
}

function textOfPiece(number: number, { texts, textStarts }: VocabularyData): string {
  return String.fromCharCode(...texts.subarray(textStarts[number], textStarts[number + 1]));
}

/** Cuts a normalized text. Unknown characters become bytes, or each run of them one `<unk>`. */
function assignPieces({ units, origins }: Normalized, data: VocabularyData): Pieces {
  const { unk, bytes, algorithm } = data;
  const segments = (algorithm === 'BPE' ? cutByMerges : cutByScore)(units, data);
  const pieces: number[] = [];
  const starts: number[] = [];
  const add = (piece: number, start: number): void => {
    pieces.push(piece);
    starts.push(origins[start] as number);
  };
  for (const [index, piece] of segments.pieces.entries()) {
    const start = segments.starts[index] as number;
    if (piece !== unk) add(piece, start);
    else if (bytes.length > 0) {
      const character = String.fromCharCode(...units.subarray(start, segments.starts[index + 1]));
      for (const byte of utf8Encoder.encode(character)) add(bytes[byte] as number, start);
    } else if (segments.pieces[index - 1] !== unk) add(unk, start);
  }
  return { pieces: Int32Array.from(pieces), starts: Int32Array.from(starts) };
}

function joinPieces(numbers: ArrayLike<number>, data: VocabularyData): Decoded {
  const { addsPrefix, removesExtraSpaces } = data.normalizer;
  const starts = new Int32Array(numbers.length);
  const kindAt = (index: number): number => {
    const kind = data.kinds[numbers[index] as number];
    if (kind === undefined) throw new RangeError('a piece is not in the vocabulary');
    return kind;
  };
  let isBeginning = addsPrefix || removesExtraSpaces;
  let text = '';
  for (let index = 0; index < numbers.length; ) {
    const kind = kindAt(index);
    if (kind === kinds.byte) {
      const bytes: number[] = [];
      for (let end = index; end < numbers.length && kindAt(end) === kinds.byte; end++) {
        bytes.push(data.bytes.indexOf(numbers[end] as number));
      }
      for (const { character, length } of decodedBytes(Uint8Array.from(bytes))) {
        starts.fill(text.length, index, index + length);
        text += character;
        index += length;
      }
      continue;
    }
    starts[index] = text.length;
    isBeginning &&= text === '';
    if (kind === kinds.unknown) text += data.unknownText;
    else if (kind !== kinds.control) {
      const surface = textOfPiece(numbers[index] as number, data);
      const hasPrefix = isBeginning && surface.startsWith(escapedSpace);
      text += (hasPrefix ? surface.slice(1) : surface).replaceAll(escapedSpace, ' ');
      isBeginning &&= !hasPrefix || removesExtraSpaces;
    }
    index++;
  }
  return { text, starts };
}

/** The characters of a text in UTF-8. Each byte that is not part of one is U+FFFD. */
function* decodedBytes(bytes: Uint8Array): Generator<{ readonly character: string; readonly length: number }> {
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
