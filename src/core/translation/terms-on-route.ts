import type { AccountId } from '../accounts/account.ts';
import { assert } from '../assert.ts';
import type { Events } from '../events.ts';
import type { Fault } from '../fidelity/examine.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import type { Outcome } from '../memory/sentence-memory.ts';
import { type Filled, type FilledTerm, fillTerms } from '../terms/filled-terms.ts';
import { leavesWords, type MarkedTerms, markTerms, needsNoWords } from '../terms/marked-terms.ts';
import type { TermUse } from '../terms/term-match.ts';
import { findUnmarked } from '../terms/unmarked-terms.ts';
import { type RouteParts, type RouteResult, translateRemembering } from './remembered-route.ts';
import type { Segment, SegmentWithTerms } from './segment.ts';

/** By sentence; one without terms has no entry. */
export type SentenceTerms = ReadonlyMap<string, readonly TermUse[]>;

/** How a term came to stand in a translation. */
export type TermOutcome = 'natural' | 'replaced' | 'standIn' | 'opaque';

/** A term of a sentence where it stands in its translation. */
export type AppliedTerm = Omit<FilledTerm, 'how'> & { readonly outcome: TermOutcome };

export type TermRouteParts = RouteParts & { readonly events: Pick<Events, 'repairTried' | 'termsApplied'> };

export type TermRouteWork = {
  readonly route: Route;
  readonly accountId: AccountId;
  /** Each once. */
  readonly sentences: readonly string[];
  readonly terms: SentenceTerms;
};

export type TermRouteResult = RouteResult<string> & {
  /** Of the sentences that were translated, in the order of each translation. */
  readonly applied: ReadonlyMap<string, readonly AppliedTerm[]>;
};

/**
 * Translates along one route, with each term as its account wants it or not at all. A sentence is translated once where
 * the engine words its terms so by itself or what it writes for them can be replaced, and three times at most: with its
 * terms between tokens, with stand-ins for those that it missed, with a token for each. Where an engine has stand-ins,
 * tokens change how it words what stands around them; there the sentence goes along each time with fewer of them, and
 * comes back so where it has its terms all the same.
 *
 * @throws as `translateRemembering` does
 */
export async function translateWithTerms(
  parts: TermRouteParts,
  work: TermRouteWork,
  signal: AbortSignal,
): Promise<TermRouteResult> {
  const text = new TermsOnRoute(parts, work);
  await text.translate(signal);
  return text;
}

/**
 * - `enclosed`: each term between its pair of tokens.
 * - `stand_in`: those that the engine missed as one token each, the others enclosed.
 * - `opaque`: each as one token.
 */
type Way = 'enclosed' | 'stand_in' | 'opaque';

type Try = Begun & {
  readonly way: Way;
  readonly marked: MarkedTerms;
  /** As it goes through the engine. */
  readonly segment: SegmentWithTerms;
  /** The same with none but its opaque terms marked, which goes along; only where tokens change how an engine words it. */
  readonly bare: Bare | undefined;
};

type Bare = { readonly marked: MarkedTerms; readonly segment: Segment };

type Begun = {
  readonly sentence: string;
  readonly uses: readonly TermUse[];
  /** What an earlier try came to, all in its place: better than a sentence without the words. */
  readonly replaced: Filled | undefined;
  /** Of an earlier try. */
  readonly fault: Fault | undefined;
};

class TermsOnRoute implements TermRouteResult {
  readonly outcomes = new Map<string, Outcome>();
  readonly applied = new Map<string, readonly AppliedTerm[]>();
  failure: unknown;
  readonly #parts: TermRouteParts;
  readonly #work: TermRouteWork;
  readonly #target: LanguageTag;

  constructor(parts: TermRouteParts, work: TermRouteWork) {
    const target = work.route.path.at(-1);
    assert(target !== undefined, 'a route has two ends');
    this.#parts = parts;
    this.#work = work;
    this.#target = target;
  }

  async translate(signal: AbortSignal): Promise<void> {
    const { sentences, terms, ...work } = this.#work;
    const firsts = await this.#parts.turns.map(sentences, (sentence) => this.#firstTry(sentence, terms.get(sentence)));
    const plain = sentences.filter((sentence) => !terms.has(sentence));
    let tries = firsts.flat();
    let segments: readonly Segment[] = [...plain, ...tries.flatMap(segmentsOf)];
    for (let round = 0; segments.length > 0 && this.failure === undefined; round++) {
      assert(round < triesMax, 'a sentence is tried in three ways');
      const result = await translateRemembering(this.#parts, { ...work, sentences: segments }, signal);
      this.failure = result.failure;
      if (round === 0) this.#takePlain(plain, result);
      const next = await this.#parts.turns.map(tries, (each) => this.#take(each, result));
      tries = next.flat();
      segments = tries.flatMap(segmentsOf);
    }
    this.#tell();
  }

  #takePlain(plain: readonly string[], { outcomes }: RouteResult): void {
    for (const sentence of plain) {
      const outcome = outcomes.get(sentence);
      if (outcome !== undefined) this.outcomes.set(sentence, outcome);
    }
  }

  #firstTry(sentence: string, uses: readonly TermUse[] | undefined): readonly Try[] {
    if (uses === undefined) return [];
    const begun = { sentence, uses, replaced: undefined, fault: undefined };
    const marked = needsNoWords(sentence, uses) ? undefined : markTerms(sentence, uses, () => 'enclosed');
    return marked === undefined
      ? this.#tryOpaque(begun)
      : [{ ...begun, ...tryOf('enclosed', marked, false), bare: this.#bareOf(sentence, []) }];
  }

  /** @param opaque the terms that the engine would word otherwise */
  #bareOf(sentence: string, opaque: readonly TermUse[]): Bare | undefined {
    if (!this.#hasStandIns) return undefined;
    const marked = markTerms(sentence, opaque, () => 'opaque');
    if (marked === undefined || !leavesWords(marked)) return undefined;
    return { marked, segment: opaque.length === 0 ? sentence : tryOf('stand_in', marked, false).segment };
  }

  get #hasStandIns(): boolean {
    return this.#work.route.engine.missedTerms === 'stand_in';
  }

  /** The next way to try; none where there is an outcome now, or never will be on this route. */
  #take(tried: Try, { outcomes }: RouteResult): readonly Try[] {
    const outcome = outcomes.get(tried.segment);
    if (outcome === undefined) return [];
    if (outcome.kind === 'unfaithful') return this.#goOn({ ...tried, fault: tried.fault ?? outcome.fault });
    const filled = fillTerms(tried.marked, outcome.translation, this.#target);
    // What the engine words as it is wanted stays, also where another term leaves no better way than a token.
    const mayStandIn = tried.way === 'enclosed' && (this.#hasStandIns || !filled.isSound);
    if (mayStandIn && filled.missed.size > 0) return this.#tryStandIns(tried, filled);
    if (filled.isSound && filled.isDoubtful) return this.#tryOpaque({ ...tried, replaced: tried.replaced ?? filled });
    if (filled.isSound) return this.#settle(tried, this.#fillBare(tried, filled, outcomes) ?? filled);
    return this.#goOn({ ...tried, fault: tried.fault ?? 'marks' });
  }

  /** What came of the sentence with fewer tokens, where it has the same terms. */
  #fillBare({ bare, sentence }: Try, filled: Filled, outcomes: RouteResult['outcomes']): Filled | undefined {
    const outcome = bare && outcomes.get(bare.segment);
    if (bare === undefined || outcome?.kind !== 'faithful' || filled.missed.size > 0) return undefined;
    const own = fillTerms(bare.marked, outcome.translation, this.#target);
    const terms = own.isSound ? findUnmarked(own.translation, filled, sentence) : undefined;
    return terms && { ...own, terms };
  }

  #tryStandIns(tried: Try, filled: Filled): readonly Try[] {
    const replaced = filled.isSound ? filled : undefined;
    const marked = markTerms(tried.sentence, tried.uses, (use) => (filled.missed.has(use) ? 'opaque' : 'enclosed'));
    if (marked === undefined || !leavesWords(marked)) return this.#goOn({ ...tried, replaced });
    const bare = isOpaque(marked) ? undefined : this.#bareOf(tried.sentence, [...filled.missed]);
    return [{ ...tried, ...tryOf('stand_in', marked, replaced === undefined && isOpaque(marked)), bare, replaced }];
  }

  #goOn(tried: Try): readonly Try[] {
    if (tried.replaced !== undefined) return this.#settle({ ...tried, way: 'enclosed' }, tried.replaced);
    if (!isOpaque(tried.marked)) return this.#tryOpaque(tried);
    this.outcomes.set(tried.sentence, { kind: 'unfaithful', fault: tried.fault ?? 'marks' });
    this.#noteRepair(tried, false);
    return [];
  }

  #tryOpaque(begun: Begun): readonly Try[] {
    const marked = markTerms(begun.sentence, begun.uses, () => 'opaque');
    assert(marked !== undefined, 'a sentence has room for a token in the place of each term');
    const next: Try = { ...begun, ...tryOf('opaque', marked, begun.replaced === undefined), bare: undefined };
    if (leavesWords(marked)) return [next];
    const composed = fillTerms(marked, marked.marked, this.#target);
    if (composed.isSound) return this.#settle(next, composed);
    this.outcomes.set(begun.sentence, { kind: 'unfaithful', fault: begun.fault ?? 'marks' });
    return [];
  }

  #settle(tried: Try, { translation, terms }: Filled): readonly Try[] {
    this.outcomes.set(tried.sentence, { kind: 'faithful', translation });
    const applied = terms.map(({ how, ...term }): AppliedTerm => {
      return { ...term, outcome: how === 'opaque' && tried.way === 'stand_in' ? 'standIn' : how };
    });
    this.applied.set(tried.sentence, applied);
    this.#noteRepair(tried, true);
    return [];
  }

  #noteRepair({ way, fault }: Try, succeeded: boolean): void {
    if (way !== 'opaque' || fault === undefined) return;
    this.#parts.events.repairTried({ fault, repair: 'opaque_terms', succeeded });
  }

  #tell(): void {
    const counts = { natural: 0, replaced: 0, standIn: 0, opaque: 0 };
    for (const { outcome } of [...this.applied.values()].flat()) counts[outcome]++;
    if (this.applied.size > 0) this.#parts.events.termsApplied({ engine: this.#work.route.engine.name, ...counts });
  }
}

function tryOf(way: Way, marked: MarkedTerms, isLastTry: boolean): Pick<Try, 'way' | 'marked' | 'segment'> {
  return { way, marked, segment: { marked: marked.marked, terms: marked.terms, isLastTry } };
}

function segmentsOf({ segment, bare }: Try): readonly Segment[] {
  return bare === undefined ? [segment] : [segment, bare.segment];
}

/** Whether nothing is left that the engine could miss. */
function isOpaque({ slots }: MarkedTerms): boolean {
  return slots.every(({ way }) => way === 'opaque');
}

/** Ways to try a sentence on one route. */
const triesMax = 3;
