import { assert } from '../assert.ts';
import type { Route } from '../languages/routes.ts';
import type { Outcome } from '../memory/sentence-memory.ts';
import { type Leg, type LegParts, translateLeg } from './faithful-leg.ts';
import { onLeg, type Segment, textOf, withTextOf } from './segment.ts';

/**
 * Translates `segments` leg by leg. Each leg is examined by itself: what it loses, no later one could bring back, and a
 * text that came through the first unchanged would pass for a translation after the second.
 *
 * @returns one outcome for each segment, in order
 * @throws what the engine throws
 */
export async function translateAlong(
  parts: LegParts,
  { route, segments }: { readonly route: Route; readonly segments: readonly Segment[] },
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  let outcomes: readonly Outcome[] = segments.map((segment) => ({ kind: 'faithful', translation: textOf(segment) }));
  for (let at = 1; at < route.path.length; at++) {
    const [source, target] = [route.path[at - 1], route.path[at]];
    assert(source !== undefined && target !== undefined, 'a leg has two ends');
    const leg = { engine: route.engine, pair: { source, target } };
    const place = { isFirst: at === 1, isLast: at === route.path.length - 1 };
    const reached = segments.map((segment, index) => {
      const outcome = outcomes[index];
      assert(outcome !== undefined, 'a segment has no outcome');
      return outcome.kind === 'faithful' ? onLeg(withTextOf(segment, outcome.translation), place) : outcome;
    });
    outcomes = await translateReached(parts, { leg, reached }, signal);
  }
  return outcomes;
}

type Lost = Extract<Outcome, { readonly kind: 'unfaithful' }>;

/** @param reached what an earlier leg made of each segment; those that it lost stay lost */
async function translateReached(
  parts: LegParts,
  { leg, reached }: { readonly leg: Leg; readonly reached: readonly (Segment | Lost)[] },
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const segments = reached.flatMap((each) => (isLost(each) ? [] : [each]));
  const translated = segments.length === 0 ? [] : await translateLeg(parts, { leg, segments }, signal);
  let taken = 0;
  return reached.map((each) => {
    if (isLost(each)) return each;
    const outcome = translated[taken++];
    assert(outcome !== undefined, 'a segment has no outcome');
    return outcome;
  });
}

function isLost(reached: Segment | Lost): reached is Lost {
  return typeof reached !== 'string' && 'kind' in reached;
}
