import type { LanguageTag } from './language.ts';
import { isLanguage, possibleCodes } from './language-name.ts';

/** `undecided` has the likeliest languages first, at most five, possibly none. */
export type Detection =
  | { readonly kind: 'detected'; readonly language: LanguageTag }
  | { readonly kind: 'undecided'; readonly candidates: readonly LanguageTag[] };

/** How likely a text is in a language, from 0 to 1. */
export type LanguageCandidate = { readonly language: LanguageTag; readonly confidence: number };

/** Detects the language of a text. Pure and synchronous: it runs within the request. */
export type Detector = {
  /** `among`: the only languages considered. `recent`: languages that win close calls. */
  detect(text: string, among: ReadonlySet<LanguageTag>, recent?: ReadonlySet<LanguageTag>): Detection;
};

/** Ranks the languages that a text may be in; at most five, the likeliest first. Takes the parameters of `Detector`. */
export type LanguageRanker = {
  rank(text: string, among: ReadonlySet<LanguageTag>, recent?: ReadonlySet<LanguageTag>): readonly LanguageCandidate[];
};

/** English if it is a candidate, because short texts of unknown language are mostly English, else the likeliest. */
export function guessLanguage(detection: Detection): LanguageTag | undefined {
  if (detection.kind === 'detected') return detection.language;
  return detection.candidates.find((tag) => /^en(?:-|$)/.test(tag)) ?? detection.candidates[0];
}

let all: ReadonlySet<LanguageTag> | undefined;

/** Returns the language of a text among all with a code of ISO 639-1, served or not; undefined if it is not clear. */
export function languageOfText(detector: Detector, text: string): LanguageTag | undefined {
  // Naming all codes takes time that a start does not have.
  all ??= new Set((possibleCodes as readonly LanguageTag[]).filter(isLanguage));
  const detection = detector.detect(text, all);
  return detection.kind === 'detected' ? detection.language : undefined;
}
