import assert from 'node:assert/strict';
import { assembleKernels, type Kernels, startKernels } from '../src/kernels.ts';
import { type Arithmetic, probeArithmetics } from '../src/probe.ts';

import { Memory } from '../src/web-assembly.ts';

type Numbers = Float32Array | Int32Array | Int8Array | Uint8Array;

/** A run of kernels in separate memory. */
export type Bench = Kernels & {
  readonly arithmetic: Arithmetic;
  /** Copies numbers into memory. */
  readonly put: (numbers: Numbers) => number;
  /** Room for results, filled with NaN. */
  readonly room: (bytes: number) => number;
  readonly floats: (address: number, count: number) => Float32Array;
};

const bytesMax = 2 ** 23;

const kinds = probeArithmetics();

const benches = kinds.map((arithmetic) => {
  const memory = new Memory({ initial: bytesMax / 65_536, maximum: bytesMax / 65_536, shared: true });
  return { arithmetic, memory, kernels: startKernels(assembleKernels(arithmetic, true), memory) };
});

/** Results of `run` with every arithmetic that this processor computes exactly; they are equal to the bit. */
export function results<Result extends Numbers>(run: (bench: Bench) => Result): Result {
  const [first, ...others] = benches.map(({ arithmetic, memory, kernels }) => {
    let next = 64;
    const room = (bytes: number): number => {
      const address = next;
      next = (next + bytes + 63) & ~63;
      assert.ok(next <= bytesMax, 'the test needs more memory');
      new Float32Array(memory.buffer, address, Math.ceil(bytes / 4)).fill(Number.NaN);
      return address;
    };
    const put = (numbers: Numbers): number => {
      const address = room(numbers.byteLength);
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      new Uint8Array(memory.buffer).set(bytes, address);
      return address;
    };
    const floats = (address: number, count: number): Float32Array =>
      new Float32Array(memory.buffer, address, count).slice();
    return run({ ...kernels, arithmetic, put, room, floats });
  });
  assert.ok(first);
  for (const other of others) assert.deepEqual(bitsOf(other), bitsOf(first));
  return first;
}

const bitsOf = (numbers: Numbers): Uint8Array =>
  new Uint8Array(numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength) as ArrayBuffer);
