import { UnusableModel } from './unusable-model.ts';

/** Properties of a model that the shapes of its weights do not show. */
export type Architecture = ReturnType<typeof readArchitecture>;

/** Required values of options that the file names. `d`, dropout, is ignored in the sequences. */
const expected: Readonly<Record<string, string>> = {
  type: 'transformer',
  'transformer-decoder-autoreg': 'rnn',
  'dec-cell': 'ssru',
  'transformer-ffn-activation': 'relu',
  'transformer-ffn-depth': '2',
  'transformer-preprocess': '',
  'transformer-postprocess': 'an',
  'transformer-postprocess-emb': '',
  'transformer-postprocess-top': '',
  'transformer-no-projection': 'false',
  'transformer-rnn-projection': 'false',
  'transformer-train-position-embeddings': 'false',
  'layer-normalization': 'false',
  'right-left': 'false',
  skip: 'false',
  ulr: 'false',
  'lemma-dim-emb': '0',
};
const sequences = /^transformer-(?:pre|post)process/;
const depthMax = 64;
const widthMax = 16_384;

/**
 * Reads the options that a model was trained with.
 *
 * @throws UnusableModel with the reason if the engine computes another architecture
 */
export function readArchitecture(options: ReadonlyMap<string, string>) {
  const valueOf = (name: string): string | undefined => options.get(name)?.replace(/^(["'])(.*)\1$/, '$2');
  for (const [name, value] of Object.entries(expected)) {
    const actual = valueOf(name) ?? value;
    if ((sequences.test(name) ? actual.replaceAll('d', '') : actual) !== value) {
      throw new UnusableModel(`the model was trained with an unknown ${name}: ${actual.slice(0, 40)}`);
    }
  }
  const count = (name: string, max: number): number => {
    const value = Number(valueOf(name));
    if (Number.isInteger(value) && value >= 1 && value <= max) return value;
    throw new UnusableModel(`the model has no usable ${name}`);
  };
  const [width, heads] = [count('dim-emb', widthMax), count('transformer-heads', widthMax)];
  if (width % (16 * heads) !== 0) throw new UnusableModel('the width of the attention heads is not a multiple of 16');
  const decoderDepth = count('dec-depth', depthMax);
  const isLast = (valueOf('transformer-guided-alignment-layer') ?? 'last') === 'last';
  /** Index of the decoder's layer that was trained to align. */
  const alignmentLayer = (isLast ? decoderDepth : count('transformer-guided-alignment-layer', decoderDepth)) - 1;
  return { width, heads, encoderDepth: count('enc-depth', depthMax), decoderDepth, alignmentLayer };
}
