import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { type CaseRule, type GlossaryEntry, newerFirst } from './glossary-entry.ts';
import { formKinds } from './inflection.ts';
import { WordReader } from './word-reader.ts';

/** Where all entries of a case rule begin. */
export const roots: Readonly<Record<CaseRule, number>> = { follow: 0, exact: 1 };

/** The entries of a pair, for comparison with sentences. 50,000 entries take 22 MB more than the entries themselves. */
export class EntryIndex {
  readonly language: LanguageTag;
  /** Words that match in inflected forms. */
  readonly near = new NearWords();
  size = 0;
  /** Numbers of words from 1; case-folded, except in exact entries. */
  readonly #words = new Map<string, number>();
  /** By `stepOf` a beginning of entries and the next word: the number of the longer beginning. */
  readonly #steps = new Map<number, number>();
  /** By beginning: the entries of only these words, at most one for each part of speech. */
  readonly #entries: (readonly GlossaryEntry[])[] = [none, none];
  /** By beginning: the bits (`bitOf`) of the next words. */
  readonly #nextBits: number[] = [0, 0];
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
    // Few words continue an entry, and reading 32 bits is faster than the map.
    if (((this.#nextBits[beginning] ?? 0) & bitOf(word)) === 0) return undefined;
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
    const isInflected = inflectionOf(entry) !== 0;
    let beginning = roots[entry.caseRule];
    for (let index = 0; index < reader.count; index++) {
      const written = reader.written[index] ?? '';
      const isWord = reader.kinds[index] === kinds.letter;
      const word = entry.caseRule === 'exact' || !isWord ? written : reader.fold(written);
      const id = this.#words.get(word) ?? this.#number(word);
      if (isInflected && isWord && word.length > 1) this.near.add(id, { folded: word, written });
      this.#nextBits[beginning] = (this.#nextBits[beginning] ?? 0) | bitOf(id);
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
    this.#nextBits.push(0);
    this.#steps.set(step, beginning);
    return beginning;
  }
}

const none: readonly never[] = [];

/** One of 32 bits for each word, so that a number can hold a set of words. */
function bitOf(word: number): number {
  return 1 << (word & 31);
}

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

/** Whether the entry is one capitalised word that matches in any case: "essen" may be another word than "Essen". */
export function isCapital({ caseRule, partOfSpeech, term }: GlossaryEntry): boolean {
  return caseRule !== 'exact' && partOfSpeech !== undefined && /^\p{Lu}[\p{L}\p{M}]*$/u.test(term);
}

/** The `formKinds` of an entry's inflected words; 0 for exact entries, untranslated names, verbs and others. */
export function inflectionOf({ caseRule, partOfSpeech, translation }: GlossaryEntry): number {
  if (caseRule === 'exact') return 0;
  if (partOfSpeech === 'noun' || partOfSpeech === 'adjective') return formKinds[partOfSpeech];
  if (translation === undefined) return 0;
  return partOfSpeech === undefined ? formKinds.noun | formKinds.adjective : formKinds[partOfSpeech];
}

/** Finds words of entries that a word may be a form of, by letters alone. Only these need a dictionary lookup. */
class NearWords {
  /** By stem: the id of the last word with it. */
  readonly #stems = new Map<string, number>();
  /** By id: the previous word with the same stem, or 0. Arrays without gaps, with which V8 is faster. */
  readonly #others: number[] = [];
  /** By id; empty for a word that was not added. */
  readonly #folded: string[] = [];
  readonly #written: string[] = [];
  size = 0;

  /** Returns the word with this id as it was first written; undefined if it was not added. */
  writtenAs(id: number): string | undefined {
    return this.#written[id] || undefined;
  }

  /** @param id identifies the word, which may have been added before */
  add(id: number, { folded, written }: { readonly folded: string; readonly written: string }): void {
    if (this.writtenAs(id) !== undefined) return;
    const letters = lettersOf(folded);
    const stem = letters.slice(0, Math.max(letters.length - changingMax, stemMin));
    while (this.#others.length <= id) {
      this.#others.push(0);
      this.#folded.push('');
      this.#written.push('');
    }
    this.#others[id] = this.#stems.get(stem) ?? 0;
    this.#folded[id] = folded;
    this.#written[id] = written;
    this.#stems.set(stem, id);
    this.size++;
  }

  /** Returns the ids of at most `nearMax` words that `folded` may be a form of, the most similar first. */
  near(folded: string): readonly number[] {
    const letters = lettersOf(folded);
    const found: { readonly id: number; readonly difference: number }[] = [];
    for (let length = Math.max(letters.length - endingMax, stemMin); length <= letters.length; length++) {
      let id = this.#stems.get(letters.slice(0, length)) ?? 0;
      for (let tried = 0; id !== 0 && tried < triesMax; tried++, id = this.#others[id] ?? 0) {
        const other = this.#folded[id] ?? '';
        if (other === folded) continue;
        const same = commonLength(letters, lettersOf(other));
        found.push({ id, difference: folded.length + other.length - 2 * same });
      }
    }
    found.sort((one, another) => one.difference - another.difference);
    return found.slice(0, nearMax).map(({ id }) => id);
  }
}

const nearMax = 8;
/** Words compared that have the same stem. */
const triesMax = 32;
/** Minimum of letters that a word and its other forms share: "ox", "oxen". */
const stemMin = 2;
/** Last letters of a word that its other forms may lack: "z" of "lápiz". */
const changingMax = 3;
/** UTF-16 units that another form may have instead: "lerimizden" in Turkish "evlerimizden". */
const endingMax = 10;
/** In UTF-16 units. Longer ones are not words. */
const wordLengthMax = 60;

const ascii = /^[\0-\x7F]*$/;
const marks = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a word without diacritics. */
function lettersOf(word: string): string {
  const start = word.slice(0, wordLengthMax);
  return ascii.test(start) ? start : start.normalize('NFD').replaceAll(marks, '');
}

function commonLength(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same;
}
