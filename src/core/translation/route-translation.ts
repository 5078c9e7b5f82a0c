import { assert } from '../assert.ts';
import type { Route } from '../languages/routes.ts';
import type { Outcome } from '../memory/sentence-memory.ts';
import { type Leg, type LegParts, translateLeg } from './faithful-leg.ts';

/**
 * Translates `sentences` leg by leg. Each leg is examined by itself: what it loses, no later one could bring back, and a
 * text that came through the first unchanged would pass for a translation after the second.
 *
 * @returns one outcome for each sentence, in order
 * @throws what the engine throws
 */
export async function translateAlong(
  parts: LegParts,
  { route, sentences }: { readonly route: Route; readonly sentences: readonly string[] },
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  let outcomes: readonly Outcome[] = sentences.map((sentence) => ({ kind: 'faithful', translation: sentence }));
  for (let at = 1; at < route.path.length; at++) {
    const [source, target] = [route.path[at - 1], route.path[at]];
    assert(source !== undefined && target !== undefined, 'a leg has two ends');
    const leg = { engine: route.engine, pair: { source, target } };
    outcomes = await translateFaithfulOnes(parts, { leg, outcomes }, signal);
  }
  return outcomes;
}

/** Those that an earlier leg lost stay lost. */
async function translateFaithfulOnes(
  parts: LegParts,
  { leg, outcomes }: { readonly leg: Leg; readonly outcomes: readonly Outcome[] },
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const sentences = outcomes.flatMap((outcome) => (outcome.kind === 'faithful' ? [outcome.translation] : []));
  if (sentences.length === 0) return outcomes;
  const translated = await translateLeg(parts, { leg, sentences }, signal);
  let taken = 0;
  return outcomes.map((outcome) => (outcome.kind === 'faithful' ? (translated[taken++] ?? outcome) : outcome));
}
