import { type Architecture, readArchitecture } from './architecture.ts';
import { assembleKernels, startKernels } from './kernels.ts';
import type { ModelFile } from './model-file.ts';
import { type Linear, Plan, type Product, type Rows, upToEight } from './plan.ts';
import type { Arithmetic } from './probe.ts';
import { Memory, type WasmMemory, type WasmModule } from './web-assembly.ts';

/** Addresses of two vectors. */
export type Norm = { readonly gain: number; readonly bias: number };
export type Projection = { readonly project: Linear; readonly norm: Norm };
export type FeedForward = Projection & { readonly expand: Linear };
export type EncoderLayer = {
  readonly queryKeyValue: Linear;
  readonly attention: Projection;
  readonly feedForward: FeedForward;
};
export type DecoderLayer = {
  readonly recurrence: Linear;
  readonly recurrenceNorm: Norm;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly attention: Projection;
  readonly feedForward: FeedForward;
};

/** What pieces are chosen from: rows and biases of all, from which listed ones are picked, or all in panels. */
export type Choice = Rows & {
  readonly biases: number;
  readonly multiplier: number;
  readonly all: Product | undefined;
};

/** A model in memory: plain data of addresses and counts of numbers. */
export type Network = Architecture & {
  readonly source: Rows;
  readonly target: Rows;
  readonly encoder: readonly EncoderLayer[];
  readonly decoder: readonly DecoderLayer[];
  readonly choice: Choice;
  /** The sine and cosine waves that tell positions apart, `[positionsMax, width]`. */
  readonly positions: number;
  /** Numbers in the widest row that is the input or the result of a product. */
  readonly widest: number;
};

/** A model in memory. All of it can be posted to other threads if the memory is shared. */
export type PackedModel = {
  readonly arithmetic: Arithmetic;
  readonly memory: WasmMemory;
  readonly module: WasmModule;
  readonly network: Network;
  /** Scratch space, one slot for each thread, one behind the other. */
  readonly scratch: { readonly start: number; readonly bytes: number; readonly slots: number };
};

export type PackOptions = {
  readonly arithmetic: Arithmetic;
  readonly isShared: boolean;
  readonly hasShortlist: boolean;
  /** Threads that translate at once. */
  readonly slots: number;
  /** Scratch space of each of them. */
  readonly scratchBytes: number;
};

/** Pieces of the longest source or target, with its end. */
export const positionsMax = 1024;
const pageBytes = 65_536;
/** Addresses are to be positive as 32-bit integers. */
const memoryBytesMax = 2 ** 31;

/**
 * Puts the weights of a model into memory, in the forms that the kernels read.
 *
 * Names and shapes of weights are those of Marian's `src/models/transformer.h` and `src/rnn/cells.h`. All are checked
 * before memory is taken.
 *
 * @throws UnusableModel with the reason if the model is not understood
 * @throws RangeError if scratch space is too small, or all of it more than WebAssembly has
 */
export function packModel(file: ModelFile, options: PackOptions): PackedModel {
  const plan = new Plan(file.items);
  const network = planNetwork(plan, readArchitecture(file.options), options.hasShortlist);
  plan.refuseUnused();
  const { arithmetic, slots, isShared } = options;
  const scratch = { start: Math.ceil(plan.bytes / 64) * 64, bytes: Math.floor(options.scratchBytes / 64) * 64, slots };
  const bytes = scratch.start + scratch.bytes * slots;
  if (!(Number.isInteger(slots) && slots >= 1 && scratch.bytes >= plan.stagingBytes && bytes <= memoryBytesMax)) {
    throw new RangeError(`scratch space of ${slots} times ${options.scratchBytes} bytes does not suit the model`);
  }
  const pages = Math.ceil(bytes / pageBytes);
  const memory = new Memory({ initial: pages, maximum: pages, shared: isShared });
  const module = assembleKernels(arithmetic, isShared);
  plan.write({ memory, kernels: startKernels(module, memory), staging: scratch.start });
  return { arithmetic, memory, module, network, scratch };
}

function planNetwork(plan: Plan, architecture: Architecture, hasShortlist: boolean): Network {
  const { width, encoderDepth, decoderDepth } = architecture;
  const norm = (prefix: string): Norm => ({
    gain: plan.vector(`${prefix}_ln_scale`, width),
    bias: plan.vector(`${prefix}_ln_bias`, width),
  });
  /** Square matrices `_W…` with their biases `_b…`. */
  const linear = (prefix: string, suffixes: string, shape: { width: number; columns?: number } = square): Linear =>
    plan.linear(
      [...suffixes].map((suffix) => ({ name: `${prefix}_W${suffix}`, bias: `${prefix}_b${suffix}` })),
      shape,
    );
  const square = { width, columns: width };
  const attention = (prefix: string): Projection => ({ project: linear(prefix, 'o'), norm: norm(`${prefix}_Wo`) });
  const feedForward = (prefix: string): FeedForward => {
    const expand = linear(prefix, '1', { width });
    const project = linear(prefix, '2', { width: expand.columns, columns: width });
    return { expand, project, norm: norm(`${prefix}_ffn`) };
  };
  const layers = <Layer>(count: number, layer: (prefix: string) => Layer): readonly Layer[] =>
    Array.from({ length: count }, (_, index) => layer(`l${index + 1}`));
  const encoder = layers(encoderDepth, (layer) => ({
    queryKeyValue: linear(`encoder_${layer}_self`, 'qkv'),
    attention: attention(`encoder_${layer}_self`),
    feedForward: feedForward(`encoder_${layer}_ffn`),
  }));
  const decoder = layers(decoderDepth, (layer) => {
    const [rnn, context] = [`decoder_${layer}_rnn`, `decoder_${layer}_context`];
    return {
      recurrence: plan.linear([{ name: `${rnn}_W` }, { name: `${rnn}_Wf`, bias: `${rnn}_bf` }], square),
      recurrenceNorm: norm(`${rnn}_ffn`),
      query: linear(context, 'q'),
      key: linear(context, 'k'),
      value: linear(context, 'v'),
      attention: attention(context),
      feedForward: feedForward(`decoder_${layer}_ffn`),
    };
  });
  return {
    ...architecture,
    encoder,
    decoder,
    ...planPieces(plan, width, hasShortlist),
    widest: Math.max(3 * width, ...[...encoder, ...decoder].map((layer) => layer.feedForward.expand.columns)),
    positions: plan.floats(positionsMax * width, () => positionWaves(width)),
  };
}

function planPieces(plan: Plan, width: number, hasShortlist: boolean): Pick<Network, 'source' | 'target' | 'choice'> {
  const embedding = { width, isEmbedding: true };
  const [sourceName, targetName] = plan.has('Wemb') ? ['Wemb', 'Wemb'] : ['encoder_Wemb', 'decoder_Wemb'];
  const source = plan.rows(sourceName, embedding);
  const target = targetName === sourceName ? source : plan.rows(targetName, embedding);
  const isTied = !plan.has('decoder_ff_logit_out_W');
  const name = isTied ? targetName : 'decoder_ff_logit_out_W';
  const shape = isTied ? embedding : { width, columns: target.pieces };
  // Marian calls the matrix "none" while it measures how activations are to be rounded, if it uses a shortlist then.
  const alphas = [plan.scalar('none_QuantMultA'), plan.scalar(`${name}_QuantMultA`)];
  const multiplier = alphas.find((alpha) => alpha !== undefined) ?? 0;
  for (const unmultiplied of [sourceName, targetName]) plan.ignore(`${unmultiplied}_QuantMultA`);
  const rows = isTied ? target : plan.rows(name, shape);
  const columns = upToEight(rows.pieces);
  const biasOf = plan.has('decoder_ff_logit_out_b') ? plan.vectorOf('decoder_ff_logit_out_b', rows.pieces) : undefined;
  const biases = plan.floats(columns, () => {
    const values = new Float32Array(columns).fill(-Infinity, rows.pieces);
    if (biasOf !== undefined) values.set(biasOf());
    return values;
  });
  const all = hasShortlist ? undefined : plan.panels({ width, columns, multiplier }, () => ({ ...rows, biases }));
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
