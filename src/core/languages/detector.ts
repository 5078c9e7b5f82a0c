import type { LanguageTag } from './language.ts';

/** `undecided` carries the likeliest languages first, at most five, possibly none. */
export type Detection =
  | { readonly kind: 'detected'; readonly language: LanguageTag }
  | { readonly kind: 'undecided'; readonly candidates: readonly LanguageTag[] };

/** Says which language a text is in. Pure and synchronous: it runs on the request's own path. */
export type Detector = {
  /**
   * @param among the only languages considered
   * @param recent languages that win close calls
   */
  detect(text: string, among: ReadonlySet<LanguageTag>, recent?: ReadonlySet<LanguageTag>): Detection;
};
