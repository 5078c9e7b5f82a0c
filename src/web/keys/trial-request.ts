import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { bestOfGrade } from '../../text/languages/quality.ts';
import { ratedPairs } from '../grade.ts';

export type TrialRequest = { readonly text: string; readonly source: string; readonly target: string };

/** Sample sentences by language, the most common languages first. */
const sentences: readonly (readonly [source: string, text: string])[] = [
  ['es', 'Hoy es un buen día para aprender.'],
  ['en', 'Today is a good day to learn.'],
  ['fr', 'C’est un bon jour pour apprendre.'],
  ['de', 'Heute ist ein guter Tag zum Lernen.'],
  ['it', 'Oggi è un buon giorno per imparare.'],
  ['pt', 'Hoje é um bom dia para aprender.'],
  ['ca', 'Avui és un bon dia per aprendre.'],
];

/** Returns a short request in a pair of the best grade, into the language of these pages if there is one. */
export function trialRequest(catalogue: Pick<LanguageCatalogue, 'entries' | 'qualityOf'>): TrialRequest {
  const entries = catalogue.entries();
  const pairs = sentences.flatMap(([code]) =>
    entries
      .filter((entry) => entry.code === code)
      .flatMap(({ code: source, targets }) => targets.map((target) => ({ source, target }))),
  );
  const best = bestOfGrade(ratedPairs(catalogue, pairs));
  const { source, target } = best.find((pair) => pair.target === 'en') ?? best[0] ?? { source: 'es', target: 'en' };
  return { text: new Map(sentences).get(source) ?? '', source, target };
}
