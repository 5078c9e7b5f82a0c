import { type Architecture, readArchitecture } from './architecture.ts';
import { assembleKernels, startKernels } from './kernels.ts';
import type { ModelFile } from './model-file.ts';
import { type Linear, Plan, type Shape, upToEight } from './plan.ts';
import type { Arithmetic } from './probe.ts';
import { Memory, type WasmMemory, type WasmModule } from './web-assembly.ts';

/** A model in memory: plain data of addresses and counts of numbers. */
export type Network = ReturnType<typeof planNetwork>;
export type EncoderLayer = Network['encoder'][number];
export type DecoderLayer = Network['decoder'][number];
export type Norm = EncoderLayer['outputNorm'];

/** All of it can be posted to other threads if the memory is shared. */
export type PackedModel = {
  readonly arithmetic: Arithmetic;
  readonly memory: WasmMemory;
  readonly module: WasmModule;
  readonly network: Network;
  /** Scratch space, one slot for each thread, one behind the other. */
  readonly scratch: { readonly start: number; readonly bytes: number; readonly slots: number };
  /** Groups of four weights in the rows of pieces that have to be split when they are candidates. */
  readonly unsafe: number;
};

export type PackOptions = {
  readonly arithmetic: Arithmetic;
  readonly isShared: boolean;
  readonly hasShortlist: boolean;
  /** Threads that translate at the same time. */
  readonly slots: number;
  /** Scratch space of each of them. */
  readonly scratchBytes: number;
};

/** Pieces of the longest source or target, with its end. */
export const positionsMax = 1024;
const pageBytes = 65_536;
/** Addresses must be positive as 32-bit integers. */
const memoryBytesMax = 2 ** 31;

/** Space for rests as a share of the panels, and most rests of candidates. The starter models need 0.008 and 4. */
const restsShare = 1 / 16;
const candidateRestsMax = 4096;

/**
 * Puts the weights of a model into memory, in the forms that the kernels read. A model with too many weights to split is
 * packed for `wide`.
 *
 * Names and shapes of weights are those of Marian's `src/models/transformer.h` and `src/rnn/cells.h`. All are checked
 * before memory is taken.
 *
 * @throws UnusableModel with the reason if the model is not understood
 * @throws RangeError if scratch space is too small, or all of it more than WebAssembly has
 */
export function packModel(file: ModelFile, options: PackOptions): PackedModel {
  return packWith(file, options) ?? packModel(file, { ...options, arithmetic: 'wide' });
}

function packWith(file: ModelFile, options: PackOptions): PackedModel | undefined {
  const { arithmetic, slots, isShared, hasShortlist } = options;
  const plan = new Plan(file.items, arithmetic);
  const network = planNetwork(plan, readArchitecture(file.options), hasShortlist);
  plan.refuseUnused();
  const rests = Math.ceil(plan.bytes / 64) * 64;
  const restsEnd = rests + 8 + (arithmetic === 'pairs' ? Math.floor(plan.panelBytes * restsShare) : 0);
  const scratch = { start: Math.ceil(restsEnd / 64) * 64, bytes: Math.floor(options.scratchBytes / 64) * 64, slots };
  const bytes = scratch.start + scratch.bytes * slots;
  if (!(Number.isInteger(slots) && slots >= 1 && scratch.bytes >= plan.stagingBytes && bytes <= memoryBytesMax)) {
    throw new RangeError(`scratch space of ${slots} times ${options.scratchBytes} bytes does not suit the model`);
  }
  const pages = Math.ceil(bytes / pageBytes);
  const memory = new Memory({ initial: pages, maximum: pages, shared: isShared });
  const module = assembleKernels(arithmetic, isShared);
  const kernels = startKernels(module, memory);
  const numbers = new Int32Array(memory.buffer, rests, 2);
  numbers.set([rests + 8, restsEnd]);
  plan.write({ memory, kernels, staging: scratch.start, rests });
  const isFull = (numbers[0] as number) > restsEnd;
  const { rows, pieces } = network.choice;
  if (hasShortlist && arithmetic === 'pairs') kernels.countUnsafe(rows, network.width * upToEight(pieces), rests);
  else numbers[0] = 0;
  const unsafe = numbers[0] as number;
  return isFull || unsafe > candidateRestsMax ? undefined : { arithmetic, memory, module, network, scratch, unsafe };
}

function planNetwork(plan: Plan, architecture: Architecture, hasShortlist: boolean) {
  const { width, encoderDepth, decoderDepth } = architecture;
  const square = { width, columns: width };
  const norm = (prefix: string) => ({
    gain: plan.vector(`${prefix}_ln_scale`, width),
    bias: plan.vector(`${prefix}_ln_bias`, width),
  });
  /** Matrices `_W…` with their biases `_b…`. */
  const linear = (prefix: string, suffixes: string, shape: Shape = square): Linear =>
    plan.linear(
      [...suffixes].map((suffix) => ({ name: `${prefix}_W${suffix}`, bias: `${prefix}_b${suffix}` })),
      shape,
    );
  const afterAttention = (attention: string, feedForward: string) => {
    const expand = linear(feedForward, '1', { width });
    const project = linear(feedForward, '2', { width: expand.columns, columns: width });
    const norms = { outputNorm: norm(`${attention}_Wo`), projectNorm: norm(`${feedForward}_ffn`) };
    return { output: linear(attention, 'o'), expand, project, ...norms };
  };
  const encoder = prefixes('encoder', encoderDepth).map((layer) => ({
    queryKeyValue: linear(`${layer}_self`, 'qkv'),
    ...afterAttention(`${layer}_self`, `${layer}_ffn`),
  }));
  const decoder = prefixes('decoder', decoderDepth).map((layer) => ({
    recurrence: plan.linear([{ name: `${layer}_rnn_W` }, { name: `${layer}_rnn_Wf`, bias: `${layer}_rnn_bf` }], square),
    recurrenceNorm: norm(`${layer}_rnn_ffn`),
    query: linear(`${layer}_context`, 'q'),
    key: linear(`${layer}_context`, 'k'),
    value: linear(`${layer}_context`, 'v'),
    ...afterAttention(`${layer}_context`, `${layer}_ffn`),
  }));
  return {
    ...architecture,
    encoder,
    decoder,
    ...planPieces(plan, width, hasShortlist),
    /** Numbers in the widest row that is the input or the result of a product. */
    widest: Math.max(3 * width, ...[...encoder, ...decoder].map(({ expand }) => expand.columns)),
    /** The sine and cosine waves that encode positions, `[positionsMax, width]`. */
    positions: plan.floats(positionsMax * width, () => positionWaves(width)),
  };
}

const prefixes = (part: string, depth: number): readonly string[] =>
  Array.from({ length: depth }, (_, index) => `${part}_l${index + 1}`);

/** Output weights: rows and biases of all pieces, to pick the listed pieces from, or `all` in panels. */
function planPieces(plan: Plan, width: number, hasShortlist: boolean) {
  const embedding = { width, isEmbedding: true };
  const [sourceName, targetName] = plan.has('Wemb') ? ['Wemb', 'Wemb'] : ['encoder_Wemb', 'decoder_Wemb'];
  const source = plan.rows(sourceName, embedding);
  const target = targetName === sourceName ? source : plan.rows(targetName, embedding);
  const isTied = !plan.has('decoder_ff_logit_out_W');
  const name = isTied ? targetName : 'decoder_ff_logit_out_W';
  const shape = isTied ? embedding : { width, columns: target.pieces };
  // Marian names the matrix "none" if it measures the rounding of activations with a shortlist.
  // Those of embeddings alone are not needed.
  const alphas = ['none', name, sourceName, targetName].map((prefix) => plan.scalar(`${prefix}_QuantMultA`));
  const multiplier = alphas[0] ?? alphas[1] ?? 0;
  const rows = isTied ? target : plan.rows(name, shape);
  const columns = upToEight(rows.pieces);
  const biases = plan.has('decoder_ff_logit_out_b')
    ? plan.vector('decoder_ff_logit_out_b', rows.pieces, -Infinity)
    : plan.floats(columns, () => new Float32Array(columns).fill(-Infinity, rows.pieces));
  const packing = { width, columns, multiplier, biases, scale: rows.scale };
  const all = hasShortlist ? undefined : plan.panels(packing, () => rows.rows);
  return { source, target, choice: { ...rows, biases, multiplier, all } };
}

/** Source: Marian, `SinusoidalPositionEmbeddings`: first all sines, then all cosines. */
function positionWaves(width: number): Float32Array {
  const half = width / 2;
  const waves = new Float32Array(positionsMax * width);
  for (let k = 0; k < half; k++) {
    const frequency = Math.exp((-k * Math.log(10_000)) / (half - 1));
    for (let position = 0; position < positionsMax; position++) {
      waves[position * width + k] = Math.sin(position * frequency);
      waves[position * width + half + k] = Math.cos(position * frequency);
    }
  }
  return waves;
}
