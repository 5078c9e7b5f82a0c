import { UnusableModel } from './unusable-model.ts';

const varintBytesMax = 10;

/** Reads little-endian numbers forwards. Refuses to read beyond the end, and counts above a bound. */
export class ByteReader {
  readonly #view: DataView;
  readonly #what: string;
  #position = 0;

  /** @param what name of the file in errors: "the model" */
  constructor({ buffer, byteOffset, byteLength }: Uint8Array, what: string) {
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.#what = what;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#view.byteLength;
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  f32(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  /** A 64-bit number from 0 to `max`. */
  count(max: number): number {
    const value = this.u64();
    if (value > BigInt(max)) throw new UnusableModel(`${this.#what} is damaged or too large`);
    return Number(value);
  }

  /** An integer of a protocol buffer. Above 2^53 it is inexact. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** (7 * varintBytesMax); scale *= 128) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new UnusableModel(`${this.#what} is damaged or too large`);
  }

  /** A view of the next bytes. It is not a `Buffer`: `slice` copies it. */
  take(bytes: number): Uint8Array {
    const start = this.#advance(bytes);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, bytes);
  }

  #advance(bytes: number): number {
    const start = this.#position;
    if (bytes > this.#view.byteLength - start) throw new UnusableModel(`${this.#what} ends too early`);
    this.#position = start + bytes;
    return start;
  }
}

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

/** The fields of a message by number; the last one if a number repeats. */
export const fieldMapOf = (bytes: Uint8Array): ReadonlyMap<number, Field['value']> =>
  new Map(Array.from(fieldsOf(bytes), ({ number, value }) => [number, value]));
