import type { LanguageTag } from '../../text/languages/language.ts';
import scores from './quality.json' with { type: 'json' };

const scoreByPath = new Map<string, { readonly chrF2: number }>(Object.entries(scores));

/** chrF2 of a route through these languages, 0-100; undefined if not measured. */
export function measuredScore(path: readonly LanguageTag[]): number | undefined {
  return scoreByPath.get(path.join('>'))?.chrF2;
}
