import { nextRound, type Steps } from '../../ground/steps.ts';
import type { LanguagePair } from '../languages/language.ts';
import { EntryIndex } from './entry-index.ts';
import type { EntryMatch } from './entry-match.ts';
import type { GlossaryEntry } from './glossary-entry.ts';
import { InflectionDoubts } from './inflection.ts';
import { KnownWords } from './known-words.ts';
import type { Morphology } from './morphology.ts';
import { SentenceMatcher } from './sentence-matcher.ts';
import { UnprotectedWords } from './unprotected-words.ts';

/** Entries compiled between two pauses. */
const entriesInTurn = 100;
/** Characters and trie steps between two pauses while sentences are matched. */
const stepsInTurn = 20_000;

/**
 * Compiles entries for matching: tens of milliseconds for 50,000 of them.
 *
 * @param entries the entries that apply to `pair`, in any order
 * @yields after each `entriesInTurn` entries, so that a caller can run other tasks
 */
export function* compileGlossary(entries: readonly GlossaryEntry[], pair: LanguagePair): Steps<Glossary> {
  const compiled = new EntryIndex(entries, pair);
  const unprotected = new UnprotectedWords(pair.source);
  for (const [index, { term }] of entries.entries()) {
    compiled.add(index);
    unprotected.add(term);
    if (index % entriesInTurn === entriesInTurn - 1) yield;
  }
  return new Glossary(compiled, unprotected);
}

/**
 * Finds the glossary entries of an account for one pair in sentences.
 * - Compares words, not letters: "casa" is not in "casado", nor in "casa-museo"; see `WordReader`, `mayBegin`.
 * - The longest match wins, then the first. At one position, an exact match wins over an inflected one, then the newest
 * entry wins.
 * - Finds nouns and adjectives in other numbers and cases; see `InflectionDoubts`.
 * - In scripts without spaces a match is whole words, by ICU's dictionaries; see `UnspacedEnds`.
 */
export class Glossary {
  /** Words of entries that would otherwise be protected spans; undefined for none. */
  readonly unprotected: UnprotectedWords | undefined;
  readonly #index: EntryIndex;
  /** Undefined while a text is matched: a concurrent text has another matcher. */
  #matcher: SentenceMatcher | undefined;
  #known: KnownWords;

  constructor(index: EntryIndex, unprotected: UnprotectedWords) {
    this.unprotected = unprotected.size > 0 ? unprotected : undefined;
    this.#index = index;
    this.#known = new KnownWords(index);
  }

  /**
   * Finds the entries in `sentences`, which may have tokens. Time is linear in their length and independent of the
   * number of entries. At most one dictionary lookup.
   *
   * @param pause lets other tasks run; called every 20,000 characters and steps
   * @returns in the order of each sentence; one without entries is missing
   */
  async match(
    sentences: readonly string[],
    morphology: Pick<Morphology, 'read'>,
    pause: () => Promise<void> = nextRound,
  ): Promise<ReadonlyMap<string, readonly EntryMatch[]>> {
    const found = new Map<string, readonly EntryMatch[]>();
    if (this.#index.size === 0) return found;
    const known = this.#known;
    const matcher = this.#matcher ?? new SentenceMatcher(this.#index);
    this.#matcher = undefined;
    const turn = new CountedTurn(matcher, pause);
    try {
      const doubts = new InflectionDoubts();
      const open: string[] = [];
      for (const sentence of new Set(sentences)) {
        const matches = await turn.carryOut(matcher.look(sentence, known, doubts));
        if (matches === undefined) open.push(sentence);
        else if (matches.length > 0) found.set(sentence, matches);
      }
      const forms = await doubts.settle(morphology, matcher, (...decision) => known.decide(...decision));
      for (const sentence of open) {
        const matches = await turn.carryOut(matcher.match(sentence, known, forms));
        if (matches.length > 0) found.set(sentence, matches);
      }
      return found;
    } finally {
      this.#matcher = matcher;
      // After each request: a long text may exceed the limit, but only until it ends.
      if (known.isFull) this.#known = new KnownWords(this.#index);
    }
  }
}

class CountedTurn {
  readonly #matcher: SentenceMatcher;
  readonly #pause: () => Promise<void>;
  #endsAt: number;

  constructor(matcher: SentenceMatcher, pause: () => Promise<void>) {
    this.#matcher = matcher;
    this.#pause = pause;
    this.#endsAt = matcher.steps + stepsInTurn;
  }

  /** Runs all steps, with a pause whenever the turn is over. */
  async carryOut<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next();
      if (this.#matcher.steps >= this.#endsAt) {
        await this.#pause();
        this.#endsAt = this.#matcher.steps + stepsInTurn;
      }
      if (done) return value;
    }
  }
}
