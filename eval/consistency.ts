import { silentEvents } from '../src/adapters/telemetry/events.ts';
import { Turns } from '../src/ground/turns.ts';
import type { EntryCandidate } from '../src/shop/glossaries/candidate-tally.ts';
import { findCandidates } from '../src/shop/glossaries/candidates.ts';
import { candidatesSeenMax, type SeenTranslation, seeTranslations } from '../src/shop/trial/seen-translations.ts';
import { TranslationCache } from '../src/text/cache/translation-cache.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { modelName } from './quality.ts';
import type { ConsistencyRun, Drift } from './results.ts';
import { type EntryWork, entryPaths, serves } from './terms.ts';
import { textFor } from './texts.ts';

const never = new AbortController().signal;

/**
 * How often names and phrases in several lines have their commonest translation: without a glossary, each line as a
 * separate request.
 */
export async function measureConsistency(work: EntryWork): Promise<readonly ConsistencyRun[]> {
  const runs: ConsistencyRun[] = [];
  for (const path of entryPaths) {
    if (work.options.pairs !== undefined && !work.options.pairs.has(path)) continue;
    const [source = '', target = ''] = path.split('>');
    const pair = { source, target } as LanguagePair;
    const candidates = await candidatesOf(pair, work);
    for (const measured of work.engines.filter(({ engine }) => serves(engine, pair))) {
      const { engine, modelOf } = measured;
      const model = modelName(modelOf, [pair.source, pair.target]);
      const [names, phrases] = [
        await driftOf('name', { candidates, pair, engine }, work),
        await driftOf('phrase', { candidates, pair, engine }, work),
      ];
      const run = { engine: engine.name, model, path, names, phrases };
      work.progress(JSON.stringify(run));
      runs.push(run);
    }
  }
  return runs;
}

async function candidatesOf(
  pair: LanguagePair,
  { texts, morphology, options }: EntryWork,
): Promise<readonly EntryCandidate[]> {
  const lines = textFor(texts, pair.source)?.slice(0, options.lines.direct) ?? [];
  const sentences = lines.map((text, index) => ({ text, document: 0, index }));
  return await findCandidates({ language: pair.source, sentences, morphology, countMin: 2 });
}

type DriftWork = Pick<EntryWork['engines'][number], 'engine'> & {
  readonly candidates: readonly EntryCandidate[];
  readonly pair: LanguagePair;
};

async function driftOf(
  kind: EntryCandidate['kind'],
  { candidates, pair, engine }: DriftWork,
  { detector }: EntryWork,
): Promise<Drift> {
  const several = candidates.filter((candidate) => candidate.kind === kind && candidate.places.length > 1);
  const parts = { detector, cache: new TranslationCache(0), turns: new Turns(), events: silentEvents };
  const routes = [{ engine, path: [pair.source, pair.target] }];
  const seen = await seeTranslations(
    parts,
    { candidates: several.slice(0, candidatesSeenMax), routes, share: 'eval' },
    never,
  );
  const wordings = seen.map(translationsOf).filter((counts) => counts.length > 0);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    words: wordings.length,
    places: sum(wordings.map(sum)),
    commonest: sum(wordings.map((counts) => Math.max(...counts))),
  };
}

/** Returns how often each translation occurs, ignoring capitals. */
function translationsOf(seen: readonly SeenTranslation[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const { words, count } of seen) {
    const wording = words.toLowerCase();
    counts.set(wording, (counts.get(wording) ?? 0) + count);
  }
  return [...counts.values()];
}
