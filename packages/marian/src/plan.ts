import type { Kernels } from './kernels.ts';
import { panelBytes } from './matrix-kernels.ts';
import { floatsOf, type ModelItem } from './model-file.ts';
import type { Arithmetic } from './probe.ts';
import { UnusableModel } from './unusable-model.ts';
import type { WasmMemory } from './web-assembly.ts';

export type Product = {
  readonly weights: number;
  readonly columns: number;
  /** Multiplier of activations before rounding; 0 if each row has a separate multiplier. */
  readonly multiplier: number;
};

/** Products of one input, with their results side by side. */
export type Linear = { readonly width: number; readonly columns: number; readonly products: readonly Product[] };

/** A matrix as 8-bit rows, one for each piece; a number times `scale` is a weight. */
export type Rows = { readonly rows: number; readonly pieces: number; readonly scale: number };

/** Input width and output columns of a matrix. The file stores an embedding as one row for each column. */
export type Shape = { readonly width: number; readonly columns?: number | undefined; readonly isEmbedding?: boolean };

/** 8-bit weights, column by column; a number times `scale` is a weight. */
type Matrix = { readonly columns: number; readonly scale: number; readonly weights: () => Int8Array };

/** `staging` is the address of space that may be overwritten, `rests` that of the addresses for `Kernels.split`. */
type Machine = {
  readonly memory: WasmMemory;
  readonly kernels: Kernels;
  readonly staging: number;
  readonly rests: number;
};

/** Widest layer: sums of its products fit 32 bits with room to spare. */
const columnsMax = 16_384;
export const upToEight = (count: number): number => (count + 7) & ~7;

/**
 * Where the weights of a model lie in memory. Everything is checked and laid out before it is written.
 *
 * Methods throw `UnusableModel` if the file lacks the requested weights, or has them in another form.
 */
export class Plan {
  /** Items that are not used yet. */
  readonly #items: Map<string, ModelItem>;
  readonly #steps: ((machine: Machine) => void)[] = [];
  readonly #arithmetic: Arithmetic;
  /** Bytes of memory up to the end of the layout. The address 0 is never used. */
  bytes = 64;
  /** Bytes of staging that `write` needs. */
  stagingBytes = 0;
  /** Bytes of all panels. */
  panelBytes = 0;

  constructor(items: ReadonlyMap<string, ModelItem>, arithmetic: Arithmetic) {
    this.#items = new Map(items);
    this.#arithmetic = arithmetic;
  }

  write(machine: Machine): void {
    for (const step of this.#steps) step(machine);
  }

  has(name: string): boolean {
    return this.#items.has(name);
  }

  refuseUnused(): void {
    for (const name of this.#items.keys()) throw new UnusableModel(`the model has weights of unknown use: ${name}`);
  }

  /** Lays out f32 numbers, which are computed when they are written. */
  floats(count: number, values: () => Float32Array): number {
    return this.#place(4 * count, ({ memory }, address) =>
      new Float32Array(memory.buffer, address, count).set(values()),
    );
  }

  /** The numbers of a vector, with `padding` up to a multiple of 8 of them. */
  vector(name: string, count: number, padding = 0): number {
    const item = this.#take(name);
    const size = item.shape.reduce((product, length) => product * length, 1);
    if (item.type !== 'float32' || size !== count) throw unknownForm(name);
    return this.floats(upToEight(count), () => {
      const values = new Float32Array(upToEight(count)).fill(padding, count);
      values.set(floatsOf(item));
      return values;
    });
  }

  /** One number above zero, or undefined if the file does not have it. Some files hold it with 8 bits. */
  scalar(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const item = this.#take(name);
    const [first = 0] = item.type === 'float32' ? floatsOf(item) : integersOf(item);
    const value = Math.fround(first / (item.multiplier ?? 1));
    if (value > 0 && value < Infinity) return value;
    throw new UnusableModel(`the model has no usable number ${name}`);
  }

  /**
   * Matrices of one input with their biases. Those for which activations are rounded in the same way are joined.
   *
   * @param shape any multiple of 16 columns if they are undefined
   */
  linear(names: readonly { readonly name: string; readonly bias?: string }[], shape: Shape): Linear {
    const { width } = shape;
    const products: Product[] = [];
    // All biases first, so that the panels lie one after the other.
    const parts = names.map(({ name, bias }) => {
      const matrix = this.#matrix(name, shape);
      const { columns } = matrix;
      const biases =
        bias === undefined ? this.floats(columns, () => new Float32Array(columns)) : this.vector(bias, columns);
      return { ...matrix, biases, width, multiplier: this.scalar(`${name}_QuantMultA`) ?? 0 };
    });
    for (const { weights, ...packing } of parts) {
      const { columns, multiplier } = packing;
      this.stagingBytes = Math.max(this.stagingBytes, columns * (width + 4));
      const product = this.panels(packing, ({ memory, staging }) => {
        const rows = staging + 4 * columns;
        new Int8Array(memory.buffer, rows, width * columns).set(weights());
        return rows;
      });
      const last = products.at(-1);
      if (last?.multiplier !== multiplier) products.push(product);
      else products[products.length - 1] = { ...last, columns: last.columns + columns };
    }
    return { width, columns: products.reduce((sum, { columns }) => sum + columns, 0), products };
  }

  /** A matrix in panels, from the rows at the address that `rowsAt` returns. */
  panels(matrix: Packing, rowsAt: (machine: Machine) => number): Product {
    const { columns, width, scale, multiplier, biases } = matrix;
    const bytes = (columns / 8) * panelBytes(width, this.#arithmetic);
    this.panelBytes += bytes;
    const weights = this.#place(bytes, (machine, address) => {
      const { memory, kernels, staging, rests } = machine;
      const list = new Int32Array(memory.buffer, staging, columns);
      for (let column = 0; column < columns; column++) list[column] = column;
      const rows = rowsAt(machine);
      kernels.pack(rows, width, staging, columns, scale / (multiplier || 1), biases, address);
      if (this.#arithmetic === 'pairs') kernels.split(address, width, columns / 8, rests);
    });
    return { weights, columns, multiplier };
  }

  /** A matrix as 8-bit rows, with rows of zeros up to a multiple of 8. */
  rows(name: string, shape: Shape): Rows {
    const { columns, scale, weights } = this.#matrix(name, shape);
    const size = shape.width * upToEight(columns);
    const rows = this.#place(size, ({ memory }, address) => new Int8Array(memory.buffer, address, size).set(weights()));
    this.stagingBytes = Math.max(this.stagingBytes, 4 * upToEight(columns));
    return { rows, pieces: columns, scale };
  }

  #take(name: string): ModelItem {
    const item = this.#items.get(name);
    if (item === undefined) throw new UnusableModel(`the model has no weights ${name}`);
    this.#items.delete(name);
    return item;
  }

  #matrix(name: string, { width, columns, isEmbedding = false }: Shape): Matrix {
    const item = this.#take(name);
    const [actualWidth, actual = 0, ...others] = isEmbedding ? item.shape.toReversed() : item.shape;
    const isMatch =
      columns === undefined ? isEmbedding || (actual % 16 === 0 && actual <= columnsMax) : actual === columns;
    if (others.length > 0 || actualWidth !== width || !isMatch) throw unknownForm(name);
    if (item.type === 'float32') return roundedWeights(item, { width, columns: actual, isEmbedding });
    // Marian stores the integers of a layer transposed, so they are in the same order as those of an embedding.
    return { columns: actual, scale: Math.fround(1 / (item.multiplier ?? 1)), weights: () => integersOf(item) };
  }

  /** Reserves memory for a later write. Returns its address. */
  #place(bytes: number, write: (machine: Machine, address: number) => void): number {
    const address = this.bytes;
    // Panels that are laid out one after the other must be one matrix, and their size is a multiple of 32.
    this.bytes += Math.ceil(bytes / 32) * 32;
    this.#steps.push((machine) => write(machine, address));
    return address;
  }
}

type Packing = Omit<Matrix, 'weights'> & Omit<Product, 'weights'> & { readonly width: number; readonly biases: number };

const unknownForm = (name: string): UnusableModel => new UnusableModel(`the model has ${name} in an unknown form`);

const integersOf = ({ data }: ModelItem): Int8Array => new Int8Array(data.buffer, data.byteOffset, data.byteLength);

/** Rounds f32 weights to integers of at most 127. */
function roundedWeights(item: ModelItem, { width, columns = 0, isEmbedding }: Shape): Matrix {
  const numbers = floatsOf(item);
  const largest = numbers.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-30);
  const [columnStep, step] = isEmbedding ? [width, 1] : [1, columns];
  const weightAt = (index: number): number =>
    numbers[Math.floor(index / width) * columnStep + (index % width) * step] as number;
  const weights = (): Int8Array =>
    Int8Array.from({ length: width * columns }, (_, index) => Math.round((weightAt(index) * 127) / largest));
  return { columns, scale: Math.fround(largest / 127), weights };
}
