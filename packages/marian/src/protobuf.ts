import { ByteReader } from './byte-reader.ts';
import { UnusableModel } from './unusable-model.ts';

/** A field of a message: an integer or f32, or bytes of a text or nested message. */
export type Field = { readonly number: number; readonly value: number | Uint8Array };

/** The lowest three bits of a field's tag. */
const wireTypes = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;
const varintBytesMax = 10;

/**
 * Yields the fields of a message in protocol buffers, in order. Fields of 8 bytes are left out. Integers above 2^53 are
 * inexact.
 *
 * @throws UnusableModel
 */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const reader = new ByteReader(bytes, 'the vocabulary');
  while (!reader.isAtEnd) {
    const tag = readVarint(reader);
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case wireTypes.varint:
        yield { number, value: readVarint(reader) };
        break;
      case wireTypes.fourBytes:
        yield { number, value: reader.f32() };
        break;
      case wireTypes.bytes:
        yield { number, value: reader.take(readVarint(reader)) };
        break;
      case wireTypes.eightBytes:
        reader.take(8);
        break;
      default:
        throw new UnusableModel('the vocabulary is damaged, or not from SentencePiece');
    }
  }
}

function readVarint(reader: ByteReader): number {
  let value = 0;
  for (let scale = 1; scale < 2 ** (7 * varintBytesMax); scale *= 128) {
    const byte = reader.u8();
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
  throw new UnusableModel('the vocabulary is damaged, or not from SentencePiece');
}
