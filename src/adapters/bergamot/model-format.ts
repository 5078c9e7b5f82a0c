/**
 * Reads of a model's file what the library needs to be told, and refuses what would make it abort. The library checks
 * nothing gently: whatever it does not like ends it.
 *
 * Layout, all little-endian (source: marian-dev, `src/common/binary.cpp`): u64 version, u64 items; for each item u64
 * length of its name, u64 type, u64 count of dimensions, u64 bytes of data; all names, each ending in NUL; all
 * dimensions as i32; u64 bytes of padding and as many; the data of all items. The item `special:model.yml` holds the
 * options that the model was trained with.
 */

/** Whose arithmetic a model is made for; the library's own names. */
export type Precision = 'int8shiftAlphaAll' | 'int8shiftAll' | 'float32';

export type ModelFormat = {
  readonly precision: Precision;
  /** How many pieces the vocabularies hold: the source's, the target's. */
  readonly pieces: readonly [source: number, target: number];
  /** Parameters of the model, in numbers. */
  readonly parameters: number;
};

/** A file of a model that cannot be used; `message` is the reason, in one line without a path. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';
}

type Item = {
  readonly name: string;
  readonly type: number;
  readonly dimensions: readonly number[];
  readonly data: Uint8Array;
};

const version = 1n;
/** Mozilla's largest models have some 500; what claims more is no model. */
const itemsMax = 10_000;
const nameBytesMax = 1_000;
const dimensionsMax = 8;
/** Bit in an item's type that says it was prepared for intgemm's 8-bit arithmetic. */
const types = { float32: 0x0404, int8: 0x0101, intgemm8: 0x4101 } as const;

/** @throws UnusableModel with the reason */
export function readModelFormat(file: Uint8Array): ModelFormat {
  const items = readItems(file);
  const options = items.find(({ name }) => name === 'special:model.yml');
  if (options === undefined) throw new UnusableModel('the model does not say what it was trained with');
  const text = new TextDecoder().decode(options.data);
  return {
    precision: precisionOf(items),
    pieces: piecesOf(text),
    parameters: items
      .filter(({ name }) => name !== 'special:model.yml')
      .reduce((sum, { dimensions }) => sum + dimensions.reduce((product, size) => product * size, 1), 0),
  };
}

function precisionOf(items: readonly Item[]): Precision {
  if (!items.some(({ type }) => type === types.intgemm8)) return 'float32';
  return items.some(({ name }) => name.endsWith('_QuantMultA')) ? 'int8shiftAlphaAll' : 'int8shiftAll';
}

function piecesOf(options: string): readonly [number, number] {
  const list = /^dim-vocabs:((?:\s*\n\s+- \d+){2})\s*$/m.exec(options)?.[1]?.match(/\d+/g);
  const [source, target] = (list ?? []).map(Number);
  if (source === undefined || target === undefined) throw new UnusableModel('the model names no sizes of vocabularies');
  return [source, target];
}

function readItems(file: Uint8Array): readonly Item[] {
  const reader = new Reader(file);
  if (reader.u64() !== version) throw new UnusableModel('the file is no model of Marian, or of a version unknown here');
  const count = reader.count(itemsMax);
  const headers = Array.from({ length: count }, () => ({
    nameBytes: reader.count(nameBytesMax),
    type: Number(reader.u64()),
    dimensionCount: reader.count(dimensionsMax),
    dataBytes: reader.count(file.byteLength),
  }));
  const names = headers.map(({ nameBytes }) =>
    new TextDecoder('latin1').decode(reader.take(nameBytes)).replace(/\0$/, ''),
  );
  const dimensions = headers.map(({ dimensionCount }) => Array.from({ length: dimensionCount }, () => reader.u32()));
  reader.take(reader.count(file.byteLength));
  return headers.map(({ type, dataBytes }, index) => ({
    name: names[index] ?? '',
    type,
    dimensions: dimensions[index] ?? [],
    data: reader.take(dataBytes),
  }));
}

/** Reads forwards and refuses to read beyond the end. */
class Reader {
  readonly #file: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  u32(): number {
    const start = this.#advance(4);
    return this.#view.getUint32(start, true);
  }

  u64(): bigint {
    const start = this.#advance(8);
    return this.#view.getBigUint64(start, true);
  }

  count(max: number): number {
    const value = this.u64();
    if (value > BigInt(max)) throw new UnusableModel('the file of the model is damaged, or no model of Marian');
    return Number(value);
  }

  take(bytes: number): Uint8Array {
    const start = this.#advance(bytes);
    return this.#file.subarray(start, start + bytes);
  }

  #advance(bytes: number): number {
    const start = this.#position;
    if (start + bytes > this.#file.byteLength) throw new UnusableModel('the file of the model ends too early');
    this.#position = start + bytes;
    return start;
  }
}
