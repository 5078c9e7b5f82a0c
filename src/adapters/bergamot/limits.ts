import { availableParallelism } from 'node:os';

type Configured = {
  /** Threads that translate, started on demand. If all are busy, one more takes short texts, never behind long ones. */
  readonly workersMax: number;
  /** Memory of all workers and models. A single model that needs more is not served. */
  readonly memoryBytesMax: number;
  /** How long a request waits for a model that must be downloaded first. */
  readonly downloadWaitMs: number;
};

export type BergamotLimits = Configured & Readonly<ReturnType<typeof defaultLimits>>;

/** The limits that the configuration sets, and replacements of `defaultLimits`. */
export type BergamotLimitOptions = Configured & Partial<BergamotLimits>;

export function defaultLimits() {
  return {
    /** A job of up to this many UTF-16 units is short. A paragraph: some 30 ms of work. */
    shortJobUnitsMax: 800,
    /** Workers idle for this long are ended. */
    idleMsMax: 600_000,
    /**
     * Work of one call of a thread, in UTF-16 units, for which other callers wait. About eight sentences: 30 ms with a
     * small model, 150 ms with a large one. Larger calls are hardly faster.
     */
    callUnits: 1_200,
    /** Time limit of a call, plus `overdueMsPerUnit` for each of its units. After it, the thread is ended. */
    overdueMs: 10_000,
    /** About 300 times the usual duration. */
    overdueMsPerUnit: 10,
    /**
     * Limit of unfinished work in UTF-16 units; each text adds a fixed cost. A job is refused if the total would exceed
     * it, or if its account would hold more than the room left. About seven seconds of work, and more than two batches
     * of one text.
     */
    queueUnitsMax: 150_000 * availableParallelism(),
    /** A model with waiting texts stays in memory at least this long, even if other models need the memory. */
    tenureMs: 2_000,
    /** Models that requests download at the same time. */
    downloadsMax: 4,
    /** How long a failing model is first withdrawn; doubled each further time. */
    withdrawMs: 30_000,
    /** Time between two checks for idle workers and removed models. */
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
