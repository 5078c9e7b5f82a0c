import { availableParallelism, totalmem } from 'node:os';

/** Every bound of the engine. */
export type BergamotLimits = {
  /**
   * Threads that translate, started as they are needed. One more is started for short texts when all of these are at
   * work: it shares the processors with them, so that a short text waits for no call of a long one.
   */
  readonly workersMax: number;
  /** A job of up to this many UTF-16 units is short. */
  readonly shortJobUnitsMax: number;
  /** What all workers and models may take. A single model that needs more is not served. */
  readonly memoryBytesMax: number;
  /** A worker without work for this long is ended. */
  readonly idleMsMax: number;
  /** Work of one call of a thread, in UTF-16 units: callers wait for a thread about as long. */
  readonly callUnits: number;
  /** A call that takes this long, and `overdueMsPerUnit` for each unit in it, is taken to hang. */
  readonly overdueMs: number;
  readonly overdueMsPerUnit: number;
  /**
   * Work that is accepted and not done, in UTF-16 units; each text counts for some more. A job that would leave no room
   * is refused, and so is one by which its account would hold more than is left for all others.
   */
  readonly queueUnitsMax: number;
  /** A model for which texts wait stays in memory so long at least, also if others have no place. */
  readonly tenureMs: number;
  /** How long a request waits for a model that must be downloaded first. */
  readonly downloadWaitMs: number;
  /** Models that requests download at the same time. */
  readonly downloadsMax: number;
  /** How long a failed download is not retried at first; doubled after each further failure. */
  readonly downloadPauseMs: number;
  /** How long a model that keeps failing is withdrawn at first; each further time twice as long. */
  readonly withdrawMs: number;
  /** Time between two checks for idle workers and removed models. */
  readonly surveyMs: number;
};

const mebibyte = 1024 * 1024;

export function defaultLimits(): BergamotLimits {
  const workersMax = availableParallelism();
  return {
    workersMax,
    // A paragraph: some 30 ms of work.
    shortJobUnitsMax: 800,
    memoryBytesMax: Math.min(totalmem() / 3, (workersMax + 1) * 512 * mebibyte),
    idleMsMax: 600_000,
    // Some eight sentences, 30 ms of a small model and 150 ms of a large one. More in a call are hardly faster.
    callUnits: 1_200,
    overdueMs: 10_000,
    // Some three hundred times what it takes.
    overdueMsPerUnit: 10,
    // Some seven seconds of work, and more than twice what core sends of one text at once.
    queueUnitsMax: 150_000 * Math.max(1, workersMax),
    tenureMs: 2_000,
    downloadWaitMs: 20_000,
    downloadsMax: 4,
    downloadPauseMs: 30_000,
    withdrawMs: 30_000,
    surveyMs: 5_000,
  };
}
