import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { formKinds } from './inflection.ts';
import { NearWords } from './near-words.ts';
import { newerFirst } from './term-precedence.ts';
import type { BaseTerm } from './term-store.ts';
import { TermTrie } from './term-trie.ts';
import { symbolOf } from './term-walk.ts';
import { WordReader } from './word-reader.ts';

/** The nodes where the words of terms begin: of those that match whatever their capitals, and of the others. */
export const roots = { follow: 1, exact: 2 } as const;

/** The terms of a pair as numbers: what sentences are compared with. */
export class CompiledTerms {
  readonly language: LanguageTag;
  readonly trie = new TermTrie(Object.keys(roots).length);
  /** Of words that may stand in a text in other forms. */
  readonly near = new NearWords();
  /** Some are matched as they are written alone. */
  hasExact = false;
  readonly #terms: readonly BaseTerm[];
  readonly #ids = new Map<string, number>();
  /** Of the words that may stand in other forms: as they were first written. */
  readonly #nearWords = new Map<number, string>();
  /** Of a term: the next one with the same words, and one. */
  readonly #next: Int32Array;
  readonly #inflections: Uint8Array;
  readonly #reader: WordReader;
  #characters = 0;

  constructor(terms: readonly BaseTerm[], pair: LanguagePair) {
    this.language = pair.source;
    this.#terms = terms;
    this.#next = new Int32Array(terms.length);
    this.#inflections = new Uint8Array(terms.length);
    this.#reader = new WordReader(pair.source);
  }

  get size(): number {
    return this.#terms.length;
  }

  /** An estimate of what it takes of memory, the terms included: strings and objects as V8 keeps them. */
  get bytes(): number {
    const ofTerm = 250;
    const ofWord = 90;
    return (
      this.#terms.length * (ofTerm + 5) +
      this.#ids.size * ofWord +
      this.#characters * 2 +
      this.#nearWords.size * 60 +
      this.trie.bytes +
      this.near.bytes
    );
  }

  /** The number of a word, 0 for one of no term. */
  idOf(word: string): number {
    return this.#ids.get(word) ?? 0;
  }

  /** A word of which forms may stand in texts, as it was first written in a term; undefined for any other. */
  writtenOf(id: number): string | undefined {
    return this.#nearWords.get(id);
  }

  inflectionOf(index: number): number {
    return this.#inflections[index] ?? 0;
  }

  /** The terms that end at `node`: at most one for each part of speech. */
  *termsAt(node: number): Generator<{ readonly index: number; readonly term: BaseTerm }> {
    for (let index = this.trie.firstOf(node); index >= 0; index = (this.#next[index] ?? 0) - 1) {
      const term = this.#terms[index];
      if (term) yield { index, term };
    }
  }

  add(index: number): void {
    const term = this.#terms[index];
    if (term === undefined) return;
    const reader = this.#reader;
    reader.read(term.term.normalize('NFC'));
    this.#characters += term.term.length + (term.translation?.length ?? 0);
    const isExact = term.caseRule === 'exact';
    const inflection = inflectionOf(term);
    this.#inflections[index] = inflection;
    let node: number = isExact ? roots.exact : roots.follow;
    for (let word = 0; word < reader.count; word++) {
      const id = this.#number((isExact ? reader.written : reader.folded)[word] ?? '');
      if (inflection !== 0 && reader.kinds[word] === kinds.letter) this.#addNear(id, word);
      node = this.trie.grow(node, symbolOf(id, reader.gaps[word] === true));
    }
    if (reader.count === 0) return;
    this.hasExact ||= isExact;
    this.#link(node, index, term);
  }

  #number(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#ids.size + 1;
    this.#ids.set(word, id);
    return id;
  }

  #addNear(id: number, word: number): void {
    const [folded = '', written = ''] = [this.#reader.folded[word], this.#reader.written[word]];
    if (folded.length < 2 || this.#nearWords.has(id)) return;
    this.#nearWords.set(id, written);
    this.near.add(id, folded);
  }

  /** Of two with the same words and part of speech the newer one stays. */
  #link(node: number, index: number, term: BaseTerm): void {
    let before = -1;
    for (let at = this.trie.firstOf(node); at >= 0; before = at, at = (this.#next[at] ?? 0) - 1) {
      const other = this.#terms[at];
      if (other === undefined || other.partOfSpeech !== term.partOfSpeech) continue;
      if (newerFirst(term, other) > 0) return;
      this.#next[index] = this.#next[at] ?? 0;
      if (before < 0) this.trie.setFirst(node, index);
      else this.#next[before] = index + 1;
      return;
    }
    this.#next[index] = this.trie.firstOf(node) + 1;
    this.trie.setFirst(node, index);
  }
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
