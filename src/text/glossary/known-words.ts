import { tagParts } from '../languages/language-tag.ts';
import { kinds } from './character-kinds.ts';
import { type EntryIndex, roots } from './entry-index.ts';
import type { CaseRule } from './glossary-entry.ts';
import { doubtfulForm, foldedSingulars, type WordForm } from './inflection.ts';
import type { WordReader } from './word-reader.ts';

type WordStart = { readonly beginning: number; readonly form: WordForm | undefined };

/** A word of a text, and the words of entries that it may be a form of. */
export type KnownWord = {
  readonly written: string;
  /** The id of the word in the case of each rule; 0 if no entry contains it. */
  readonly ids: Readonly<Record<CaseRule, number>>;
  readonly forms: readonly WordForm[];
  /** The beginnings of entries of each rule that it matches, as written or in another form. */
  readonly starts: Readonly<Record<CaseRule, readonly WordStart[]>>;
};

/** Cache size for a large glossary: the words of a few long texts. */
const wordsMax = 20_000;
/** Cache size for a small glossary: the words of a page. A node has many small glossaries. */
const wordsMin = 500;

/** Caches the words of texts with their matches in a glossary. Most texts use the same few thousand words. */
export class KnownWords {
  readonly #index: EntryIndex;
  readonly #words = new Map<string, KnownWord>();
  readonly #endings: RegExp | undefined;

  constructor(index: EntryIndex) {
    this.#index = index;
    this.#endings = inflectedEndings[tagParts(index.language).language];
  }

  /** Whether to start a new cache after the current request. */
  get isFull(): boolean {
    return this.#words.size >= Math.min(wordsMax, Math.max(wordsMin, this.#index.size));
  }

  /** Caches whether `written` is a form of an entry's word: `form`, or undefined if not. */
  decide(written: string, word: number, form: WordForm | undefined): void {
    const known = this.#words.get(written);
    if (known === undefined) return;
    const forms = known.forms.flatMap((other) => (other.word === word ? (form ?? []) : other));
    this.#words.set(written, this.withForms(known, forms));
  }

  /** Returns the word at `index` of the text that `reader` cut. */
  find(reader: WordReader, index: number): KnownWord {
    const written = reader.keyAt(index);
    const known = this.#words.get(written);
    if (known !== undefined) return known;
    const isWord = reader.kinds[index] === kinds.letter;
    const folded = isWord ? reader.fold(written) : written;
    const ids = { follow: this.#index.idOf(folded), exact: this.#index.idOf(written) };
    const forms = isWord ? this.#formsOf(reader, { written, folded }) : [];
    const word = this.withForms({ written, ids }, forms.filter((id) => id !== ids.follow).map(doubtfulForm));
    this.#words.set(written, word);
    return word;
  }

  withForms({ written, ids }: Pick<KnownWord, 'written' | 'ids'>, forms: readonly WordForm[]): KnownWord {
    const startsOf = (rule: CaseRule, word: number, form?: WordForm): readonly WordStart[] => {
      const beginning = this.#index.step(roots[rule], word, false);
      return beginning === undefined ? [] : [{ beginning, form }];
    };
    const follow = startsOf('follow', ids.follow).concat(forms.flatMap((form) => startsOf('follow', form.word, form)));
    return { written, ids, forms, starts: { follow, exact: startsOf('exact', ids.exact) } };
  }

  #formsOf(
    language: WordReader,
    { written, folded }: { readonly written: string; readonly folded: string },
  ): readonly number[] {
    const { near } = this.#index;
    if (near.size === 0) return [];
    // The dictionary form may have a different stem: "men" and "man".
    const singulars = foldedSingulars(language, written).map((singular) => this.#index.idOf(singular));
    const byLetters = this.#endings?.test(folded) === false ? [] : near.near(folded);
    return [...new Set([...singulars.filter((id) => near.writtenAs(id) !== undefined), ...byLetters])];
  }
}

const inSibilant = /[sxz]$/;

/**
 * Endings of nouns and adjectives in the number that dictionaries do not list, for languages with two numbers and no
 * cases. Other words need no lookup. Does not find the singular of an adjective in another gender.
 */
const inflectedEndings: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries('an ast ca es fr gl oc pt frp'.split(' ').map((language) => [language, inSibilant])),
  // "oxen", "criteria", "cacti", "formulae", "cherubim".
  en: /(?:s|en|a|i|ae|im)$/,
  it: /[aei]$/,
};
