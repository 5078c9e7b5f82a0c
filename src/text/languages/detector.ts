import type { LanguageCatalogue } from './catalogue.ts';
import type { LanguageTag } from './language.ts';
import { isLanguage, possibleCodes } from './language-name.ts';
import { tagParts } from './language-tag.ts';

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

export type TextToDetect = {
  readonly text: string;
  readonly target: LanguageTag;
  readonly catalogue: Pick<LanguageCatalogue, 'sourcesOffered' | 'chooseRoutes'>;
  /** Languages that win close calls. */
  readonly recent: ReadonlySet<LanguageTag>;
};

/** Linear in the length, also after long rows of signs, because it looks behind only from white space. */
const sentenceBreak = /(?<=[.!?…:][^\p{L}\p{N}\s]*)\s+|\n+|(?<=[。！？])/u;
/** In UTF-16 units of a text: only its start is split. */
const splitUnits = 10_000;
const sentenceWordsMin = 4;
const otherShareMin = 0.2;

/**
 * Detects the source of a text to translate to `target`. A text that seems to be in the target language is in another
 * one with a route to it if that has sentences of the text: at least a fifth of it, and not just names.
 */
export function detectSource(detector: Detector, { text, target, catalogue, recent }: TextToDetect): Detection {
  // Includes withdrawn languages: a text in one must not be detected, and charged, as a related language.
  const among = catalogue.sourcesOffered();
  const detection = detector.detect(text, among, recent);
  const isTarget = detection.kind === 'detected' && tagParts(detection.language).language === tagParts(target).language;
  const start = text.slice(0, splitUnits);
  const sentences = isTarget ? start.split(sentenceBreak).filter(isProse) : [];
  const targetOnly = new Set([target]);
  const units = new Map<LanguageTag, number>();
  for (const sentence of sentences) {
    if (detector.detect(sentence, targetOnly).kind === 'detected') continue;
    const other = detector.detect(sentence, among, recent);
    if (other.kind === 'detected') units.set(other.language, (units.get(other.language) ?? 0) + sentence.length);
  }
  const [[language, most] = [target, 0]] = [...units].toSorted(([, one], [, other]) => other - one);
  const hasRoute =
    most >= start.length * otherShareMin && catalogue.chooseRoutes({ source: language, target }).kind === 'routes';
  return hasRoute ? { kind: 'detected', language } : detection;
}

/** Whether most words have no capital, so that they are not names. */
function isProse(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length >= sentenceWordsMin && words.filter((word) => /^\P{Lu}/u.test(word)).length * 2 > words.length;
}

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
