import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { newerFirst } from './entry-match.ts';
import { EntryTrie, roots } from './entry-trie.ts';
import type { GlossaryEntry } from './glossary-entry.ts';
import { formKinds } from './inflection.ts';
import { NearWords } from './near-words.ts';
import { WordNumbers } from './word-numbers.ts';
import { WordReader } from './word-reader.ts';

/** The entries of a pair as numbers, for comparison with sentences. Tables of numbers: 50,000 entries take 30 MB. */
export class EntryIndex {
  readonly language: LanguageTag;
  readonly trie: EntryTrie;
  /** Words that match in inflected forms. */
  readonly near: NearWords;
  hasExact = false;
  /** Whether `isCapital` holds for an entry. */
  hasCapitals = false;
  readonly #entries: readonly GlossaryEntry[];
  readonly #words: WordNumbers;
  /** By entry: the number of the next one with the same words plus one, or 0. */
  readonly #next: Int32Array;
  readonly #inflections: Uint8Array;
  readonly #capitals: Uint8Array;
  readonly #reader: WordReader;

  constructor(entries: readonly GlossaryEntry[], pair: LanguagePair) {
    this.language = pair.source;
    this.#entries = entries;
    this.trie = new EntryTrie(entries.length);
    this.#words = new WordNumbers(entries.length * 2);
    this.near = new NearWords(entries.length * 2);
    this.#next = new Int32Array(entries.length);
    this.#inflections = new Uint8Array(entries.length);
    this.#capitals = new Uint8Array(entries.length);
    this.#reader = new WordReader(pair.source);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Returns the number of a word, 0 if no entry contains it. */
  idOf(word: string): number {
    return this.#words.numberOf(word);
  }

  /** Whether the word with this number matches inflected forms. */
  isInflected(id: number): boolean {
    return this.near.wordOf(id) !== undefined;
  }

  /** Returns the `formKinds` of the inflected words of an entry; 0 for none. */
  inflectionOf(index: number): number {
    return this.#inflections[index] ?? 0;
  }

  /**
   * Whether the entry is one capitalised word with a part of speech that matches in any case. In small letters it may be
   * another word: "essen" and the German noun "Essen".
   */
  isCapital(index: number): boolean {
    return this.#capitals[index] === 1;
  }

  /** Returns the number of the next entry with the same words, -1 for none. There is at most one for each part of speech. */
  nextOf(index: number): number {
    return (this.#next[index] ?? 0) - 1;
  }

  entryOf(index: number): GlossaryEntry | undefined {
    return this.#entries[index];
  }

  add(index: number): void {
    const entry = this.#entries[index];
    if (entry === undefined) return;
    const reader = this.#reader;
    reader.read(entry.term);
    if (reader.count === 0) return;
    const isExact = entry.caseRule === 'exact';
    this.hasExact ||= isExact;
    const inflection = inflectionOf(entry);
    this.#inflections[index] = inflection;
    const isCapital = !isExact && entry.partOfSpeech !== undefined && /^\p{Lu}[\p{L}\p{M}]*$/u.test(entry.term);
    this.#capitals[index] = isCapital ? 1 : 0;
    this.hasCapitals ||= isCapital;
    let node: number = isExact ? roots.exact : roots.follow;
    for (let word = 0; word < reader.count; word++) {
      const id = this.#number(word, { isExact, isInflected: inflection !== 0 });
      node = this.trie.grow(node, id, reader.gaps[word] === true);
    }
    this.#link(node, index, entry);
  }

  #number(index: number, { isExact, isInflected }: { isExact: boolean; isInflected: boolean }): number {
    const reader = this.#reader;
    const written = reader.written[index] ?? '';
    const isWord = reader.kinds[index] === kinds.letter;
    const key = isExact || !isWord ? written : reader.fold(written);
    const id = this.#words.add(key);
    if (isInflected && isWord && key.length > 1) this.near.add(id, { folded: key, written });
    return id;
  }

  /** Of two entries with the same words and part of speech, keeps the newer one. */
  #link(node: number, index: number, entry: GlossaryEntry): void {
    let before = -1;
    for (let at = this.trie.firstEntry(node); at >= 0; before = at, at = this.nextOf(at)) {
      const other = this.#entries[at];
      if (other === undefined || other.partOfSpeech !== entry.partOfSpeech) continue;
      if (newerFirst(entry, other) > 0) return;
      this.#next[index] = this.#next[at] ?? 0;
      if (before < 0) this.trie.setFirstEntry(node, index);
      else this.#next[before] = index + 1;
      return;
    }
    this.#next[index] = this.trie.firstEntry(node) + 1;
    this.trie.setFirstEntry(node, index);
  }
}

/** Exact entries, names that are not translated, verbs and other words are not inflected. */
function inflectionOf({ caseRule, partOfSpeech, translation }: GlossaryEntry): number {
  if (caseRule === 'exact') return 0;
  switch (partOfSpeech) {
    case 'noun':
    case 'adjective':
      return formKinds[partOfSpeech];
    case 'name':
      return translation === undefined ? 0 : formKinds.name;
    case undefined:
      return translation === undefined ? 0 : formKinds.noun | formKinds.adjective;
    case 'verb':
    case 'other':
      return 0;
  }
}
