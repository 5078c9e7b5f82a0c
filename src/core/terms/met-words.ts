import { kinds } from './character-kinds.ts';
import type { CompiledTerms } from './compiled-terms.ts';
import { mayBeInflected } from './inflected-endings.ts';
import { doubtfulForm, foldedSingulars, type WordForm } from './inflection.ts';
import type { WordReader } from './word-reader.ts';

/** A word of texts, as it was written there, and what it is to terms. */
export type MetWord = {
  /** The number of the word whatever its capitals, 0 for one of no such term. */
  readonly id: number;
  /** The number of the word as it is written, 0 for one of no term that matches as it is written. */
  readonly exactId: number;
  /** What else it is, and what it may be by its letters alone (`isDoubtful`); undefined for nothing. */
  readonly forms: readonly WordForm[] | undefined;
};

/** How many are kept: those of a few long texts for many terms, of which each takes some time to be told from a word. */
const wordsMax = 20_000;
/** How many are kept for a few terms, of which a node has many. Those of a page. */
const wordsMin = 500;

/** Keeps what was found out about the words that texts are made of, which are mostly the same few thousand. */
export class MetWords {
  readonly #terms: CompiledTerms;
  readonly #met = new Map<string, MetWord>();
  readonly #mayBeInflected: (folded: string) => boolean;

  constructor(terms: CompiledTerms) {
    this.#terms = terms;
    this.#mayBeInflected = mayBeInflected(terms.language);
  }

  /** Whether it is time to begin anew; what one request has found out must not be forgotten before its end. */
  get isFull(): boolean {
    return this.#met.size >= Math.min(wordsMax, Math.max(wordsMin, this.#terms.size));
  }

  /** Whether `written` is the form of a word that it was in doubt to be: `form`, or undefined for no. */
  decide(written: string, word: number, form: WordForm | undefined): void {
    const met = this.#met.get(written);
    if (met?.forms === undefined) return;
    const forms = met.forms.flatMap((known) => (known.word === word ? (form ?? []) : known));
    this.#met.set(written, { ...met, forms: forms.length === 0 ? undefined : forms });
  }

  /** The word at `index` of those that were read. */
  meet(words: WordReader, index: number): MetWord {
    const written = words.written[index] ?? '';
    const known = this.#met.get(written);
    if (known) return known;
    const met = this.#find(words, written, words.kinds[index] === kinds.letter);
    this.#met.set(written, met);
    return met;
  }

  #find(words: WordReader, written: string, isWord: boolean): MetWord {
    const terms = this.#terms;
    const folded = isWord ? words.fold(written) : written;
    const id = terms.idOf(folded);
    const exactId = written === folded ? id : terms.idOf(written);
    if (!isWord || terms.near.size === 0) return { id, exactId, forms: undefined };
    // Words with other letters altogether, "men" and "man".
    const singulars = foldedSingulars(words, written).map((word) => terms.idOf(word));
    const byLetters = this.#mayBeInflected(folded) ? terms.near.near(folded) : [];
    const near = new Set([...singulars.filter((word) => terms.isInflected(word)), ...byLetters]);
    near.delete(id);
    return { id, exactId, forms: near.size === 0 ? undefined : [...near].map(doubtfulForm) };
  }
}
