import type { Engine } from '../engine/engine.ts';
import type { Events } from '../events.ts';
import { withLikeCapitals } from '../fidelity/capitals.ts';
import { type Fault, findFault } from '../fidelity/examine.ts';
import { mendTokens } from '../fidelity/mend.ts';
import { cutAtClauses, cutMarksOut, type Pieces } from '../fidelity/pieces.ts';
import { withoutStraySpaces } from '../fidelity/plain-spaces.ts';
import { withoutStraySigns } from '../fidelity/stray-signs.ts';
import type { Detector } from '../languages/detector.ts';
import type { LanguagePair } from '../languages/language.ts';
import type { Outcome } from '../memory/sentence-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { EngineCalls } from './engine-calls.ts';
import { isLastTry, type Segment, textOf, withTextOf } from './segment.ts';
import type { Turns } from './turns.ts';

/** What it takes to translate sentences of one text faithfully. */
export type LegParts = {
  readonly calls: EngineCalls;
  readonly detector: Detector;
  readonly turns: Turns;
  readonly events: Pick<Events, 'repairTried'>;
};

/** One pair of languages on the way of a route. */
export type Leg = { readonly engine: Engine; readonly pair: LanguagePair };

/** What is tried for a sentence whose translation has a fault, in this order, until one does. */
const repairs = [
  {
    repair: 'split',
    cut: cutAtClauses,
    isFor: (segment: Segment, fault: Fault) => isLastTry(segment) || fault !== 'marks',
  },
  { repair: 'cut_out', cut: cutMarksOut, isFor: isLastTry },
] as const;

/**
 * Translates `segments` by one pair of an engine, examines each translation, and tries the repairs for those that have
 * a fault. Each step is one job of the engine, for all segments that still need it.
 *
 * @returns one outcome for each segment, in order
 * @throws what the engine throws at the first step
 */
export async function translateLeg(
  parts: LegParts,
  { leg, segments }: { readonly leg: Leg; readonly segments: readonly Segment[] },
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const { engine, pair } = leg;
  const translations = await parts.calls.translate(engine, { pair, segments }, signal);
  const examined = await parts.turns.map(segments.entries(), ([index, segment]) => {
    const sentence = textOf(segment);
    return examine(parts, pair, [sentence, mend(sentence, translations[index])]);
  });
  let outcomes: readonly Outcome[] = examined;
  for (const { repair, cut, isFor } of repairs) {
    if (outcomes.every(({ kind }) => kind === 'faithful')) break;
    const tries = await findTries(parts, { segments, outcomes, cut, isFor });
    if (tries.length === 0) continue;
    const repaired = await tryPieces(parts, { leg, tries }, signal);
    if (repaired === undefined) break;
    for (const { fault, outcome } of repaired.values()) {
      parts.events.repairTried({ fault, repair, succeeded: outcome.kind === 'faithful' });
    }
    outcomes = outcomes.map((outcome, index) => better(outcome, repaired.get(index)?.outcome));
  }
  return outcomes;
}

/** The first fault is the one to tell of: it is the engine's own. */
function better(before: Outcome, after: Outcome | undefined): Outcome {
  return after?.kind === 'faithful' ? after : before;
}

/** A segment that gets another chance, in pieces. */
type Try = { readonly index: number; readonly segment: Segment; readonly fault: Fault; readonly pieces: Pieces };

async function findTries(
  { turns }: LegParts,
  step: {
    readonly segments: readonly Segment[];
    readonly outcomes: readonly Outcome[];
    readonly cut: (sentence: string) => Pieces | undefined;
    readonly isFor: (segment: Segment, fault: Fault) => boolean;
  },
): Promise<readonly Try[]> {
  const found = await turns.map(step.outcomes.entries(), ([index, outcome]): readonly Try[] => {
    const segment = step.segments[index];
    if (outcome.kind === 'faithful' || segment === undefined) return [];
    if (!step.isFor(segment, outcome.fault)) return [];
    const pieces = step.cut(textOf(segment));
    return pieces === undefined ? [] : [{ index, segment, fault: outcome.fault, pieces }];
  });
  return found.flat();
}

type Tried = { readonly fault: Fault; readonly outcome: Outcome };

/**
 * By the index of the segment. Undefined when the engine is down: the sentences stay as they are, and another route
 * may still serve them.
 */
async function tryPieces(
  parts: LegParts,
  { leg, tries }: { readonly leg: Leg; readonly tries: readonly Try[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Tried> | undefined> {
  const segments = tries.flatMap(({ segment, pieces }) => {
    return pieces.texts.map((text) => withTextOf(segment, text));
  });
  const translations = await orUndefinedWhenDown(
    parts.calls.translate(leg.engine, { pair: leg.pair, segments }, signal),
  );
  if (translations === undefined) return undefined;
  let taken = 0;
  const tried = await parts.turns.map(tries, ({ index, segment, fault, pieces }): [number, Tried] => {
    const own = pieces.texts.map((text) => mend(text, translations[taken++]));
    // The whole would hide that one of its pieces was lost.
    const outcome: Outcome = own.every((text) => letter.test(text))
      ? examine(parts, leg.pair, [textOf(segment), pieces.join(own)])
      : { kind: 'unfaithful', fault: 'empty' };
    return [index, { fault, outcome }];
  });
  return new Map(tried);
}

async function orUndefinedWhenDown<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isDown(error)) return undefined;
    throw error;
  }
}

/** Whether another route, or the same one later, may succeed. */
export function isDown(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'engine_unavailable';
}

const letter = /\p{L}/u;
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/** A sentence has no line break and begins and ends with no white space, and neither has its translation. */
function mend(sentence: string, translation = ''): string {
  const line = translation.replace(breaks, ' ').trim();
  if (line === sentence) return line;
  const plain = withoutStraySigns(sentence, withoutStraySpaces(sentence, line));
  return withLikeCapitals(sentence, mendTokens(sentence, plain));
}

function examine(
  { detector }: LegParts,
  pair: LanguagePair,
  [sentence, translation]: readonly [sentence: string, translation: string],
): Outcome {
  const fault = findFault({ pair, sentence, translation, detector });
  return fault === undefined ? { kind: 'faithful', translation } : { kind: 'unfaithful', fault };
}
