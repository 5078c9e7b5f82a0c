import type { LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import type { CompiledTerms } from './compiled-terms.ts';
import { formKinds, type InflectionDoubts, type WordForm, type WordForms } from './inflection.ts';
import { longestFirst } from './longest-first.ts';
import type { MetWord, MetWords } from './met-words.ts';
import { type PlainSentence, plainSentence } from './plain-sentence.ts';
import { isPluralByHead } from './plural-head.ts';
import type { TermMatch } from './term-match.ts';
import { newerFirst } from './term-precedence.ts';
import type { BaseTerm } from './term-store.ts';
import { roots } from './term-trie.ts';
import { type InflectedWord, TermWalk } from './term-walk.ts';
import { UnspacedEnds } from './unspaced-ends.ts';
import { mayBegin, mayEnd } from './word-joints.ts';
import { WordReader } from './word-reader.ts';

/** Where the words of terms stand, perhaps, and which. Offsets are those of the plain sentence. */
type Arrival = {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly node: number;
  readonly inflected: InflectedWord | undefined;
};

/** Of terms that begin with the same word of a text so many are thought of, the longest. */
const arrivalsMax = 32;

/** Finds the terms in one sentence after the other. Nothing is kept from one to the next but the count of steps. */
export class SentenceMatcher {
  readonly #terms: CompiledTerms;
  readonly #met: MetWords;
  readonly #words: WordReader;
  readonly #walk: TermWalk;
  #characters = 0;

  constructor(terms: CompiledTerms, met: MetWords) {
    this.#terms = terms;
    this.#met = met;
    this.#words = new WordReader(terms.language);
    this.#walk = new TermWalk(terms.trie);
  }

  get language(): LanguageTag {
    return this.#terms.language;
  }

  get fold(): (word: string) => string {
    return this.#words.fold;
  }

  /** What was done so far: characters that were read, and steps through the terms. */
  get steps(): number {
    return this.#characters + this.#walk.steps;
  }

  /**
   * Whether `sentence` may hold terms.
   *
   * @param doubts gets the words on which that depends
   */
  look(sentence: string, doubts: InflectionDoubts): boolean {
    const walk = this.#walk;
    this.#read(sentence);
    let isPromising = false;
    this.#walkAlong(
      ({ near }) => near,
      (node, inflected) => {
        if (isPromising && inflected === undefined && !this.#terms.hasCapitals) return;
        if (!mayBegin(this.#words, walk.first) || !mayEnd(this.#words, walk.last)) return;
        if (this.#doubtsAt(node, inflected, doubts)) isPromising = true;
      },
    );
    return isPromising;
  }

  /** The terms in `sentence`, in its order. */
  match(sentence: string, forms: WordForms): readonly TermMatch[] {
    const words = this.#words;
    const plain = this.#read(sentence);
    const ends = new UnspacedEnds(words.text, words.language);
    return longestFirst(this.#arrivals(forms), words.text.length, (same) => {
      const [{ first, last, start, end } = noArrival] = same;
      if (!mayBegin(words, first) || !mayEnd(words, last)) return undefined;
      const isUnspaced = words.kinds[first] === kinds.unspaced || words.kinds[last] === kinds.unspaced;
      if (isUnspaced && !ends.areWords(start, end)) return undefined;
      return this.#best(same, { plain, forms });
    });
  }

  /** In the order of their starts. */
  #arrivals(forms: WordForms): readonly Arrival[] {
    const words = this.#words;
    const walk = this.#walk;
    const arrivals: Arrival[] = [];
    // The places of those from one word, which are overwritten when there are too many.
    let from = 0;
    let count = 0;
    this.#walkAlong(
      (_, index) => forms.formsOf(words.written[index] ?? ''),
      (node, inflected) => {
        const { first, last } = walk;
        const [start = 0, end = 0] = [words.starts[first], words.ends[last]];
        if (arrivals[from]?.first !== first) [from, count] = [arrivals.length, 0];
        arrivals[from + (count++ % arrivalsMax)] = { start, end, first, last, node, inflected };
      },
    );
    return arrivals;
  }

  /** The terms at `node` that may stand in the text so. */
  #doubtsAt(node: number, inflected: InflectedWord | undefined, doubts: InflectionDoubts): boolean {
    let isAny = false;
    for (let index = this.#terms.firstAt(node); index >= 0; index = this.#terms.nextOf(index)) {
      if (inflected !== undefined && this.#terms.inflectionOf(index) === 0) continue;
      isAny = true;
      if (inflected !== undefined) this.#doubt(inflected, doubts);
      else if (this.#isOtherWord(this.#walk.first, index)) doubts.addWord(this.#words.written[this.#walk.first] ?? '');
    }
    return isAny;
  }

  #read(sentence: string): PlainSentence {
    const plain = plainSentence(sentence);
    this.#characters += sentence.length;
    this.#words.read(plain.text, plain.seams);
    return plain;
  }

  #walkAlong(
    formsOf: (word: MetWord, index: number) => readonly WordForm[] | undefined,
    visit: Parameters<TermWalk['from']>[2],
  ): void {
    const { count, gaps } = this.#words;
    const ids: number[] = [];
    const exactIds: number[] = [];
    const forms: (readonly WordForm[] | undefined)[] = [];
    for (let index = 0; index < count; index++) {
      const met = this.#met.meet(this.#words, index);
      ids.push(met.id);
      exactIds.push(met.exactId);
      forms.push(formsOf(met, index));
    }
    const follow = { words: { count, ids, gaps, forms }, root: roots.follow };
    const exact = { words: { count, ids: exactIds, gaps, forms: [] }, root: roots.exact };
    for (let first = 0; first < count; first++) {
      this.#walk.from(first, follow, visit);
      if (this.#terms.hasExact) this.#walk.from(first, exact, visit);
    }
  }

  #doubt(inflected: InflectedWord, doubts: InflectionDoubts): void {
    for (let at: InflectedWord | undefined = inflected; at; at = at.before) {
      const { word } = at.form;
      doubts.add(this.#words.written[at.index] ?? '', { word, written: this.#terms.near.wordOf(word) ?? '' });
    }
  }

  /** Of the terms in the same place the one that applies: as it is written rather than inflected, then the newest. */
  #best(
    same: readonly Arrival[],
    { plain, forms }: { readonly plain: PlainSentence; readonly forms: WordForms },
  ): TermMatch | undefined {
    let best: Candidate | undefined;
    for (const arrival of same) {
      for (let index = this.#terms.firstAt(arrival.node); index >= 0; index = this.#terms.nextOf(index)) {
        const term = this.#terms.termOf(index);
        if (term === undefined || !this.#applies(arrival, index, forms)) continue;
        if (best === undefined || precedes({ term, arrival }, best)) best = { term, arrival };
      }
    }
    if (best === undefined) return undefined;
    const { term, arrival } = best;
    const { inflected, start, end } = arrival;
    const isPlural = inflected !== undefined && isPluralByHead(inflected, { words: this.#words, ...arrival });
    return { term, start: plain.startOf(start), end: plain.endOf(end), number: isPlural ? 'plural' : undefined };
  }

  #applies({ first, last, inflected }: Arrival, index: number, forms: WordForms): boolean {
    if (inflected !== undefined) return isInflectedAs(this.#terms.inflectionOf(index), inflected, first === last);
    if (!this.#isOtherWord(first, index)) return true;
    const readings = forms.readingsOf(this.#words.written[first] ?? '');
    const { partOfSpeech: wanted } = this.#terms.termOf(index) ?? {};
    return readings.length === 0 || readings.some(({ partOfSpeech }) => partOfSpeech === wanted);
  }

  /** Whether small letters could make the word at `first` another one than the term: "essen", the noun "Essen". */
  #isOtherWord(first: number, index: number): boolean {
    return this.#terms.isCapital(index) && smallLetter.test(this.#words.written[first] ?? '');
  }
}

const smallLetter = /^\p{Ll}/u;

const noArrival: Arrival = { start: 0, end: 0, first: 0, last: 0, node: 0, inflected: undefined };

type Candidate = { readonly term: BaseTerm; readonly arrival: Arrival };

function precedes(one: Candidate, other: Candidate): boolean {
  const [oneInflected, otherInflected] = [one.arrival.inflected !== undefined, other.arrival.inflected !== undefined];
  return oneInflected === otherInflected ? newerFirst(one.term, other.term) < 0 : !oneInflected;
}

/** @param inflection what the term may be inflected as; of several words each may be a noun or an adjective */
function isInflectedAs(inflection: number, inflected: InflectedWord, isOneWord: boolean): boolean {
  if (inflection === 0) return false;
  const isName = inflection === formKinds.name;
  const allowed = isName || isOneWord ? inflection : formKinds.noun | formKinds.adjective;
  for (let at: InflectedWord | undefined = inflected; at; at = at.before) {
    if ((at.form.kinds & allowed) === 0 || (isName && at.form.isPlural)) return false;
  }
  return true;
}
