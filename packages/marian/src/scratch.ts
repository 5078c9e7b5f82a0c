import { activationBytes, panelBytes } from './matrix-kernels.ts';
import type { Arithmetic } from './probe.ts';
import type { Network } from './weights.ts';

/** Rows of the decoder that are computed together. More are hardly faster, and take more memory. */
const rowsMax = 24;
/** Pieces of sources that are encoded together, unless one sentence has more. */
const encodedTogether = 256;

/** What the scratch space for some sentences depends on. */
export type Load = {
  /** Pieces of the source, `</s>` included. */
  readonly length: number;
  /** Pieces to choose from; 0 for a model without a shortlist. */
  readonly candidates: number;
};

/** Addresses of what the layers work on. */
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
  { network, arithmetic }: { readonly network: Network; readonly arithmetic: Arithmetic },
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
    /** Rows of the decoder that there is room for. */
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
    /** For each layer of the decoder what it attends to of each sentence. */
    contexts: network.decoder.map((): readonly Context[] => {
      // Values of sentences that follow each other are written by one product, so they lie side by side.
      const values = batch.map(({ length }) => take(4 * width * length));
      return batch.map(({ length }, index) => {
        const keys = take(4 * width * paddedLength(length));
        return { keys, values: values[index] as number, stride: 4 * width, length };
      });
    }),
    /** For each sentence the weights of its candidates. */
    panels: batch.map((load) => take((load.candidates / 8) * panelBytes(width))),
    end: next,
  };
}
