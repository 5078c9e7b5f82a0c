import type { LanguageTag } from '../languages/language.ts';
import type { Steps } from '../steps.ts';
import { type Arrival, Arrivals, noArrival } from './arrivals.ts';
import { kinds } from './character-kinds.ts';
import type { CompiledTerms } from './compiled-terms.ts';
import { formKinds, type InflectionDoubts, isDoubtful, type WordForm, type WordForms } from './inflection.ts';
import { longestFirst } from './longest-first.ts';
import type { MetWord, MetWords } from './met-words.ts';
import { type PlainSentence, plainSentence } from './plain-sentence.ts';
import { isPluralByHead } from './plural-head.ts';
import type { TermMatch } from './term-match.ts';
import { newerFirst } from './term-precedence.ts';
import type { BaseTerm } from './term-store.ts';
import { roots } from './term-trie.ts';
import { type InflectedWord, TermWalk, type Visit } from './term-walk.ts';
import { UnspacedEnds } from './unspaced-ends.ts';
import { mayBegin, mayEnd } from './word-joints.ts';
import { WordReader } from './word-reader.ts';

/** `forms` is undefined where nothing was in doubt. */
type Context = { readonly plain: PlainSentence; readonly forms: WordForms | undefined };

/** Words of a sentence in one step: from each, at most some hundred steps lead through the terms. */
const wordsInStep = 64;

/** Finds the terms in one sentence after the other. Nothing is kept from one to the next but the count of steps. */
export class SentenceMatcher {
  readonly #terms: CompiledTerms;
  readonly #words: WordReader;
  readonly #walk: TermWalk;
  /** Those of the sentence, and perhaps others behind them. */
  readonly #met: MetWord[] = [];
  #characters = 0;

  constructor(terms: CompiledTerms) {
    this.#terms = terms;
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
   * The terms in `sentence`, in its order; undefined when that depends on words that are in doubt.
   *
   * @param doubts gets these words
   */
  *look(sentence: string, met: MetWords, doubts: InflectionDoubts): Steps<readonly TermMatch[] | undefined> {
    const walk = this.#walk;
    const plain = this.#read(sentence, met);
    const arrivals = new Arrivals(this.#words);
    let isSure = true;
    yield* this.#walkAlong((node, inflected) => {
      if (!isInDoubt(inflected)) {
        arrivals.add(walk, node, inflected);
        if (inflected !== undefined || !this.#mayBeOtherWord(node)) return;
      }
      if (!mayBegin(this.#words, walk.first) || !mayEnd(this.#words, walk.last)) return;
      if (this.#addDoubts(node, inflected, doubts)) isSure = false;
    });
    return isSure ? this.#choose(arrivals, { plain, forms: undefined }) : undefined;
  }

  /** The same, with what was in doubt settled. */
  *match(sentence: string, met: MetWords, forms: WordForms): Steps<readonly TermMatch[]> {
    const words = this.#words;
    const plain = this.#read(sentence, met);
    const arrivals = new Arrivals(words);
    for (let index = 0; index < words.count; index++) {
      const word = this.#met[index];
      const settled = forms.formsOf(words.written[index] ?? '');
      if (word && (word.forms || settled.length > 0)) this.#met[index] = word.as(certainForms(word, settled));
    }
    yield* this.#walkAlong((node, inflected) => arrivals.add(this.#walk, node, inflected));
    return this.#choose(arrivals, { plain, forms });
  }

  #choose(arrivals: Arrivals, context: Context): readonly TermMatch[] {
    const words = this.#words;
    if (arrivals.all.length === 0) return [];
    let ends: UnspacedEnds | undefined;
    return longestFirst(arrivals.all, (same) => {
      const [{ first, last, start, end } = noArrival] = same;
      if (!mayBegin(words, first) || !mayEnd(words, last)) return undefined;
      const isUnspaced = words.kinds[first] === kinds.unspaced || words.kinds[last] === kinds.unspaced;
      if (isUnspaced && !(ends ??= new UnspacedEnds(words.text, words.language)).areWords(start, end)) return undefined;
      return this.#best(same, context);
    });
  }

  /** Whether one of the entries at `node` may occur in the text, to be checked later. */
  #addDoubts(node: number, inflected: InflectedWord | undefined, doubts: InflectionDoubts): boolean {
    let isAny = false;
    const written = this.#words.written[this.#walk.first] ?? '';
    for (let index = this.#terms.firstAt(node); index >= 0; index = this.#terms.nextOf(index)) {
      const isOpen =
        inflected === undefined ? this.#isOtherWord(written, index) : this.#terms.inflectionOf(index) !== 0;
      if (!isOpen) continue;
      isAny = true;
      if (inflected === undefined) doubts.addWord(written);
      else this.#doubt(inflected, doubts);
    }
    return isAny;
  }

  #read(sentence: string, met: MetWords): PlainSentence {
    const words = this.#words;
    const plain = plainSentence(sentence);
    this.#characters += sentence.length;
    words.cut(plain.text, plain.seams);
    for (let index = 0; index < words.count; index++) {
      const word = met.meet(words, index);
      this.#met[index] = word;
      words.written[index] = word.written;
    }
    return plain;
  }

  *#walkAlong(visit: Visit): Steps<void> {
    const { count, gaps } = this.#words;
    const words = { count, words: this.#met, gaps };
    const follow = { words, root: roots.follow };
    const exact = { words, root: roots.exact };
    for (let first = 0; first < count; first++) {
      this.#walk.from(first, follow, visit);
      if (this.#terms.hasExact) this.#walk.from(first, exact, visit);
      if (first % wordsInStep === wordsInStep - 1) yield;
    }
  }

  #doubt(inflected: InflectedWord, doubts: InflectionDoubts): void {
    for (let at: InflectedWord | undefined = inflected; at; at = at.before) {
      const { word } = at.form;
      if (isDoubtful(at.form))
        doubts.add(this.#words.written[at.index] ?? '', { word, written: this.#terms.near.wordOf(word) ?? '' });
    }
  }

  /** Of the entries in one place the one that applies: exact before inflected, then the newest. */
  #best(same: readonly Arrival[], { plain, forms }: Context): TermMatch | undefined {
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

  #applies({ first, last, inflected }: Arrival, index: number, forms: WordForms | undefined): boolean {
    if (inflected !== undefined) return isInflectedAs(this.#terms.inflectionOf(index), inflected, first === last);
    const written = this.#words.written[first] ?? '';
    if (forms === undefined || !this.#isOtherWord(written, index)) return true;
    const readings = forms.readingsOf(written);
    const { partOfSpeech: wanted } = this.#terms.termOf(index) ?? {};
    return readings.length === 0 || readings.some(({ partOfSpeech }) => partOfSpeech === wanted);
  }

  /** Whether the word of a term that ends at `node` may be another one in small letters. */
  #mayBeOtherWord(node: number): boolean {
    if (!this.#terms.hasCapitals) return false;
    for (let index = this.#terms.firstAt(node); index >= 0; index = this.#terms.nextOf(index)) {
      if (this.#terms.isCapital(index)) return true;
    }
    return false;
  }

  /** Whether small letters could make `written` another word than the term: "essen", the noun "Essen". */
  #isOtherWord(written: string, index: number): boolean {
    return this.#terms.isCapital(index) && smallLetter.test(written);
  }
}

const smallLetter = /^\p{Ll}/u;

function isInDoubt(inflected: InflectedWord | undefined): boolean {
  for (let at = inflected; at; at = at.before) if (isDoubtful(at.form)) return true;
  return false;
}

/** What a word was known to be, and what has been settled since. */
function certainForms({ forms }: MetWord, settled: readonly WordForm[]): readonly WordForm[] {
  if (forms === undefined) return settled;
  const certain = forms.filter((form) => !isDoubtful(form));
  return [...certain, ...settled.filter(({ word }) => certain.every((other) => other.word !== word))];
}

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
