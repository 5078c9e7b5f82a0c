import { UnusableModel } from './unusable-model.ts';

const floats = new Float32Array(1);
const floatBits = new Uint32Array(floats.buffer);

/** Reads little-endian numbers forwards. Refuses to read beyond the end, and counts above a bound. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  #position = 0;

  /** @param what the file, for errors: "the model" */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#what = what;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#bytes.byteLength;
  }

  u8(): number {
    return this.#bytes[this.#advance(1)] as number;
  }

  u32(): number {
    return this.u8() + this.u8() * 0x100 + this.u8() * 0x1_0000 + this.u8() * 0x100_0000;
  }

  f32(): number {
    floatBits[0] = this.u32();
    return floats[0] as number;
  }

  u64(): bigint {
    return BigInt(this.u32()) + (BigInt(this.u32()) << 32n);
  }

  /** A 64-bit number from 0 to `max`. */
  count(max: number): number {
    const value = this.u64();
    if (value > BigInt(max)) throw new UnusableModel(`${this.#what} is damaged or too large`);
    return Number(value);
  }

  /** A view of the next bytes, which is no `Buffer`: `slice` copies it. */
  take(bytes: number): Uint8Array {
    const start = this.#advance(bytes);
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + start, bytes);
  }

  #advance(bytes: number): number {
    const start = this.#position;
    if (bytes > this.#bytes.byteLength - start) throw new UnusableModel(`${this.#what} ends too early`);
    this.#position = start + bytes;
    return start;
  }
}
