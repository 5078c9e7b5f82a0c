/**
 * Reads Apertium's binary files. A number has one to four bytes: the two top bits of the first byte count the others,
 * the rest is the value, most significant byte first. A string is its length and then each character as a number.
 */
export type MultibyteReader = {
  integer(): number;
  text(): string;
  /** A count, then that many items. */
  list<Item>(readItem: () => Item): readonly Item[];
  bytes(length: number): Uint8Array;
  /** Everything read so far. */
  before(): Uint8Array;
  /** Everything not yet read. */
  rest(): Uint8Array;
};

/** The reader throws RangeError when it would read past the end. */
export function openReader(bytes: Uint8Array): MultibyteReader {
  let offset = 0;
  const byte = (): number => {
    const value = bytes[offset++];
    if (value === undefined) throw new RangeError('a binary file of Apertium ends too early');
    return value;
  };
  const integer = (): number => {
    const first = byte();
    let value = first & 0x3f;
    for (let following = first >> 6; following > 0; following--) value = value * 256 + byte();
    return value;
  };
  const list = <Item>(readItem: () => Item): readonly Item[] => {
    const count = integer();
    // Every item takes at least one byte, so a larger count means another kind of file.
    if (count > bytes.length - offset) throw new RangeError('a binary file of Apertium has an impossible count');
    return Array.from({ length: count }, readItem);
  };
  return {
    integer,
    list,
    text: () => String.fromCodePoint(...list(integer)),
    bytes(length) {
      if (length > bytes.length - offset) throw new RangeError('a binary file of Apertium ends too early');
      offset += length;
      return bytes.subarray(offset - length, offset);
    },
    before: () => bytes.subarray(0, offset),
    rest: () => bytes.subarray(offset),
  };
}

const valueMax = 0x3fff_ffff;

/** @throws RangeError when `value` does not fit the 30 bits that the format has */
export function encodeInteger(value: number): readonly number[] {
  if (!Number.isInteger(value) || value < 0 || value > valueMax) throw new RangeError(`cannot write ${value}`);
  if (value < 0x40) return [value];
  if (value < 0x4000) return [0x40 | (value >> 8), value & 0xff];
  if (value < 0x40_0000) return [0x80 | (value >> 16), (value >> 8) & 0xff, value & 0xff];
  return [0xc0 | (value >> 24), (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}
