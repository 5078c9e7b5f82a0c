import type { Detector } from './detector.ts';
import type { LanguageTag } from './language.ts';
import { isLanguage, possibleCodes } from './language-name.ts';

let all: ReadonlySet<LanguageTag> | undefined;

/** Returns the language of a text among all with a code of ISO 639-1, served or not; undefined if it is not clear. */
export function languageOfText(detector: Detector, text: string): LanguageTag | undefined {
  // Naming all codes takes time that a start does not have.
  all ??= new Set((possibleCodes as readonly LanguageTag[]).filter(isLanguage));
  const detection = detector.detect(text, all);
  return detection.kind === 'detected' ? detection.language : undefined;
}
