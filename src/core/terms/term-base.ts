import type { LanguagePair } from '../languages/language.ts';
import { finish, type Steps } from '../steps.ts';
import { CompiledTerms } from './compiled-terms.ts';
import { InflectionDoubts } from './inflection.ts';
import { MetWords } from './met-words.ts';
import type { Morphology } from './morphology.ts';
import { nextRound } from './next-round.ts';
import { SentenceMatcher } from './sentence-matcher.ts';
import { SparedWords } from './spared-words.ts';
import type { TermMatch } from './term-match.ts';
import type { BaseTerm } from './term-store.ts';

/** How often others may run while terms are compiled: after so many. */
const termsInTurn = 1_000;
/** How often others may run while sentences are matched: after so many characters and steps through the terms. */
const stepsInTurn = 20_000;

/** In one go: tens of milliseconds for 50,000 terms. */
export function compileTermBase(terms: readonly BaseTerm[], pair: LanguagePair): TermBase {
  return finish(compileTermsInTurns(terms, pair));
}

/**
 * @param terms those that apply to `pair`, in whatever order
 * @yields every some terms, so that a caller can let others run
 */
export function* compileTermsInTurns(terms: readonly BaseTerm[], pair: LanguagePair): Steps<TermBase> {
  const compiled = new CompiledTerms(terms, pair);
  const spared = new SparedWords(pair.source);
  for (const [index, { term }] of terms.entries()) {
    compiled.add(index);
    spared.add(term);
    if (index % termsInTurn === termsInTurn - 1) yield;
  }
  return new TermBase(compiled, spared);
}

/**
 * The terms of an account for one pair, made to be found in sentences.
 *
 * - Words are compared, not letters: "casa" is not in "casado", nor in "casa-museo"; see `WordReader`, `mayBegin`.
 * - The longest match wins, then the one that stands first; of terms in the same place the one that stands as it is
 *   written wins over an inflected one, then the newest.
 * - Nouns and adjectives are found in other numbers and cases; see `InflectionDoubts`.
 * - In scripts without spaces a match is whole words, as far as Unicode's dictionaries know them; see `UnspacedEnds`.
 */
export class TermBase {
  /** Words of terms that are marks where no account has such terms; undefined for none. */
  readonly spared: SparedWords | undefined;
  readonly #terms: CompiledTerms;
  readonly #matcher: SentenceMatcher;
  #met: MetWords;

  constructor(terms: CompiledTerms, spared: SparedWords) {
    this.spared = spared.size > 0 ? spared : undefined;
    this.#terms = terms;
    this.#matcher = new SentenceMatcher(terms);
    this.#met = new MetWords(terms);
  }

  get size(): number {
    return this.#terms.size;
  }

  /** About what it takes of memory, the terms included. */
  get bytes(): number {
    return this.#terms.bytes;
  }

  /**
   * Finds the terms in `sentences`, which may hold tokens. Time grows in proportion to their length, however many terms
   * there are. The dictionary is asked once, for the words on which a match depends, or not at all.
   *
   * @param pause lets others run; called every 20,000 characters and steps
   * @returns in the order of each sentence; one without terms has no entry
   */
  async match(
    sentences: readonly string[],
    morphology: Pick<Morphology, 'read'>,
    pause: () => Promise<void> = nextRound,
  ): Promise<ReadonlyMap<string, readonly TermMatch[]>> {
    const met = this.#met;
    try {
      return await this.#match(sentences, { morphology, pause, met });
    } finally {
      // At the end, so that one long text leaves no more behind than several.
      if (met.isFull) this.#met = new MetWords(this.#terms);
    }
  }

  async #match(sentences: readonly string[], { morphology, pause, met }: Matching) {
    const found = new Map<string, readonly TermMatch[]>();
    if (this.#terms.size === 0) return found;
    const matcher = this.#matcher;
    const turn = new CountedTurn(matcher, pause);
    const doubts = new InflectionDoubts();
    const open: string[] = [];
    for (const sentence of new Set(sentences)) {
      const matches = matcher.look(sentence, met, doubts);
      if (matches === undefined) open.push(sentence);
      else if (matches.length > 0) found.set(sentence, matches);
      if (turn.isOver) await turn.pause();
    }
    const forms = await doubts.settle(morphology, matcher, (...decision) => met.decide(...decision));
    for (const sentence of open) {
      const matches = matcher.match(sentence, met, forms);
      if (matches.length > 0) found.set(sentence, matches);
      if (turn.isOver) await turn.pause();
    }
    return found;
  }
}

type Matching = {
  readonly morphology: Pick<Morphology, 'read'>;
  readonly pause: () => Promise<void>;
  readonly met: MetWords;
};

class CountedTurn {
  readonly #matcher: SentenceMatcher;
  readonly #pause: () => Promise<void>;
  #endsAt: number;

  constructor(matcher: SentenceMatcher, pause: () => Promise<void>) {
    this.#matcher = matcher;
    this.#pause = pause;
    this.#endsAt = matcher.steps + stepsInTurn;
  }

  get isOver(): boolean {
    return this.#matcher.steps >= this.#endsAt;
  }

  async pause(): Promise<void> {
    await this.#pause();
    this.#endsAt = this.#matcher.steps + stepsInTurn;
  }
}
