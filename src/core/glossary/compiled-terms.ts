import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { formKinds } from './inflection.ts';
import { NearWords } from './near-words.ts';
import { newerFirst } from './term-precedence.ts';
import type { BaseTerm } from './term-store.ts';
import { roots, TermTrie } from './term-trie.ts';
import { WordNumbers } from './word-numbers.ts';
import { WordReader } from './word-reader.ts';

/** The terms of a pair as numbers: what sentences are compared with. */
export class CompiledTerms {
  readonly language: LanguageTag;
  readonly trie: TermTrie;
  /** Words that match in inflected forms. */
  readonly near: NearWords;
  /** Some are matched as they are written alone. */
  hasExact = false;
  /** Some words are capitalised and have a part of speech: see `isCapital`. */
  hasCapitals = false;
  readonly #terms: readonly BaseTerm[];
  readonly #words: WordNumbers;
  /** Of a term: the next one with the same words, and one. */
  readonly #next: Int32Array;
  readonly #inflections: Uint8Array;
  /** Whether it is a capital one (2) or not (1), once that was asked. */
  readonly #capitals: Uint8Array;
  readonly #reader: WordReader;
  #characters = 0;

  constructor(terms: readonly BaseTerm[], pair: LanguagePair) {
    this.language = pair.source;
    this.#terms = terms;
    this.trie = new TermTrie(terms.length);
    this.near = new NearWords(terms.length * 2);
    this.#words = new WordNumbers(terms.length * 2);
    this.#next = new Int32Array(terms.length);
    this.#inflections = new Uint8Array(terms.length);
    this.#capitals = new Uint8Array(terms.length);
    this.#reader = new WordReader(pair.source);
  }

  get size(): number {
    return this.#terms.length;
  }

  /** An estimate of what it takes of memory, the terms included: strings and objects as V8 keeps them. */
  get bytes(): number {
    const [ofTerm, ofWord] = [250, 50];
    const ofTables = this.trie.bytes + this.near.bytes + this.#words.bytes;
    return this.#terms.length * (ofTerm + 6) + this.#words.size * ofWord + this.#characters * 2 + ofTables;
  }

  /** The number of a word, 0 for one of no term. */
  idOf(word: string): number {
    return this.#words.numberOf(word);
  }

  /** Whether the word with this number matches inflected forms. */
  isInflected(id: number): boolean {
    return this.near.wordOf(id) !== undefined;
  }

  /** As what the words of a term are inflected, of `formKinds`; 0 for nothing. */
  inflectionOf(index: number): number {
    return this.#inflections[index] ?? 0;
  }

  /**
   * Whether the term is one word with a capital that matches whatever the capitals, and whose part of speech is said: its
   * word in small letters may be another one, like "essen" for the German noun "Essen".
   */
  isCapital(index: number): boolean {
    const known = this.#capitals[index] ?? 0;
    if (known !== 0) return known === 2;
    const { term = '', partOfSpeech, caseRule } = this.#terms[index] ?? {};
    const isOne = partOfSpeech !== undefined && caseRule === 'follow' && /^\p{Lu}[\p{L}\p{M}]*$/u.test(term);
    this.#capitals[index] = isOne ? 2 : 1;
    return isOne;
  }

  /** The number of the first term that ends at `node`, of at most one for each part of speech; -1 for none. */
  firstAt(node: number): number {
    return this.trie.firstTerm(node);
  }

  /** The number of the next term with the same words; -1 for none. */
  nextOf(index: number): number {
    return (this.#next[index] ?? 0) - 1;
  }

  termOf(index: number): BaseTerm | undefined {
    return this.#terms[index];
  }

  add(index: number): void {
    const term = this.#terms[index];
    if (term === undefined) return;
    const reader = this.#reader;
    reader.read(composed(term.term));
    if (reader.count === 0) return;
    this.#characters += term.term.length + (term.translation?.length ?? 0);
    const isExact = term.caseRule === 'exact';
    this.hasExact ||= isExact;
    const inflection = inflectionOf(term);
    this.#inflections[index] = inflection;
    this.hasCapitals ||= this.isCapital(index);
    let node = 0;
    for (let word = 0; word < reader.count; word++) {
      const id = this.#number(word, { isExact, isInflected: inflection !== 0 });
      node =
        word === 0
          ? this.trie.growFirst(isExact ? roots.exact : roots.follow, id)
          : this.trie.grow(node, id, reader.gaps[word] === true);
    }
    this.#link(node, index, term);
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

  /** Of two with the same words and part of speech the newer one stays. */
  #link(node: number, index: number, term: BaseTerm): void {
    let before = -1;
    for (let at = this.firstAt(node); at >= 0; before = at, at = this.nextOf(at)) {
      const other = this.#terms[at];
      if (other === undefined || other.partOfSpeech !== term.partOfSpeech) continue;
      if (newerFirst(term, other) > 0) return;
      this.#next[index] = this.#next[at] ?? 0;
      if (before < 0) this.trie.setFirstTerm(node, index);
      else this.#next[before] = index + 1;
      return;
    }
    this.#next[index] = this.firstAt(node) + 1;
    this.trie.setFirstTerm(node, index);
  }
}

/** In NFC, as all is that stands below the first combining character. */
function composed(text: string): string {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x300) return text.normalize('NFC');
  return text;
}

/**
 * As what the words of a term are inflected, of `formKinds`. A brand is not: a term that matches exactly, or that is copied
 * and is not said to be a noun or an adjective. A name is as a name. Verbs and all else are not.
 */
function inflectionOf({ caseRule, partOfSpeech, translation }: BaseTerm): number {
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
