import { assert } from '../../ground/assert.ts';
import type { Turns } from '../../ground/steps.ts';
import { cacheKeys, type Outcome, type TranslationCache } from '../cache/translation-cache.ts';
import type { Issue } from '../checks/check.ts';
import type { TextEvents } from '../events.ts';
import type { EntriesBySentence } from '../glossary/located-entries.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { EngineRequests, type Hop } from './engine-requests.ts';
import {
  type AppliedEntry,
  type EntryOutcome,
  type SentenceWithEntries,
  translateWithEntries,
} from './glossary-variants.ts';
import { type HopParts, hopsOf, isDown, translateHops } from './hops.ts';
import type { EngineSegment } from './segment.ts';

export type AttemptParts = HopParts & {
  readonly cache: TranslationCache;
  readonly turns: Turns;
  readonly events: Pick<TextEvents, 'repairTried' | 'entriesApplied' | 'cacheUsed'>;
};

export type AttemptWork = {
  /** Without duplicates. */
  readonly sentences: readonly string[];
  /** Best first. */
  readonly routes: readonly Route[];
  readonly entries: EntriesBySentence;
};

export type AttemptShare = {
  /** The account of the request, for its share of the queues and its cached translations. */
  readonly share: string;
  readonly works: readonly AttemptWork[];
};

export type Attempted = {
  readonly translations: ReadonlyMap<string, string>;
  /** By sentence, its glossary entries in its translation. */
  readonly applied: ReadonlyMap<string, readonly AppliedEntry[]>;
  /** By sentence, the issue of its first invalid translation. */
  readonly issues: ReadonlyMap<string, { readonly issue: Issue; readonly engine: string }>;
  /** The engine of the best route that translated at least one sentence. */
  readonly engine: string | undefined;
  readonly failure: unknown;
};

/** After this many failed attempts of other requests, a sentence is translated without sharing the result. */
const awaitedMax = 2;

/**
 * Translates sentences of several works. Tries each on each route, best first, in each variant of its glossary entries,
 * and checks and repairs each hop. Does not send sentences that are cached or that another request is translating.
 *
 * | loop | rows, in order | next row when |
 * | --- | --- | --- |
 * | route | as the catalogue ranks them | a check fails in all variants, or the engine is down |
 * | variant | plain, or: tagged with bare, placeholder, opaque | an entry is missing, or a check fails |
 * | hop | the pairs of the route | the check of the hop passes |
 * | repair | whole (a fragment also as a sentence), split, cut out | a check fails, or words are missing at a point |
 * @throws any error of an engine except `engine_unavailable`; the signal's reason when it aborts
 */
export async function attemptAll(
  parts: AttemptParts,
  { share, works }: AttemptShare,
  signal: AbortSignal,
): Promise<readonly Attempted[]> {
  const all = works.map((work) => new Attempts(parts, work, share));
  const items = all.flatMap((attempts, index) =>
    (works[index]?.sentences ?? []).map((sentence) => [attempts, sentence] as const),
  );
  try {
    await EngineRequests.run({ share, turns: parts.turns, signal }, items, ([attempts, sentence], requests) =>
      attempts.translate(sentence, requests),
    );
  } finally {
    for (const attempts of all) attempts.report();
    parts.events.cacheUsed(parts.cache.takeUse());
  }
  return all;
}

type KnownRoute = {
  readonly route: Route;
  readonly rank: number;
  readonly hops: readonly Hop[];
  /** Of a sentence without glossary entries. */
  readonly keyOf: (sentence: string) => string;
  /** Undefined until a glossary entry was applied. */
  counts: Record<EntryOutcome, number> | undefined;
  /** Why its engine could not be used. */
  failure: unknown;
};

class Attempts implements Attempted {
  readonly translations = new Map<string, string>();
  readonly applied = new Map<string, readonly AppliedEntry[]>();
  readonly issues = new Map<string, { readonly issue: Issue; readonly engine: string }>();
  readonly #parts: AttemptParts;
  readonly #work: AttemptWork;
  /** By rank. Created when a route is first used: most texts need one route. */
  readonly #known: KnownRoute[] = [];
  readonly #share: string;
  #best: KnownRoute | undefined;

  constructor(parts: AttemptParts, work: AttemptWork, share: string) {
    this.#parts = parts;
    this.#work = work;
    this.#share = share;
  }

  get engine(): string | undefined {
    return this.#best?.route.engine.name;
  }

  get failure(): unknown {
    return this.#known.findLast(({ failure }) => failure !== undefined)?.failure;
  }

  async translate(sentence: string, requests: EngineRequests): Promise<void> {
    const { routes } = this.#work;
    for (let rank = 0; rank < routes.length; rank++) {
      const known = this.#routeAt(rank);
      if (known.failure !== undefined) continue;
      try {
        const outcome = await this.#alongRoute(sentence, known, requests);
        this.#note(sentence, outcome, known);
        if (outcome.kind === 'valid') return;
      } catch (error) {
        if (!isDown(error)) throw error;
        known.failure ??= error;
        requests.stop(known.hops, error);
      }
    }
  }

  report(): void {
    const { events } = this.#parts;
    for (const { route, counts } of this.#known) {
      if (counts !== undefined) events.entriesApplied({ engine: route.engine.name, ...counts });
    }
  }

  #routeAt(rank: number): KnownRoute {
    const known = this.#known[rank];
    if (known !== undefined) return known;
    const route = this.#work.routes[rank];
    assert(route !== undefined, 'each rank has a route');
    const keyOf = cacheKeys({ route, share: this.#share, glossaryKey: '' });
    const created = { route, rank, hops: hopsOf(route), keyOf, counts: undefined, failure: undefined };
    this.#known.push(created);
    return created;
  }

  #alongRoute(sentence: string, known: KnownRoute, requests: EngineRequests): Promise<Outcome> {
    const uses = this.#work.entries.get(sentence);
    return uses === undefined
      ? this.#cached(sentence, known, requests)
      : this.#withEntries({ sentence, uses }, known, requests);
  }

  async #withEntries(
    { sentence, uses }: Pick<SentenceWithEntries, 'sentence' | 'uses'>,
    known: KnownRoute,
    requests: EngineRequests,
  ): Promise<Outcome> {
    const translate = (segment: EngineSegment): Promise<Outcome> => this.#cached(segment, known, requests);
    const { engine, path } = known.route;
    const hasPlaceholders = engine.missedEntries === 'placeholder';
    const work = { sentence, uses, target: path.at(-1) as LanguageTag, hasPlaceholders };
    const { outcome, applied, repaired } = await translateWithEntries(work, translate);
    if (repaired) this.#parts.events.repairTried({ ...repaired, repair: 'opaque_terms' });
    if (outcome.kind === 'valid') this.applied.set(sentence, applied);
    for (const { outcome: how } of applied) {
      known.counts ??= { natural: 0, replaced: 0, placeholder: 0, opaque: 0 };
      known.counts[how]++;
    }
    return outcome;
  }

  /** Returns the cached translation, waits for that of another request, or translates. */
  async #cached(segment: EngineSegment, known: KnownRoute, requests: EngineRequests): Promise<Outcome> {
    const { cache } = this.#parts;
    const key = this.#keyOf(segment, known);
    for (let awaited = 0; ; awaited++) {
      const claim = cache.claim(key);
      if (claim.kind === 'kept') return { kind: 'valid', translation: claim.translation };
      if (claim.kind === 'awaited' && awaited < awaitedMax) {
        const outcome = await requests.orAborted(claim.ended);
        if (outcome !== undefined) return outcome;
        continue;
      }
      let outcome: Outcome | undefined;
      try {
        outcome = await translateHops(this.#parts, requests, { hops: known.hops, segment });
        return outcome;
      } finally {
        if (claim.kind === 'new') claim.end(outcome);
      }
    }
  }

  /** The key contains only the entries in the sentence, because a translation depends on no other entry. */
  #keyOf(segment: EngineSegment, known: KnownRoute): string {
    if (typeof segment === 'string') return known.keyOf(segment);
    const { text, ...rest } = segment;
    return cacheKeys({ route: known.route, share: this.#share, glossaryKey: JSON.stringify(rest) })(text);
  }

  #note(sentence: string, outcome: Outcome, known: KnownRoute): void {
    const before = this.issues.get(sentence);
    const succeeded = outcome.kind === 'valid';
    if (before !== undefined) this.#parts.events.repairTried({ issue: before.issue, repair: 'route', succeeded });
    if (succeeded) {
      if (this.#best === undefined || known.rank < this.#best.rank) this.#best = known;
      this.translations.set(sentence, outcome.translation);
    } else if (before === undefined) {
      this.issues.set(sentence, { issue: outcome.issue, engine: known.route.engine.name });
    }
  }
}
