import type { Kernels } from './kernels.ts';
import { activationBytes, panelBytes, restBytes } from './matrix-kernels.ts';
import type { Linear, Rows } from './plan.ts';
import type { DecoderLayer, EncoderLayer, Network, Norm, PackedModel } from './weights.ts';

type Rounding = { readonly rows: number; readonly out: number; readonly floor?: number };

/** Lower bounds of the input of a product or a sum: none, or a rectifier. */
const unbounded = -Infinity;
const rectified = 0;

/** The layers of a network on the rows in `x` of the buffers. */
export class Layers {
  readonly buffers: Buffers;
  readonly #kernels: Kernels;
  readonly #network: Network;

  constructor(kernels: Kernels, network: Network, buffers: Buffers) {
    this.#kernels = kernels;
    this.#network = network;
    this.buffers = buffers;
  }

  /** Fills a row with the embedding of a piece at a position; `piece` is undefined before the first of a target. */
  embed(row: number, embedding: Rows, at: { readonly piece: number | undefined; readonly position: number }): void {
    const { width, positions } = this.#network;
    const from = embedding.rows + (at.piece ?? 0) * width;
    const scale = at.piece === undefined ? 0 : embedding.scale * Math.sqrt(width);
    const to = this.buffers.x + 4 * row * width;
    this.#kernels.embed(from, scale, positions + 4 * at.position * width, width, to);
  }

  /** @param lengths of the sentences with adjacent rows */
  encode(layer: EncoderLayer, lengths: readonly number[], rows: number): void {
    const { x, wide, attended, keys } = this.buffers;
    const { width } = this.#network;
    this.#multiply(layer.queryKeyValue, x, { rows, out: wide });
    let row = 0;
    for (const length of lengths) {
      const [queries, stride] = [wide + 12 * row * width, 12 * width];
      this.#kernels.transpose(queries + 4 * width, stride, length, width, paddedLength(length), keys);
      const context = { keys, values: queries + 8 * width, stride, length };
      this.#attend({ queries, stride, count: length }, context, attended + 4 * row * width);
      row += length;
    }
    this.#afterAttention(layer, rows);
  }

  /** Writes the keys and the values that a layer of the decoder attends to, for adjacent sentences. */
  keepContexts(layer: DecoderLayer, contexts: readonly Context[], rows: number): void {
    const { x, wide } = this.buffers;
    const { width } = this.#network;
    const [first] = contexts as readonly [Context];
    this.#multiply(layer.value, x, { rows, out: first.values });
    this.#multiply(layer.key, x, { rows, out: wide });
    let from = wide;
    for (const { keys, length } of contexts) {
      this.#kernels.transpose(from, 4 * width, length, width, paddedLength(length), keys);
      from += 4 * width * length;
    }
  }

  /**
   * @param contexts of each row
   * @param attended is called for each row when the attention buffer holds its attention
   */
  decode(index: number, contexts: readonly Context[], attended: ((row: number) => void) | undefined): void {
    const layer = this.#network.decoder[index] as DecoderLayer;
    const state = this.buffers.states[index] as number;
    const { width } = this.#network;
    const { x, wide } = this.buffers;
    const rows = contexts.length;
    this.#multiply(layer.recurrence, x, { rows, out: wide });
    this.#kernels.recur(state, wide, rows, width);
    this.#addAndNormalise(state, layer.recurrenceNorm, { rows, floor: rectified });
    this.#multiply(layer.query, x, { rows, out: wide });
    for (const [row, context] of contexts.entries()) {
      const query = { queries: wide + 4 * row * width, stride: 4 * width, count: 1 };
      this.#attend(query, context, this.buffers.attended + 4 * row * width);
      attended?.(row);
    }
    this.#afterAttention(layer, rows);
  }

  /** Rounds rows to 8 bits and multiplies them. */
  #multiply({ width, columns, products }: Linear, input: number, { rows, out, floor = unbounded }: Rounding): void {
    const { activations, rowScales } = this.buffers;
    let next = out;
    for (const product of products) {
      this.#kernels.quantise(input, floor, product.multiplier, rows, width, activations, rowScales);
      const { weights, columns: count } = product;
      this.#kernels.multiply(activations, rowScales, rows, weights, width, count, next, 4 * columns);
      next += 4 * count;
    }
  }

  #attend(query: { queries: number; stride: number; count: number }, context: Context, out: number): void {
    const { width, heads } = this.#network;
    const { keys, values, stride, length } = context;
    const [padded, headWidth] = [paddedLength(length), width / heads];
    this.#kernels.attend(
      ...[query.queries, query.stride, query.count],
      ...[keys, values, stride, length, padded],
      ...[heads, headWidth, 1 / Math.sqrt(headWidth), this.buffers.attention, out],
    );
  }

  #afterAttention(layer: EncoderLayer | DecoderLayer, rows: number): void {
    const { x, wide, attended } = this.buffers;
    this.#multiply(layer.output, attended, { rows, out: wide });
    this.#addAndNormalise(wide, layer.outputNorm, { rows });
    this.#multiply(layer.expand, x, { rows, out: wide });
    this.#multiply(layer.project, wide, { rows, out: attended, floor: rectified });
    this.#addAndNormalise(attended, layer.projectNorm, { rows });
  }

  #addAndNormalise(
    y: number,
    { gain, bias }: Norm,
    { rows, floor = unbounded }: { rows: number; floor?: number },
  ): void {
    this.#kernels.addAndNormalise(this.buffers.x, y, floor, gain, bias, rows, this.#network.width);
  }
}

/** Rows of the decoder that are computed together. More are hardly faster, and take more memory. */
const rowsMax = 24;
/** Pieces of sources that are encoded together, unless one sentence has more. */
const encodedTogether = 256;

/** Properties of a sentence that determine its scratch space. */
export type Load = {
  /** Pieces of the source, `</s>` included. */
  readonly length: number;
  /** Pieces to choose from; 0 for a model without a shortlist. */
  readonly candidates: number;
};

/** Addresses of the buffers of the layers. */
export type Buffers = ReturnType<typeof placeBuffers>;

/** Keys and values of one sentence; keys are transposed, rows of values are `stride` bytes apart. */
export type Context = {
  readonly keys: number;
  readonly values: number;
  readonly stride: number;
  readonly length: number;
};

/** Length of a row of transposed keys. */
export const paddedLength = (length: number): number => (length + 15) & ~15;

/** Lays out the buffers for a batch, the sentence with the longest source first. */
export function placeBuffers(
  start: number,
  batch: readonly Load[],
  { network, arithmetic, unsafe }: Pick<PackedModel, 'network' | 'arithmetic' | 'unsafe'>,
) {
  const { width, choice } = network;
  let next = start;
  const take = (bytes: number): number => (next = (next + bytes + 63) & ~63) - ((bytes + 63) & ~63);
  const longest = batch[0]?.length ?? 0;
  const pieces = batch.reduce((sum, { length }) => sum + length, 0);
  const rows = Math.min(batch.length, rowsMax);
  const encoded = Math.min(pieces, Math.max(longest, encodedTogether));
  const most = Math.max(rows, encoded);
  const padded = paddedLength(longest);
  const candidates = batch.reduce((largest, load) => Math.max(largest, load.candidates), 0);
  return {
    /** Capacity for rows of the decoder. */
    rows,
    /** Pieces of sources that can be encoded together. */
    encoded,
    x: take(4 * most * width),
    /** The widest result of a product. */
    wide: take(4 * most * network.widest),
    attended: take(4 * most * width),
    activations: take(most * network.widest * activationBytes(arithmetic)),
    rowScales: take(4 * most),
    keys: take(4 * width * padded),
    /** Attention of one head to each piece of a source. */
    attention: take(4 * padded),
    states: network.decoder.map(() => take(4 * rows * width)),
    logits: take(4 * (choice.all === undefined ? candidates : rows * choice.all.columns)),
    result: take(8),
    /** Keys and values of each sentence, by layer of the decoder. */
    contexts: network.decoder.map((): readonly Context[] => {
      // One product writes the values of adjacent sentences, so they are side by side.
      const values = batch.map(({ length }) => take(4 * width * length));
      return batch.map(({ length }, index) => {
        const keys = take(4 * width * paddedLength(length));
        return { keys, values: values[index] as number, stride: 4 * width, length };
      });
    }),
    /** For each sentence the weights of its candidates. */
    panels: batch.map((load) => take((load.candidates / 8) * panelBytes(width, arithmetic))),
    /** For each sentence the rests of these weights. */
    rests: batch.map((load) => {
      const bytes = 8 + restBytes * Math.min(unsafe, (load.candidates / 8) * (width / 4));
      return { start: take(bytes), bytes };
    }),
    end: next,
  };
}
