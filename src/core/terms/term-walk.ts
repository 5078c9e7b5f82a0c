import type { WordForm } from './inflection.ts';
import type { Root, TermTrie } from './term-trie.ts';

/** A word of a term that stands in the text in another form, and those before it. */
export type InflectedWord = {
  readonly index: number;
  readonly form: WordForm;
  readonly before: InflectedWord | undefined;
};

/** The words of a sentence, as a trie is walked along them. */
export type WalkedWords = {
  readonly count: number;
  /** The number of each as it stands, 0 for one that is in no term. */
  readonly ids: readonly number[];
  /** White space stands before it. */
  readonly gaps: readonly boolean[];
  /** What else each may be; undefined for nothing. */
  readonly forms: readonly (readonly WordForm[] | undefined)[];
};

/** Terms end here: those of `node`, from the word at the walk's `first` to the one at its `last`. */
type Visit = (node: number, inflected: InflectedWord | undefined) => void;

/** How many ways are followed at once: words have few forms, and a text could be made of those that have many. */
const waysMax = 8;

/** Where ways have come to, the first `count` of them. */
class Ways {
  count = 0;
  readonly nodes = new Int32Array(waysMax);
  readonly inflected: (InflectedWord | undefined)[] = Array.from({ length: waysMax }, () => undefined);

  add(node: number, inflected: InflectedWord | undefined): void {
    if (node === 0 || this.count === waysMax) return;
    this.nodes[this.count] = node;
    this.inflected[this.count++] = inflected;
  }
}

/**
 * Follows the words of sentences through a trie. From each word that takes at most as many steps as the longest term has
 * words, times a constant, however many terms there are.
 */
export class TermWalk {
  readonly #trie: TermTrie;
  #ways = new Ways();
  #next = new Ways();
  /** All that were taken, in any sentence. */
  steps = 0;
  /** The words between which the walk is. */
  first = 0;
  last = 0;

  constructor(trie: TermTrie) {
    this.#trie = trie;
  }

  /** From the word at `first`: what begins there and is shorter comes before what is longer. */
  from(first: number, { words, root }: { readonly words: WalkedWords; readonly root: Root }, visit: Visit): void {
    this.first = first;
    this.last = first;
    this.#begin(words, root, first);
    while (this.#ways.count > 0) {
      this.#visit(visit);
      if (++this.last >= words.count) return;
      this.#goOn(words, this.last);
    }
  }

  #begin({ ids, forms }: WalkedWords, root: Root, index: number): void {
    const ways = this.#ways;
    ways.count = 0;
    this.steps++;
    const id = ids[index] ?? 0;
    if (id !== 0) ways.add(this.#trie.begin(root, id), undefined);
    const others = forms[index];
    if (others === undefined) return;
    for (const form of others) {
      const node = this.#trie.begin(root, form.word);
      if (node !== 0) ways.add(node, { index, form, before: undefined });
    }
    this.steps += others.length;
  }

  #goOn({ ids, gaps, forms }: WalkedWords, index: number): void {
    const [ways, next] = [this.#ways, this.#next];
    const [id = 0, hasGap = false, others] = [ids[index], gaps[index], forms[index]];
    next.count = 0;
    for (let way = 0; way < ways.count; way++) {
      const node = ways.nodes[way] ?? 0;
      const before = ways.inflected[way];
      this.steps++;
      if (!this.#trie.goesOn(node)) continue;
      if (id !== 0) next.add(this.#trie.step(node, id, hasGap), before);
      if (others === undefined) continue;
      for (const form of others) {
        const after = this.#trie.step(node, form.word, hasGap);
        if (after !== 0) next.add(after, { index, form, before });
      }
      this.steps += others.length;
    }
    this.#ways = next;
    this.#next = ways;
  }

  #visit(visit: Visit): void {
    const ways = this.#ways;
    for (let way = 0; way < ways.count; way++) {
      const node = ways.nodes[way] ?? 0;
      if (this.#trie.firstTerm(node) >= 0) visit(node, ways.inflected[way]);
    }
  }
}
