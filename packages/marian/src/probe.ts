import { assemble, type Callable, i16x8, i32x4, kernel, v128 } from './assembler.ts';
import { Instance, Memory, Module, validate } from './web-assembly.ts';

/**
 * How products of 8-bit numbers are computed. All give the same sums.
 *
 * - `unsigned`: relaxed SIMD, four products in one instruction, on processors that multiply signed by unsigned 8-bit
 *   numbers exactly (x86 with AVX-VNNI).
 * - `pairs`: relaxed SIMD, two products in one instruction, on processors that saturate the sum of both at 16 bits (other
 *   x86). Weights whose sum would saturate are split.
 * - `wide`: plain SIMD on activations of 16 bits, exact by definition, everywhere else, and for models with many such
 *   weights. It is about half as fast as `pairs`.
 */
export type Arithmetic = 'unsigned' | 'pairs' | 'wide';

/**
 * Returns the kinds of arithmetic that are exact on this processor, the fastest first, by running two instructions.
 *
 * The relaxed dot products are defined for a second operand of 0 to 127 only. For 255 a processor may also take it as
 * signed (arm64), and may saturate the sum of two products at 16 bits (`pmaddubsw` of x86).
 */
export function probeArithmetics(): readonly Arithmetic[] {
  const multiply = kernel('at', (f, { at }) => {
    f.store(at, i32x4.relaxedDotI8x16I7x16Add(v128.load(at), v128.load(at, 16), v128.zero), 64);
    f.store(at, i16x8.relaxedDotI8x16I7x16(v128.load(at, 32), v128.load(at, 48)), 80);
  });
  const bytes = assemble({ multiply }, false);
  if (!validate(bytes)) return ['wide'];
  const memory = new Memory({ initial: 1, maximum: 1, shared: false });
  const instance = new Instance(new Module(bytes), { env: { memory } });
  const numbers = new Int8Array(memory.buffer).fill(-128, 0, 8).fill(127, 8, 16).fill(-1, 16, 32);
  numbers.set([-128, -128, 127, 127, 127, -128, 64, 65], 32);
  numbers.fill(-1, 48, 54).fill(-2, 54, 56);
  (instance.exports as { multiply: Callable<'at'> }).multiply(0);
  const [fours, twos] = [new Int32Array(memory.buffer, 64, 4), new Int16Array(memory.buffer, 80, 4)];
  const isUnsigned = [-4 * 128, -4 * 128, 4 * 127, 4 * 127].every((sum, lane) => fours[lane] === sum * 255);
  const isSaturated = [-32_768, 32_767, -255, 129 * 254].every((sum, lane) => twos[lane] === sum);
  return [...(isUnsigned ? (['unsigned'] as const) : []), ...(isSaturated ? (['pairs'] as const) : []), 'wide'];
}

/** The fastest of them. */
export const probeArithmetic = (): Arithmetic => probeArithmetics()[0] ?? 'wide';
