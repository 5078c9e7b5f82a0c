import type { LanguagePair } from '../languages/language.ts';

/** One direction that an engine translates by itself, without a pivot. */
export type EnginePair = LanguagePair & {
  /**
   * Measured quality: chrF2 on a held-out test set, 0-100; undefined where no test set exists.
   * Source: Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation".
   */
  readonly score: number | undefined;
};

/** Sentences of one language to turn into another, by one direct pair of the engine. */
export type Job = {
  readonly pair: LanguagePair;
  /** Each without line breaks or other control characters, and with no white space at either end. */
  readonly segments: readonly string[];
};

/** Turns segments of one language into another. Knows no account and no price. Safe to call concurrently. */
export type Engine = AsyncDisposable & {
  readonly name: string;
  /** How many pivot languages a route through this engine may use. */
  readonly pivotsMax: number;
  /** The pairs that can be served now; changes while the service runs. */
  pairs(): readonly EnginePair[];
  /**
   * Returns exactly one translation for each segment, in order. The same segment always gives the same translation,
   * whatever else is being translated.
   *
   * @throws ServiceError `engine_unavailable` when another route or a later try may succeed, `overloaded` when the
   * queue is full
   * @throws the signal's reason when `signal` aborts; work already handed over is abandoned
   */
  translate(job: Job, signal: AbortSignal): Promise<readonly string[]>;
};
