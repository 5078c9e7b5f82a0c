import { assemble, type Callable, i32x4, kernel, v128 } from './assembler.ts';
import { Instance, Memory, Module, validate } from './web-assembly.ts';

/**
 * How products of 8-bit numbers are computed. Both give the same sums.
 *
 * - `unsigned`: relaxed SIMD, four products in one instruction, on processors that multiply signed by unsigned 8-bit
 *   numbers exactly (x86 with AVX-VNNI).
 * - `wide`: plain SIMD on activations of 16 bits, exact by definition, everywhere else. It is about half as fast.
 */
export type Arithmetic = 'unsigned' | 'wide';

/**
 * Returns the fastest arithmetic that is exact on this processor, by running one instruction.
 *
 * `i32x4.relaxed_dot_i8x16_i7x16_add_s` is defined for a second operand of 0 to 127 only. For 255 a processor may also
 * take it as signed (arm64) or saturate the sum of two products at 16 bits (x86 without AVX-VNNI).
 */
export function probeArithmetic(): Arithmetic {
  const multiply = kernel('left right sums', (f, p) => {
    f.store(p.sums, i32x4.relaxedDotI8x16I7x16Add(v128.load(p.left), v128.load(p.right), v128.load(p.sums)));
  });
  const bytes = assemble({ multiply }, false);
  if (!validate(bytes)) return 'wide';
  const memory = new Memory({ initial: 1, maximum: 1, shared: false });
  new Int8Array(memory.buffer).fill(-128, 0, 8).fill(127, 8, 16).fill(255, 16, 32);
  const sums = new Int32Array(memory.buffer, 32, 4).fill(1);
  const instance = new Instance(new Module(bytes), { env: { memory } });
  (instance.exports as { multiply: Callable<'left right sums'> }).multiply(0, 16, 32);
  const [low, high] = [1 - 4 * 128 * 255, 1 + 4 * 127 * 255];
  return [low, low, high, high].every((sum, lane) => sums[lane] === sum) ? 'unsigned' : 'wide';
}
