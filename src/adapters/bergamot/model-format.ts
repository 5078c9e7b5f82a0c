/**
 * Reads of a model's file what the library has to be told, and refuses what would end it: it checks little, and aborts
 * over what it does not like.
 *
 * All numbers are little-endian: u64 version, u64 items; for each item u64 bytes of its name, u64 type, u64 count of
 * dimensions, u64 bytes of data; then all names, each with a NUL at its end; all dimensions as i32; u64 bytes of padding
 * and as many; the data of all items. The item `special:model.yml` holds the options that the model was trained with.
 * Source: marian-dev, `src/common/binary.cpp`.
 */

/** Whose arithmetic a model is made for, by the library's names. */
export type Precision = 'int8shiftAlphaAll' | 'int8shiftAll' | 'float32';

export type ModelFormat = {
  readonly precision: Precision;
  /** How many pieces the model knows: the source's, the target's. */
  readonly pieces: readonly [source: number, target: number];
};

/** Files that are no model, or none that can work; `message` is the reason, in one line without a path. */
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
/** Mozilla's largest models have some 500. */
const itemsMax = 10_000;
const nameBytesMax = 1_000;
const dimensionsMax = 8;
const optionsBytesMax = 65_536;
const optionsName = 'special:model.yml';
/** What a matrix of 8-bit numbers is multiplied with was measured in training, and stands beside it under this name. */
const multiplierSuffix = '_QuantMultA';

/** Types of items that this build of the library reads, and the bytes that a number takes in them. */
const types: ReadonlyMap<number, { readonly bytes: number; readonly isInteger: boolean }> = new Map([
  [0x0404, { bytes: 4, isInteger: false }],
  [0x0101, { bytes: 1, isInteger: false }],
  // Followed by four bytes for what the numbers were multiplied with.
  [0x4101, { bytes: 1, isInteger: true }],
]);

/** @throws UnusableModel with the reason */
export function readModelFormat(file: Uint8Array): ModelFormat {
  const items = readItems(file);
  const options = items.find(({ name }) => name === optionsName)?.data;
  if (options === undefined || options.byteLength > optionsBytesMax) {
    throw new UnusableModel('the model does not say what it was trained with');
  }
  const weights = items.filter(({ name }) => name !== optionsName);
  for (const item of weights) refuseUnreadable(item);
  return { precision: precisionOf(weights), pieces: piecesOf(new TextDecoder().decode(options), weights) };
}

function refuseUnreadable({ type, dimensions, data }: Item): void {
  const known = types.get(type);
  if (known === undefined) {
    throw new UnusableModel(`the model is made for arithmetic that the library lacks (type 0x${type.toString(16)})`);
  }
  const bytes = dimensions.reduce((product, size) => product * size, known.bytes) + (known.isInteger ? 4 : 0);
  if (bytes > data.byteLength) throw damaged();
}

/** Where multipliers are missing, the library is told to find others in each call: else it would abort. */
function precisionOf(weights: readonly Item[]): Precision {
  const names = new Set(weights.map(({ name }) => name));
  const matrices = weights.filter(({ type }) => types.get(type)?.isInteger).map(({ name }) => name);
  if (matrices.length === 0) return 'float32';
  // The words of the source are looked up and never multiplied.
  const multiplied = matrices.filter((name) => name !== 'encoder_Wemb' && !name.endsWith(multiplierSuffix));
  return multiplied.every((name) => names.has(name + multiplierSuffix)) ? 'int8shiftAlphaAll' : 'int8shiftAll';
}

/** A list in YAML, in either of its two forms. */
const vocabularySizes = /^dim-vocabs:(?:[ \t]*\[[ \t]*(\d+)[ \t]*,[ \t]*(\d+)[ \t]*\]|\n[ \t]*- (\d+)\n[ \t]*- (\d+))/m;

function piecesOf(options: string, weights: readonly Item[]): readonly [number, number] {
  const [source, target] = (vocabularySizes.exec(options) ?? [])
    .slice(1)
    .filter((size) => size !== undefined)
    .map(Number);
  if (source === undefined || target === undefined) throw new UnusableModel('the model names no sizes of vocabularies');
  const rowsOf = (name: string): number | undefined =>
    weights.find((weight) => weight.name === name || weight.name === 'Wemb')?.dimensions[0];
  if ((rowsOf('encoder_Wemb') ?? source) !== source || (rowsOf('decoder_Wemb') ?? target) !== target) throw damaged();
  return [source, target];
}

function readItems(file: Uint8Array): readonly Item[] {
  const reader = new Reader(file);
  if (reader.u64() !== version)
    throw new UnusableModel('the file is no model of Marian, or of a version not known here');
  const headers = Array.from({ length: reader.count(itemsMax) }, () => ({
    nameBytes: reader.count(nameBytesMax),
    type: reader.count(0xffff),
    dimensionCount: reader.count(dimensionsMax),
    dataBytes: reader.count(file.byteLength),
  }));
  const latin = new TextDecoder('latin1');
  const names = headers.map(({ nameBytes }) => latin.decode(reader.take(nameBytes)).replace(/\0$/, ''));
  const dimensions = headers.map(({ dimensionCount }) => Array.from({ length: dimensionCount }, () => reader.u32()));
  reader.take(reader.count(file.byteLength));
  return headers.map(({ type, dataBytes }, index) => ({
    name: names[index] ?? '',
    type,
    dimensions: dimensions[index] ?? [],
    data: reader.take(dataBytes),
  }));
}

/** Reads forwards, and refuses to read beyond the end. */
class Reader {
  readonly #file: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  count(max: number): number {
    const value = this.u64();
    if (value > BigInt(max)) throw damaged();
    return Number(value);
  }

  take(bytes: number): Uint8Array {
    const start = this.#advance(bytes);
    return this.#file.subarray(start, start + bytes);
  }

  #advance(bytes: number): number {
    const start = this.#position;
    if (bytes > this.#file.byteLength - start) throw new UnusableModel('the file of the model ends too early');
    this.#position = start + bytes;
    return start;
  }
}

function damaged(): UnusableModel {
  return new UnusableModel('the file of the model is damaged, or no model of Marian');
}
