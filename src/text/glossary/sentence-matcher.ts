import type { Steps } from '../../ground/steps.ts';
import type { LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import type { EntryIndex } from './entry-index.ts';
import { type EntryMatch, newerFirst } from './entry-match.ts';
import { roots } from './entry-trie.ts';
import { type EntryVisit, EntryWalk, type InflectedWord, inflectedWords } from './entry-walk.ts';
import type { GlossaryEntry } from './glossary-entry.ts';
import { formKinds, type InflectionDoubts, isDoubtful, type WordForm, type WordForms } from './inflection.ts';
import type { KnownWord, KnownWords } from './known-words.ts';
import { isPluralByHead } from './plural-head.ts';
import { UnspacedEnds } from './unspaced-ends.ts';
import { mayBegin, mayEnd } from './word-joints.ts';
import { WordReader } from './word-reader.ts';

/** The words `first` to `last` of the sentence, their offsets in the reader's text, and the node of the entries with these words. */
type Arrival = {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly node: number;
  readonly inflected: InflectedWord | undefined;
};

/** Words of a sentence in one step. Each word takes at most about a hundred steps through the trie. */
const wordsInStep = 64;

/** Arrivals that start at the same word: only the longest are kept. */
const arrivalsMax = 32;

/** Matches one sentence at a time. Only `steps` is kept between sentences. */
export class SentenceMatcher {
  readonly #glossary: EntryIndex;
  readonly #reader: WordReader;
  readonly #walk: EntryWalk;
  /** The words of the sentence; may be longer than it. */
  readonly #words: KnownWord[] = [];
  #characters = 0;
  /** Of the sentence; only if it has matches in a script without spaces. */
  #ends: UnspacedEnds | undefined;

  constructor(glossary: EntryIndex) {
    this.#glossary = glossary;
    this.#reader = new WordReader(glossary.language);
    this.#walk = new EntryWalk(glossary.trie);
  }

  get language(): LanguageTag {
    return this.#glossary.language;
  }

  get fold(): (word: string) => string {
    return this.#reader.fold;
  }

  /** Work so far: characters read plus steps through the trie. */
  get steps(): number {
    return this.#characters + this.#walk.steps;
  }

  /**
   * Returns the entries in `sentence`, in its order; undefined if the result depends on words in doubt.
   *
   * @param doubts receives these words
   */
  *look(sentence: string, known: KnownWords, doubts: InflectionDoubts): Steps<readonly EntryMatch[] | undefined> {
    this.#read(sentence, known);
    const arrivals: Arrival[] = [];
    let isSure = true;
    yield* this.#walkAlong((node, inflected) => {
      if (!isInDoubt(inflected)) {
        this.#arrive(arrivals, node, inflected);
        if (inflected !== undefined || !this.#glossary.hasCapitals) return;
      }
      if (!mayBegin(this.#reader, this.#walk.first) || !mayEnd(this.#reader, this.#walk.last)) return;
      if (this.#addDoubts(node, inflected, doubts)) isSure = false;
    });
    return isSure ? this.#choose(arrivals, undefined) : undefined;
  }

  /** Same as `look`, with all doubts settled. */
  *match(sentence: string, known: KnownWords, forms: WordForms): Steps<readonly EntryMatch[]> {
    this.#read(sentence, known);
    const arrivals: Arrival[] = [];
    for (let index = 0; index < this.#reader.count; index++) {
      const word = this.#words[index];
      const settled = forms.formsOf(this.#writtenAt(index));
      if (word && (word.forms || settled.length > 0)) this.#words[index] = word.as(certainForms(word, settled));
    }
    yield* this.#walkAlong((node, inflected) => this.#arrive(arrivals, node, inflected));
    return this.#choose(arrivals, forms);
  }

  #read(sentence: string, known: KnownWords): void {
    const reader = this.#reader;
    this.#characters += sentence.length;
    reader.cut(sentence);
    for (let index = 0; index < reader.count; index++) {
      const word = known.find(reader, index);
      this.#words[index] = word;
      reader.written[index] = word.written;
    }
  }

  *#walkAlong(visit: EntryVisit): Steps<void> {
    const { count, gaps } = this.#reader;
    const words = { count, words: this.#words, gaps };
    const follow = { words, root: roots.follow };
    const exact = { words, root: roots.exact };
    for (let first = 0; first < count; first++) {
      this.#walk.from(first, follow, visit);
      if (this.#glossary.hasExact) this.#walk.from(first, exact, visit);
      if (first % wordsInStep === wordsInStep - 1) yield;
    }
  }

  #arrive(arrivals: Arrival[], node: number, inflected: InflectedWord | undefined): void {
    const { first, last } = this.#walk;
    const [start = 0, end = 0] = [this.#reader.starts[first], this.#reader.ends[last]];
    // The walk visits shorter entries first.
    if (arrivals.at(-arrivalsMax)?.first === first) arrivals.splice(-arrivalsMax, 1);
    arrivals.push({ start, end, first, last, node, inflected });
  }

  /** Adds the doubts about the entries at `node`. Returns false if there are none. */
  #addDoubts(node: number, inflected: InflectedWord | undefined, doubts: InflectionDoubts): boolean {
    const { trie } = this.#glossary;
    let isAny = false;
    const written = this.#writtenAt(this.#walk.first);
    for (let index = trie.firstEntry(node); index >= 0; index = this.#glossary.nextOf(index)) {
      if (inflected === undefined) {
        if (!this.#isOtherWord(written, index)) continue;
        doubts.addWord(written);
      } else {
        if (this.#glossary.inflectionOf(index) === 0) continue;
        for (const { form, index: at } of inflectedWords(inflected)) {
          const { word } = form;
          if (isDoubtful(form))
            doubts.add(this.#writtenAt(at), { word, written: this.#glossary.near.wordOf(word) ?? '' });
        }
      }
      isAny = true;
    }
    return isAny;
  }

  /** @param forms undefined if nothing was in doubt */
  #choose(arrivals: readonly Arrival[], forms: WordForms | undefined): readonly EntryMatch[] {
    if (arrivals.length === 0) return [];
    const isTaken = new Uint8Array(this.#reader.text.length);
    const chosen: EntryMatch[] = [];
    this.#ends = undefined;
    // Sorting is stable, so that arrivals in the same place are next to each other.
    const byLength = arrivals.toSorted(longestFirst);
    let to = 0;
    for (const [from, arrival] of byLength.entries()) {
      if (from < to) continue;
      const { start, end } = arrival;
      for (to = from + 1; byLength[to]?.start === start && byLength[to]?.end === end; ) to++;
      // A match that was chosen before is at least as long, so it covers one end of a match that it overlaps.
      if (isTaken[start] === 1 || isTaken[end - 1] === 1 || !this.#isWhole(arrival)) continue;
      const match = this.#best(byLength.slice(from, to), forms);
      if (match === undefined) continue;
      isTaken.fill(1, start, end);
      chosen.push(match);
    }
    return chosen.toSorted((one, other) => one.start - other.start);
  }

  /** Whether the words of an arrival are not part of a longer word. */
  #isWhole({ first, last, start, end }: Arrival): boolean {
    const reader = this.#reader;
    if (!mayBegin(reader, first) || !mayEnd(reader, last)) return false;
    if (reader.kinds[first] !== kinds.unspaced && reader.kinds[last] !== kinds.unspaced) return true;
    this.#ends ??= new UnspacedEnds(reader.text, reader.language);
    return this.#ends.areWords(start, end);
  }

  /** Returns the entry that applies in a place: an exact form before an inflected one, then the newest. */
  #best(same: readonly Arrival[], forms: WordForms | undefined): EntryMatch | undefined {
    const { trie } = this.#glossary;
    let best: Candidate | undefined;
    for (const arrival of same) {
      for (let index = trie.firstEntry(arrival.node); index >= 0; index = this.#glossary.nextOf(index)) {
        const entry = this.#glossary.entryOf(index);
        if (entry === undefined || !this.#applies(arrival, index, forms)) continue;
        if (best === undefined || precedes({ entry, arrival }, best)) best = { entry, arrival };
      }
    }
    if (best === undefined) return undefined;
    const { entry, arrival } = best;
    const { inflected, start, end } = arrival;
    const reader = this.#reader;
    const isPlural = inflected !== undefined && isPluralByHead(inflected, { words: reader, ...arrival });
    return { entry, start: reader.startOf(start), end: reader.endOf(end), number: isPlural ? 'plural' : undefined };
  }

  #applies({ first, last, inflected }: Arrival, index: number, forms: WordForms | undefined): boolean {
    if (inflected !== undefined) return isInflectedAs(this.#glossary.inflectionOf(index), inflected, first === last);
    const written = this.#writtenAt(first);
    if (forms === undefined || !this.#isOtherWord(written, index)) return true;
    const readings = forms.readingsOf(written);
    const { partOfSpeech: wanted } = this.#glossary.entryOf(index) ?? {};
    return readings.length === 0 || readings.some(({ partOfSpeech }) => partOfSpeech === wanted);
  }

  /** Whether `written`, in small letters, may be another word than the entry: "essen" and the noun "Essen". */
  #isOtherWord(written: string, index: number): boolean {
    return this.#glossary.isCapital(index) && /^\p{Ll}/u.test(written);
  }

  #writtenAt(index: number): string {
    return this.#reader.written[index] ?? '';
  }
}

function isInDoubt(inflected: InflectedWord | undefined): boolean {
  for (let at = inflected; at; at = at.before) if (isDoubtful(at.form)) return true;
  return false;
}

/** Returns the forms that were certain, and those settled since. */
function certainForms({ forms = [] }: KnownWord, settled: readonly WordForm[]): readonly WordForm[] {
  const certain = forms.filter((form) => !isDoubtful(form));
  return [...certain, ...settled.filter(({ word }) => certain.every((other) => other.word !== word))];
}

function longestFirst(one: Arrival, other: Arrival): number {
  return other.end - other.start - (one.end - one.start);
}

type Candidate = { readonly entry: GlossaryEntry; readonly arrival: Arrival };

function precedes(one: Candidate, other: Candidate): boolean {
  const [oneInflected, otherInflected] = [one.arrival.inflected !== undefined, other.arrival.inflected !== undefined];
  return oneInflected === otherInflected ? newerFirst(one.entry, other.entry) < 0 : !oneInflected;
}

/** @param inflection of the entry; in an entry of several words, each may be a noun or an adjective */
function isInflectedAs(inflection: number, inflected: InflectedWord, isOneWord: boolean): boolean {
  const isName = inflection === formKinds.name;
  const allowed = inflection === 0 || isName || isOneWord ? inflection : formKinds.noun | formKinds.adjective;
  return inflectedWords(inflected).every(({ form }) => (form.kinds & allowed) !== 0 && !(isName && form.isPlural));
}
