import { availableParallelism } from 'node:os';

/** Every bound of the engine. */
export type ApertiumLimits = {
  /** Limit for all pipelines together. A pair that needs more is not served. */
  readonly memoryBytesMax: number;
  /** For short texts, and as many again for long ones. */
  readonly pipelinesPerPairMax: number;
  /** A pipeline without work for this long is ended. */
  readonly idleMsMax: number;
  /** A pipeline that has work and answers nothing for this long counts as hanging. */
  readonly answerMsMax: number;
  /** The same for the first answer, which waits for the data to be read. */
  readonly startMsMax: number;
  /**
   * Work that is accepted and not done, in UTF-16 units; each segment adds a fixed cost. A job that exceeds it is
   * refused, and so is one that would give its account more than the room left for all others.
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
  /** Sentences of short or of long jobs in flight in a pipeline that both use: the others wait behind them. */
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
    // Some twelve seconds of work, and twice the worst text of 100,000 characters, which is 50,000 words of one letter.
    queueUnitsMax: 1_500_000 * Math.max(1, availableParallelism() / 2),
    // A page: some 10 ms of work.
    shortJobUnitsMax: 2_000,
    // As good as no limit for throughput, and some 30 ms of work; 16 cost a fifth.
    inFlightMax: 32,
    inFlightUnitsMax: 8_192,
    // A tenth faster than 1, because programs are woken less often; 8 is no faster.
    undisturbedTimes: 4,
    // Some 4 ms of work; nine tenths of the throughput.
    sharedInFlightMax: 4,
    sharedInFlightUnitsMax: 512,
    withdrawMs: 30_000,
    surveyMs: 5_000,
  };
}
