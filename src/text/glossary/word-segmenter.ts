import type { LanguageTag } from '../languages/language.ts';

const segmenters = new Map<string, Intl.Segmenter>();
/** Limit of the cache; the service has about as many languages. */
const segmentersMax = 100;

/** Returns a cached segmenter, because creating one is slow. It has no state. */
export function segmenterOf(language: LanguageTag): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  if (segmenters.size >= segmentersMax) segmenters.clear();
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}
