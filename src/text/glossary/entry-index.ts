import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { newerFirst } from './entry-match.ts';
import type { CaseRule, GlossaryEntry } from './glossary-entry.ts';
import { formKinds } from './inflection.ts';
import { NearWords } from './near-words.ts';
import { WordReader } from './word-reader.ts';

/** Where all entries of a case rule begin. */
export const roots: Readonly<Record<CaseRule, number>> = { follow: 0, exact: 1 };

/** The entries of a pair, for comparison with sentences. 50,000 entries take 22 MB more than the entries themselves. */
export class EntryIndex {
  readonly language: LanguageTag;
  /** Words that match in inflected forms. */
  readonly near = new NearWords();
  size = 0;
  /** Whether `isCapital` holds for an entry. */
  hasCapitals = false;
  /** Numbers of words from 1; case-folded, except in exact entries. */
  readonly #words = new Map<string, number>();
  /** By `stepOf` a beginning of entries and the next word: the number of the longer beginning. */
  readonly #steps = new Map<number, number>();
  /** By beginning: the entries of only these words, at most one for each part of speech. */
  readonly #entries: (readonly GlossaryEntry[])[] = [none, none];
  readonly #reader: WordReader;

  constructor({ source }: LanguagePair) {
    this.language = source;
    this.#reader = new WordReader(source);
  }

  /** Returns the number of a word, 0 if no entry contains it. */
  idOf(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  /** Returns `beginning` with one more word; undefined if no entry begins so. `hasGap`: white space is before the word. */
  step(beginning: number, word: number, hasGap: boolean): number | undefined {
    return this.#steps.get(stepOf(beginning, word, hasGap));
  }

  /** Returns the entries of only the words of a beginning. */
  entriesOf(beginning: number): readonly GlossaryEntry[] {
    return this.#entries[beginning] ?? none;
  }

  add(entry: GlossaryEntry): void {
    const reader = this.#reader;
    reader.read(entry.term);
    if (reader.count === 0) return;
    this.size++;
    this.hasCapitals ||= isCapital(entry);
    const isInflected = inflectionOf(entry) !== 0;
    let beginning = roots[entry.caseRule];
    for (let index = 0; index < reader.count; index++) {
      const written = reader.written[index] ?? '';
      const isWord = reader.kinds[index] === kinds.letter;
      const word = entry.caseRule === 'exact' || !isWord ? written : reader.fold(written);
      const id = this.#words.get(word) ?? this.#number(word);
      if (isInflected && isWord && word.length > 1) this.near.add(id, { folded: word, written });
      const step = stepOf(beginning, id, reader.gaps[index] === true);
      beginning = this.#steps.get(step) ?? this.#grow(step);
    }
    this.#entries[beginning] = withEntry(this.entriesOf(beginning), entry);
  }

  #number(word: string): number {
    const id = this.#words.size + 1;
    this.#words.set(word, id);
    return id;
  }

  #grow(step: number): number {
    const beginning = this.#entries.push(none) - 1;
    this.#steps.set(step, beginning);
    return beginning;
  }
}

const none: readonly never[] = [];

/** Words have at most 21 bits: no glossary has two million. */
function stepOf(beginning: number, word: number, hasGap: boolean): number {
  return (beginning * 0x20_0000 + word) * 2 + Number(hasGap);
}

/** Of two entries with the same words and part of speech, keeps the newer one. */
function withEntry(same: readonly GlossaryEntry[], entry: GlossaryEntry): readonly GlossaryEntry[] {
  const at = same.findIndex(({ partOfSpeech }) => partOfSpeech === entry.partOfSpeech);
  const other = same[at];
  // Not `[...same, entry]`, for which V8 reserves 17 places.
  if (other === undefined) return same.concat(entry);
  return newerFirst(entry, other) < 0 ? same.with(at, entry) : same;
}

/**
 * Whether the entry is one capitalised word with a part of speech that matches in any case. In small letters it may be
 * another word: "essen" and the German noun "Essen".
 */
export function isCapital({ caseRule, partOfSpeech, term }: GlossaryEntry): boolean {
  return caseRule !== 'exact' && partOfSpeech !== undefined && /^\p{Lu}[\p{L}\p{M}]*$/u.test(term);
}

/**
 * Returns the `formKinds` of the inflected words of an entry; 0 for none. Exact entries, names that are not
 * translated, verbs and other words are not inflected.
 */
export function inflectionOf({ caseRule, partOfSpeech, translation }: GlossaryEntry): number {
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
