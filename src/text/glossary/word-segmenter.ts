import type { LanguageTag } from '../languages/language.ts';

const segmenters = new Map<string, Intl.Segmenter>();
/** Dictionaries are by script; of languages there are at most some hundred. */
const segmentersMax = 100;

/** Making one takes long; it keeps nothing of what it cuts. */
export function segmenterOf(language: LanguageTag): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  if (segmenters.size >= segmentersMax) segmenters.clear();
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}
