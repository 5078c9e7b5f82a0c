/** Kernels of the layers between the products, all on f32. The order of sums never depends on other rows. */
import {
  advance,
  type FunctionWriter,
  f32,
  f32x4,
  i32,
  i32x4,
  kernel,
  type Local,
  type Parameters,
  type Value,
  v128,
} from './assembler.ts';
import { acrossLanes, largestLane } from './matrix-kernels.ts';

const sumOfLanes = (vector: Local<'v128'>): Value<'f32'> => acrossLanes(vector, f32x4.extractLane, f32.add);

/** Coefficients of e^x on [-ln 2 / 2, ln 2 / 2]. Source: Cephes, `expf.c`. */
const exponentialPolynomial = [
  1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1,
] as const;

/**
 * Writes code that leaves e^x of each lane in `x`, limited to e^-60..e^60: smaller values are negligible, and their
 * products could be subnormal, which processors compute slowly.
 */
function exponentiate(f: FunctionWriter, x: Local<'v128'>): void {
  const { add, sub, mul } = f32x4;
  const [power] = f.locals('v128', 1);
  x.set(f32x4.pmax(f32x4.pmin(x, f32x4.const(60)), f32x4.const(-60)));
  power.set(f32x4.floor(add(mul(x, f32x4.const(Math.LOG2E)), f32x4.const(0.5))));
  // x - power * ln 2, in two parts for precision.
  x.set(sub(x, mul(power, f32x4.const(0.693359375))));
  x.set(sub(x, mul(power, f32x4.const(-2.1219444e-4))));
  const [highest, ...others] = exponentialPolynomial.map((coefficient) => f32x4.const(coefficient));
  const polynomial = others.reduce((sum, coefficient) => add(mul(sum, x), coefficient), highest as Value<'v128'>);
  x.set(add(add(mul(mul(x, x), polynomial), x), f32x4.const(1)));
  x.set(mul(x, i32x4.shl(i32x4.add(i32x4.truncSatF32x4S(power), i32x4.const(127)), 23)));
}

const attention =
  'queries queryStride count keys values valueStride length padded heads headWidth scale:f32 weights out';

export const layerKernels = {
  /**
   * `x = normalise(x + max(y, floor)) * gain + bias` for each row, with the mean and the variance of the row. `width` is a
   * multiple of 16. Source: Marian, `LayerNormalizationOp`, epsilon 1e-6.
   */
  addAndNormalise: kernel('x y floor:f32 gain bias rows width', (f, p) => {
    const [at, gain, bias] = f.locals('i32', 3);
    const [floor, mean, inverse, value] = f.locals('v128', 4);
    const sums = f.locals('v128', 4);
    /** Leaves the mean of the results of `body` for all numbers of the row, in four independent sums. */
    const meanOf = (pointers: readonly Local<'i32'>[], body: (offset: number) => void): Value<'f32'> => {
      for (const sum of sums) sum.set(v128.zero);
      at.set(p.x);
      f.times([p.width, 16], pointers, () => {
        for (const [index, sum] of sums.entries()) {
          body(16 * index);
          sum.set(f32x4.add(sum, value));
        }
      });
      const [a, b, c, d] = sums;
      a.set(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
      return f32.div(sumOfLanes(a), f32.convertI32S(p.width));
    };
    floor.set(f32x4.splat(p.floor));
    f.times([p.rows, 1], [], () => {
      const meanOfRow = meanOf([at, p.y], (offset) => {
        value.set(f32x4.add(v128.load(at, offset), f32x4.pmax(floor, v128.load(p.y, offset))));
        f.store(at, value, offset);
      });
      mean.set(f32x4.splat(meanOfRow));
      const variance = meanOf([at], (offset) => {
        value.set(f32x4.sub(v128.load(at, offset), mean));
        value.set(f32x4.mul(value, value));
      });
      inverse.set(f32x4.splat(f32.div(1, f32.sqrt(f32.add(variance, 1e-6)))));
      gain.set(p.gain);
      bias.set(p.bias);
      f.times([p.width, 4], [p.x, gain, bias], () => {
        value.set(f32x4.mul(f32x4.sub(v128.load(p.x), mean), inverse));
        f.store(p.x, f32x4.add(f32x4.mul(value, v128.load(gain)), v128.load(bias)));
      });
    });
  }),

  /**
   * One step of the simpler simple recurrent unit: `state = gate * state + (1 - gate) * input`, gate the sigmoid of
   * `forget`. `inputs[rows, 2 * width]` holds input and forget side by side. `width` is a multiple of 4. Source: Kim et al.
   * 2019, "From Research to Production and Back: Ludicrously Fast Neural Machine Translation".
   */
  recur: kernel('state inputs rows width', (f, p) => {
    const [forget] = f.locals('i32', 1);
    const [x, input] = f.locals('v128', 2);
    f.times([p.rows, 1], [], () => {
      forget.set(i32.add(p.inputs, i32.mul(p.width, 4)));
      f.times([p.width, 4], [p.state, p.inputs, forget], () => {
        x.set(f32x4.sub(v128.zero, v128.load(forget)));
        exponentiate(f, x);
        input.set(v128.load(p.inputs));
        const kept = f32x4.div(f32x4.sub(v128.load(p.state), input), f32x4.add(x, f32x4.const(1)));
        f.store(p.state, f32x4.add(input, kept));
      });
      p.inputs.set(forget);
    });
  }),

  /** `out[width, padded]` = the transpose of `input[rows, width]` with rows `stride` bytes apart. */
  transpose: kernel('input stride rows width padded out', (f, p) => {
    const [from, to] = f.locals('i32', 2);
    f.times([p.rows, 1], [p.out], () => {
      from.set(p.input);
      to.set(p.out);
      f.times([p.width, 1], [from], () => {
        f.store(to, f32.load(from));
        advance(to, i32.mul(p.padded, 4));
      });
      advance(p.input, p.stride);
    });
  }),

  /**
   * Attention of `count` queries of one sentence, head by head, the first head last. So after a call with one query,
   * `weights[padded]` holds the first head's attention to each of the `length` keys.
   *
   * Keys are transposed, `[heads * headWidth, padded]`; rows of queries and values are `queryStride` and `valueStride`
   * bytes apart; `out[count, heads * headWidth]`. `padded` and `headWidth` are multiples of 16.
   */
  attend: kernel(attention, (f, p) => {
    const [query, keys, values, out, at, end, rowBytes] = f.locals('i32', 7);
    const ofHead = { ...p, query, keys, values, out, at };
    const headBytes = i32.shl(p.headWidth, 2);
    rowBytes.set(i32.mul(headBytes, p.heads));
    end.set(i32.add(p.weights, i32.shl(p.padded, 2)));
    f.times([p.heads, 1], [], () => {
      advance(p.heads, -1);
      const start = i32.mul(p.heads, headBytes);
      query.set(i32.add(p.queries, start));
      keys.set(i32.add(p.keys, i32.mul(start, p.padded)));
      values.set(i32.add(p.values, start));
      out.set(i32.add(p.out, start));
      f.times([p.count, 1], [], () => {
        scoreKeys(f, ofHead);
        at.set(i32.add(p.weights, i32.shl(p.length, 2)));
        f.while(i32.ltU(at, end), () => {
          f.store(at, f32.const(-1e30));
          advance(at, 4);
        });
        softmax(f, ofHead);
        sumValues(f, ofHead);
        advance(query, p.queryStride);
        advance(out, rowBytes);
      });
    });
  }),

  /** Writes the index of the first largest number, or `count` if all are NaN. `count` is a multiple of 8. */
  findLargest: kernel('logits count out', (f, p) => {
    const [at, end] = f.locals('i32', 2);
    const [largest] = f.locals('v128', 1);
    const [best] = f.locals('f32', 1);
    largest.set(f32x4.const(-Infinity));
    at.set(p.logits);
    f.times([p.count, 8], [at], () => largest.set(f32x4.pmax(f32x4.pmax(largest, v128.load(at)), v128.load(at, 16))));
    best.set(largestLane(largest));
    largest.set(f32x4.splat(best));
    end.set(at);
    at.set(p.logits);
    const isAmongEight = v128.anyTrue(v128.or(f32x4.ge(v128.load(at), largest), f32x4.ge(v128.load(at, 16), largest)));
    f.while(i32.and(i32.ltU(at, end), i32.eqz(isAmongEight)), () => advance(at, 32));
    f.while(i32.and(i32.ltU(at, end), i32.eqz(f32.ge(f32.load(at), best))), () => advance(at, 4));
    f.store(p.out, i32.shrU(i32.sub(at, p.logits), 2));
  }),

  /** Writes the sum of e^(number - largest) over all numbers. `count` is a multiple of 4. */
  sumExponentials: kernel('logits count largest:f32 out', (f, p) => {
    const [sum, x] = f.locals('v128', 2);
    f.times([p.count, 4], [p.logits], () => {
      x.set(f32x4.sub(v128.load(p.logits), f32x4.splat(p.largest)));
      exponentiate(f, x);
      sum.set(f32x4.add(sum, x));
    });
    f.store(p.out, sumOfLanes(sum));
  }),
};

/** Addresses are those of one head. */
type Attention = Parameters<typeof attention> & { readonly [name in 'query' | 'at']: Local<'i32'> };

/** Scores of all keys for one query, 16 at a time: `weights[padded] = query · keys * scale`. */
function scoreKeys(f: FunctionWriter, p: Attention): void {
  const [key, number] = f.locals('i32', 2);
  const [query] = f.locals('v128', 1);
  const sums = f.locals('v128', 4);
  p.at.set(p.weights);
  f.times([p.padded, 16], [p.at], () => {
    for (const sum of sums) sum.set(v128.zero);
    key.set(i32.add(p.keys, i32.sub(p.at, p.weights)));
    number.set(p.query);
    f.times([p.headWidth, 4], [number], () => {
      for (const index of [0, 1, 2, 3]) {
        query.set(v128.load32Splat(number, 4 * index));
        for (const [part, sum] of sums.entries()) sum.set(f32x4.add(sum, f32x4.mul(query, v128.load(key, 16 * part))));
        advance(key, i32.shl(p.padded, 2));
      }
    });
    for (const [part, sum] of sums.entries()) f.store(p.at, f32x4.mul(sum, f32x4.splat(p.scale)), 16 * part);
  });
}

function softmax(f: FunctionWriter, p: Attention): void {
  const [largest, x, sum] = f.locals('v128', 3);
  const overWeights = (body: () => void): void => {
    p.at.set(p.weights);
    f.times([p.padded, 4], [p.at], body);
  };
  largest.set(f32x4.const(-1e30));
  overWeights(() => largest.set(f32x4.pmax(largest, v128.load(p.at))));
  largest.set(f32x4.splat(largestLane(largest)));
  sum.set(v128.zero);
  overWeights(() => {
    x.set(f32x4.sub(v128.load(p.at), largest));
    exponentiate(f, x);
    f.store(p.at, x);
    sum.set(f32x4.add(sum, x));
  });
  sum.set(f32x4.splat(f32.div(1, sumOfLanes(sum))));
  overWeights(() => f.store(p.at, f32x4.mul(v128.load(p.at), sum)));
}

/** `out[headWidth] = weights[length] · values`, 16 numbers at a time. */
function sumValues(f: FunctionWriter, p: Attention): void {
  const [value, done] = f.locals('i32', 2);
  const [weight] = f.locals('v128', 1);
  const sums = f.locals('v128', 4);
  done.set(0);
  f.times([p.headWidth, 16], [done], () => {
    for (const sum of sums) sum.set(v128.zero);
    value.set(i32.add(p.values, done));
    p.at.set(p.weights);
    f.times([p.length, 1], [p.at], () => {
      weight.set(v128.load32Splat(p.at));
      for (const [index, sum] of sums.entries()) {
        sum.set(f32x4.add(sum, f32x4.mul(weight, v128.load(value, 16 * index))));
      }
      advance(value, p.valueStride);
    });
    for (const [index, sum] of sums.entries()) f.store(i32.add(p.out, done), sum, 16 * index);
  });
}
