import type { BergamotLimits } from './limits.ts';

const mebibyte = 1024 * 1024;

/** A thread without models. Measured: 25 MiB when it has started, more once its code is compiled. */
export const workerBytes = 48 * mebibyte;

/** Scratch space of all threads for one model, and of one thread: enough for about ten long sentences. */
const scratchBytesMax = 1024 * mebibyte;
const threadScratchBytes = 16 * mebibyte;

/** Threads that use a model, and the scratch space of each. */
export type Scratch = { readonly threads: number; readonly scratchBytes: number };

export function scratchFor({ workersMax }: BergamotLimits): Scratch {
  const threads = workersMax + 1;
  return { threads, scratchBytes: Math.min(threadScratchBytes, Math.floor(scratchBytesMax / threads)) };
}

/** The most memory that a model takes: most weights are kept twice, the vocabulary has tables. */
export function estimatedBytes(fileBytes: number, { threads, scratchBytes }: Scratch): number {
  return 16 * mebibyte + 2 * fileBytes + threads * scratchBytes;
}
