import type { LanguageTag } from '../../text/languages/language.ts';
import scores from './quality.json' with { type: 'json' };

/** By the configured model name, then by path: `es>en`. */
const scoresByModel: Readonly<Record<string, Readonly<Record<string, { readonly chrF2: number }>>>> = scores;

/** chrF2 of a model for these languages, 0-100; undefined if not measured. */
export function measuredScore(model: string, path: readonly LanguageTag[]): number | undefined {
  const scoreByPath = Object.hasOwn(scoresByModel, model) ? scoresByModel[model] : undefined;
  return scoreByPath?.[path.join('>')]?.chrF2;
}
