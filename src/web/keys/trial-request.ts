import type { LanguageCatalogue } from '../../core/languages/catalogue.ts';

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

const preferredTargets = ['en', 'es'];

/** Returns a short request that the service can answer now, or else one that it may answer later. */
export function trialRequest(catalogue: Pick<LanguageCatalogue, 'entries'>): TrialRequest {
  const targetsOf = new Map<string, readonly string[]>(catalogue.entries().map(({ code, targets }) => [code, targets]));
  for (const [source, text] of sentences) {
    const targets = targetsOf.get(source) ?? [];
    const target = preferredTargets.find((code) => targets.includes(code)) ?? targets[0];
    if (target !== undefined) return { text, source, target };
  }
  return { text: 'Hoy es un buen día para aprender.', source: 'es', target: 'en' };
}
