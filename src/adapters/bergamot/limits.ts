import { availableParallelism } from 'node:os';

/** All limits of the engine. */
export type BergamotLimits = {
  /**
   * Threads that translate, started on demand. When all are busy, one more is started for short texts: it shares the
   * processors with them, so a short text never waits for a call of a long one.
   */
  readonly workersMax: number;
  /** A job of up to this many UTF-16 units is short. */
  readonly shortJobUnitsMax: number;
  /** Memory of all workers and models. A single model that needs more is not served. */
  readonly memoryBytesMax: number;
  /** Workers idle for this long are ended. */
  readonly idleMsMax: number;
  /** Work of one call of a thread, in UTF-16 units. It limits how long other callers wait for the thread. */
  readonly callUnits: number;
  /** Time limit of a call, plus `overdueMsPerUnit` for each of its units. After it, the thread is ended. */
  readonly overdueMs: number;
  readonly overdueMsPerUnit: number;
  /**
   * Limit of accepted, unfinished work in UTF-16 units; each text adds a fixed cost. A job is refused if the total
   * would exceed it, or if its account would hold more than the room that is left.
   */
  readonly queueUnitsMax: number;
  /** A model with waiting texts stays in memory at least this long, even if other models need the memory. */
  readonly tenureMs: number;
  /** How long a request waits for a model that must be downloaded first. */
  readonly downloadWaitMs: number;
  /** Models that requests download at the same time. */
  readonly downloadsMax: number;
  /** How long a failing model is first withdrawn; doubled each further time. */
  readonly withdrawMs: number;
  /** Time between two checks for idle workers and removed models. */
  readonly surveyMs: number;
};

/** The limits that the configuration sets, and replacements of `defaultLimits`. */
export type BergamotLimitOptions = Configured & Partial<BergamotLimits>;

type Configured = Pick<BergamotLimits, 'workersMax' | 'memoryBytesMax' | 'downloadWaitMs'>;

export function defaultLimits(): Omit<BergamotLimits, keyof Configured> {
  return {
    // A paragraph: some 30 ms of work.
    shortJobUnitsMax: 800,
    idleMsMax: 600_000,
    // About eight sentences: 30 ms with a small model, 150 ms with a large one. Larger calls are hardly faster.
    callUnits: 1_200,
    overdueMs: 10_000,
    // About 300 times the usual duration.
    overdueMsPerUnit: 10,
    // About seven seconds of work, and more than two batches of one text.
    queueUnitsMax: 150_000 * availableParallelism(),
    tenureMs: 2_000,
    downloadsMax: 4,
    withdrawMs: 30_000,
    surveyMs: 5_000,
  };
}

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
