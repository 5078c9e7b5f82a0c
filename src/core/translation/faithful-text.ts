import type { AccountId } from '../accounts/account.ts';
import { assert } from '../assert.ts';
import type { Events } from '../events.ts';
import type { Fault } from '../fidelity/examine.ts';
import type { Detector } from '../languages/detector.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { noncharacter } from '../marks/token.ts';
import type { Outcome, SentenceMemory } from '../memory/sentence-memory.ts';
import type { SparesMark } from '../segments/spared-marks.ts';
import { layOutText, type TextLayout } from '../segments/text-layout.ts';
import { ServiceError } from '../service-error.ts';
import { EngineCalls } from './engine-calls.ts';
import { type AppliedTerm, type SentenceTerms, type TermRouteResult, translateWithTerms } from './terms-on-route.ts';
import type { Turns } from './turns.ts';

export type FaithfulParts = {
  readonly detector: Detector;
  readonly memory: SentenceMemory;
  readonly turns: Turns;
  readonly events: Pick<Events, 'repairTried' | 'sentenceFailed' | 'termsApplied' | 'memoryUsed'>;
};

export type FaithfulWork = {
  readonly text: string;
  readonly layout: TextLayout;
  readonly pair: LanguagePair;
  /** Best first, at least one. */
  readonly routes: readonly Route[];
  readonly accountId: AccountId;
  /** The account's, in the sentences of `layout`; none unless given. */
  readonly terms?: SentenceTerms;
};

/** The sentences of a text as they are to be in another language. */
export type FaithfulSentences = {
  /** Of the first route that translated any of it. */
  readonly engine: string;
  /** One for each sentence of the layout, in order. */
  readonly translations: readonly string[];
  /** By sentence, where each of its terms stands in its translation. */
  readonly applied: ReadonlyMap<string, readonly AppliedTerm[]>;
};

const noTerms: SentenceTerms = new Map();

/** Finds the sentences of `text`; a long text takes several turns. */
export async function layOut(
  { turns }: Pick<FaithfulParts, 'turns'>,
  {
    text,
    language,
    spares,
  }: { readonly text: string; readonly language: LanguageTag; readonly spares?: SparesMark | undefined },
  signal: AbortSignal,
): Promise<TextLayout> {
  const steps = layOutText(text, language, spares);
  const turn = turns.begin();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!turn.isOver) continue;
    await turn.pause();
    signal.throwIfAborted();
  }
}

/**
 * Translates a text so that nothing of it is lost: along the best route, and what that gets wrong or cannot do along the
 * next ones. A sentence that stands in the text more than once is translated once.
 *
 * @returns the text, and the engine of the first route that translated any of it
 * @throws ServiceError `unfaithful_translation` when a sentence comes through no route without a fault, or not with its
 * terms; `engine_unavailable` when all routes are down
 */
export async function translateFaithfully(
  parts: FaithfulParts,
  work: FaithfulWork,
  signal: AbortSignal,
): Promise<{ readonly engine: string; readonly translatedText: string }> {
  const { engine, translatedText } = await translateWhole(parts, work, signal);
  return { engine, translatedText };
}

/** As `translateFaithfully` does, with the sentences that the text was put together of. */
export async function translateWhole(
  parts: FaithfulParts,
  work: FaithfulWork,
  signal: AbortSignal,
): Promise<FaithfulSentences & { readonly translatedText: string }> {
  const sentences = await translateSentencesOf(parts, work, signal);
  const translatedText = work.layout.render(sentences.translations);
  assertWhole(work.text, translatedText);
  return { ...sentences, translatedText };
}

/** As `translateFaithfully` does, before the text is put together. */
export async function translateSentencesOf(
  parts: FaithfulParts,
  { layout, terms = noTerms, routes, accountId, pair }: FaithfulWork,
  signal: AbortSignal,
): Promise<FaithfulSentences> {
  const found = new Translations(parts, [...new Set(layout.sentences)]);
  const calls = new EngineCalls(accountId);
  try {
    for (const route of routes) {
      const along = { route, accountId, sentences: found.missing, terms };
      await found.add(route, await translateWithTerms({ ...parts, calls }, along, signal));
      if (found.missing.length === 0) break;
    }
  } finally {
    parts.events.memoryUsed(parts.memory.takeUse());
  }
  if (found.missing.length > 0) throw found.failureOf(pair);
  const { engine, applied } = found;
  return { engine, applied, translations: await found.inOrder(layout.sentences) };
}

/** What of a text's sentences is translated so far. */
class Translations {
  readonly #parts: FaithfulParts;
  readonly applied = new Map<string, readonly AppliedTerm[]>();
  readonly #translations = new Map<string, string>();
  /** By sentence: what the first route that translated it got wrong. */
  readonly #faults = new Map<string, { readonly fault: Fault; readonly engine: string }>();
  #missing: readonly string[];
  #engine: string | undefined;
  #failure: unknown;

  constructor(parts: FaithfulParts, sentences: readonly string[]) {
    this.#parts = parts;
    this.#missing = sentences;
  }

  get missing(): readonly string[] {
    return this.#missing;
  }

  get engine(): string {
    assert(this.#engine !== undefined, 'a text without sentences needs no engine');
    return this.#engine;
  }

  async add({ engine }: Route, { outcomes, applied, failure }: TermRouteResult): Promise<void> {
    this.#failure = failure ?? this.#failure;
    for (const [sentence, terms] of applied) this.applied.set(sentence, terms);
    await this.#parts.turns.map(this.#missing, (sentence) => {
      const outcome = outcomes.get(sentence);
      if (outcome !== undefined) this.#note(sentence, outcome, engine.name);
    });
    this.#missing = this.#missing.filter((sentence) => !this.#translations.has(sentence));
  }

  inOrder(sentences: readonly string[]): Promise<readonly string[]> {
    return this.#parts.turns.map(sentences, (sentence) => {
      const translation = this.#translations.get(sentence);
      assert(translation !== undefined, 'a sentence was never translated');
      return translation;
    });
  }

  /** Why there is no translation, once no route is left. */
  failureOf(pair: LanguagePair): unknown {
    const failed = this.#missing.flatMap((sentence) => this.#faults.get(sentence) ?? []);
    for (const { engine, fault } of failed) this.#parts.events.sentenceFailed({ engine, fault });
    const first = failed[0];
    if (first === undefined) return this.#failure;
    return new ServiceError('unfaithful_translation', {
      detail: { ...first, pair: pairName(pair), sentences: failed.length },
      cause: this.#failure,
    });
  }

  #note(sentence: string, outcome: Outcome, engine: string): void {
    const before = this.#faults.get(sentence);
    const succeeded = outcome.kind === 'faithful';
    if (before !== undefined) this.#parts.events.repairTried({ fault: before.fault, repair: 'route', succeeded });
    if (succeeded) {
      this.#engine ??= engine;
      this.#translations.set(sentence, outcome.translation);
    } else if (before === undefined) {
      this.#faults.set(sentence, { fault: outcome.fault, engine });
    }
  }
}

/**
 * What shows at once when a text was put together wrongly: a mark that still stands as a token, a line too many or too
 * few. That the marks of each sentence are there was examined before.
 */
function assertWhole(text: string, translatedText: string): void {
  assert(!noncharacter.test(translatedText) || noncharacter.test(text), 'a mark was not put back into the text');
  assert(countLines(translatedText) === countLines(text), 'a line break was lost or made');
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
