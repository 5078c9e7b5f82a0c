/** Kernels of the layers between the products, all on f32 in an order that never depends on other rows. */
import {
  type FunctionWriter,
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  type ModuleWriter,
  type Value,
  v128,
} from './assembler.ts';
import { largestLane } from './matrix-kernels.ts';
import { signatures } from './signatures.ts';

export function defineLayerKernels(module: ModuleWriter): void {
  defineAddAndNormalise(module);
  defineRecur(module);
  defineTranspose(module);
  defineAttend(module);
  defineChoice(module);
}

const sumOfLanes = (vector: Local<'v128'>): Value<'f32'> => {
  const lane = (index: number): Value<'f32'> => f32x4.extractLane(vector, index);
  return f32.add(f32.add(lane(0), lane(1)), f32.add(lane(2), lane(3)));
};

/** Coefficients of e^x on [-ln 2 / 2, ln 2 / 2]. Source: Cephes, `expf.c`. */
const exponentialPolynomial = [
  1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1,
] as const;

/**
 * Writes code that leaves e^x of each lane in `x`, limited to e^-60..e^60: what is smaller counts for nothing, and
 * products with it could be subnormal, which processors compute slowly. `power` is overwritten.
 */
function exponentiate(x: Local<'v128'>, power: Local<'v128'>): void {
  const { add, sub, mul } = f32x4;
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

/**
 * `x = normalise(x + max(y, floor)) * gain + bias` for each row, with the mean and the variance of the row.
 * Source: Marian, `LayerNormalizationOp`, epsilon 1e-6.
 */
function defineAddAndNormalise(module: ModuleWriter): void {
  module.define('addAndNormalise', signatures.addAndNormalise, (f, p) => {
    const { at, gain, bias } = f.locals('i32', 'at gain bias');
    const { floor, mean, inverse, value } = f.locals('v128', 'floor mean inverse value');
    const sums = f.array('v128', 4);
    /** Leaves the mean of what `body` computes of each number of the row, in four sums that wait for none other. */
    const meanOf = (body: (offset: number) => void): Value<'f32'> => {
      for (const sum of sums) sum.set(v128.zero);
      at.set(p.x);
      f.times(p.width, 16, () => {
        for (const [index, sum] of sums.entries()) {
          body(16 * index);
          sum.set(f32x4.add(sum, value));
        }
        at.advance(64);
      });
      const [a, b, c, d] = sums as [Local<'v128'>, Local<'v128'>, Local<'v128'>, Local<'v128'>];
      a.set(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
      return f32.div(sumOfLanes(a), f32.convertI32S(p.width));
    };
    floor.set(f32x4.splat(p.floor));
    f.times(p.rows, 1, () => {
      const meanOfRow = meanOf((offset) => {
        // The pointer to `y` follows once per four vectors, with the last.
        value.set(f32x4.add(v128.load(at, offset), f32x4.pmax(floor, v128.load(p.y, offset))));
        f.storeV128(at, value, offset);
        if (offset === 48) p.y.advance(64);
      });
      mean.set(f32x4.splat(meanOfRow));
      const variance = meanOf((offset) => {
        value.set(f32x4.sub(v128.load(at, offset), mean));
        value.set(f32x4.mul(value, value));
      });
      inverse.set(f32x4.splat(f32.div(1, f32.sqrt(f32.add(variance, 1e-6)))));
      gain.set(p.gain);
      bias.set(p.bias);
      f.times(p.width, 4, () => {
        value.set(f32x4.mul(f32x4.sub(v128.load(p.x), mean), inverse));
        f.storeV128(p.x, f32x4.add(f32x4.mul(value, v128.load(gain)), v128.load(bias)));
        for (const pointer of [p.x, gain, bias]) pointer.advance(16);
      });
    });
  });
}

/**
 * One step of the simpler simple recurrent unit: `state = gate * state + (1 - gate) * input`, gate the sigmoid of
 * `forget`. `inputs[rows, 2 * width]` holds input and forget side by side. Source: Kim et al. 2019, "From Research to
 * Production and Back: Ludicrously Fast Neural Machine Translation".
 */
function defineRecur(module: ModuleWriter): void {
  module.define('recur', signatures.recur, (f, p) => {
    const { forget } = f.locals('i32', 'forget');
    const { x, power, input } = f.locals('v128', 'x power input');
    f.times(p.rows, 1, () => {
      forget.set(i32.add(p.inputs, i32.mul(p.width, 4)));
      f.times(p.width, 4, () => {
        x.set(f32x4.sub(v128.zero, v128.load(forget)));
        exponentiate(x, power);
        input.set(v128.load(p.inputs));
        const kept = f32x4.div(f32x4.sub(v128.load(p.state), input), f32x4.add(x, f32x4.const(1)));
        f.storeV128(p.state, f32x4.add(input, kept));
        for (const pointer of [p.state, p.inputs, forget]) pointer.advance(16);
      });
      p.inputs.set(forget);
    });
  });
}

/** `out[width, padded]` = the transpose of `input[rows, width]`, whose rows are `stride` bytes apart. */
function defineTranspose(module: ModuleWriter): void {
  module.define('transpose', signatures.transpose, (f, p) => {
    const { from, to } = f.locals('i32', 'from to');
    f.times(p.rows, 1, () => {
      from.set(p.input);
      to.set(p.out);
      f.times(p.width, 1, () => {
        f.storeF32(to, f32.load(from));
        from.advance(4);
        to.advance(i32.mul(p.padded, 4));
      });
      p.input.advance(p.stride);
      p.out.advance(4);
    });
  });
}

/**
 * Attention of `count` queries of one sentence, head by head, the first head last, so that its attention to each of the
 * `length` keys is what `weights[padded]` holds at the end of a call with one query.
 *
 * Keys are transposed, `[heads * headWidth, padded]`; rows of queries and values are `queryStride` and `valueStride`
 * bytes apart; `out[count, heads * headWidth]`.
 */
function defineAttend(module: ModuleWriter): void {
  module.define('attend', signatures.attend, (f, p) => {
    const { query, keys, values, out, at, end } = f.locals('i32', 'query keys values out at end');
    const headBytes = i32.shl(p.headWidth, 2);
    const { rowBytes } = f.locals('i32', 'rowBytes');
    rowBytes.set(i32.mul(headBytes, p.heads));
    end.set(i32.add(p.weights, i32.shl(p.padded, 2)));
    f.times(p.heads, 1, () => {
      p.heads.advance(-1);
      const ofHead = i32.mul(p.heads, headBytes);
      query.set(i32.add(p.queries, ofHead));
      keys.set(i32.add(p.keys, i32.mul(ofHead, p.padded)));
      values.set(i32.add(p.values, ofHead));
      out.set(i32.add(p.out, ofHead));
      f.times(p.count, 1, () => {
        scoreKeys(f, { ...p, query, keys, at });
        at.set(i32.add(p.weights, i32.shl(p.length, 2)));
        f.while(i32.ltU(at, end), () => {
          f.storeF32(at, -1e30);
          at.advance(4);
        });
        softmax(f, { ...p, at, end });
        sumValues(f, { ...p, values, out, at });
        query.advance(p.queryStride);
        out.advance(rowBytes);
      });
    });
  });
}

type Integers<N extends string> = { readonly [name in N]: Local<'i32'> };

/** Scores of all keys for one query, 16 at a time: `weights[padded] = query · keys * scale`. */
function scoreKeys(
  f: FunctionWriter,
  p: Integers<'query' | 'keys' | 'padded' | 'headWidth' | 'weights' | 'at'> & { scale: Local<'f32'> },
): void {
  const { key, number } = f.locals('i32', 'key number');
  const { query } = f.locals('v128', 'query');
  const sums = f.array('v128', 4);
  p.at.set(p.weights);
  f.times(p.padded, 16, () => {
    for (const sum of sums) sum.set(v128.zero);
    key.set(i32.add(p.keys, i32.sub(p.at, p.weights)));
    number.set(p.query);
    f.times(p.headWidth, 4, () => {
      for (const index of [0, 1, 2, 3]) {
        query.set(v128.load32Splat(number, 4 * index));
        for (const [part, sum] of sums.entries()) sum.set(f32x4.add(sum, f32x4.mul(query, v128.load(key, 16 * part))));
        key.advance(i32.shl(p.padded, 2));
      }
      number.advance(16);
    });
    for (const [part, sum] of sums.entries()) f.storeV128(p.at, f32x4.mul(sum, f32x4.splat(p.scale)), 16 * part);
    p.at.advance(64);
  });
}

function softmax(f: FunctionWriter, p: Integers<'weights' | 'padded' | 'at' | 'end'>): void {
  const { largest, x, power, sum } = f.locals('v128', 'largest x power sum');
  const overWeights = (body: () => void): void => {
    p.at.set(p.weights);
    f.times(p.padded, 4, () => {
      body();
      p.at.advance(16);
    });
  };
  largest.set(f32x4.const(-1e30));
  overWeights(() => largest.set(f32x4.pmax(largest, v128.load(p.at))));
  largest.set(f32x4.splat(largestLane(largest)));
  sum.set(v128.zero);
  overWeights(() => {
    x.set(f32x4.sub(v128.load(p.at), largest));
    exponentiate(x, power);
    f.storeV128(p.at, x);
    sum.set(f32x4.add(sum, x));
  });
  sum.set(f32x4.splat(f32.div(1, sumOfLanes(sum))));
  overWeights(() => f.storeV128(p.at, f32x4.mul(v128.load(p.at), sum)));
}

/** `out[headWidth] = weights[length] · values`, 16 numbers at a time. */
function sumValues(
  f: FunctionWriter,
  p: Integers<'weights' | 'values' | 'valueStride' | 'length' | 'headWidth' | 'out' | 'at'>,
): void {
  const { value, done } = f.locals('i32', 'value done');
  const { weight } = f.locals('v128', 'weight');
  const sums = f.array('v128', 4);
  done.set(0);
  f.times(p.headWidth, 16, () => {
    for (const sum of sums) sum.set(v128.zero);
    value.set(i32.add(p.values, done));
    p.at.set(p.weights);
    f.times(p.length, 1, () => {
      weight.set(v128.load32Splat(p.at));
      for (const [index, sum] of sums.entries()) {
        sum.set(f32x4.add(sum, f32x4.mul(weight, v128.load(value, 16 * index))));
      }
      p.at.advance(4);
      value.advance(p.valueStride);
    });
    for (const [index, sum] of sums.entries()) f.storeV128(i32.add(p.out, done), sum, 16 * index);
    done.advance(64);
  });
}

function defineChoice(module: ModuleWriter): void {
  /** Writes the index of the first largest number, or `count` if all are NaN. */
  module.define('findLargest', signatures.findLargest, (f, p) => {
    const { at, end } = f.locals('i32', 'at end');
    const { largest } = f.locals('v128', 'largest');
    const { best } = f.locals('f32', 'best');
    largest.set(f32x4.const(-Infinity));
    at.set(p.logits);
    f.times(p.count, 8, () => {
      largest.set(f32x4.pmax(f32x4.pmax(largest, v128.load(at)), v128.load(at, 16)));
      at.advance(32);
    });
    best.set(largestLane(largest));
    largest.set(f32x4.splat(best));
    end.set(at);
    at.set(p.logits);
    const isAmongEight = v128.anyTrue(v128.or(f32x4.ge(v128.load(at), largest), f32x4.ge(v128.load(at, 16), largest)));
    f.while(i32.and(i32.ltU(at, end), i32.eqz(isAmongEight)), () => at.advance(32));
    f.while(i32.and(i32.ltU(at, end), i32.eqz(f32.ge(f32.load(at), best))), () => at.advance(4));
    f.storeI32(p.out, i32.shrU(i32.sub(at, p.logits), 2));
  });
  /** Writes the sum of e^(number - largest) over all numbers. */
  module.define('sumExponentials', signatures.sumExponentials, (f, p) => {
    const { sum, x, power } = f.locals('v128', 'sum x power');
    f.times(p.count, 4, () => {
      x.set(f32x4.sub(v128.load(p.logits), f32x4.splat(p.largest)));
      exponentiate(x, power);
      sum.set(f32x4.add(sum, x));
      p.logits.advance(16);
    });
    f.storeF32(p.out, sumOfLanes(sum));
  });
}
