import type { ModelFile, ModelItem } from '../src/model-file.ts';

export type ModelShape = {
  readonly seed: number;
  readonly encoderDepth: number;
  readonly decoderDepth: number;
  readonly width: number;
  readonly ffn: number;
  readonly heads: number;
  readonly source: number;
  readonly target: number;
  /** One matrix for both languages, so that `source` counts; one for each; or one more for the choice of pieces. */
  readonly embeddings: 'joint' | 'separate' | 'untied';
  /** 8-bit weights with or without multipliers for activations, or f32. */
  readonly weights: 'alphas' | 'integers' | 'floats';
};

/** A model with random weights, of a size at which its layers neither vanish nor explode. */
export function randomModel(shape: ModelShape): ModelFile {
  const { width, ffn, source, target } = shape;
  let state = shape.seed | 1;
  /** -1 to 1. Source: Marsaglia 2003, "Xorshift RNGs". */
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
  const items = new Map<string, ModelItem>();
  const add = (item: Omit<ModelItem, 'multiplier'> & { readonly multiplier?: number }): void => {
    items.set(item.name, { multiplier: undefined, ...item });
  };
  const floats = (name: string, dimensions: readonly number[], values: () => number): void => {
    const numbers = Float32Array.from({ length: dimensions.reduce((a, b) => a * b) }, values);
    add({ name, type: 'float32', shape: dimensions, data: new Uint8Array(numbers.buffer) });
  };
  const matrix = (name: string, dimensions: readonly [number, number], largest: number): void => {
    if (shape.weights === 'floats') return floats(name, dimensions, () => largest * random());
    // Bells, as in trained models, where the largest number is far from the others, most of all in large embeddings.
    const spread = dimensions[0] > 10_000 ? 14 : 20;
    const bell = (): number => spread * (random() + random() + random() + random() + random() + random());
    const numbers = Int8Array.from({ length: dimensions[0] * dimensions[1] }, () => {
      return Math.max(-127, Math.min(127, Math.round(bell())));
    });
    const multiplier = Math.fround((2.45 * spread) / largest);
    add({ name, type: 'intgemm8', shape: dimensions, data: new Uint8Array(numbers.buffer), multiplier });
  };
  const alpha = (name: string, value = 127 / 5): void => {
    if (shape.weights === 'alphas') floats(`${name}_QuantMultA`, [1, 1], () => value);
  };
  const vector = (name: string, size: number, middle = 0): void =>
    floats(name, [1, size], () => middle + 0.1 * random());
  const product = (prefix: string, suffix: string, [from, to]: readonly [number, number] = [width, width]): void => {
    matrix(`${prefix}_W${suffix}`, [from, to], Math.sqrt(6 / (from + to)));
    alpha(`${prefix}_W${suffix}`);
  };
  const norm = (prefix: string): void => {
    vector(`${prefix}_ln_scale`, width, 1);
    vector(`${prefix}_ln_bias`, width);
  };
  const attention = (prefix: string): void => {
    for (const suffix of ['q', 'k', 'v', 'o']) {
      product(prefix, suffix);
      vector(`${prefix}_b${suffix}`, width);
    }
    norm(`${prefix}_Wo`);
  };
  const feedForward = (prefix: string): void => {
    product(prefix, '1', [width, ffn]);
    product(prefix, '2', [ffn, width]);
    vector(`${prefix}_b1`, ffn);
    vector(`${prefix}_b2`, width);
    norm(`${prefix}_ffn`);
  };
  for (let layer = 1; layer <= shape.encoderDepth; layer++) {
    attention(`encoder_l${layer}_self`);
    feedForward(`encoder_l${layer}_ffn`);
  }
  for (let layer = 1; layer <= shape.decoderDepth; layer++) {
    product(`decoder_l${layer}_rnn`, '');
    product(`decoder_l${layer}_rnn`, 'f');
    vector(`decoder_l${layer}_rnn_bf`, width);
    norm(`decoder_l${layer}_rnn_ffn`);
    attention(`decoder_l${layer}_context`);
    feedForward(`decoder_l${layer}_ffn`);
  }
  const largest = 2 / Math.sqrt(width);
  if (shape.embeddings === 'joint') matrix('Wemb', [source, width], largest);
  else matrix('encoder_Wemb', [source, width], largest);
  if (shape.embeddings !== 'joint') matrix('decoder_Wemb', [target, width], largest);
  if (shape.embeddings === 'untied') matrix('decoder_ff_logit_out_W', [width, target], largest);
  alpha({ joint: 'none', separate: 'decoder_Wemb', untied: 'decoder_ff_logit_out_W' }[shape.embeddings]);
  vector('decoder_ff_logit_out_b', shape.embeddings === 'joint' ? source : target);
  return { options: optionsOf(shape), items };
}

const optionsOf = ({ encoderDepth, decoderDepth, width, heads }: ModelShape): ReadonlyMap<string, string> =>
  new Map([
    ['type', 'transformer'],
    ['enc-depth', String(encoderDepth)],
    ['dec-depth', String(decoderDepth)],
    ['dim-emb', String(width)],
    ['transformer-heads', String(heads)],
    ['transformer-decoder-autoreg', 'rnn'],
    ['dec-cell', 'ssru'],
    ['transformer-ffn-activation', 'relu'],
    ['transformer-preprocess', '""'],
    ['transformer-postprocess', 'dan'],
    ['transformer-postprocess-emb', 'd'],
    ['transformer-guided-alignment-layer', 'last'],
  ]);
