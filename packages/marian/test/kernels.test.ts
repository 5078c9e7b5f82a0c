import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { paddedLength } from '../src/layers.ts';
import { panelBytes, restBytes } from '../src/matrix-kernels.ts';
import { type Bench, results } from './kernel-bench.ts';

const { fround } = Math;

/** Ordinary activations, with extreme ones among them. */
const activation = fc.oneof(
  { weight: 8, arbitrary: fc.float({ min: -8, max: 8, noNaN: true }) },
  { weight: 1, arbitrary: fc.float({ noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 0.5, 1.5, 2.5, -127.5, fround(3e38), fround(-3e38), fround(1e-40)) },
);
const finite = (max: number) => fc.float({ min: fround(-max), max: fround(max), noNaN: true });
const byte = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -128, max: 127 }) }, fc.constantFrom(-128, 127));
const floor = fc.constantFrom(-Infinity, 0);

/** `count` numbers that repeat `sample`. Its length is odd, so that rows and columns differ. */
const tiled = (sample: readonly number[], count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, index) => sample[index % sample.length] ?? 0);
const sample = (arbitrary: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(arbitrary, { minLength: 37, maxLength: 37 });

const roundToEven = (value: number): number => {
  const low = Math.floor(value);
  const isUp = value - low > 0.5 || (value - low === 0.5 && low % 2 !== 0);
  return isUp ? low + 1 : low;
};
const rounded = (value: number, least: number, multiplier: number): number =>
  Math.max(-127, Math.min(127, roundToEven(fround(Math.max(value, least) * multiplier))));

const shape = fc.record({
  rows: fc.integer({ min: 1, max: 14 }),
  width: fc.integer({ min: 1, max: 8 }).map((groups) => 16 * groups),
  columns: fc.integer({ min: 1, max: 20 }).map((panels) => 8 * panels),
});

describe('product of 8-bit matrices', () => {
  const product = (bench: Bench, p: Product): Float32Array => {
    const { rows, width, columns } = p;
    const { arithmetic } = bench;
    const weights = bench.room((columns / 8) * panelBytes(width, arithmetic));
    const list = bench.put(p.list);
    bench.pack(bench.put(p.weights), width, list, columns, p.weightScale, bench.put(p.biases), weights);
    if (arithmetic === 'pairs') {
      const bytes = (columns / 8) * (width / 4) * restBytes;
      const rests = bench.room(bytes);
      bench.split(weights, width, columns / 8, bench.put(Int32Array.of(rests, rests + bytes)));
    }
    const [activations, scales] = [bench.room(2 * rows * width), bench.room(4 * rows)];
    const input = bench.put(p.input);
    bench.quantise(input, p.floor, p.multiplier ?? 0, rows, width, activations, scales);
    const stride = 4 * columns + 32;
    const out = bench.room(rows * stride);
    bench.multiply(activations, scales, rows, weights, width, columns, out, stride);
    return bench.floats(out, (rows * stride) / 4);
  };

  it('is exact, and equal with every kind of arithmetic', () => {
    fc.assert(
      fc.property(
        shape,
        fc.record({
          activations: sample(activation),
          bytes: sample(byte),
          multiplier: fc.option(fc.float({ min: fround(0.01), max: 64, noNaN: true }), { nil: undefined }),
          least: floor,
        }),
        ({ rows, width, columns }, { activations, bytes, multiplier, least }) => {
          const input = tiled(activations, rows * width);
          const weights = Int8Array.from(tiled(bytes, 2 * columns * width));
          const biases = Float32Array.from({ length: 2 * columns }, (_, column) => fround(column / 7));
          const list = Int32Array.from({ length: columns }, (_, column) => (column * 7 + 3) % (2 * columns));
          const weightScale = fround(1 / 300);
          const p = { rows, width, columns, input, weights, biases, list, weightScale, multiplier, floor: least };
          assert.deepEqual(
            results((bench) => product(bench, p)),
            expectedProduct(p),
          );
        },
      ),
    );
  });

  it('is exact for the largest sums that a layer can have', () => {
    const [width, columns] = [4096, 8];
    for (const [value, weight] of [
      [1e9, 127],
      [1e9, -128],
      [-1e9, 127],
      [-1e9, -128],
    ] as const) {
      const p = {
        rows: 5,
        width,
        columns,
        input: new Float32Array(5 * width).fill(value),
        weights: new Int8Array(width * columns).fill(weight),
        biases: new Float32Array(columns),
        list: Int32Array.from({ length: columns }, (_, column) => column),
        weightScale: 1,
        multiplier: 1,
        floor: -Infinity,
      };
      assert.deepEqual(
        results((bench) => product(bench, p)),
        expectedProduct(p),
      );
    }
  });
});

type Product = {
  readonly rows: number;
  readonly width: number;
  readonly columns: number;
  readonly input: Float32Array;
  readonly weights: Int8Array;
  readonly biases: Float32Array;
  readonly list: Int32Array;
  readonly weightScale: number;
  readonly multiplier: number | undefined;
  readonly floor: number;
};

function expectedProduct({ rows, width, columns, ...p }: Product): Float32Array {
  // Rows of the result are 32 bytes longer than the written part.
  const expected = new Float32Array(rows * (columns + 8)).fill(Number.NaN);
  for (let row = 0; row < rows; row++) {
    const numbers = p.input.subarray(row * width, (row + 1) * width);
    const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(Math.max(value, p.floor))), fround(1e-30));
    const multiplier = p.multiplier ?? fround(127 / largest);
    const rowScale = p.multiplier === undefined ? fround(largest / 127) : 1;
    for (let column = 0; column < columns; column++) {
      const first = (p.list[column] ?? 0) * width;
      let sum = 0;
      for (let k = 0; k < width; k++)
        sum += rounded(numbers[k] ?? 0, p.floor, multiplier) * (p.weights[first + k] ?? 0);
      const scaled = fround(fround(fround(sum) * p.weightScale) * rowScale);
      expected[row * (columns + 8) + column] = fround(scaled + (p.biases[p.list[column] ?? 0] ?? 0));
    }
  }
  return expected;
}

/** Fails unless all numbers are within `tolerance` of the expected ones. */
function assertClose(actual: Float32Array, expected: readonly number[], tolerance: number): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, index) => {
    const error = Math.abs((actual[index] ?? Number.NaN) - value);
    assert.ok(error <= tolerance, `number ${index} is ${actual[index]}, expected ${value}`);
  });
}

const largestOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((most, value) => Math.max(most, Math.abs(value)), 1e-30);

/** A few units in the last place of f32, for short sums. */
const few = 2 ** -20;

describe('layers', () => {
  it('adds the position to an embedding', () => {
    fc.assert(
      fc.property(
        shape,
        sample(byte),
        fc.tuple(finite(1), sample(finite(1))),
        ({ width }, bytes, [scale, position]) => {
          const row = Int8Array.from(tiled(bytes, width));
          const positions = tiled(position, width);
          const actual = results((bench) => {
            const out = bench.room(4 * width);
            bench.embed(bench.put(row), scale, bench.put(positions), width, out);
            return bench.floats(out, width);
          });
          const expected = Float32Array.from(row, (value, k) => fround(fround(value * scale) + (positions[k] ?? 0)));
          assert.deepEqual(actual, expected);
        },
      ),
    );
  });

  it('adds and normalises each row', () => {
    fc.assert(
      fc.property(
        shape,
        floor,
        fc.tuple(sample(finite(100)), sample(finite(100))),
        ({ rows, width }, least, [first, second]) => {
          const [x, y] = [tiled(first, rows * width), tiled(second, rows * width)];
          const [gain, bias] = [tiled([0.5, 1, -2], width), tiled([0, 3, -1, 0.25], width)];
          const actual = results((bench) => {
            const out = bench.put(x);
            bench.addAndNormalise(out, bench.put(y), least, bench.put(gain), bench.put(bias), rows, width);
            return bench.floats(out, rows * width);
          });
          const expected = [...x].map((value, index) => fround(value + Math.max(least, y[index] ?? 0)));
          for (let row = 0; row < rows; row++) {
            const numbers = expected.slice(row * width, (row + 1) * width);
            const mean = numbers.reduce((a, b) => a + b) / width;
            const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
            // If all numbers of a row are nearly equal, the result is only the rounding error of their mean.
            fc.pre(variance > 1e-2 * (1 + mean * mean));
            numbers.forEach((value, k) => {
              const normal = (value - mean) / Math.sqrt(variance + 1e-6);
              expected[row * width + k] = normal * (gain[k] ?? 0) + (bias[k] ?? 0);
            });
          }
          assertClose(actual, expected, 2 ** -14 * largestOf(expected));
        },
      ),
    );
  });

  it('mixes state and input by the gate', () => {
    const numbers = sample(fc.oneof({ weight: 4, arbitrary: finite(20) }, finite(1000)));
    fc.assert(
      fc.property(shape, numbers, numbers, ({ rows, width }, states, inputs) => {
        const [state, both] = [tiled(states, rows * width), tiled(inputs, 2 * rows * width)];
        const actual = results((bench) => {
          const out = bench.put(state);
          bench.recur(out, bench.put(both), rows, width);
          return bench.floats(out, rows * width);
        });
        const expected = [...state].map((value, index) => {
          const at = 2 * width * Math.floor(index / width) + (index % width);
          const [input, forget] = [both[at] ?? 0, both[at + width] ?? 0];
          const gate = 1 / (1 + Math.exp(-forget));
          return gate * value + (1 - gate) * input;
        });
        // The inputs can cancel each other out.
        assertClose(actual, expected, few * largestOf([...expected, ...both]));
      }),
    );
  });

  const attention = fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    length: fc.integer({ min: 1, max: 40 }),
    heads: fc.integer({ min: 1, max: 4 }),
    headWidth: fc.integer({ min: 1, max: 4 }).map((groups) => 16 * groups),
  });
  it('attends to the keys of a sentence alone', () => {
    fc.assert(
      fc.property(attention, sample(finite(4)), ({ count, length, heads, headWidth }, numbers) => {
        const width = heads * headWidth;
        const padded = paddedLength(length);
        const [queries, both] = [tiled(numbers, count * width), tiled(numbers.toReversed(), 2 * length * width)];
        const scale = fround(1 / Math.sqrt(headWidth));
        const actual = results((bench) => {
          // Keys and values lie side by side. The memory after the keys is NaN.
          const [keys, weights] = [bench.room(4 * width * padded), bench.room(4 * padded)];
          const [source, out] = [bench.put(both), bench.room(4 * count * width)];
          bench.transpose(source, 8 * width, length, width, padded, keys);
          const values = source + 4 * width;
          const [stride, valueStride] = [4 * width, 8 * width];
          const q = bench.put(queries);
          bench.attend(
            q,
            stride,
            count,
            keys,
            values,
            valueStride,
            length,
            padded,
            heads,
            headWidth,
            scale,
            weights,
            out,
          );
          return Float32Array.of(...bench.floats(out, count * width), ...bench.floats(weights, length));
        });
        const expected = new Array<number>(count * width).fill(0);
        let firstHead: readonly number[] = [];
        for (let query = 0; query < count; query++) {
          for (let head = heads - 1; head >= 0; head--) {
            const at = head * headWidth;
            const scores = Array.from({ length }, (_, key) => {
              let sum = 0;
              for (let k = at; k < at + headWidth; k++)
                sum += (queries[query * width + k] ?? 0) * (both[2 * key * width + k] ?? 0);
              return sum * scale;
            });
            const most = Math.max(...scores);
            const powers = scores.map((score) => Math.exp(score - most));
            const total = powers.reduce((a, b) => a + b);
            firstHead = powers.map((power) => power / total);
            firstHead.forEach((weight, key) => {
              for (let k = at; k < at + headWidth; k++)
                expected[query * width + k] =
                  (expected[query * width + k] ?? 0) + weight * (both[(2 * key + 1) * width + k] ?? 0);
            });
          }
        }
        assertClose(actual, [...expected, ...firstHead], 2 ** -16 * largestOf([...expected, ...firstHead]));
      }),
    );
  });
});

describe('choice of a piece', () => {
  const logits = fc
    .array(fc.oneof({ weight: 8, arbitrary: finite(50) }, fc.constantFrom(-Infinity, -1e9, 50)), {
      minLength: 1,
      maxLength: 12,
    })
    .chain((start) => fc.integer({ min: 1, max: 9 }).map((groups) => tiled(start, 8 * groups)));
  const findLargest = (numbers: Float32Array): number | undefined => {
    const found = results((bench) => {
      const out = bench.room(4);
      bench.findLargest(bench.put(numbers), numbers.length, out);
      return bench.floats(out, 1);
    });
    return new Int32Array(found.buffer)[0];
  };

  it('finds the first largest logit', () => {
    fc.assert(
      fc.property(logits, (numbers) => {
        assert.equal(findLargest(numbers), numbers.indexOf(Math.max(...numbers)));
      }),
    );
  });

  it('ignores NaN, and returns the count if all are NaN', () => {
    const numbers = new Float32Array(16).fill(Number.NaN);
    assert.equal(findLargest(numbers), 16);
    numbers[13] = -3;
    assert.equal(findLargest(numbers), 13);
  });

  it('sums the exponentials', () => {
    fc.assert(
      fc.property(logits, (numbers) => {
        const largest = Math.max(...numbers);
        fc.pre(largest > -Infinity);
        const actual = results((bench) => {
          const out = bench.room(4);
          bench.sumExponentials(bench.put(numbers), numbers.length, largest, out);
          return bench.floats(out, 1);
        });
        const expected = numbers.reduce((sum, value) => sum + Math.exp(value - largest), 0);
        assertClose(actual, [expected], few * expected);
      }),
    );
  });
});
