/**
 * Products of 8-bit matrices, and the forms that their operands have in memory.
 *
 * A weight matrix `[width, columns]` lies in panels of 8 columns. A panel holds `width / 4` groups of 32 bytes, each
 * with four weights of each of its columns, and then for each column a correction (i32), a scale (f32) and a bias
 * (f32). So one load of 16 bytes meets four activations, repeated four times, in one instruction, and no sum across
 * lanes is needed.
 *
 * With `pairs`, neighbouring weights of one sign sum to at most 129 in size, so that two products with 0..254 never
 * saturate at 16 bits. What is taken off lies in rests, which are multiplied too: the place of a group (i32), in bytes
 * before the end of a row, and its 32 bytes. At the end of a panel are the number of its rests and their address (i32).
 */
import {
  advance,
  type FunctionWriter,
  f32,
  f32x4,
  i8x16,
  i16x8,
  i32,
  i32x4,
  type Kernel,
  kernel,
  type Local,
  type Value,
  v128,
} from './assembler.ts';
import type { Arithmetic } from './probe.ts';

/** Bytes of a panel after its weights. */
const tailBytes = (arithmetic: Arithmetic): number => (arithmetic === 'pairs' ? 128 : 96);
/** Bytes of one panel of 8 columns. */
export const panelBytes = (width: number, arithmetic: Arithmetic): number => width * 8 + tailBytes(arithmetic);
export const restBytes = 36;
/** Bytes of one activation. */
export const activationBytes = (arithmetic: Arithmetic): number => (arithmetic === 'wide' ? 2 : 1);
/** Added to an activation so that it is never negative. The corrections of the columns subtract it again. */
const shift = 127;

/**
 * How a product is cut into tiles, each computed with all of its sums in registers. A half panel has four columns.
 *
 * - `halves`: half panels in a tile, by its rows. About twelve sums hide the latency of the multiplication and fit the
 *   registers. Measured on x86; other numbers are correct but slower.
 * - `blocks`: half panels in a block of columns, the widest first. All rows pass through a block while it is cached.
 */
const tilings: Readonly<Record<Arithmetic, Tiling>> = {
  unsigned: { halves: [0, 12, 6, 4, 0, 2, 2], blocks: [12, 8, 4, 2], keptFrom: 5 },
  pairs: { halves: [0, 8, 4, 2, 2], blocks: [8, 4, 2], keptFrom: 3 },
  wide: { halves: [0, 4, 2, 1, 1], blocks: [4, 2], keptFrom: 2 },
};

type Tiling = {
  readonly halves: readonly number[];
  readonly blocks: readonly number[];
  /** Tiles of so many rows load their weights once, into registers. */
  readonly keptFrom: number;
};

type Tile = { readonly name: string; readonly rows: number; readonly halves: number };

/** The widest tile that fills a block of this many half panels evenly. */
function tileOf(rows: number, blockHalves: number, tiling: Tiling): Tile {
  let halves = Math.min(nth(tiling.halves, rows), blockHalves);
  while (blockHalves % halves !== 0) halves--;
  return { name: `tile ${rows} ${halves}`, rows, halves };
}

/** Rows of tiles, the most first. */
const rowCountsOf = ({ halves }: Tiling): readonly number[] =>
  halves.flatMap((count, rows) => (count === 0 ? [] : [rows])).toReversed();

/** The kernels that `multiply` calls. */
export function tileKernels(arithmetic: Arithmetic): Readonly<Record<string, Kernel<string>>> {
  const tiling = tilings[arithmetic];
  const tiles = rowCountsOf(tiling).flatMap((rows) => tiling.blocks.map((block) => tileOf(rows, block, tiling)));
  return Object.fromEntries(tiles.map((tile) => [tile.name, tileKernel(tile, arithmetic)]));
}

/** The product of some rows of activations with some half panels. */
const tileKernel = (tile: Tile, arithmetic: Arithmetic) =>
  kernel('activations rowBytes weights panelBytes scales out stride', (f, p) => {
    const isWide = arithmetic === 'wide';
    const [scale, activations, ones] = f.locals('v128', 3);
    if (arithmetic === 'pairs') ones.set(i16x8.const(1));
    // With wide arithmetic a vector of sums is of two columns, so a half panel takes two.
    const vectors = tile.halves * (isWide ? 2 : 1);
    const rows = f.locals('i32', tile.rows).map((at) => ({ at, sums: f.locals('v128', vectors) }));
    const panels = f.locals('i32', Math.ceil(tile.halves / 2));
    for (const { at } of rows) {
      at.set(p.activations);
      advance(p.activations, p.rowBytes);
    }
    for (const panel of panels) {
      panel.set(p.weights);
      advance(p.weights, p.panelBytes);
    }
    const kept = tile.rows < tilings[arithmetic].keptFrom ? [] : f.locals('v128', vectors);
    const code = { arithmetic, rows, panels, kept, activations, ones };
    const groupsAtOnce = 4;
    const bytesAtOnce = 4 * groupsAtOnce * activationBytes(arithmetic);
    f.times([p.rowBytes, bytesAtOnce], [], () => {
      for (let group = 0; group < groupsAtOnce; group++) addProducts(code, group);
      for (const panel of panels) advance(panel, 32 * groupsAtOnce);
      for (const { at } of rows) advance(at, bytesAtOnce);
    });
    // The pointers to the panels are now after the weights, and those to the rows after the activations.
    if (arithmetic === 'pairs') addRests(f, code);
    for (const [row, { sums }] of rows.entries()) {
      scale.set(v128.load32Splat(p.scales, 4 * row));
      for (let half = 0; half < tile.halves; half++) {
        const beside = (offset: number): Value<'v128'> => v128.load(nth(panels, half >> 1), offset + 16 * (half & 1));
        const sum = isWide
          ? pairSums(nth(sums, 2 * half), nth(sums, 2 * half + 1))
          : i32x4.add(nth(sums, half), beside(0));
        const product = f32x4.mul(f32x4.mul(f32x4.convertI32x4S(sum), beside(32)), scale);
        f.store(p.out, f32x4.add(product, beside(64)), 16 * half);
      }
      advance(p.out, p.stride);
    }
  });

type TileCode = {
  readonly arithmetic: Arithmetic;
  readonly rows: readonly { readonly at: Local<'i32'>; readonly sums: readonly Local<'v128'>[] }[];
  readonly panels: readonly Local<'i32'>[];
  /** Registers for the weights of a group, to load them only once for all rows. */
  readonly kept: readonly Local<'v128'>[];
  readonly activations: Local<'v128'>;
  /** Sixteen-bit ones; only with `pairs`. */
  readonly ones: Local<'v128'>;
};

/**
 * Writes code that adds the products of a group of four activations to the sums. With wide arithmetic four activations of
 * 16 bits, twice, meet four weights of two columns, and each lane sums two products.
 */
function addProducts(tile: TileCode, group: number): void {
  const isWide = tile.arithmetic === 'wide';
  const weights = (vector: number): Value<'v128'> =>
    isWide
      ? v128.load8x8S(nth(tile.panels, vector >> 2), 32 * group + 8 * (vector & 3))
      : v128.load(nth(tile.panels, vector >> 1), 32 * group + 16 * (vector & 1));
  for (const [vector, register] of tile.kept.entries()) register.set(weights(vector));
  const { activations } = tile;
  for (const { at, sums } of tile.rows) {
    activations.set(isWide ? v128.load64Splat(at, 8 * group) : v128.load32Splat(at, 4 * group));
    for (const [vector, sum] of sums.entries()) {
      sum.set(sumWith(tile, sum, tile.kept[vector] ?? weights(vector)));
    }
  }
}

/** Adds the products of weights with the activations to a sum. */
function sumWith({ arithmetic, activations, ones }: TileCode, sum: Local<'v128'>, weights: Value<'v128'>) {
  if (arithmetic === 'unsigned') return i32x4.relaxedDotI8x16I7x16Add(weights, activations, sum);
  if (arithmetic === 'wide') return i32x4.add(sum, i32x4.dotI16x8(weights, activations));
  return i32x4.add(sum, i32x4.dotI16x8(i16x8.relaxedDotI8x16I7x16(weights, activations), ones));
}

/** Writes code that adds the products of the rests of each panel. */
function addRests(f: FunctionWriter, tile: TileCode): void {
  const [rest, count] = f.locals('i32', 2);
  for (const [index, panel] of tile.panels.entries()) {
    count.set(i32.load(panel, 96));
    rest.set(i32.load(panel, 100));
    f.while(count, () => {
      for (const { at, sums } of tile.rows) {
        tile.activations.set(v128.load32Splat(i32.sub(at, i32.load(rest))));
        for (const half of [0, 1]) {
          const sum = nth(sums, 2 * index + half);
          sum.set(sumWith(tile, sum, v128.load(rest, 4 + 16 * half)));
        }
      }
      advance(rest, restBytes);
      advance(count, -1);
    });
  }
}

const nth = <Item>(items: readonly Item[], index: number): Item => items[index] as Item;

/** The sums of four columns, from two vectors that each hold two halves of the sums of two columns. */
function pairSums(low: Value<'v128'>, high: Value<'v128'>): Value<'v128'> {
  const words = (...lanes: readonly number[]): readonly number[] =>
    lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte));
  return i32x4.add(i8x16.shuffle(low, high, words(0, 2, 4, 6)), i8x16.shuffle(low, high, words(1, 3, 5, 7)));
}

/**
 * `out[rows, columns] = activations[rows, width] · weights * scales[rows] + bias`, by blocks of columns. `width` is a
 * multiple of 16, `columns` of 8.
 */
const multiply = (arithmetic: Arithmetic) =>
  kernel('activations scales rows weights width columns out stride', (f, p) => {
    const tiling = tilings[arithmetic];
    const [row, scale, target, left, rowBytes, panel] = f.locals('i32', 6);
    rowBytes.set(i32.mul(p.width, activationBytes(arithmetic)));
    panel.set(i32.add(i32.mul(p.width, 8), tailBytes(arithmetic)));
    for (const blockHalves of tiling.blocks) {
      // Two blocks of 32 columns are faster than one of 48 and one of 16.
      const fits = i32.ltU(4 * blockHalves - 1, p.columns);
      f.while(blockHalves === 12 ? i32.and(fits, i32.ne(p.columns, 64)) : fits, () => {
        row.set(p.activations);
        scale.set(p.scales);
        target.set(p.out);
        left.set(p.rows);
        for (const rows of rowCountsOf(tiling)) {
          const { name, halves } = tileOf(rows, blockHalves, tiling);
          f.while(i32.ltU(rows - 1, left), () => {
            for (let half = 0; half < blockHalves; half += halves) {
              const weights = i32.add(i32.add(p.weights, i32.mul(panel, half >> 1)), 16 * (half & 1));
              f.call(name, row, rowBytes, weights, panel, scale, i32.add(target, 16 * half), p.stride);
            }
            advance(row, i32.mul(rowBytes, rows));
            advance(scale, 4 * rows);
            advance(target, i32.mul(p.stride, rows));
            advance(left, -rows);
          });
        }
        advance(p.weights, i32.mul(panel, blockHalves / 2));
        advance(p.out, 16 * blockHalves);
        advance(p.columns, -4 * blockHalves);
      });
    }
  });

/**
 * Multiplies rows by `multiplier` and rounds them to -127..127, ties to even. If `multiplier` is 0, each row is scaled so
 * that its largest number becomes 127. Writes the scale that the products of each row need. `width` is a multiple of 16.
 *
 * Numbers below `floor` become `floor` first: 0 is a rectifier, minus infinity does nothing.
 */
const quantise = (arithmetic: Arithmetic) =>
  kernel('input floor:f32 multiplier:f32 rows width out scales', (f, p) => {
    const [floor, largest, multiplier] = f.locals('v128', 3);
    const [factor, scale] = f.locals('f32', 2);
    const [at] = f.locals('i32', 1);
    floor.set(f32x4.splat(p.floor));
    const numbers = (offset: number): Value<'v128'> => f32x4.pmax(floor, v128.load(at, offset));
    const rounded = (offset: number): Value<'v128'> =>
      i32x4.truncSatF32x4S(f32x4.nearest(f32x4.mul(numbers(offset), multiplier)));
    f.times([p.rows, 1], [p.scales], () => {
      factor.set(p.multiplier);
      scale.set(1);
      f.if(f32.eq(factor, 0), () => {
        // A row of zeros needs some scale as well.
        largest.set(f32x4.const(1e-30));
        at.set(p.input);
        f.times([p.width, 4], [at], () => largest.set(f32x4.pmax(largest, f32x4.abs(numbers(0)))));
        scale.set(f32.div(largestLane(largest), 127));
        factor.set(f32.div(127, largestLane(largest)));
      });
      f.store(p.scales, scale);
      multiplier.set(f32x4.splat(factor));
      at.set(p.input);
      f.times([p.width, 16], [at], () => {
        const low = i16x8.narrowI32x4S(rounded(0), rounded(16));
        const high = i16x8.narrowI32x4S(rounded(32), rounded(48));
        if (arithmetic !== 'wide') {
          const bytes = i8x16.maxS(i8x16.narrowI16x8S(low, high), i8x16.const(-shift));
          f.store(p.out, i8x16.add(bytes, i8x16.const(shift)));
        } else {
          const limited = (words: Value<'v128'>): Value<'v128'> =>
            i16x8.maxS(i16x8.minS(words, i16x8.const(127)), i16x8.const(-127));
          f.store(p.out, limited(low));
          f.store(p.out, limited(high), 16);
        }
        advance(p.out, 16 * activationBytes(arithmetic));
      });
      p.input.set(at);
    });
  });

/**
 * Copies columns, which lie as rows of `width` bytes, into panels: those that `list` names by their numbers. `width` is
 * a multiple of 16, `count` of 8.
 */
const pack = (arithmetic: Arithmetic) =>
  kernel('rows width list count scale:f32 biases out', (f, p) => {
    const [column, from, to] = f.locals('i32', 3);
    const [sums] = f.locals('v128', 1);
    f.times([p.count, 1], [p.list, column], () => {
      f.if(i32.eq(column, 32), () => {
        column.set(0);
        advance(p.out, i32.add(i32.mul(p.width, 8), tailBytes(arithmetic)));
      });
      from.set(i32.add(p.rows, i32.mul(i32.load(p.list), p.width)));
      to.set(i32.add(p.out, column));
      sums.set(v128.zero);
      f.times([p.width, 16], [], () => {
        const pairs = i16x8.extaddPairwiseI8x16S(v128.load(from));
        sums.set(i32x4.add(sums, i32x4.extaddPairwiseI16x8S(pairs)));
        for (const group of [0, 1, 2, 3]) f.store(to, i32.load(from, 4 * group), 32 * group);
        advance(from, 16);
        advance(to, 128);
      });
      f.store(to, i32.mul(acrossLanes(sums, i32x4.extractLane, i32.add), -shift));
      f.store(to, p.scale, 32);
      f.store(to, f32.load(i32.add(p.biases, i32.mul(i32.load(p.list), 4))), 64);
    });
  });

/** What pairs of neighbouring weights have beyond a sum of 129 in size, in the first byte of each; the second is 0. */
const excessOf = (weights: Value<'v128'>): Value<'v128'> => {
  const sums = i16x8.extaddPairwiseI8x16S(weights);
  const limited = i16x8.maxS(i16x8.minS(sums, i16x8.const(129)), i16x8.const(-129));
  return v128.and(i16x8.sub(sums, limited), i16x8.const(0xff));
};

/**
 * Splits the weights of panels for `pairs`. `rests` is the address of two addresses: where the next rest is written, and
 * where their space ends. Beyond it rests are counted and not written. `width` is a multiple of 4, `panels` at least 1.
 */
const split = kernel('panel width panels rests', (f, p) => {
  const [next, count, group] = f.locals('i32', 3);
  const vectors = f.locals('v128', 2);
  next.set(i32.load(p.rests));
  f.times([p.panels, 1], [], () => {
    count.set(0);
    group.set(p.width);
    const start = i32.add(p.panel, i32.mul(p.width, 8));
    f.store(start, next, 100);
    f.times([p.width, 4], [], () => {
      for (const [half, excess] of vectors.entries()) excess.set(excessOf(v128.load(p.panel, 16 * half)));
      f.if(v128.anyTrue(v128.or(...vectors)), () => {
        f.if(i32.ltU(i32.add(next, restBytes - 1), i32.load(p.rests, 4)), () => {
          f.store(next, group);
          for (const [half, excess] of vectors.entries()) {
            f.store(next, excess, 4 + 16 * half);
            f.store(p.panel, i8x16.sub(v128.load(p.panel, 16 * half), excess), 16 * half);
          }
        });
        advance(next, restBytes);
        advance(count, 1);
      });
      advance(p.panel, 32);
      advance(group, -4);
    });
    f.store(p.panel, count, 96);
    advance(p.panel, tailBytes('pairs'));
  });
  f.store(p.rests, next);
});

/** Counts the groups of four weights in `rows` that have to be split, `bytes` long, a multiple of 16. */
const countUnsafe = kernel('rows bytes out', (f, p) => {
  const [lanes] = f.locals('v128', 1);
  f.times([p.bytes, 16], [], () => {
    lanes.set(i32x4.sub(lanes, i32x4.ne(excessOf(v128.load(p.rows)), v128.zero)));
    advance(p.rows, 16);
  });
  f.store(p.out, acrossLanes(lanes, i32x4.extractLane, i32.add));
});

/** `out[width] = row[width] * scale + position[width]`, the row of 8 bits. `width` is a multiple of 4. */
const embed = kernel('row scale:f32 position width out', (f, p) => {
  f.times([p.width, 4], [p.position, p.out], () => {
    const words = i32x4.extendLowI16x8S(i16x8.extendLowI8x16S(v128.load32Zero(p.row)));
    const scaled = f32x4.mul(f32x4.convertI32x4S(words), f32x4.splat(p.scale));
    f.store(p.out, f32x4.add(scaled, v128.load(p.position)));
    advance(p.row, 4);
  });
});

/** Kernels take addresses in bytes and strides in bytes; counts of rows, columns and numbers are at least 1. */
export const matrixKernels = (arithmetic: Arithmetic) => ({
  multiply: multiply(arithmetic),
  quantise: quantise(arithmetic),
  pack: pack(arithmetic),
  split,
  countUnsafe,
  embed,
});

/** Joins the four lanes of a vector. */
export function acrossLanes<T extends 'i32' | 'f32'>(
  vector: Local<'v128'>,
  lane: (vector: Value<'v128'>, index: number) => Value<T>,
  join: (one: Value<T>, other: Value<T>) => Value<T>,
): Value<T> {
  return join(join(lane(vector, 0), lane(vector, 1)), join(lane(vector, 2), lane(vector, 3)));
}

export const largestLane = (vector: Local<'v128'>): Value<'f32'> => acrossLanes(vector, f32x4.extractLane, f32.max);
