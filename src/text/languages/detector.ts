import type { LanguageTag } from './language.ts';

/** `undecided` has the likeliest languages first, at most five, possibly none. */
export type Detection =
  | { readonly kind: 'detected'; readonly language: LanguageTag }
  | { readonly kind: 'undecided'; readonly candidates: readonly LanguageTag[] };

/** How likely a text is in a language, from 0 to 1. */
export type LanguageCandidate = { readonly language: LanguageTag; readonly confidence: number };

/** Detects the language of a text. Pure and synchronous: it runs within the request. */
export type Detector = {
  /**
   * @param among the only languages considered
   * @param recent languages that win close calls
   */
  detect(text: string, among: ReadonlySet<LanguageTag>, recent?: ReadonlySet<LanguageTag>): Detection;
};

/** Ranks the languages that a text may be in; at most five, the likeliest first. Takes the parameters of `Detector`. */
export type LanguageRanker = {
  rank(text: string, among: ReadonlySet<LanguageTag>, recent?: ReadonlySet<LanguageTag>): readonly LanguageCandidate[];
};
