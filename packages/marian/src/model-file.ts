import { ByteReader } from './byte-reader.ts';
import { UnusableModel } from './unusable-model.ts';

export type ModelFile = {
  /** The lines `key: value` of `special:model.yml`; nested values are left out. */
  readonly options: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<string, ModelItem>;
};

export type ModelItem = {
  readonly name: string;
  readonly type: 'float32' | 'intgemm8';
  readonly shape: readonly number[];
  /** A view of the numbers in the file, which may start at any address. */
  readonly data: Uint8Array;
  /** Multiplier of the weights before rounding; only for intgemm8. */
  readonly multiplier: number | undefined;
};

const version = 1n;
/** Mozilla's largest models have 500. */
const itemsMax = 10_000;
const nameBytesMax = 1_000;
const dimensionsMax = 8;
const optionsBytesMax = 65_536;
const optionsName = 'special:model.yml';
const types = { float32: 0x0404, intgemm8: 0x4101 } as const;

const damaged = (): UnusableModel => new UnusableModel('the model is damaged, or not a Marian model');

/**
 * Reads a binary Marian model. No number is copied; all are finite.
 *
 * All numbers are little-endian: u64 version, u64 items; for each item u64 bytes of its name, u64 type, u64 dimensions,
 * u64 bytes of data; all names, each with a NUL at its end; all dimensions as i32; u64 bytes of padding and the padding;
 * the data of all items. Source: marian-dev, `src/common/binary.cpp`.
 *
 * @throws UnusableModel with the reason
 */
export function readModelFile(file: Uint8Array): ModelFile {
  const reader = new ByteReader(file, 'the model');
  if (reader.u64() !== version) throw new UnusableModel('the file is not a Marian model, or of an unknown version');
  const headers = Array.from({ length: reader.count(itemsMax) }, () => ({
    nameBytes: reader.count(nameBytesMax),
    type: reader.count(0xffff_ffff),
    dimensions: reader.count(dimensionsMax),
    dataBytes: reader.count(file.byteLength),
  }));
  const names = headers.map(({ nameBytes }) => String.fromCharCode(...reader.take(nameBytes)).replace(/\0$/, ''));
  const shapes = headers.map(({ dimensions }) => Array.from({ length: dimensions }, () => reader.u32()));
  reader.take(reader.count(file.byteLength));
  const items = new Map<string, ModelItem>();
  let options: ReadonlyMap<string, string> | undefined;
  for (const [index, { type, dataBytes }] of headers.entries()) {
    const name = names[index] ?? '';
    const data = reader.take(dataBytes);
    if (!/^[!-~]+$/.test(name) || items.has(name) || (name === optionsName && options !== undefined)) throw damaged();
    if (name === optionsName) options = readOptions(data);
    else items.set(name, readItem(data, { name, shape: shapes[index] ?? [], type }));
  }
  if (options === undefined) throw new UnusableModel('the model does not contain the options it was trained with');
  return { options, items };
}

function readItem(
  data: Uint8Array,
  { name, shape, type }: Pick<ModelItem, 'name' | 'shape'> & { type: number },
): ModelItem {
  const isFloat = type === types.float32;
  if (!isFloat && type !== types.intgemm8) {
    throw new UnusableModel(`the model has ${name} in an unknown type of numbers (0x${type.toString(16)})`);
  }
  const size = shape.reduce((product, length) => product * length, 1);
  const bytes = isFloat ? 4 * size : size;
  if (size === 0 || bytes + (isFloat ? 0 : 4) > data.byteLength) throw damaged();
  const numbers = data.subarray(0, bytes);
  if (isFloat) {
    if (floatsOf({ data: numbers }).every(Number.isFinite)) {
      return { name, type: 'float32', shape, data: numbers, multiplier: undefined };
    }
    throw new UnusableModel(`the model has numbers in ${name} that are not finite`);
  }
  const [multiplier = 0] = floatsOf({ data: data.slice(bytes, bytes + 4) });
  if (!(multiplier > 0 && multiplier < Infinity)) throw damaged();
  return { name, type: 'intgemm8', shape, data: numbers, multiplier };
}

/** The numbers of an item of type f32. */
export function floatsOf({ data }: Pick<ModelItem, 'data'>): Float32Array {
  const { buffer, byteOffset, byteLength } = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(buffer, byteOffset, byteLength / 4);
}

function readOptions(data: Uint8Array): ReadonlyMap<string, string> {
  if (data.byteLength > optionsBytesMax) throw damaged();
  // A copy, because a decoder refuses shared memory.
  const text = new TextDecoder().decode(data.slice()).replace(/\0.*$/s, '');
  return new Map(Array.from(text.matchAll(/^([\w.-]+):(.*)$/gm), ([, key = '', value = '']) => [key, value.trim()]));
}
