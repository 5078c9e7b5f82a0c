import type { Callable } from './assembler.ts';

/**
 * Parameters of the kernels: addresses in memory, counts of numbers (at least 1), and strides in bytes. The files that
 * define the kernels say what each computes.
 */
export const signatures = {
  /** `width` a multiple of 16, `columns` of 8. */
  multiply: 'activations scales rows weights width columns out stride',
  /** `width` a multiple of 16. */
  quantise: 'input floor:f32 multiplier:f32 rows width out scales',
  /** `width` a multiple of 16, `count` of 8. */
  pack: 'rows width list count scale:f32 biases out',
  /** `width` a multiple of 4. */
  embed: 'row scale:f32 position width out',
  /** `width` a multiple of 16. */
  addAndNormalise: 'x y floor:f32 gain bias rows width',
  /** `width` a multiple of 4. */
  recur: 'state inputs rows width',
  transpose: 'input stride rows width padded out',
  /** `padded` and `headWidth` multiples of 16. */
  attend: 'queries queryStride count keys values valueStride length padded heads headWidth scale:f32 weights out',
  /** `count` a multiple of 8. */
  findLargest: 'logits count out',
  /** `count` a multiple of 4. */
  sumExponentials: 'logits count largest:f32 out',
} as const;

export type Kernels = { readonly [name in keyof typeof signatures]: Callable<(typeof signatures)[name]> };
