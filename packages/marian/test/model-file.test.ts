import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { readModelFile } from '../src/model-file.ts';
import { UnusableModel } from '../src/unusable-model.ts';
import { assertReadsDamaged } from './damaged-file.ts';
import { readStarterModel } from './starter-model.ts';

type Item = {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
};

const bytesOf = (numbers: Float32Array | Int8Array | BigUint64Array | Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer);
const optionsItem = (text: string): Item => {
  const data = new TextEncoder().encode(`${text}\0`);
  return { name: 'special:model.yml', type: 0x0101, shape: [data.length], data };
};
const floats = (name: string, shape: readonly number[], values: readonly number[]): Item => ({
  name,
  type: 0x0404,
  shape,
  data: bytesOf(Float32Array.from(values)),
});
const integers = (shape: readonly number[], values: readonly number[], multiplier: number): Item => ({
  name: 'W',
  type: 0x4101,
  shape,
  data: Uint8Array.of(...bytesOf(Int8Array.from(values)), ...bytesOf(Float32Array.of(multiplier))),
});

function modelFile(items: readonly Item[], { version = 1n, padding = 0 } = {}): Uint8Array {
  const u64 = (...values: readonly (bigint | number)[]) => [...bytesOf(BigUint64Array.from(values, BigInt))];
  return Uint8Array.from([
    ...u64(version, items.length),
    ...items.flatMap(({ name, type, shape, data }) => u64(name.length + 1, type, shape.length, data.length)),
    ...items.flatMap(({ name }) => [...new TextEncoder().encode(`${name}\0`)]),
    ...items.flatMap(({ shape }) => [...bytesOf(Uint32Array.from(shape))]),
    ...u64(padding),
    ...new Uint8Array(padding),
    ...items.flatMap(({ data }) => [...data]),
  ]);
}

const options = optionsItem('type: transformer');
const small = [options, floats('b', [1, 2], [0.5, -1]), integers([2, 3], [1, 2, 3, -4, -127, 127], 12.5)];

describe('model file', () => {
  it('gives each item its type, shape and numbers, wherever the file lies in its buffer', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 9 }), (padding, offset) => {
        const file = modelFile(small, { padding });
        const shifted = Buffer.alloc(offset + file.length);
        shifted.set(file, offset);
        const { items } = readModelFile(shifted.subarray(offset));
        assert.deepEqual([...items.keys()], ['b', 'W']);
        assert.deepEqual(
          { ...items.get('b'), data: [...(items.get('b')?.data ?? [])] },
          {
            name: 'b',
            type: 'float32',
            shape: [1, 2],
            data: [...bytesOf(Float32Array.of(0.5, -1))],
            multiplier: undefined,
          },
        );
        assert.deepEqual(
          { ...items.get('W'), data: [...new Int8Array(items.get('W')?.data ?? [])] },
          {
            name: 'W',
            type: 'intgemm8',
            shape: [2, 3],
            data: [1, 2, 3, -4, -127, 127],
            multiplier: 12.5,
          },
        );
      }),
    );
  });

  it('gives the options as text, without nested values', () => {
    const text =
      'type: transformer\ndim-vocabs:\n  - 6000\n  - 32000\nulr: false\nempty:\nin-line: [a, b]\nmap:\n  x: 1\r\n- 3';
    assert.deepEqual(Object.fromEntries(readModelFile(modelFile([optionsItem(text)])).options), {
      type: 'transformer',
      'dim-vocabs': '',
      ulr: 'false',
      empty: '',
      'in-line': '[a, b]',
      map: '',
    });
  });

  it('reads a real model', () => {
    const { options: real, items } = readModelFile(readStarterModel('es-en').model);
    assert.equal(real.get('transformer-decoder-autoreg'), 'rnn');
    assert.equal(real.get('dim-emb'), '256');
    assert.deepEqual(items.get('Wemb')?.shape, [16000, 256]);
    assert.equal(items.get('Wemb')?.data.length, 16000 * 256);
  });

  const refused: Readonly<Record<string, readonly [file: Uint8Array, reason: RegExp]>> = {
    'an empty file': [new Uint8Array(), /ends too early/],
    'another version': [modelFile(small, { version: 2n }), /not a Marian model/],
    'a model without options': [modelFile(small.slice(1)), /options/],
    'options without end': [modelFile([optionsItem('a: b\n'.repeat(20_000))]), /damaged/],
    'an unknown type of numbers': [
      modelFile([options, { ...floats('b', [1], [0]), type: 0x4202 }]),
      /b in an unknown type of numbers \(0x4202\)/,
    ],
    'fewer numbers than the shape says': [modelFile([options, floats('b', [3], [0, 0])]), /damaged/],
    'a shape whose product is beyond any number': [
      modelFile([
        options,
        floats(
          'b',
          Array.from({ length: 8 }, () => 0xffff_ffff),
          [0],
        ),
      ]),
      /damaged/,
    ],
    'a shape without numbers': [modelFile([options, floats('b', [0, 0xffff_ffff], [0])]), /damaged/],
    'integers without their multiplier': [modelFile([options, integers([5], [1], 1)]), /damaged/],
    'a multiplier that is no number': [modelFile([options, integers([1], [1], Number.NaN)]), /damaged/],
    'numbers that are not finite': [
      modelFile([options, floats('b', [2], [0, -Infinity])]),
      /numbers in b that are not finite/,
    ],
    'a name twice': [modelFile([options, options]), /damaged/],
    'a name of other characters than ASCII': [modelFile([options, floats('b\n', [1], [0])]), /damaged/],
    'more items than there can be': [bytesOf(BigUint64Array.of(1n, 2n ** 63n)), /damaged/],
    'a name of any length': [bytesOf(BigUint64Array.of(1n, 1n, 2n ** 32n, 0x404n, 1n, 4n)), /damaged/],
  };
  for (const [what, [file, reason]] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => readModelFile(file),
        (error) => error instanceof UnusableModel && reason.test(error.message),
      );
    });
  }

  it('refuses each file that ends too early', () => {
    const file = modelFile(small);
    for (let length = 0; length < file.length; length++) {
      assert.throws(() => readModelFile(file.subarray(0, length)), UnusableModel, `${length} bytes`);
    }
  });

  it('refuses damaged and random bytes, or reads items that lie within the file', () => {
    assertReadsDamaged(modelFile(small, { padding: 5 }), readModelFile, ({ items }) => {
      for (const { type, shape, data } of items.values()) {
        const numbers = shape.reduce((product, length) => product * length, 1);
        assert.equal(data.length, numbers * (type === 'float32' ? 4 : 1));
      }
    });
  });
});
