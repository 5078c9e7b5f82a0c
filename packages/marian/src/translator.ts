import type { Kernels } from './kernels.ts';
import { startKernels } from './kernels.ts';
import { Layers } from './layers.ts';
import { activationBytes } from './matrix-kernels.ts';
import { type Buffers, type Context, type Load, placeBuffers } from './scratch.ts';
import type { Candidates } from './shortlist.ts';
import { type Network, type PackedModel, positionsMax } from './weights.ts';

export type TranslateOptions = {
  /** Most pieces of a translation, `</s>` included, for each piece of its source; 2 by default. Ends endless repetition. */
  readonly lengthFactor?: number;
  readonly hasScores?: boolean;
  readonly hasAlignments?: boolean;
  /** Asked some hundred times a second; the translation ends with `Abandoned` when it returns true. */
  readonly isAbandoned?: () => boolean;
};

/** With candidates for a model with a shortlist. */
export type PieceOptions = TranslateOptions & { readonly candidates?: Candidates | undefined };

export type PieceTranslation = {
  readonly pieces: Int32Array;
  /** Whether the model ended it, and not the limit of its length. */
  readonly isComplete: boolean;
  /** Log-probability of each piece, and of `</s>` if the translation is complete; empty unless asked for. */
  readonly scores: Float32Array;
  /** Attention of each piece to each of the source, `[pieces, source]`, a sum of 1 each; empty unless asked for. */
  readonly alignment: Float32Array;
};

/** A translation that ended because `isAbandoned` returned true. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Sentences that are encoded before the first of them is decoded. */
const batchMax = 128;

/** A sentence and what is known of its target so far. */
type Job = Load & {
  readonly index: number;
  readonly source: Int32Array;
  /** Pieces to choose from; undefined for all. */
  readonly listed: Int32Array | undefined;
  /** Pieces of the longest target, `</s>` included. */
  readonly limit: number;
  contexts: readonly Context[];
  /** Weights of the listed pieces. */
  panels: number;
  readonly pieces: number[];
  readonly scores: number[];
  readonly attention: Float32Array[];
  isComplete: boolean;
};

/**
 * Translates numbers of pieces greedily, in one slot of a model's scratch space.
 *
 * A result depends on nothing but its sentence, to the bit: sums of products are exact, and everything else is computed
 * for each row by itself, in the same order. So sentences of all lengths share products without padding.
 */
export class PieceTranslator {
  readonly #model: PackedModel;
  readonly #network: Network;
  readonly #kernels: Kernels;
  /** Numbers of the pieces with a meaning of their own. */
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

  /** Bytes of scratch space that sentences need to be translated together, the one with the longest source first. */
  scratchBytesFor(...batch: readonly Load[]): number {
    return placeBuffers(0, batch, this.#model).end;
  }

  /**
   * @param sources numbers of pieces of the model, each with `</s>` at its end
   * @throws RangeError before anything is translated, if a source is too long
   * @throws Abandoned
   */
  translate(sources: readonly Int32Array[], options: PieceOptions): readonly PieceTranslation[] {
    const jobs = sources.map((source, index) => this.#jobOf(source, index, options));
    const results = new Array<PieceTranslation>(jobs.length);
    // Targets of sources of about the same length end at about the same time.
    const sorted = jobs.toSorted((a, b) => b.length - a.length || a.index - b.index);
    const fit = (batch: readonly Job[]): boolean =>
      batch.length <= batchMax && this.scratchBytesFor(...batch) <= this.#model.scratch.bytes;
    for (const batch of inGroups(sorted, fit)) {
      const buffers = placeBuffers(this.#start, batch, this.#model);
      for (const [index, job] of batch.entries()) {
        job.contexts = buffers.contexts[index] ?? [];
        job.panels = buffers.panels[index] ?? 0;
      }
      const layers = new Layers(this.#kernels, this.#network, buffers);
      this.#encode(batch, layers, options);
      this.#decode(batch, layers, options);
      for (const job of batch) results[job.index] = resultOf(job);
    }
    return results;
  }

  #jobOf(source: Int32Array, index: number, { candidates, lengthFactor = 2 }: PieceOptions): Job {
    const { length } = source;
    if (length > positionsMax) throw new RangeError(`a sentence must have 1 to ${positionsMax} pieces`);
    const listed = this.#network.choice.all === undefined ? candidates?.(source) : undefined;
    const load = { length, candidates: listed?.length ?? 0 };
    const needed = this.scratchBytesFor(load);
    const { bytes } = this.#model.scratch;
    if (needed > bytes) throw new RangeError(`a sentence needs ${needed} bytes of scratch space; a slot has ${bytes}`);
    const limit = Math.max(1, Math.min(Math.floor(lengthFactor * length), positionsMax));
    const state = { contexts: [], panels: 0, pieces: [], scores: [], attention: [], isComplete: false };
    return { ...load, index, source, listed, limit, ...state };
  }

  /** Encodes the sources, and writes what the decoder needs of them. */
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
        layers.keepContexts(layer, contextsOf(jobs, index), rows);
      }
    }
    for (const job of batch) this.#packCandidates(job, layers.buffers.logits);
  }

  #packCandidates({ listed, candidates, panels }: Job, staging: number): void {
    if (listed === undefined) return;
    const { width, choice } = this.#network;
    const { rows, biases, scale, multiplier } = choice;
    this.#integers.set(listed, staging / 4);
    this.#kernels.pack(rows, width, staging, candidates, multiplier === 0 ? scale : scale / multiplier, biases, panels);
  }

  /** Decodes all targets of a batch. A sentence that ended leaves its row to the next one. */
  #decode(batch: readonly Job[], layers: Layers, options: PieceOptions): void {
    const { buffers } = layers;
    const waiting = batch.values();
    const rows: Job[] = [];
    const begin = (row: number): boolean => {
      const { value: job, done } = waiting.next();
      if (done) return false;
      rows[row] = job;
      for (const state of buffers.states) this.#rowOf(state, row).fill(0);
      return true;
    };
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
        for (const state of buffers.states) this.#rowOf(state, row).set(this.#rowOf(state, last));
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
      const job = rows[row] as Job;
      job.attention.push(this.#floats.slice(attention / 4, attention / 4 + job.length));
    };
    for (const index of decoder.keys()) {
      const isKept = options.hasAlignments === true && index === alignmentLayer;
      layers.decode(index, contextsOf(rows, index), isKept ? keepAttention : undefined);
    }
    this.#choose(rows, layers.buffers, options);
  }

  #choose(rows: readonly Job[], buffers: Buffers, { hasScores = false }: PieceOptions): void {
    const { choice, width } = this.#network;
    const { x, logits, activations, rowScales, result } = buffers;
    const { multiplier } = choice;
    this.#kernels.quantise(x, -Infinity, multiplier, rows.length, width, activations, rowScales);
    if (choice.all !== undefined) {
      const { weights, columns } = choice.all;
      this.#kernels.multiply(activations, rowScales, rows.length, weights, width, columns, logits, 4 * columns);
      for (const [row, job] of rows.entries()) {
        this.#chooseFrom(job, { logits: logits + 4 * row * columns, count: columns, result, hasScores });
      }
      return;
    }
    const rowBytes = width * activationBytes(this.#model.arithmetic);
    for (const [row, job] of rows.entries()) {
      const { candidates: count, panels } = job;
      const [from, scale] = [activations + row * rowBytes, rowScales + 4 * row];
      this.#kernels.multiply(from, scale, 1, panels, width, count, logits, 4 * count);
      this.#chooseFrom(job, { logits, count, result, hasScores });
    }
  }

  #chooseFrom(job: Job, { logits, count, result, hasScores }: Logits): void {
    const { unknown, end } = this.#special;
    const hidden = job.listed?.indexOf(unknown) ?? unknown;
    const numbers = this.#floats.subarray(logits / 4, logits / 4 + count);
    const hiddenLogit = numbers[hidden];
    if (hiddenLogit !== undefined) numbers[hidden] = -Infinity;
    this.#kernels.findLargest(logits, count, result);
    const index = this.#integers[result / 4] as number;
    // Numbers of a damaged model may overflow, so that no logit is one.
    const isNumber = (numbers[index] ?? -Infinity) > -Infinity;
    const piece = isNumber ? (job.listed?.[index] ?? index) : end;
    if (hasScores) {
      // Marian counts the unknown piece among those that could have been chosen.
      if (hiddenLogit !== undefined) numbers[hidden] = hiddenLogit;
      this.#kernels.sumExponentials(logits, count, numbers[index] ?? 0, result);
      job.scores.push(-Math.log(this.#floats[result / 4] as number));
    }
    if (piece === end) job.isComplete = true;
    else job.pieces.push(piece);
  }

  #rowOf(buffer: number, row: number): Float32Array {
    const start = buffer / 4 + row * this.#network.width;
    return this.#floats.subarray(start, start + this.#network.width);
  }
}

/** Where the logits of a row are, and where there is room for what is computed of them. */
type Logits = { logits: number; count: number; result: number; hasScores: boolean };

function resultOf(job: Job): PieceTranslation {
  const { pieces, isComplete, scores, length } = job;
  const rows = job.attention.slice(0, pieces.length);
  const alignment = new Float32Array(rows.length * length);
  for (const [index, row] of rows.entries()) alignment.set(row, index * length);
  return { pieces: Int32Array.from(pieces), isComplete, scores: Float32Array.from(scores), alignment };
}

const contextsOf = (jobs: readonly Job[], layer: number): readonly Context[] =>
  jobs.map(({ contexts }) => contexts[layer] as Context);

/** As many jobs at a time, in their order, as fit together; at least one. */
function* inGroups(jobs: readonly Job[], fit: (group: readonly Job[]) => boolean): Generator<readonly Job[]> {
  let group: readonly Job[] = [];
  for (const job of jobs) {
    const larger = [...group, job];
    if (group.length === 0 || fit(larger)) {
      group = larger;
      continue;
    }
    yield group;
    group = [job];
  }
  if (group.length > 0) yield group;
}

function refuseAbandoned({ isAbandoned }: PieceOptions): void {
  if (isAbandoned?.() === true) throw new Abandoned('the translation was abandoned');
}
