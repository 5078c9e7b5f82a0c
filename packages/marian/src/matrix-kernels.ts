/**
 * Products of 8-bit matrices, and the forms that their operands have in memory.
 *
 * A weight matrix `[width, columns]` lies in panels of 8 columns. A panel holds `width / 4` groups of 32 bytes, each
 * with four weights of each of its columns, and then for each column a correction (i32), a scale (f32) and a bias
 * (f32). So one load of 16 bytes meets four activations, repeated four times, in one instruction, and no sum across
 * lanes is needed.
 */
import { f32, f32x4, i8x16, i16x8, i32, i32x4, type Local, type ModuleWriter, type Value, v128 } from './assembler.ts';
import type { Arithmetic } from './probe.ts';
import { signatures } from './signatures.ts';

/** Bytes of one panel of 8 columns. */
export const panelBytes = (width: number): number => width * 8 + 96;
/** Bytes of one activation. */
export const activationBytes = (arithmetic: Arithmetic): number => (arithmetic === 'unsigned' ? 1 : 2);
/** What is added to an activation so that it is never negative. The corrections of the columns take it away again. */
const shift = 127;

/**
 * How a product is cut into tiles, each computed with all of its sums in registers. A half panel has four columns.
 *
 * - `halves`: half panels in a tile, by its rows. Two sums for each unit that multiplies would wait for each other, so
 *   there are as many as fit, some twelve. Measured on x86; other numbers are correct but slower.
 * - `blocks`: half panels in a block of columns, the widest first. All rows pass through a block while it is cached.
 */
const tilings: Readonly<Record<Arithmetic, Tiling>> = {
  unsigned: { halves: [0, 12, 6, 4, 0, 2, 2], blocks: [12, 8, 4, 2], keptFrom: 5 },
  wide: { halves: [0, 4, 2, 1, 1, 1, 1], blocks: [4, 2], keptFrom: 2 },
};

type Tiling = {
  readonly halves: readonly number[];
  readonly blocks: readonly number[];
  /** Tiles of so many rows load their weights once, into registers. */
  readonly keptFrom: number;
};

export function defineMatrixKernels(module: ModuleWriter, arithmetic: Arithmetic): void {
  defineMultiply(module, arithmetic);
  defineQuantise(module, arithmetic);
  definePack(module);
  defineEmbed(module);
}

type Tile = { readonly rows: number; readonly halves: number };

/** The product of some rows of activations with some half panels. */
function defineTile(module: ModuleWriter, arithmetic: Arithmetic, tile: Tile): number {
  const isWide = arithmetic === 'wide';
  return module.define(
    `tile ${tile.rows} ${tile.halves}`,
    'activations rowBytes weights panelBytes scales out stride',
    (f, p) => {
      const { end, scale } = { ...f.locals('i32', 'end'), ...f.locals('v128', 'scale') };
      end.set(i32.add(p.activations, p.rowBytes));
      // With wide arithmetic a vector of sums is of two columns, so a half panel takes two.
      const vectors = tile.halves * (isWide ? 2 : 1);
      const rows = f.array('i32', tile.rows).map((at) => ({ at, sums: f.array('v128', vectors) }));
      const panels = f.array('i32', Math.ceil(tile.halves / 2));
      for (const { at } of rows) {
        at.set(p.activations);
        p.activations.advance(p.rowBytes);
      }
      for (const panel of panels) {
        panel.set(p.weights);
        p.weights.advance(p.panelBytes);
      }
      const kept = tile.rows < tilings[arithmetic].keptFrom ? [] : f.array('v128', vectors);
      const code = { rows, panels, kept, activations: f.local('v128') };
      const groupsAtOnce = 4;
      f.doWhile(() => {
        for (let group = 0; group < groupsAtOnce; group++) addProducts(code, isWide, group);
        for (const panel of panels) panel.advance(32 * groupsAtOnce);
        for (const { at } of rows) at.advance(4 * groupsAtOnce * activationBytes(arithmetic));
        return i32.ltU(nth(rows, 0).at, end);
      });
      // The pointers to the panels are now at what follows the weights.
      for (const [row, { sums }] of rows.entries()) {
        scale.set(v128.load32Splat(p.scales, 4 * row));
        for (let half = 0; half < tile.halves; half++) {
          const beside = (offset: number): Value<'v128'> => v128.load(nth(panels, half >> 1), offset + 16 * (half & 1));
          const sum = isWide
            ? pairSums(nth(sums, 2 * half), nth(sums, 2 * half + 1))
            : i32x4.add(nth(sums, half), beside(0));
          const product = f32x4.mul(f32x4.mul(f32x4.convertI32x4S(sum), beside(32)), scale);
          f.storeV128(p.out, f32x4.add(product, beside(64)), 16 * half);
        }
        p.out.advance(p.stride);
      }
    },
  );
}

type TileCode = {
  readonly rows: readonly { readonly at: Local<'i32'>; readonly sums: readonly Local<'v128'>[] }[];
  readonly panels: readonly Local<'i32'>[];
  /** Registers for the weights of a group, if they are not to be loaded for each row. */
  readonly kept: readonly Local<'v128'>[];
  readonly activations: Local<'v128'>;
};

/**
 * Writes code that adds the products of a group of four activations to the sums. With wide arithmetic four activations of
 * 16 bits, twice, meet four weights of two columns, and each lane sums two products.
 */
function addProducts(tile: TileCode, isWide: boolean, group: number): void {
  const weights = (vector: number): Value<'v128'> =>
    isWide
      ? v128.load8x8S(nth(tile.panels, vector >> 2), 32 * group + 8 * (vector & 3))
      : v128.load(nth(tile.panels, vector >> 1), 32 * group + 16 * (vector & 1));
  for (const [vector, register] of tile.kept.entries()) register.set(weights(vector));
  const { activations } = tile;
  for (const { at, sums } of tile.rows) {
    activations.set(isWide ? v128.load64Splat(at, 8 * group) : v128.load32Splat(at, 4 * group));
    for (const [vector, sum] of sums.entries()) {
      const factor = tile.kept[vector] ?? weights(vector);
      const wideSum = (): Value<'v128'> => i32x4.add(sum, i32x4.dotI16x8(factor, activations));
      sum.set(isWide ? wideSum() : i32x4.relaxedDotI8x16I7x16Add(factor, activations, sum));
    }
  }
}

const nth = <Item>(items: readonly Item[], index: number): Item => items[index] as Item;

/** The sums of four columns, from two vectors that each hold two halves of the sums of two columns. */
function pairSums(low: Value<'v128'>, high: Value<'v128'>): Value<'v128'> {
  const words = (...lanes: readonly number[]): readonly number[] =>
    lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte));
  return i32x4.add(i8x16.shuffle(low, high, words(0, 2, 4, 6)), i8x16.shuffle(low, high, words(1, 3, 5, 7)));
}

/** `out[rows, columns] = activations[rows, width] · weights * scales[rows] + bias`, by blocks of columns. */
function defineMultiply(module: ModuleWriter, arithmetic: Arithmetic): void {
  const tiling = tilings[arithmetic];
  const tiles = new Map<string, number>();
  /** The tile with most columns that fill a block of so many half panels evenly. */
  const tileOf = (rows: number, blockHalves: number): Tile => {
    let halves = Math.min(nth(tiling.halves, rows), blockHalves);
    while (blockHalves % halves !== 0) halves--;
    return { rows, halves };
  };
  const rowCounts = tiling.halves.flatMap((halves, rows) => (halves === 0 ? [] : [rows])).toReversed();
  for (const tile of rowCounts.flatMap((rows) => tiling.blocks.map((block) => tileOf(rows, block)))) {
    const key = `${tile.rows} ${tile.halves}`;
    if (!tiles.has(key)) tiles.set(key, defineTile(module, arithmetic, tile));
  }
  module.define('multiply', signatures.multiply, (f, p) => {
    const { row, scale, target } = f.locals('i32', 'row scale target');
    const { left, rowBytes, panel } = f.locals('i32', 'left rowBytes panel');
    rowBytes.set(i32.mul(p.width, activationBytes(arithmetic)));
    panel.set(i32.add(i32.mul(p.width, 8), 96));
    for (const blockHalves of tiling.blocks) {
      // Two blocks of 32 columns are faster than one of 48 and one of 16.
      const fits = i32.ltU(4 * blockHalves - 1, p.columns);
      f.while(blockHalves === 12 ? i32.and(fits, i32.ne(p.columns, 64)) : fits, () => {
        row.set(p.activations);
        scale.set(p.scales);
        target.set(p.out);
        left.set(p.rows);
        for (const rows of rowCounts) {
          const { halves } = tileOf(rows, blockHalves);
          f.while(i32.ltU(rows - 1, left), () => {
            for (let half = 0; half < blockHalves; half += halves) {
              const weights = i32.add(i32.add(p.weights, i32.mul(panel, half >> 1)), 16 * (half & 1));
              const tile = tiles.get(`${rows} ${halves}`) as number;
              f.call(tile, row, rowBytes, weights, panel, scale, i32.add(target, 16 * half), p.stride);
            }
            row.advance(i32.mul(rowBytes, rows));
            scale.advance(4 * rows);
            target.advance(i32.mul(p.stride, rows));
            left.advance(-rows);
          });
        }
        p.weights.advance(i32.mul(panel, blockHalves / 2));
        p.out.advance(16 * blockHalves);
        p.columns.advance(-4 * blockHalves);
      });
    }
  });
}

/**
 * Rounds rows to -127..127, ties to even, after multiplication by `multiplier`; or each row so that its largest number
 * becomes 127 if that is 0. Writes for each row the scale that its products need because of that.
 *
 * Numbers below `floor` become `floor` first: 0 is a rectifier, minus infinity does nothing.
 */
function defineQuantise(module: ModuleWriter, arithmetic: Arithmetic): void {
  module.define('quantise', signatures.quantise, (f, p) => {
    const { floor, largest, multiplier } = f.locals('v128', 'floor largest multiplier');
    const { factor, scale } = f.locals('f32', 'factor scale');
    const { at } = f.locals('i32', 'at');
    floor.set(f32x4.splat(p.floor));
    const numbers = (offset: number): Value<'v128'> => f32x4.pmax(floor, v128.load(at, offset));
    const rounded = (offset: number): Value<'v128'> =>
      i32x4.truncSatF32x4S(f32x4.nearest(f32x4.mul(numbers(offset), multiplier)));
    f.times(p.rows, 1, () => {
      factor.set(p.multiplier);
      scale.set(1);
      f.if(f32.eq(factor, 0), () => {
        // A row of zeros needs some scale as well.
        largest.set(f32x4.const(1e-30));
        at.set(p.input);
        f.times(p.width, 4, () => {
          largest.set(f32x4.pmax(largest, f32x4.abs(numbers(0))));
          at.advance(16);
        });
        scale.set(f32.div(largestLane(largest), 127));
        factor.set(f32.div(127, largestLane(largest)));
      });
      f.storeF32(p.scales, scale);
      p.scales.advance(4);
      multiplier.set(f32x4.splat(factor));
      at.set(p.input);
      f.times(p.width, 16, () => {
        const low = i16x8.narrowI32x4S(rounded(0), rounded(16));
        const high = i16x8.narrowI32x4S(rounded(32), rounded(48));
        if (arithmetic === 'unsigned') {
          const bytes = i8x16.maxS(i8x16.narrowI16x8S(low, high), i8x16.const(-shift));
          f.storeV128(p.out, i8x16.add(bytes, i8x16.const(shift)));
        } else {
          const limited = (words: Value<'v128'>): Value<'v128'> =>
            i16x8.maxS(i16x8.minS(words, i16x8.const(127)), i16x8.const(-127));
          f.storeV128(p.out, limited(low));
          f.storeV128(p.out, limited(high), 16);
        }
        at.advance(64);
        p.out.advance(16 * activationBytes(arithmetic));
      });
      p.input.set(at);
    });
  });
}

export function largestLane(vector: Local<'v128'>): Value<'f32'> {
  const lane = (index: number): Value<'f32'> => f32x4.extractLane(vector, index);
  return f32.max(f32.max(lane(0), lane(1)), f32.max(lane(2), lane(3)));
}

/** Copies columns, which lie as rows of `width` bytes, into panels: those that `list` names by their numbers. */
function definePack(module: ModuleWriter): void {
  module.define('pack', signatures.pack, (f, p) => {
    const { column, from, to } = f.locals('i32', 'column from to');
    const { sums } = f.locals('v128', 'sums');
    f.times(p.count, 1, () => {
      from.set(i32.add(p.rows, i32.mul(i32.load(p.list), p.width)));
      to.set(i32.add(p.out, column));
      sums.set(v128.zero);
      f.times(p.width, 16, () => {
        const pairs = i16x8.extaddPairwiseI8x16S(v128.load(from));
        sums.set(i32x4.add(sums, i32x4.extaddPairwiseI16x8S(pairs)));
        for (const group of [0, 1, 2, 3]) f.storeI32(to, i32.load(from, 4 * group), 32 * group);
        from.advance(16);
        to.advance(128);
      });
      const lane = (index: number): Value<'i32'> => i32x4.extractLane(sums, index);
      const sum = i32.add(i32.add(lane(0), lane(1)), i32.add(lane(2), lane(3)));
      f.storeI32(to, i32.mul(sum, -shift));
      f.storeF32(to, p.scale, 32);
      f.storeF32(to, f32.load(i32.add(p.biases, i32.mul(i32.load(p.list), 4))), 64);
      p.list.advance(4);
      column.advance(4);
      f.if(i32.eqz(i32.and(column, 31)), () => {
        column.set(0);
        p.out.advance(i32.add(i32.mul(p.width, 8), 96));
      });
    });
  });
}

/** `out[width] = row[width] * scale + position[width]`, the row of 8 bits. */
function defineEmbed(module: ModuleWriter): void {
  module.define('embed', signatures.embed, (f, p) => {
    f.times(p.width, 4, () => {
      const words = i32x4.extendLowI16x8S(i16x8.extendLowI8x16S(v128.load32Zero(p.row)));
      const scaled = f32x4.mul(f32x4.convertI32x4S(words), f32x4.splat(p.scale));
      f.storeV128(p.out, f32x4.add(scaled, v128.load(p.position)));
      p.row.advance(4);
      for (const pointer of [p.position, p.out]) pointer.advance(16);
    });
  });
}
