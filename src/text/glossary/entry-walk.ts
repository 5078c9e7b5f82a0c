import { bitOf, type EntryTrie, type Root, roots } from './entry-trie.ts';
import type { WordForm } from './inflection.ts';
import type { KnownWord } from './known-words.ts';

/** An inflected word of an entry, and the inflected words before it. */
export type InflectedWord = {
  readonly index: number;
  readonly form: WordForm;
  readonly before: InflectedWord | undefined;
};

/** Returns `last` and the inflected words before it, from the last to the first. */
export function inflectedWords(last: InflectedWord): readonly InflectedWord[] {
  return last.before === undefined ? [last] : [last, ...inflectedWords(last.before)];
}

/** The lists may be longer than `count`. */
export type WalkedWords = {
  readonly count: number;
  readonly words: readonly KnownWord[];
  /** Whether white space is before it. */
  readonly gaps: readonly boolean[];
};

/** Receives a node where entries end: from the word at the walk's `first` to the one at its `last`. */
export type EntryVisit = (node: number, inflected: InflectedWord | undefined) => void;

type Path = { readonly node: number; readonly inflected: InflectedWord | undefined };

/** Paths followed at the same time. Words have few forms, but a hostile text may use words with many forms. */
const pathsMax = 8;

/** Follows the words of sentences through a trie. The number of steps from a word does not depend on the glossary's size. */
export class EntryWalk {
  readonly #trie: EntryTrie;
  /** Steps in all sentences so far. */
  steps = 0;
  first = 0;
  last = 0;
  #hasGap = false;
  #bitsBehind = 0;
  #tried = 0;

  constructor(trie: EntryTrie) {
    this.#trie = trie;
  }

  /** Visits the entries that start at the word `first`, the shorter ones first. */
  from(first: number, { words, root }: { readonly words: WalkedWords; readonly root: Root }, visit: EntryVisit): void {
    this.steps++;
    const word = words.words[first];
    if (word === undefined || !begins(word, root, bitsAt(words, first + 1))) return;
    this.first = first;
    this.last = first;
    let paths = this.#starts(word, root, bitsAt(words, first + 1));
    while (paths.length > 0) {
      for (const { node, inflected } of paths) if (this.#trie.firstEntry(node) >= 0) visit(node, inflected);
      if (++this.last >= words.count) return;
      paths = this.#onward(paths, words, root);
    }
  }

  #starts({ exactNode, starts }: KnownWord, root: Root, bitsBehind: number): readonly Path[] {
    if (root === roots.exact) return [{ node: exactNode, inflected: undefined }];
    const paths: Path[] = [];
    for (const { node, form } of starts) {
      if (paths.length === pathsMax || !this.#leads(node, bitsBehind)) continue;
      paths.push({ node, inflected: form && { index: this.first, form, before: undefined } });
    }
    this.steps += starts.length;
    return paths;
  }

  /** Returns the paths that continue with the word at `last`, in each of its forms. */
  #onward(paths: readonly Path[], words: WalkedWords, root: Root): readonly Path[] {
    const { last } = this;
    const next: Path[] = [];
    const word = words.words[last];
    if (word === undefined) return next;
    this.#bitsBehind = bitsAt(words, last + 1);
    this.#hasGap = words.gaps[last] === true;
    this.#tried = 0;
    const id = root === roots.exact ? word.exactId : word.id;
    const forms = root === roots.follow ? word.forms : undefined;
    for (const { node: from, inflected: before } of paths) {
      this.steps += 1 + (forms?.length ?? 0);
      const node = this.#step(from, id);
      if (node !== 0) next.push({ node, inflected: before });
      if (forms === undefined) continue;
      for (const form of forms) {
        const other = this.#step(from, form.word);
        if (other !== 0) next.push({ node: other, inflected: { index: last, form, before } });
      }
    }
    return next;
  }

  /** Returns the node after `word`; 0 if there is none, or if no entry ends or continues there. */
  #step(from: number, word: number): number {
    const trie = this.#trie;
    const node = (trie.bitsFrom(from) & bitOf(word)) === 0 ? 0 : trie.step(from, word, this.#hasGap);
    if (node === 0 || this.#tried++ >= pathsMax) return 0;
    return this.#leads(node, this.#bitsBehind) ? node : 0;
  }

  /** Whether an entry ends at `node`, or continues with the word that has these bits. */
  #leads(node: number, bits: number): boolean {
    return this.#trie.firstEntry(node) >= 0 || (this.#trie.bitsFrom(node) & bits) !== 0;
  }
}

/** @param bits of the next word */
function begins({ exactNode, endsEntry, onwardBits }: KnownWord, root: Root, bits: number): boolean {
  return root === roots.exact ? exactNode !== 0 : endsEntry || (onwardBits & bits) !== 0;
}

function bitsAt({ words, count }: WalkedWords, index: number): number {
  return index < count ? (words[index]?.bits ?? 0) : 0;
}
