import type { WordForm } from './inflection.ts';
import type { TermTrie } from './term-trie.ts';

/** A word of a term that stands in the text in another form, and those before it. */
export type InflectedWord = {
  readonly index: number;
  readonly form: WordForm;
  readonly before: InflectedWord | undefined;
};

/** The words of a text, as a trie is walked along them. */
export type WalkedWords = {
  readonly count: number;
  /** Of each word as it stands, 0 for one that is in no term. */
  readonly ids: readonly number[];
  readonly gaps: readonly boolean[];
  /** What else each may be; undefined for nothing. */
  readonly forms: readonly (readonly WordForm[] | undefined)[] | undefined;
};

/** Terms end with the word at `last`: those of `node`. */
type Visit = (last: number, node: number, inflected: InflectedWord | undefined) => void;

type Way = { readonly node: number; readonly inflected: InflectedWord | undefined };

/** How many ways are followed at once: words have few forms, and a text could be made of those that have many. */
const waysMax = 8;

/** The number by which a trie leads on: of a word, and whether white space stands before it. */
export function symbolOf(word: number, hasGap: boolean): number {
  return word * 2 + (hasGap ? 1 : 0);
}

/**
 * Follows the words of texts through a trie. From one word that takes at most as many steps as the longest term has words,
 * times a constant, however many terms there are.
 */
export class TermWalk {
  readonly #trie: TermTrie;
  /** All that were taken, of any text. */
  steps = 0;

  constructor(trie: TermTrie) {
    this.#trie = trie;
  }

  /** From the word at `first`, with `root` as the node to begin with. */
  from(first: number, { root, words }: { readonly root: number; readonly words: WalkedWords }, visit: Visit): void {
    let ways: Way[] = [];
    this.#add(ways, { root, words, index: first, way: { node: root, inflected: undefined } });
    for (let index = first; ways.length > 0; ) {
      for (const { node, inflected } of ways) if (this.#trie.firstOf(node) >= 0) visit(index, node, inflected);
      if (++index >= words.count) return;
      const next: Way[] = [];
      for (const way of ways) this.#add(next, { root, words, index, way });
      ways = next;
    }
  }

  #add(ways: Way[], { root, words, index, way }: { root: number; words: WalkedWords; index: number; way: Way }): void {
    const hasGap = way.node !== root && words.gaps[index] === true;
    const id = words.ids[index] ?? 0;
    this.steps++;
    const asWritten = id === 0 ? 0 : this.#trie.step(way.node, symbolOf(id, hasGap));
    if (asWritten !== 0 && ways.length < waysMax) ways.push({ node: asWritten, inflected: way.inflected });
    for (const form of words.forms?.[index] ?? []) {
      this.steps++;
      const node = this.#trie.step(way.node, symbolOf(form.word, hasGap));
      if (node !== 0 && ways.length < waysMax) {
        ways.push({ node, inflected: { index, form, before: way.inflected } });
      }
    }
  }
}
