import type { Detection } from './detector.ts';
import type { LanguageTag } from './language.ts';

/**
 * Returns the language to assume for a text whose language must be named: English if it is among the candidates, because
 * short texts of unknown language are mostly English, else the likeliest. Undefined without a candidate.
 */
export function guessLanguage(detection: Detection): LanguageTag | undefined {
  if (detection.kind === 'detected') return detection.language;
  return detection.candidates.find((tag) => /^en(?:-|$)/.test(tag)) ?? detection.candidates[0];
}
