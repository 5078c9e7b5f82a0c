import { availableParallelism } from 'node:os';

/** All limits of the engine. */
export type ApertiumLimits = {
  /** Limit for all pipelines together. A pair that needs more is not served. */
  readonly memoryBytesMax: number;
  /** Pipelines for short texts, and as many again for long ones. */
  readonly pipelinesPerPairMax: number;
  /** A pipeline without work for this long is ended. */
  readonly idleMsMax: number;
  /** A pipeline that has work and answers nothing for this long counts as hanging. */
  readonly answerMsMax: number;
  /** The same for the first answer, which includes reading the data. */
  readonly startMsMax: number;
  /**
   * Limit of accepted, unfinished work in UTF-16 units; each segment adds a fixed cost. A job is refused if the total
   * would exceed it, or if its account would hold more than the room that is left.
   */
  readonly queueUnitsMax: number;
  /** A job of up to this many UTF-16 units uses the queue for short jobs. */
  readonly shortJobUnitsMax: number;
  /** Sentences in flight in one pipeline. */
  readonly inFlightMax: number;
  /** The same in UTF-16 units, for long sentences. */
  readonly inFlightUnitsMax: number;
  /** Factor for both limits in a pipeline of long texts while no short ones are sent. */
  readonly undisturbedTimes: number;
  /** Sentences in flight for each job size, in a pipeline that short and long jobs share. */
  readonly sharedInFlightMax: number;
  /** The same in UTF-16 units. */
  readonly sharedInFlightUnitsMax: number;
  /** How long a pair that fails repeatedly is first withdrawn. */
  readonly withdrawMs: number;
  /** How often memory and idleness are checked. */
  readonly surveyMs: number;
};

/** The limits that the configuration sets, and replacements of `defaultLimits`. */
export type ApertiumLimitOptions = Configured & Partial<ApertiumLimits>;

type Configured = Pick<ApertiumLimits, 'memoryBytesMax' | 'pipelinesPerPairMax'>;

export function defaultLimits(): Omit<ApertiumLimits, keyof Configured> {
  return {
    idleMsMax: 600_000,
    answerMsMax: 10_000,
    startMsMax: 60_000,
    // About twelve seconds of work, and twice the worst text of 100,000 characters: 50,000 words of one letter.
    queueUnitsMax: 1_500_000 * Math.max(1, availableParallelism() / 2),
    // A page: about 10 ms of work.
    shortJobUnitsMax: 2_000,
    // About 30 ms of work, and nearly the full throughput; 16 cost a fifth.
    inFlightMax: 32,
    inFlightUnitsMax: 8_192,
    // A tenth faster than 1, because programs are woken less often; 8 is no faster.
    undisturbedTimes: 4,
    // About 4 ms of work; nine tenths of the throughput.
    sharedInFlightMax: 4,
    sharedInFlightUnitsMax: 512,
    withdrawMs: 30_000,
    surveyMs: 5_000,
  };
}
