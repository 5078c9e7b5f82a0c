import { escapedSpace, type Normalized, normalize } from './normalizer.ts';
import { cutByScore } from './unigram.ts';
import { kinds, type VocabularyData } from './vocabulary-file.ts';

export type Vocabulary = {
  /** Count of pieces. */
  readonly size: number;
  readonly eos: number;
  readonly unk: number;
  /** Returns each character of normal and user-defined pieces once. Other characters become bytes or `<unk>`. */
  readonly characters: () => string;
  /**
   * Cuts a text into pieces, without `</s>`. Takes time in proportion to the text's length.
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

const utf8Encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Pieces, texts and offsets are those of SentencePiece 0.1.97 (`src/sentencepiece_processor.cc`). Lone surrogates are
 * encoded as U+FFFD.
 */
export function openVocabulary(data: VocabularyData): Vocabulary {
  const { eos, unk } = data;
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
    encode: (text) => assignPieces(normalize(text, data.normalizer, data.userDefined), data),
    decode: (numbers) => joinPieces(numbers, data),
  };
}

function textOfPiece(number: number, { texts: { units, starts } }: VocabularyData): string {
  return String.fromCharCode(...units.subarray(starts[number], starts[number + 1]));
}

/** Cuts a normalized text. Unknown characters become bytes, or each run of them one `<unk>`. */
function assignPieces({ text, origins }: Normalized, data: VocabularyData): Pieces {
  const { unk, bytes } = data;
  const segments = cutByScore(text, data);
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
      const character = text.slice(start, segments.starts[index + 1]);
      for (const byte of utf8Encoder.encode(character)) add(bytes[byte] as number, start);
    } else if (segments.pieces[index - 1] !== unk) add(unk, start);
  }
  return { pieces: Int32Array.from(pieces), starts: Int32Array.from(starts) };
}

function joinPieces(numbers: ArrayLike<number>, data: VocabularyData): Decoded {
  const { addsPrefix, removesExtraSpaces } = data.normalizer;
  const starts = new Int32Array(numbers.length);
  let isBeginning = addsPrefix || removesExtraSpaces;
  let text = '';
  for (let index = 0; index < numbers.length; ) {
    const kind = data.kinds[numbers[index] as number];
    if (kind === undefined) throw new RangeError('a piece is not in the vocabulary');
    const start = index++;
    starts[start] = text.length;
    isBeginning &&= text === '';
    if (kind === kinds.unknown) text += data.unknownText;
    else if (kind === kinds.byte) {
      const { character, count } = characterAt(numbers, start, data);
      index = start + count;
      starts.fill(text.length, start, index);
      text += character;
    } else if (kind !== kinds.control) {
      const surface = textOfPiece(numbers[start] as number, data);
      const hasPrefix = isBeginning && surface.startsWith(escapedSpace);
      text += (hasPrefix ? surface.slice(1) : surface).replaceAll(escapedSpace, ' ');
      isBeginning &&= !hasPrefix || removesExtraSpaces;
    }
  }
  return { text, starts };
}

/** Decodes the UTF-8 character with bytes from `start` on. A byte that is not part of one becomes U+FFFD. */
function characterAt(numbers: ArrayLike<number>, start: number, { bytes }: VocabularyData) {
  const lead = bytes.indexOf(numbers[start] as number);
  const count = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Pieces that are not bytes become 255, which UTF-8 never contains.
  const encoded = Uint8Array.from({ length: count }, (_, at) => bytes.indexOf(numbers[start + at] as number));
  try {
    return { character: utf8.decode(encoded), count };
  } catch {
    return { character: '\ufffd', count: 1 };
  }
}
