import type { Kernels } from './kernels.ts';
import { startKernels } from './kernels.ts';
import { type Buffers, type Context, Layers, type Load, placeBuffers } from './layers.ts';
import { activationBytes } from './matrix-kernels.ts';
import type { Product } from './plan.ts';
import type { Candidates } from './shortlist.ts';
import { type Network, type PackedModel, positionsMax } from './weights.ts';

export type TranslateOptions = {
  /** Most pieces of a translation, `</s>` included, for each piece of its source; 2 by default. Ends endless repetition. */
  readonly lengthFactor?: number;
  readonly hasScores?: boolean;
  readonly hasAlignments?: boolean;
  /** Called about a hundred times a second; the translation ends with `Abandoned` when it returns true. */
  readonly isAbandoned?: () => boolean;
};

/** Has candidates if the model has a shortlist. */
export type PieceOptions = TranslateOptions & { readonly candidates?: Candidates | undefined };

export type PieceTranslation = {
  readonly pieces: Int32Array;
  /** False if the length limit ended the translation. */
  readonly isComplete: boolean;
  /** Log-probability of each piece, and of `</s>` if the translation is complete; empty unless requested. */
  readonly scores: Float32Array;
  /** Attention of each piece to each source piece, `[pieces, source]`, each row sums to 1; empty unless requested. */
  readonly alignment: Float32Array;
};

/** A translation that ended because `isAbandoned` returned true. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Sentences that are encoded before the first of them is decoded. */
const batchMax = 128;

/** A sentence and its target so far. */
type Job = Load & {
  readonly source: Int32Array;
  /** Pieces to choose from; undefined for all. */
  readonly listed: Int32Array | undefined;
  /** Pieces of the longest target, `</s>` included. */
  readonly limit: number;
  /** Its index in the batch, which selects its buffers. */
  place: number;
  readonly pieces: number[];
  readonly scores: number[];
  /** Attention of each piece, and of `</s>`, to each of the source. */
  readonly attention: number[];
  isComplete: boolean;
};

/**
 * Translates sequences of piece ids greedily, in one slot of a model's scratch space.
 *
 * A result depends only on its sentence, to the bit: sums of products are exact, and everything else is computed
 * separately for each row, in the same order. So sentences of all lengths share products without padding.
 */
export class PieceTranslator {
  readonly #model: PackedModel;
  readonly #network: Network;
  readonly #kernels: Kernels;
  /** Ids of the special pieces. */
  readonly #special: { readonly end: number; readonly unknown: number };
  readonly #start: number;
  readonly #floats: Float32Array;
  readonly #integers: Int32Array;

  /** @throws RangeError if the model has no such slot */
  constructor(model: PackedModel, slot: number, special: { end: number; unknown: number }) {
    const { memory, module, network, scratch } = model;
    if (!(Number.isInteger(slot) && slot >= 0 && slot < scratch.slots)) {
      throw new RangeError(`the model has ${scratch.slots} slots; there is no slot ${slot}`);
    }
    this.#model = model;
    this.#network = network;
    this.#kernels = startKernels(module, memory);
    this.#special = special;
    this.#start = scratch.start + slot * scratch.bytes;
    this.#floats = new Float32Array(memory.buffer);
    this.#integers = new Int32Array(memory.buffer);
  }

  /** Bytes of scratch space to translate sentences together; the longest source comes first. */
  scratchBytesFor(...batch: readonly Load[]): number {
    return placeBuffers(0, batch, this.#model).end;
  }

  /**
   * @param sources piece ids, with `</s>` at the end of each source
   * @throws RangeError before anything is translated, if a source is too long
   * @throws Abandoned
   */
  translate(sources: readonly Int32Array[], options: PieceOptions): readonly PieceTranslation[] {
    const jobs = sources.map((source) => this.#jobOf(source, options));
    // Sources of similar length have translations that end at about the same step.
    const sorted = jobs.toSorted((a, b) => b.length - a.length);
    const fit = (batch: readonly Job[]): boolean =>
      batch.length <= batchMax && this.scratchBytesFor(...batch) <= this.#model.scratch.bytes;
    for (const batch of inGroups(sorted, fit)) {
      const buffers = placeBuffers(this.#start, batch, this.#model);
      for (const [place, job] of batch.entries()) job.place = place;
      const layers = new Layers(this.#kernels, this.#network, buffers);
      this.#encode(batch, layers, options);
      this.#decode(batch, layers, options);
    }
    return jobs.map(resultOf);
  }

  #jobOf(source: Int32Array, { candidates, lengthFactor = 2 }: PieceOptions): Job {
    const { length } = source;
    if (length > positionsMax) throw new RangeError(`a sentence must have 1 to ${positionsMax} pieces`);
    const listed = this.#network.choice.all === undefined ? candidates?.(source) : undefined;
    const load = { length, candidates: listed?.length ?? 0 };
    const needed = this.scratchBytesFor(load);
    const { bytes } = this.#model.scratch;
    if (needed > bytes) throw new RangeError(`a sentence needs ${needed} bytes of scratch space; a slot has ${bytes}`);
    const limit = Math.max(1, Math.min(Math.floor(lengthFactor * length), positionsMax));
    return { ...load, source, listed, limit, place: 0, pieces: [], scores: [], attention: [], isComplete: false };
  }

  /** Encodes the sources, and writes the decoder's input. */
  #encode(batch: readonly Job[], layers: Layers, options: PieceOptions): void {
    const { source, encoder, decoder } = this.#network;
    const piecesOf = (group: readonly Job[]): number => group.reduce((sum, { length }) => sum + length, 0);
    for (const jobs of inGroups(batch, (group) => piecesOf(group) <= layers.buffers.encoded)) {
      let rows = 0;
      for (const { source: pieces, length } of jobs) {
        for (const [position, piece] of pieces.entries()) layers.embed(rows + position, source, { piece, position });
        rows += length;
      }
      const lengths = jobs.map(({ length }) => length);
      for (const layer of encoder) {
        refuseAbandoned(options);
        layers.encode(layer, lengths, rows);
      }
      for (const [index, layer] of decoder.entries()) {
        layers.keepContexts(layer, contextsOf(jobs, index, layers), rows);
      }
    }
    for (const job of batch) this.#packCandidates(job, layers.buffers);
  }

  #packCandidates({ listed, place }: Job, { logits: list, panels, rests }: Buffers): void {
    if (listed === undefined) return;
    const { width, choice } = this.#network;
    const { rows, biases, scale, multiplier } = choice;
    this.#integers.set(listed, list / 4);
    const to = panels[place] as number;
    this.#kernels.pack(rows, width, list, listed.length, scale / (multiplier || 1), biases, to);
    if (this.#model.arithmetic !== 'pairs') return;
    const { start, bytes } = rests[place] as { start: number; bytes: number };
    this.#integers.set([start + 8, start + bytes], start / 4);
    this.#kernels.split(to, width, listed.length / 8, start);
  }

  /** Decodes all targets of a batch. The next waiting sentence takes the row of a sentence that ended. */
  #decode(batch: readonly Job[], layers: Layers, options: PieceOptions): void {
    const { buffers } = layers;
    const waiting = batch.values();
    const rows: Job[] = [];
    const begin = (row: number): boolean => {
      const { value: job, done } = waiting.next();
      if (done) return false;
      rows[row] = job;
      for (const state of buffers.states) this.#floats.fill(0, at(state, row), at(state, row + 1));
      return true;
    };
    const at = (state: number, row: number): number => state / 4 + row * this.#network.width;
    while (rows.length < buffers.rows) begin(rows.length);
    while (rows.length > 0) {
      refuseAbandoned(options);
      this.#step(rows, layers, options);
      for (let row = rows.length - 1; row >= 0; row--) {
        const job = rows[row] as Job;
        if (!job.isComplete && job.pieces.length < job.limit) continue;
        if (begin(row)) continue;
        const last = rows.length - 1;
        rows[row] = rows[last] as Job;
        for (const state of buffers.states) {
          this.#floats.copyWithin(at(state, row), at(state, last), at(state, last + 1));
        }
        rows.pop();
      }
    }
  }

  #step(rows: readonly Job[], layers: Layers, options: PieceOptions): void {
    const { target, decoder, alignmentLayer } = this.#network;
    const { attention } = layers.buffers;
    for (const [row, { pieces }] of rows.entries()) {
      layers.embed(row, target, { piece: pieces.at(-1), position: pieces.length });
    }
    const keepAttention = (row: number): void => {
      const { attention: kept, length } = rows[row] as Job;
      kept.push(...this.#floats.subarray(attention / 4, attention / 4 + length));
    };
    for (const index of decoder.keys()) {
      const isKept = options.hasAlignments === true && index === alignmentLayer;
      layers.decode(index, contextsOf(rows, index, layers), isKept ? keepAttention : undefined);
    }
    this.#choose(rows, layers.buffers, options);
  }

  #choose(rows: readonly Job[], buffers: Buffers, { hasScores = false }: PieceOptions): void {
    const { width, choice } = this.#network;
    const { x, logits, activations, rowScales, result } = buffers;
    this.#kernels.quantise(x, -Infinity, choice.multiplier, rows.length, width, activations, rowScales);
    const multiply = (row: number, count: number, { weights, columns }: Omit<Product, 'multiplier'>): void => {
      const from = activations + row * width * activationBytes(this.#model.arithmetic);
      this.#kernels.multiply(from, rowScales + 4 * row, count, weights, width, columns, logits, 4 * columns);
    };
    if (choice.all !== undefined) multiply(0, rows.length, choice.all);
    for (const [row, job] of rows.entries()) {
      const own = { weights: buffers.panels[job.place] as number, columns: job.candidates };
      if (choice.all === undefined) multiply(row, 1, own);
      const { columns: count } = choice.all ?? own;
      const address = choice.all === undefined ? logits : logits + 4 * row * count;
      this.#chooseFrom(job, { address, count, result }, hasScores);
    }
  }

  /** Adds to a target the piece with the largest logit. */
  #chooseFrom(
    job: Job,
    { address, count, result }: { address: number; count: number; result: number },
    hasScores: boolean,
  ): void {
    const { unknown, end } = this.#special;
    const hidden = job.listed?.indexOf(unknown) ?? unknown;
    const numbers = this.#floats.subarray(address / 4, address / 4 + count);
    const hiddenLogit = numbers[hidden];
    if (hiddenLogit !== undefined) numbers[hidden] = -Infinity;
    this.#kernels.findLargest(address, count, result);
    const index = this.#integers[result / 4] as number;
    // Weights of a damaged model may overflow, and then no logit is a number.
    const isNumber = (numbers[index] ?? -Infinity) > -Infinity;
    const piece = isNumber ? (job.listed?.[index] ?? index) : end;
    if (hasScores) {
      // Marian counts the unknown piece among the candidates.
      if (hiddenLogit !== undefined) numbers[hidden] = hiddenLogit;
      this.#kernels.sumExponentials(address, count, numbers[index] ?? 0, result);
      job.scores.push(-Math.log(this.#floats[result / 4] as number));
    }
    if (piece === end) job.isComplete = true;
    else job.pieces.push(piece);
  }
}

const resultOf = ({ pieces, isComplete, scores, attention, length }: Job): PieceTranslation => ({
  pieces: Int32Array.from(pieces),
  isComplete,
  scores: Float32Array.from(scores),
  alignment: Float32Array.from(attention.slice(0, pieces.length * length)),
});

const contextsOf = (jobs: readonly Job[], layer: number, { buffers }: Layers): readonly Context[] =>
  jobs.map(({ place }) => buffers.contexts[layer]?.[place] as Context);

/** Yields groups of jobs, in order, that fit together; at least one job each. */
function* inGroups(jobs: readonly Job[], fit: (group: readonly Job[]) => boolean): Generator<readonly Job[]> {
  for (let start = 0, end = 1; start < jobs.length; start = end++) {
    while (end < jobs.length && fit(jobs.slice(start, end + 1))) end++;
    yield jobs.slice(start, end);
  }
}

function refuseAbandoned({ isAbandoned }: PieceOptions): void {
  if (isAbandoned?.() === true) throw new Abandoned('the translation was abandoned');
}
