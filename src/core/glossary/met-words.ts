import { kinds } from './character-kinds.ts';
import type { CompiledTerms } from './compiled-terms.ts';
import { mayBeInflected } from './inflected-endings.ts';
import { doubtfulForm, foldedSingulars, type WordForm } from './inflection.ts';
import { bitOf, roots, type TermTrie } from './term-trie.ts';
import type { WalkedWord } from './term-walk.ts';
import type { WordReader } from './word-reader.ts';

type WrittenWord = { readonly written: string; readonly id: number; readonly exactId: number };

/** A word of texts, as it was written there, and what it is to terms. */
export class MetWord implements WalkedWord {
  /** See `WordReader`. */
  readonly written: string;
  readonly id: number;
  readonly exactId: number;
  readonly node: number;
  readonly exactNode: number;
  /** What else it is, and what it may be by its letters alone (`isDoubtful`); undefined for nothing. */
  forms: readonly WordForm[] | undefined;
  firstForms: readonly WordForm[] | undefined;
  bits = 0;
  endsTerm = false;
  onwardBits = 0;
  readonly #trie: TermTrie;

  constructor(trie: TermTrie, { written, id, exactId }: WrittenWord, forms: readonly WordForm[]) {
    this.#trie = trie;
    this.written = written;
    this.id = id;
    this.exactId = exactId;
    this.node = id === 0 ? 0 : trie.begin(roots.follow, id);
    this.exactNode = exactId === 0 ? 0 : trie.begin(roots.exact, exactId);
    this.decide(forms);
  }

  decide(forms: readonly WordForm[]): void {
    const trie = this.#trie;
    const first = forms.filter(({ word }) => trie.begin(roots.follow, word) !== 0);
    const nodes = [this.node, ...first.map(({ word }) => trie.begin(roots.follow, word))].filter((node) => node !== 0);
    this.endsTerm = nodes.some((node) => trie.firstTerm(node) >= 0);
    this.onwardBits = nodes.reduce((bits, node) => bits | trie.bitsFrom(node), 0);
    this.forms = forms.length === 0 ? undefined : forms;
    this.firstForms = first.length === 0 ? undefined : first;
    this.bits = forms.reduce((bits, { word }) => bits | bitOf(word), bitOf(this.id) | bitOf(this.exactId));
  }

  /** The same word with other forms. */
  as(forms: readonly WordForm[]): MetWord {
    return new MetWord(this.#trie, this, forms);
  }
}

/** Limit for many terms: the words of a few long texts. Each takes some time to parse. */
const wordsMax = 20_000;
/** Limit for a few terms, because a node has many such glossaries. The words of a page. */
const wordsMin = 500;

/** In how many places one may stand. A power of two, as is the number of all places. */
const placesEach = 4;

/** Keeps what was found out about the words that texts are made of, which are mostly the same few thousand. */
export class MetWords {
  readonly #terms: CompiledTerms;
  readonly #met = new Map<string, MetWord>();
  readonly #mayBeInflected: (folded: string) => boolean;
  /** Written forms, compared first, at a few places: to create a string takes longer. */
  readonly #slices: string[];
  readonly #words: (MetWord | undefined)[];

  constructor(terms: CompiledTerms) {
    this.#terms = terms;
    this.#mayBeInflected = mayBeInflected(terms.language);
    const places = 2 ** Math.ceil(Math.log2(this.#max));
    this.#slices = new Array<string>(places).fill('');
    this.#words = new Array<MetWord | undefined>(places).fill(undefined);
  }

  /** Whether it is time to begin anew; what one request has found out must not be forgotten before its end. */
  get isFull(): boolean {
    return this.#met.size >= this.#max;
  }

  get #max(): number {
    return Math.min(wordsMax, Math.max(wordsMin, this.#terms.size));
  }

  /** Whether `written` is the form of a word that it was in doubt to be: `form`, or undefined for no. */
  decide(written: string, word: number, form: WordForm | undefined): void {
    const met = this.#met.get(written);
    if (met?.forms === undefined) return;
    met.decide(met.forms.flatMap((known) => (known.word === word ? (form ?? []) : known)));
  }

  /** The word at `index` of those that were cut. */
  meet(reader: WordReader, index: number): MetWord {
    const hash = reader.hashes[index] ?? 0;
    const [start, end] = [reader.starts[index] ?? 0, reader.ends[index] ?? 0];
    const from = (hash ^ (hash >>> 15)) & (this.#words.length - placesEach);
    // When all places are taken, the hash chooses the one to replace.
    let place = from + ((hash >>> 24) & (placesEach - 1));
    for (let at = from; at < from + placesEach; at++) {
      const word = this.#words[at];
      if (word === undefined) {
        place = at;
        break;
      }
      if (standsAt(this.#slices[at] ?? '', reader.text, { start, end })) return word;
    }
    const word = this.#find(reader, index);
    this.#slices[place] = reader.text.slice(start, end);
    this.#words[place] = word;
    return word;
  }

  #find(reader: WordReader, index: number): MetWord {
    const written = reader.keyAt(index);
    const known = this.#met.get(written);
    if (known) return known;
    const met = this.#make(reader, written, reader.kinds[index] === kinds.letter);
    this.#met.set(written, met);
    return met;
  }

  #make(reader: WordReader, written: string, isWord: boolean): MetWord {
    const terms = this.#terms;
    const folded = isWord ? reader.fold(written) : written;
    const id = terms.idOf(folded);
    const exactId = written === folded ? id : terms.idOf(written);
    if (!isWord || terms.near.size === 0) return new MetWord(terms.trie, { written, id, exactId }, []);
    // Words with other letters altogether, "men" and "man".
    const singulars = foldedSingulars(reader, written).map((word) => terms.idOf(word));
    const byLetters = this.#mayBeInflected(folded) ? terms.near.near(folded) : [];
    const near = new Set([...singulars.filter((word) => terms.isInflected(word)), ...byLetters]);
    near.delete(id);
    return new MetWord(terms.trie, { written, id, exactId }, [...near].map(doubtfulForm));
  }
}

/** Whether it is `slice` that stands there. */
function standsAt(
  slice: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const { length } = slice;
  if (length !== end - start) return false;
  for (let unit = 0; unit < length; unit++) {
    if (slice.charCodeAt(unit) !== text.charCodeAt(start + unit)) return false;
  }
  return true;
}
