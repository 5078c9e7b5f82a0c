import type { LanguagePair, LanguageTag } from '../languages/language.ts';

/** An entry in a segment: a pair of tokens around its words, or one `word` token in their place, with this number. */
export type SegmentEntry = {
  readonly number: number;
  /** The entry's words as written in the sentence. */
  readonly words: string;
  /** The required translation, in the right number; undefined on a hop that is not the last one. */
  readonly wanted: string | undefined;
  /** Whether the words are the plural of the entry's words. */
  readonly isPlural?: boolean;
  /** Whether the entry's owner says that it is a noun; undefined if nothing is said. */
  readonly isNoun?: boolean | undefined;
};

/** Segments of one language to translate by one direct pair of the engine. */
export type Job = {
  readonly pair: LanguagePair;
  /**
   * Without line breaks, control characters or white space at the ends; each has a letter outside its tokens
   * (`text/document/token.ts`). Pairs are nested, and each token occurs once.
   */
  readonly segments: readonly string[];
  /**
   * Glossary entries by segment, so that an engine can make the words around them agree. The same segment with the same
   * entries gives the same translation.
   */
  readonly entries?: readonly (readonly SegmentEntry[])[] | undefined;
  /** The queue share of the job: jobs of a share take turns with each other, and shares with other shares. */
  readonly share: string;
};

/** Translates segments from one language to another. Independent of accounts and prices. Safe to call concurrently. */
export type Engine = AsyncDisposable & {
  readonly name: string;
  /** Whether a segment always gives the same translation, so that the result may be cached. */
  readonly isDeterministic: boolean;
  /** Changes with everything that may change the pair's translations: data, programs, models. */
  versionOf(pair: LanguagePair): string;
  /**
   * How to repair an entry that was translated differently: `replace` the words between its tokens, or translate again
   * with a `placeholder` noun with the grammar of the wanted words. The latter also if words cannot be replaced.
   */
  readonly missedEntries: 'replace' | 'placeholder';
  /** Whether a word that the engine does not know stays as it is, whatever surrounds it. */
  readonly keepsUnknownWords?: true;
  /** Whether it copies words of a segment without a full stop that it translates in one with a full stop. */
  readonly copiesInFragments?: boolean;
  /** How many pivot languages a route through this engine may use. */
  readonly pivotsMax: number;
  /** The pairs served now without a pivot. The same array until the pairs or their `measuredScore` change. */
  pairs(): readonly LanguagePair[];
  /** Whether a segment of the pair can be translated now, without a download. */
  isReady(pair: LanguagePair): boolean;
  /** Quality measured along `path` (source, pivots, target): held-out chrF2, 0-100. Source: Popović (2015), "chrF". */
  measuredScore(path: readonly LanguageTag[]): number | undefined;
  /**
   * Returns one translation for each segment, in order and independent of the others. The engine keeps each token in
   * its place as well as it can: a `word` in a noun's place, pairs around the translated words, a `point` between the
   * same words. It may lose or repeat tokens, but never invent any: the caller checks. One that fails returns ''.
   * @throws ServiceError `engine_unavailable` when another route or a later try may succeed; `overloaded`: full queue
   * @throws the signal's reason when `signal` aborts; submitted work is abandoned
   */
  translate(job: Job, signal: AbortSignal): Promise<readonly string[]>;
};

/** An engine that describes its parts to operators: the usable ones first, those that are left out last. */
export type DescribedEngine = Engine & {
  describeUnits(): readonly EngineUnit[];
  /** How it uses this machine, if that depends on the machine. */
  readonly machine?: string;
};

/** The smallest part of an engine that is started and restarted alone: a mode, a model or the model of an endpoint. */
export type EngineUnit = {
  /** The engine's name for it. */
  readonly unit: string;
  readonly pairs: readonly LanguagePair[];
  /** chrF2 of the first of `pairs`; undefined if not measured. */
  readonly score: number | undefined;
  /** `pullable`: the first request for it downloads its model, and is then served. */
  readonly state: 'running' | 'ready' | 'pullable' | 'unavailable' | 'left_out';
  /** Why it is unavailable or not used. */
  readonly reason: string | undefined;
};
