import { ByteReader } from './byte-reader.ts';
import { UnusableModel } from './unusable-model.ts';

/** A field of a message: an integer or f32, or bytes of a text or nested message. */
export type Field = { readonly number: number; readonly value: number | Uint8Array };

/** The lowest three bits of a field's tag. */
const wireTypes = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;

/**
 * Yields the fields of a message in protocol buffers, in order. Fields of 8 bytes are left out. Integers above 2^53 are
 * inexact.
 *
 * @throws UnusableModel
 */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const reader = new ByteReader(bytes, 'the vocabulary');
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    const number = Math.floor(tag / 8);
    const type = tag % 8;
    if (type === wireTypes.varint) yield { number, value: reader.varint() };
    else if (type === wireTypes.fourBytes) yield { number, value: reader.f32() };
    else if (type === wireTypes.bytes) yield { number, value: reader.take(reader.varint()) };
    else if (type === wireTypes.eightBytes) reader.take(8);
    else throw new UnusableModel('the vocabulary is damaged, or not from SentencePiece');
  }
}

/** The fields of a message by their numbers; of those with the same number the last. */
export const fieldMapOf = (bytes: Uint8Array): ReadonlyMap<number, Field['value']> =>
  new Map(Array.from(fieldsOf(bytes), ({ number, value }) => [number, value]));
