import type { AccountId } from '../accounts/account.ts';
import { assert } from '../assert.ts';
import type { Document } from '../document/document.ts';
import { type Rendered, render } from '../document/render.ts';
import { noncharacter } from '../document/token.ts';
import type { Events } from '../events.ts';
import type { Fault } from '../fidelity/examine.ts';
import type { Detector } from '../languages/detector.ts';
import { type LanguagePair, pairName } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import type { Outcome, SentenceMemory } from '../memory/sentence-memory.ts';
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
  readonly document: Document;
  readonly pair: LanguagePair;
  /** Best first, at least one. */
  readonly routes: readonly Route[];
  readonly accountId: AccountId;
  /** The account's, in the sentences of `document`; none unless given. */
  readonly terms?: SentenceTerms;
};

/** A translated document. */
export type FaithfulText = {
  /** Of the first route that translated any of it. */
  readonly engine: string;
  readonly translatedText: string;
  /** Where each segment is in the translated text. */
  readonly map: Rendered['map'];
  /** By sentence, where each of its terms is in its translation. */
  readonly applied: ReadonlyMap<string, readonly AppliedTerm[]>;
};

const noTerms: SentenceTerms = new Map();

/**
 * Translates a document so that nothing of it is lost: along the best route, and what that gets wrong or cannot do along
 * the next ones. A sentence that the text repeats is translated once.
 *
 * @throws ServiceError `unfaithful_translation` when no route translates a sentence without a fault, or with its terms;
 * `engine_unavailable` when all routes are down
 */
export async function translateFaithfully(
  parts: FaithfulParts,
  { document, terms = noTerms, routes, accountId, pair }: FaithfulWork,
  signal: AbortSignal,
): Promise<FaithfulText> {
  const found = new Translations(parts, [...new Set(document.sentences)]);
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
  const { text, map } = render(document, await found.inOrder(document.sentences));
  assertWhole(document.text, text);
  return { engine, applied, translatedText: text, map };
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
      message: 'The text could not be translated without losing some of it.',
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
