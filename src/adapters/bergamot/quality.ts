import type { LanguageTag } from '../../text/languages/language.ts';
import scores from './quality.json' with { type: 'json' };

type Score = { readonly chrF2: number };

const scoresByModel = new Map(
  Object.entries(scores).map(([model, byPath]) => [model, new Map<string, Score>(Object.entries(byPath))]),
);

/**
 * chrF2 of the models of this name along `path`, 0-100; undefined if not measured.
 *
 * @param modelName in the store: the registry's architecture, or the name given at import
 */
export function measuredScore(modelName: string, path: readonly LanguageTag[]): number | undefined {
  return scoresByModel.get(modelName)?.get(path.join('>'))?.chrF2;
}
