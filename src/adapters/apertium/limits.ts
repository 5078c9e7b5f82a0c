import { availableParallelism } from 'node:os';

type Configured = {
  /** Limit for all pipelines together. A pair that needs more is not served. */
  readonly memoryBytesMax: number;
  /** Pipelines for short texts, and as many again for long ones. */
  readonly pipelinesPerPairMax: number;
};

export type ApertiumLimits = Configured & Readonly<ReturnType<typeof defaultLimits>>;

/** The limits that the configuration sets, and replacements of `defaultLimits`. */
export type ApertiumLimitOptions = Configured & Partial<ApertiumLimits>;

export function defaultLimits() {
  return {
    /** A pipeline without work for this long is ended. */
    idleMsMax: 600_000,
    /** A pipeline that has work and answers nothing for this long counts as hanging. */
    answerMsMax: 10_000,
    /** The same for the first answer, which includes reading the data. */
    startMsMax: 60_000,
    /**
     * Limit of unfinished work in UTF-16 units; each segment adds a fixed cost. A job is refused if the total would
     * exceed it, or if its account would hold more than the room left. About 12 s of work, and twice the worst text:
     * 50,000 one-letter words.
     */
    queueUnitsMax: 1_500_000 * Math.max(1, availableParallelism() / 2),
    /** A job of up to this many UTF-16 units uses the queue for short jobs. A page: about 10 ms of work. */
    shortJobUnitsMax: 2_000,
    /** Sentences in flight in one pipeline. About 30 ms of work, and nearly the full throughput; 16 cost a fifth. */
    inFlightMax: 32,
    /** The same in UTF-16 units, for long sentences. */
    inFlightUnitsMax: 8_192,
    /** Factor for both in a pipeline of long texts while no short ones are sent. A tenth faster; 8 is no faster. */
    undisturbedTimes: 4,
    /** Sentences in flight of each job size in a shared pipeline. About 4 ms of work; nine tenths of the throughput. */
    sharedInFlightMax: 4,
    /** The same in UTF-16 units. */
    sharedInFlightUnitsMax: 512,
    /** How long a pair that fails repeatedly is first withdrawn. */
    withdrawMs: 30_000,
    /** How often memory and idleness are checked. */
    surveyMs: 5_000,
  };
}
