import type { WordForm } from './inflection.ts';
import { bitOf, type Root, roots, type TermTrie } from './term-trie.ts';

/** An inflected word of an entry, and the inflected words before it. */
export type InflectedWord = {
  readonly index: number;
  readonly form: WordForm;
  readonly before: InflectedWord | undefined;
};

/** A word of a sentence, as a trie is walked along it. */
export type WalkedWord = {
  /** The number of the word whatever its capitals, 0 for one of no such term. */
  readonly id: number;
  /** The number of the word as written, 0 if no exact entry contains it. */
  readonly exactId: number;
  /** Where terms that begin with it go on, 0 for nowhere. */
  readonly node: number;
  readonly exactNode: number;
  /** What else it may be; undefined for nothing. */
  readonly forms: readonly WordForm[] | undefined;
  /** Those of `forms` that terms begin with; undefined for none. */
  readonly firstForms: readonly WordForm[] | undefined;
  /** Those of all these numbers together. See `bitOf`. */
  readonly bits: number;
  /** Of `node` and `firstForms`: whether a term ends there, and the bits of the words with which others go on. */
  readonly endsTerm: boolean;
  readonly onwardBits: number;
};

/** Some of the lists may be longer than there are words. */
export type WalkedWords = {
  readonly count: number;
  readonly words: readonly WalkedWord[];
  /** White space stands before it. */
  readonly gaps: readonly boolean[];
};

/** Terms end here: those of `node`, from the word at the walk's `first` to the one at its `last`. */
export type Visit = (node: number, inflected: InflectedWord | undefined) => void;

/** How many ways are followed at once: words have few forms, and a text could be made of those that have many. */
const waysMax = 8;

/** Where ways have come to, the first `count` of them. */
class Ways {
  count = 0;
  readonly nodes = new Int32Array(waysMax);
  readonly inflected: (InflectedWord | undefined)[] = Array.from({ length: waysMax }, () => undefined);
  /** How many there were, with those that led nowhere. */
  #met = 0;

  clear(): void {
    this.count = 0;
    this.#met = 0;
  }

  /** Whether there is room for one more. */
  meet(): boolean {
    return this.#met++ < waysMax;
  }

  add(node: number, inflected: InflectedWord | undefined): void {
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
    this.steps++;
    const word = words.words[first];
    if (word === undefined || !begins(word, root, bitsAt(words, first + 1))) return;
    this.first = first;
    this.last = first;
    this.#begin(words, { word, root });
    while (this.#ways.count > 0) {
      this.#visit(visit);
      if (++this.last >= words.count) return;
      this.#goOn(words, root);
    }
  }

  #begin(words: WalkedWords, { word, root }: { readonly word: WalkedWord; readonly root: Root }): void {
    const ways = this.#ways;
    const bits = bitsAt(words, this.last + 1);
    const node = root === roots.exact ? word.exactNode : word.node;
    ways.clear();
    if (node !== 0 && ways.meet() && this.#leads(node, bits)) ways.add(node, undefined);
    const { firstForms } = word;
    if (root !== roots.follow || firstForms === undefined) return;
    for (const form of firstForms) {
      const other = this.#trie.begin(root, form.word);
      if (ways.meet() && this.#leads(other, bits)) ways.add(other, { index: this.last, form, before: undefined });
    }
    this.steps += firstForms.length;
  }

  #goOn(words: WalkedWords, root: Root): void {
    const [ways, next] = [this.#ways, this.#next];
    const { last } = this;
    const bits = bitsAt(words, last);
    next.clear();
    for (let way = 0; way < ways.count; way++) {
      const node = ways.nodes[way] ?? 0;
      this.steps++;
      if (this.#trie.mayGoOn(node, bits)) this.#step(node, ways.inflected[way], { words, root });
    }
    this.#ways = next;
    this.#next = ways;
  }

  /** Along the word at `last` and all that it may be. */
  #step(
    from: number,
    before: InflectedWord | undefined,
    { words, root }: { readonly words: WalkedWords; readonly root: Root },
  ): void {
    const { last } = this;
    const word = words.words[last];
    if (word === undefined) return;
    const next = this.#next;
    const id = root === roots.exact ? word.exactId : word.id;
    const hasGap = words.gaps[last] === true;
    const bits = bitsAt(words, last + 1);
    const onward = this.#trie.bitsFrom(from);
    const node = (onward & bitOf(id)) === 0 ? 0 : this.#trie.step(from, id, hasGap);
    if (node !== 0 && next.meet() && this.#leads(node, bits)) next.add(node, before);
    if (root !== roots.follow || word.forms === undefined) return;
    for (const form of word.forms) {
      if ((onward & bitOf(form.word)) === 0) continue;
      const other = this.#trie.step(from, form.word, hasGap);
      if (other !== 0 && next.meet() && this.#leads(other, bits)) next.add(other, { index: last, form, before });
    }
    this.steps += word.forms.length;
  }

  /** Whether a term ends at `node`, or may go on with one of the words that have `bits`. */
  #leads(node: number, bits: number): boolean {
    return this.#trie.firstTerm(node) >= 0 || this.#trie.mayGoOn(node, bits);
  }

  #visit(visit: Visit): void {
    const ways = this.#ways;
    for (let way = 0; way < ways.count; way++) {
      const node = ways.nodes[way] ?? 0;
      if (this.#trie.firstTerm(node) >= 0) visit(node, ways.inflected[way]);
    }
  }
}

/** @param bits of the word behind it */
function begins({ exactNode, endsTerm, onwardBits }: WalkedWord, root: Root, bits: number): boolean {
  return root === roots.exact ? exactNode !== 0 : endsTerm || (onwardBits & bits) !== 0;
}

function bitsAt({ words, count }: WalkedWords, index: number): number {
  return index < count ? (words[index]?.bits ?? 0) : 0;
}
