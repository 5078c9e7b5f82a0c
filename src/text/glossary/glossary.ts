import { nextRound, type Steps } from '../../ground/steps.ts';
import type { LanguagePair } from '../languages/language.ts';
import { EntryIndex } from './entry-index.ts';
import type { EntryMatch, GlossaryEntry } from './glossary-entry.ts';
import { InflectionDoubts } from './inflection.ts';
import { KnownWords } from './known-words.ts';
import type { Morphology } from './morphology.ts';
import { SentenceMatcher } from './sentence-matcher.ts';
import { UnprotectedWords } from './unprotected-words.ts';

/** Entries compiled between two pauses. */
const entriesInTurn = 100;
/** Characters and trie steps between two pauses while sentences are matched. */
const stepsInTurn = 20_000;

/** Compiles entries of `pair`, in any order, in steps: 0.2 seconds of processor time for 50,000 of them. */
export function* compileGlossary(entries: readonly GlossaryEntry[], pair: LanguagePair): Steps<Glossary> {
  const compiled = new EntryIndex(pair);
  const unprotected = new UnprotectedWords(pair.source);
  for (const [index, entry] of entries.entries()) {
    compiled.add(entry);
    unprotected.add(entry.term);
    if (index % entriesInTurn === entriesInTurn - 1) yield;
  }
  return new Glossary(compiled, unprotected);
}

/**
 * Finds the glossary entries of an account for one pair in sentences.
 * - Compares words, not letters: "casa" is not in "casado", nor in "casa-museo"; see `WordReader`, `mayBegin`.
 * - The longest match wins, then the first. At one position, exact matches win over inflected ones, then the newest.
 * - Finds nouns and adjectives in other numbers and cases; see `InflectionDoubts`.
 * - In scripts without spaces a match is whole words, by ICU's dictionaries; see `UnspacedEnds`.
 */
export class Glossary {
  /** Words of entries that would otherwise be protected spans; undefined for none. */
  readonly unprotected: UnprotectedWords | undefined;
  readonly #index: EntryIndex;
  #known: KnownWords;

  constructor(index: EntryIndex, unprotected: UnprotectedWords) {
    this.unprotected = unprotected.size > 0 ? unprotected : undefined;
    this.#index = index;
    this.#known = new KnownWords(index);
  }

  /**
   * Finds the entries in `sentences`, which may have tokens. Time is linear in their length and independent of the
   * number of entries. One dictionary lookup at most. `pause` lets other tasks run, every 20,000 characters and steps.
   * Results are in the order of each sentence; one without entries is missing.
   */
  async match(
    sentences: readonly string[],
    morphology: Pick<Morphology, 'read'>,
    pause: () => Promise<void> = nextRound,
  ): Promise<ReadonlyMap<string, readonly EntryMatch[]>> {
    const found = new Map<string, readonly EntryMatch[]>();
    if (this.#index.size === 0) return found;
    const known = this.#known;
    const matcher = new SentenceMatcher(this.#index, known);
    let turnEndsAt = stepsInTurn;
    const carryOut = async <Result>(steps: Steps<Result>): Promise<Result> => {
      for (;;) {
        const { done, value } = steps.next();
        if (matcher.steps >= turnEndsAt) {
          await pause();
          turnEndsAt = matcher.steps + stepsInTurn;
        }
        if (done) return value;
      }
    };
    const doubts = new InflectionDoubts(this.#index.language);
    const open: string[] = [];
    for (const sentence of new Set(sentences)) {
      const matches = await carryOut(matcher.match(sentence, doubts));
      if (matches === undefined) open.push(sentence);
      else if (matches.length > 0) found.set(sentence, matches);
    }
    const forms = await doubts.settle(morphology, (...decision) => known.decide(...decision));
    for (const sentence of open) {
      const matches = (await carryOut(matcher.match(sentence, undefined, forms))) ?? [];
      if (matches.length > 0) found.set(sentence, matches);
    }
    // After each request: a long text may exceed the limit, but only until it ends.
    if (known.isFull) this.#known = new KnownWords(this.#index);
    return found;
  }
}
