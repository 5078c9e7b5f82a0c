import type { LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { type CompiledTerms, roots } from './compiled-terms.ts';
import { formKinds, type InflectionDoubts, type WordForm, type WordForms } from './inflection.ts';
import { singularsOf } from './light-forms.ts';
import { longestFirst } from './longest-first.ts';
import { type PlainSentence, plainSentence } from './plain-sentence.ts';
import { isPluralByHead } from './plural-head.ts';
import type { TermMatch } from './term-match.ts';
import { newerFirst } from './term-precedence.ts';
import type { BaseTerm } from './term-store.ts';
import { type InflectedWord, TermWalk, type WalkedWords } from './term-walk.ts';
import { UnspacedEnds } from './unspaced-ends.ts';
import { mayBegin, mayEnd } from './word-joints.ts';
import { WordReader } from './word-reader.ts';

/** Where the words of terms stand, perhaps, and which. */
type Arrival = {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly node: number;
  readonly inflected: InflectedWord | undefined;
};

/** Finds the terms in one sentence after the other. */
export class SentenceMatcher {
  readonly #terms: CompiledTerms;
  readonly #words: WordReader;
  readonly #walk: TermWalk;
  readonly fold = (word: string): string => this.#words.fold(word);
  readonly #near = new Map<string, readonly WordForm[] | undefined>();
  #characters = 0;

  constructor(terms: CompiledTerms) {
    this.#terms = terms;
    this.#words = new WordReader(terms.language);
    this.#walk = new TermWalk(terms.trie);
  }

  get language(): LanguageTag {
    return this.#terms.language;
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
    const words = this.#words;
    this.#read(sentence);
    let isPromising = false;
    const forms = this.#terms.near.size === 0 ? undefined : this.#formsOf((index) => this.#nearFormsOf(index));
    this.#visit(forms, (first, last, { node, inflected }) => {
      if (!mayBegin(words, first) || !mayEnd(words, last)) return;
      for (const { index, term } of this.#terms.termsAt(node)) {
        if (inflected !== undefined && this.#terms.inflectionOf(index) === 0) continue;
        isPromising = true;
        for (let at = inflected; at; at = at.before) this.#doubt(at, doubts);
        if (inflected === undefined && isInSmallLetters(words.written[first] ?? '', term)) {
          doubts.addWord(words.written[first] ?? '');
        }
      }
    });
    return isPromising;
  }

  /** The terms in `sentence`, in its order. */
  match(sentence: string, forms: WordForms): readonly TermMatch[] {
    const words = this.#words;
    const plain = this.#read(sentence);
    const ends = new UnspacedEnds(words.text, words.language);
    const arrivals: Arrival[] = [];
    this.#visit(
      this.#formsOf((index) => forms.formsOf(words.written[index] ?? '')),
      (first, last, { node, inflected }) => {
        const [start = 0, end = 0] = [words.starts[first], words.ends[last]];
        arrivals.push({ start, end, first, last, node, inflected });
      },
    );
    return longestFirst(arrivals, words.text.length, (same) => {
      const [{ first, last, start, end } = noArrival] = same;
      if (!mayBegin(words, first) || !mayEnd(words, last)) return undefined;
      const isUnspaced = words.kinds[first] === kinds.unspaced || words.kinds[last] === kinds.unspaced;
      if (isUnspaced && !ends.areWords(start, end)) return undefined;
      return this.#best(same, { plain, forms });
    });
  }

  #read(sentence: string): PlainSentence {
    const plain = plainSentence(sentence);
    this.#characters += sentence.length;
    this.#words.read(plain.text, plain.seams);
    return plain;
  }

  #visit(
    forms: WalkedWords['forms'],
    visit: (
      first: number,
      last: number,
      at: { readonly node: number; readonly inflected: InflectedWord | undefined },
    ) => void,
  ): void {
    const { count, gaps } = this.#words;
    const follow: WalkedWords = { count, gaps, forms, ids: this.#idsOf(this.#words.folded) };
    const exact: WalkedWords | undefined = this.#terms.hasExact
      ? { count, gaps, forms: undefined, ids: this.#idsOf(this.#words.written) }
      : undefined;
    for (let first = 0; first < count; first++) {
      this.#walk.from(first, { root: roots.follow, words: follow }, (last, node, inflected) =>
        visit(first, last, { node, inflected }),
      );
      if (exact) {
        this.#walk.from(first, { root: roots.exact, words: exact }, (last, node, inflected) =>
          visit(first, last, { node, inflected }),
        );
      }
    }
  }

  #idsOf(written: readonly string[]): readonly number[] {
    const ids: number[] = [];
    for (let index = 0; index < this.#words.count; index++) ids.push(this.#terms.idOf(written[index] ?? ''));
    return ids;
  }

  #formsOf(formsOf: (index: number) => readonly WordForm[] | undefined): (readonly WordForm[] | undefined)[] {
    const forms: (readonly WordForm[] | undefined)[] = [];
    for (let index = 0; index < this.#words.count; index++) {
      const isWord = this.#words.kinds[index] === kinds.letter;
      forms.push(isWord ? formsOf(index) : undefined);
    }
    return forms;
  }

  /** Whatever a word could be a form of, by its letters or by the rules for its ending. */
  #nearFormsOf(index: number): readonly WordForm[] | undefined {
    const [written = '', folded = ''] = [this.#words.written[index], this.#words.folded[index]];
    if (this.#near.has(written)) return this.#near.get(written);
    const singulars = singularsOf(this.#words.language, written).map((word) => this.#terms.idOf(this.fold(word)));
    const known = singulars.filter((id) => this.#terms.writtenOf(id) !== undefined);
    const near = new Set([...known, ...this.#terms.near.near(folded)]);
    near.delete(this.#terms.idOf(folded));
    const forms = near.size === 0 ? undefined : [...near].map((word) => ({ word, isPlural: false, kinds: 0 }));
    this.#near.set(written, forms);
    return forms;
  }

  #doubt({ index, form: { word } }: InflectedWord, doubts: InflectionDoubts): void {
    doubts.add(this.#words.written[index] ?? '', { word, written: this.#terms.writtenOf(word) ?? '' });
  }

  /** Of the terms that stand in the same place the one that applies: as it is written rather than inflected, then the newest. */
  #best(
    same: readonly Arrival[],
    { plain, forms }: { readonly plain: PlainSentence; readonly forms: WordForms },
  ): TermMatch | undefined {
    let best: { readonly term: BaseTerm; readonly arrival: Arrival } | undefined;
    for (const arrival of same) {
      for (const { index, term } of this.#terms.termsAt(arrival.node)) {
        if (!this.#applies(arrival, { index, term, forms })) continue;
        if (best === undefined || precedes({ term, arrival }, best)) best = { term, arrival };
      }
    }
    if (best === undefined) return undefined;
    const { term, arrival } = best;
    const { inflected, start, end } = arrival;
    const isPlural = inflected !== undefined && isPluralByHead(inflected, { words: this.#words, ...arrival });
    const number = isPlural ? 'plural' : undefined;
    return { term, start: plain.startOf(start), end: plain.endOf(end), number };
  }

  #applies(
    { first, last, inflected }: Arrival,
    { index, term, forms }: { readonly index: number; readonly term: BaseTerm; readonly forms: WordForms },
  ): boolean {
    if (inflected !== undefined) return isInflectedAs(this.#terms.inflectionOf(index), inflected, first === last);
    const written = this.#words.written[first] ?? '';
    if (!isInSmallLetters(written, term)) return true;
    const readings = forms.readingsOf(written);
    return readings.length === 0 || readings.some(({ partOfSpeech }) => partOfSpeech === term.partOfSpeech);
  }
}

const noArrival: Arrival = { start: 0, end: 0, first: 0, last: 0, node: 0, inflected: undefined };

type Candidate = { readonly term: BaseTerm; readonly arrival: Arrival };

function precedes(one: Candidate, other: Candidate): boolean {
  const [oneInflected, otherInflected] = [one.arrival.inflected !== undefined, other.arrival.inflected !== undefined];
  return oneInflected === otherInflected ? newerFirst(one.term, other.term) < 0 : !oneInflected;
}

/** @param inflection the kinds of words that the term may be inflected as; of several words each may be a noun or adjective */
function isInflectedAs(inflection: number, inflected: InflectedWord, isOneWord: boolean): boolean {
  if (inflection === 0) return false;
  const isName = inflection === formKinds.name;
  const allowed = isName || isOneWord ? inflection : formKinds.noun | formKinds.adjective;
  for (let at: InflectedWord | undefined = inflected; at; at = at.before) {
    if ((at.form.kinds & allowed) === 0 || (isName && at.form.isPlural)) return false;
  }
  return true;
}

/** Whether a word of a text is not the term for certain: "essen" for the German noun "Essen". */
function isInSmallLetters(written: string, { term, partOfSpeech, caseRule }: BaseTerm): boolean {
  if (partOfSpeech === undefined || caseRule === 'exact') return false;
  return /^\p{Lu}[^\s-]*$/u.test(term) && /^\p{Ll}/u.test(written);
}
