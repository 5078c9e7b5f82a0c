import { tagParts } from '../languages/language-tag.ts';
import { kinds } from './character-kinds.ts';
import type { EntryIndex } from './entry-index.ts';
import { bitOf, type EntryTrie, roots } from './entry-trie.ts';
import { doubtfulForm, foldedSingulars, type WordForm } from './inflection.ts';
import type { WordReader } from './word-reader.ts';

type WordStart = { readonly node: number; readonly form: WordForm | undefined };

/** A word of a text, as written, with its matches in the glossary. */
export class KnownWord {
  readonly written: string;
  /** The number of the word in any case, 0 if no such entry contains it. */
  readonly id: number;
  /** The number of the word as written, 0 if no exact entry contains it. */
  readonly exactId: number;
  /** The node after it at the start of exact entries, 0 if there is none. */
  readonly exactNode: number;
  /** The nodes after it at the start of other entries, as written or inflected. */
  starts: readonly WordStart[] = [];
  /** Words of entries that it may be a form of; undefined for none. */
  forms: readonly WordForm[] | undefined;
  /** Of `id`, `exactId` and `forms`. See `bitOf`. */
  bits = 0;
  /** Whether an entry of any case is only this word, in any form; and the bits of the next words of longer entries. */
  endsEntry = false;
  onwardBits = 0;
  readonly #trie: EntryTrie;

  constructor(
    trie: EntryTrie,
    { written, id, exactId }: Pick<KnownWord, 'written' | 'id' | 'exactId'>,
    forms: readonly WordForm[],
  ) {
    this.#trie = trie;
    this.written = written;
    this.id = id;
    this.exactId = exactId;
    this.exactNode = trie.step(roots.exact, exactId, false);
    this.decide(forms);
  }

  decide(forms: readonly WordForm[]): void {
    const trie = this.#trie;
    const own = { node: trie.step(roots.follow, this.id, false), form: undefined };
    const others = forms.map((form) => ({ node: trie.step(roots.follow, form.word, false), form }));
    this.starts = [own, ...others].filter(({ node }) => node !== 0);
    this.endsEntry = this.starts.some(({ node }) => trie.firstEntry(node) >= 0);
    this.onwardBits = this.starts.reduce((bits, { node }) => bits | trie.bitsFrom(node), 0);
    this.forms = forms.length === 0 ? undefined : forms;
    this.bits = forms.reduce((bits, { word }) => bits | bitOf(word), bitOf(this.id) | bitOf(this.exactId));
  }

  /** Returns the same word with other forms. */
  as(forms: readonly WordForm[]): KnownWord {
    return new KnownWord(this.#trie, this, forms);
  }
}

/** Cache size for a large glossary: the words of a few long texts. */
const wordsMax = 20_000;
/** Cache size for a small glossary: the words of a page. A node has many small glossaries. */
const wordsMin = 500;

/** Caches the words of texts with their matches in a glossary. Most texts use the same few thousand words. */
export class KnownWords {
  readonly #glossary: EntryIndex;
  readonly #words = new Map<string, KnownWord>();
  readonly #endings: RegExp | undefined;
  /** By hash. Checked against the text first, because creating a string takes longer. */
  readonly #recent: (KnownWord | undefined)[];

  constructor(glossary: EntryIndex) {
    this.#glossary = glossary;
    this.#endings = inflectedEndings[tagParts(glossary.language).language];
    const places = 2 ** Math.ceil(Math.log2(this.#max) + 1);
    this.#recent = new Array<KnownWord | undefined>(places).fill(undefined);
  }

  /** Whether to start a new cache after the current request. */
  get isFull(): boolean {
    return this.#words.size >= this.#max;
  }

  get #max(): number {
    return Math.min(wordsMax, Math.max(wordsMin, this.#glossary.size));
  }

  /** Caches whether `written` is a form of an entry's word: `form`, or undefined if not. */
  decide(written: string, word: number, form: WordForm | undefined): void {
    const known = this.#words.get(written);
    if (known?.forms === undefined) return;
    known.decide(known.forms.flatMap((other) => (other.word === word ? (form ?? []) : other)));
  }

  /** Returns the word at `index` of the text that `reader` cut. */
  find(reader: WordReader, index: number): KnownWord {
    const hash = reader.hashes[index] ?? 0;
    const place = (hash ^ (hash >>> 15)) & (this.#recent.length - 1);
    const recent = this.#recent[place];
    if (recent !== undefined && isWrittenAt(reader, index, recent.written)) return recent;
    const written = reader.keyAt(index);
    const word = this.#words.get(written) ?? this.#create(reader, written, reader.kinds[index] === kinds.letter);
    this.#words.set(written, word);
    this.#recent[place] = word;
    return word;
  }

  #create(reader: WordReader, written: string, isWord: boolean): KnownWord {
    const { trie, near } = this.#glossary;
    const folded = isWord ? reader.fold(written) : written;
    const word = { written, id: this.#glossary.idOf(folded), exactId: this.#glossary.idOf(written) };
    if (!isWord || near.size === 0) return new KnownWord(trie, word, []);
    // The dictionary form may have a different stem: "men" and "man".
    const singulars = foldedSingulars(reader, written).map((singular) => this.#glossary.idOf(singular));
    const byLetters = this.#endings?.test(folded) === false ? [] : near.near(folded);
    const ids = new Set([...singulars.filter((id) => this.#glossary.isInflected(id)), ...byLetters]);
    ids.delete(word.id);
    return new KnownWord(trie, word, [...ids].map(doubtfulForm));
  }
}

const inSibilant = /[sxz]$/;

/**
 * By language, the endings of nouns and adjectives in the number that a dictionary does not list. Only for languages
 * with two numbers and no cases. Few words end so, and others need no lookup. Does not find the singular of an adjective
 * in another gender.
 */
const inflectedEndings: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries('an ast ca es fr gl oc pt frp'.split(' ').map((language) => [language, inSibilant])),
  // "oxen", "criteria", "cacti", "formulae", "cherubim".
  en: /(?:s|en|a|i|ae|im)$/,
  it: /[aei]$/,
};

function isWrittenAt({ text, starts, ends }: WordReader, index: number, written: string): boolean {
  const [start = 0, end = 0] = [starts[index], ends[index]];
  if (written.length !== end - start) return false;
  for (let unit = 0; unit < written.length; unit++) {
    if (written.charCodeAt(unit) !== text.charCodeAt(start + unit)) return false;
  }
  return true;
}
