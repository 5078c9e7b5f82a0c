import type { GrammaticalNumber } from '../glossary/morphology.ts';
import type { PartOfSpeech } from '../glossary/term.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';

/**
 * A term in a segment: either a pair of tokens around its words, or one `word` token in their place, with this number.
 */
export type SegmentTerm = {
  readonly number: number;
  /** The term's words as the sentence has them. */
  readonly words: string;
  /** The wanted translation, in the right number; undefined on a hop that is not the last one. */
  readonly wanted: string | undefined;
  readonly grammaticalNumber: GrammaticalNumber | undefined;
  readonly partOfSpeech: PartOfSpeech | undefined;
};

/** Sentences of one language to turn into another, by one direct pair of the engine. */
export type Job = {
  readonly pair: LanguagePair;
  /**
   * Segments have no line breaks, other control characters or white space at either end. They contain placeholder
   * tokens (`core/document/token.ts`): pairs are nested, and each token occurs once. A segment has a letter outside its
   * tokens.
   */
  readonly segments: readonly string[];
  /**
   * For each segment its terms, so that an engine can make the words around them agree; undefined where none has any. The
   * same segment with the same terms gives the same translation.
   */
  readonly terms?: readonly (readonly SegmentTerm[])[] | undefined;
  /** Whose work it is: jobs of one share take turns among themselves before the share takes its turn among all. */
  readonly share: string;
};

/** Turns segments of one language into another. Knows no account and no price. Safe to call concurrently. */
export type Engine = AsyncDisposable & {
  readonly name: string;
  /** Whether a segment always gives the same translation, so that the result may be cached. */
  readonly isDeterministic: boolean;
  /** Changes with whatever may change what the pair's translations are: data, programs, models. */
  versionOf(pair: LanguagePair): string;
  /**
   * How a term that came out otherwise is best put right: `replace` what stands between its pair of tokens, or translate
   * again with a `word` token, for which the engine has a `stand_in` that bears the grammar of the wanted words. The
   * latter is also tried where what stands there cannot be replaced.
   */
  readonly missedTerms: 'replace' | 'stand_in';
  /** How many pivot languages a route through this engine may use. */
  readonly pivotsMax: number;
  /**
   * The pairs that the engine translates without a pivot and can serve now. It changes while the service runs; as
   * long as it does not, nor what `measuredScore` says of the pairs, the same array is returned.
   */
  pairs(): readonly LanguagePair[];
  /** Whether a segment of the pair can be translated now, without a download. */
  isReady(pair: LanguagePair): boolean;
  /**
   * Measured quality of translating along `path` (source, any pivots, target): chrF2 on a held-out test set, 0-100;
   * undefined where it was never measured.
   * Source: Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation".
   */
  measuredScore(path: readonly LanguageTag[]): number | undefined;
  /**
   * Returns exactly one translation for each segment, in order. Other segments do not affect a translation.
   * The engine keeps each token in its place as well as it can: a `word` in a noun's place, pairs around the translated
   * words, a `point` between the same words. It may lose or repeat tokens but must not invent any. The caller checks. A
   * segment that fails alone returns an empty string and does not fail the job.
   *
   * @throws ServiceError `engine_unavailable` when another route or a later try may succeed, `overloaded` when the
   * queue is full
   * @throws the signal's reason when `signal` aborts; submitted work is abandoned
   */
  translate(job: Job, signal: AbortSignal): Promise<readonly string[]>;
};
