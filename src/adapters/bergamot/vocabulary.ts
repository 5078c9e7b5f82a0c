/**
 * Reads a SentencePiece vocabulary as far as it is needed: to refuse one that does not fit its model, and to know into how
 * many pieces the library is going to cut a text.
 *
 * Source: sentencepiece, `src/sentencepiece_model.proto`, in the encoding of protocol buffers.
 */

import { UnusableModel } from './model-format.ts';

export type Vocabulary = {
  readonly pieces: readonly Piece[];
  readonly trainer: Options;
  readonly normalizer: Options;
};

export type Piece = { readonly text: string; readonly score: number; readonly kind: number };

/** Options by the numbers of their fields; texts longer than a name are left out. */
export type Options = ReadonlyMap<number, number | string>;

/** Fields of `ModelProto`. */
const fields = { piece: 1, trainer: 2, normalizer: 3 } as const;
/** Fields of `SentencePiece`. */
const pieceFields = { text: 1, score: 2, kind: 3 } as const;
/** `SentencePiece.Type`. */
export const pieceKinds = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

/** Mozilla's have 32,000 at most. */
const piecesMax = 1_000_000;
const nameBytesMax = 64;

/** @throws UnusableModel with the reason */
export function readVocabulary(file: Uint8Array): Vocabulary {
  const pieces: Piece[] = [];
  const options = new Map<number, Options>();
  for (const { number, value } of fieldsOf(file)) {
    if (!(value instanceof Uint8Array)) continue;
    if (number === fields.piece) pieces.push(readPiece(value));
    else if (number === fields.trainer || number === fields.normalizer) options.set(number, readOptions(value));
    if (pieces.length > piecesMax) throw new UnusableModel('a vocabulary has more pieces than any that is known');
  }
  const trainer = options.get(fields.trainer);
  const normalizer = options.get(fields.normalizer);
  if (pieces.length === 0 || trainer === undefined || normalizer === undefined) {
    throw new UnusableModel('a vocabulary is incomplete, or none of SentencePiece');
  }
  return { pieces, trainer, normalizer };
}

function readPiece(bytes: Uint8Array): Piece {
  let text = '';
  let score = 0;
  let kind: number = pieceKinds.normal;
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === pieceFields.text && value instanceof Uint8Array) text = utf8.decode(value);
    else if (number === pieceFields.score && typeof value === 'number') score = value;
    else if (number === pieceFields.kind && typeof value === 'number') kind = value;
  }
  return { text, score, kind };
}

function readOptions(bytes: Uint8Array): Options {
  const options = new Map<number, number | string>();
  for (const { number, value } of fieldsOf(bytes)) {
    if (typeof value === 'number') options.set(number, value);
    else if (value.byteLength <= nameBytesMax) options.set(number, utf8.decode(value));
  }
  return options;
}

type Field = { readonly number: number; readonly value: number | Uint8Array };

const utf8 = new TextDecoder();
/** How a field is written: its lowest three bits. */
const wireTypes = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;
const varintBytesMax = 10;

/** The fields of one message, in order. What else there may be is damage. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  const advance = (length: number): number => {
    const start = position;
    if (length > bytes.byteLength - start) throw new UnusableModel('a vocabulary ends too early');
    position += length;
    return start;
  };
  const readVarint = (): number => {
    let value = 0;
    for (let index = 0; index < varintBytesMax; index++) {
      const byte = bytes[advance(1)] ?? 0;
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return value;
    }
    throw damaged();
  };
  while (position < bytes.byteLength) {
    const tag = readVarint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case wireTypes.varint:
        yield { number, value: readVarint() };
        break;
      case wireTypes.fourBytes:
        yield { number, value: view.getFloat32(advance(4), true) };
        break;
      case wireTypes.bytes: {
        const length = readVarint();
        const start = advance(length);
        yield { number, value: bytes.subarray(start, start + length) };
        break;
      }
      case wireTypes.eightBytes:
        advance(8);
        break;
      default:
        throw damaged();
    }
  }
}

function damaged(): UnusableModel {
  return new UnusableModel('a vocabulary is damaged, or none of SentencePiece');
}
