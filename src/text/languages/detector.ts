import type { LanguageTag } from './language.ts';

/** `undecided` has the likeliest languages first, at most five, possibly none. */
export type Detection =
  | { readonly kind: 'detected'; readonly language: LanguageTag }
  | { readonly kind: 'undecided'; readonly candidates: readonly LanguageTag[] };

/** Detects the language of a text. Pure and synchronous: it runs within the request. */
export type Detector = {
  /**
   * @param among the only languages considered
   * @param recent languages that win close calls
   */
  detect(text: string, among: ReadonlySet<LanguageTag>, recent?: ReadonlySet<LanguageTag>): Detection;
};
