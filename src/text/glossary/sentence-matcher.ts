import type { Steps } from '../../ground/steps.ts';
import type { LanguageTag } from '../languages/language.ts';
import { kinds } from './character-kinds.ts';
import { type EntryIndex, inflectionOf, isCapital } from './entry-index.ts';
import { type CaseRule, type EntryMatch, type GlossaryEntry, newerFirst } from './glossary-entry.ts';
import {
  formKinds,
  type InflectedWord,
  type InflectionDoubts,
  isDoubtful,
  type WordForm,
  type WordForms,
} from './inflection.ts';
import type { KnownWord, KnownWords } from './known-words.ts';
import { isPluralByHead } from './noun-phrases.ts';
import { mayBegin, mayEnd } from './word-joints.ts';
import { functionWordsOf } from './word-lists.ts';
import { WordReader } from './word-reader.ts';

/** The words `first` to `last` of the sentence, their offsets in the reader's text, and the entries with these words. */
type Arrival = {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly entries: readonly GlossaryEntry[];
  readonly inflected: readonly InflectedWord[];
};

/** A beginning of entries that words of the sentence match, and those of them that match in another form. */
type Path = { readonly beginning: number; readonly inflected: readonly InflectedWord[] };

/** Paths followed at the same time. Words have few forms, but a hostile text may use words with many forms. */
const pathsMax = 16;

/** Words of a sentence in one step. Each word takes at most about two hundred lookups. */
const wordsInStep = 64;

/** Arrivals that start at the same word: only the longest are kept. */
const arrivalsMax = 32;

const capitals = /^\p{Lu}{2,}$/u;

/** Matches one sentence at a time. Only `steps` is kept between sentences. */
export class SentenceMatcher {
  readonly #index: EntryIndex;
  readonly #known: KnownWords;
  readonly #reader: WordReader;
  /** The words of the sentence; may be longer than it. */
  readonly #words: KnownWord[] = [];
  /** Of the sentence; only if it has matches in a script without spaces. */
  #ends: UnspacedEnds | undefined;
  /** Work so far: characters read plus lookups of beginnings. */
  steps = 0;

  constructor(index: EntryIndex, known: KnownWords) {
    this.#index = index;
    this.#known = known;
    this.#reader = new WordReader(index.language);
  }

  /** Returns the entries in order, or adds words in doubt to `doubts` and returns undefined. `forms` decides them. */
  *match(
    sentence: string,
    doubts: InflectionDoubts | undefined,
    forms?: WordForms,
  ): Steps<readonly EntryMatch[] | undefined> {
    this.#read(sentence, forms);
    const arrivals: Arrival[] = [];
    let isSure = true;
    yield* this.#walkAlong((arrival) => {
      if (doubts === undefined || !arrival.inflected.some(({ form }) => isDoubtful(form))) push(arrivals, arrival);
      if (doubts !== undefined && this.#addDoubts(arrival, doubts)) isSure = false;
    });
    return isSure ? this.#choose(arrivals, forms) : undefined;
  }

  #read(sentence: string, forms: WordForms | undefined): void {
    const reader = this.#reader;
    this.steps += sentence.length;
    reader.cut(sentence);
    for (let index = 0; index < reader.count; index++) {
      const word = this.#known.find(reader, index);
      const settled = forms?.formsOf(word.written) ?? [];
      const isSame = forms === undefined || word.forms.length + settled.length === 0;
      this.#words[index] = isSame ? word : this.#known.withForms(word, certainForms(word, settled));
      reader.written[index] = word.written;
    }
  }

  /** Visits the entries whose words are in the sentence. Of those that start at the same word, the shorter ones first. */
  *#walkAlong(visit: (arrival: Arrival) => void): Steps<void> {
    for (let first = 0; first < this.#reader.count; first++) {
      this.#walkFrom(first, 'follow', visit);
      this.#walkFrom(first, 'exact', visit);
      if (first % wordsInStep === wordsInStep - 1) yield;
    }
  }

  #walkFrom(first: number, caseRule: CaseRule, visit: (arrival: Arrival) => void): void {
    const { count, starts, ends } = this.#reader;
    const begun = this.#words[first]?.starts[caseRule] ?? [];
    this.steps += 1 + begun.length;
    if (begun.length === 0) return;
    let paths: readonly Path[] = begun.map(({ beginning, form }) => {
      return { beginning, inflected: form === undefined ? [] : [{ index: first, form }] };
    });
    for (let last = first; paths.length > 0; paths = ++last < count ? this.#onward(paths, last, caseRule) : []) {
      for (const { beginning, inflected } of paths) {
        const entries = this.#index.entriesOf(beginning);
        if (entries.length === 0) continue;
        visit({ start: starts[first] ?? 0, end: ends[last] ?? 0, first, last, entries, inflected });
      }
    }
  }

  /** Returns the paths that continue with the word at `index`, in each of its forms. */
  #onward(paths: readonly Path[], index: number, caseRule: CaseRule): readonly Path[] {
    const next: Path[] = [];
    const hasGap = this.#reader.gaps[index] === true;
    const word = this.#words[index];
    if (word === undefined) return next;
    const forms = caseRule === 'follow' ? word.forms : [];
    for (const { beginning: from, inflected } of paths) {
      this.steps += 1 + forms.length;
      const own = this.#index.step(from, word.ids[caseRule], hasGap);
      if (own !== undefined) next.push({ beginning: own, inflected });
      for (const form of forms) {
        const beginning = this.#index.step(from, form.word, hasGap);
        if (beginning !== undefined) next.push({ beginning, inflected: [...inflected, { index, form }] });
      }
      if (next.length >= pathsMax) break;
    }
    return next;
  }

  /** Adds the doubts about the entries of an arrival. Returns false if there are none. */
  #addDoubts({ first, last, entries, inflected }: Arrival, doubts: InflectionDoubts): boolean {
    const written = this.#writtenAt(first);
    const doubtful = inflected.filter(({ form }) => isDoubtful(form));
    const isInDoubt =
      inflected.length === 0
        ? entries.some((entry) => isOtherWord(written, entry))
        : doubtful.length > 0 && entries.some((entry) => inflectionOf(entry) !== 0);
    if (!isInDoubt || !mayBegin(this.#reader, first) || !mayEnd(this.#reader, last)) return false;
    if (inflected.length === 0) doubts.addWord(written);
    for (const { form, index } of doubtful) {
      const { word } = form;
      doubts.add(this.#writtenAt(index), { word, written: this.#index.near.writtenAs(word) ?? '' });
    }
    return true;
  }

  /** @param forms undefined if nothing was in doubt */
  #choose(arrivals: readonly Arrival[], forms: WordForms | undefined): readonly EntryMatch[] {
    if (arrivals.length === 0) return [];
    const isTaken = new Uint8Array(this.#reader.text.length);
    const chosen: EntryMatch[] = [];
    this.#ends = undefined;
    // Sorting is stable, so that arrivals in the same place are next to each other.
    const byLength = arrivals.toSorted((one, other) => other.end - other.start - (one.end - one.start));
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
    const candidates = same.flatMap((arrival) =>
      arrival.entries.filter((entry) => this.#applies(arrival, entry, forms)).map((entry) => ({ entry, arrival })),
    );
    const [best] = candidates.toSorted(bestFirst);
    if (best === undefined) return undefined;
    const { entry, arrival } = best;
    const reader = this.#reader;
    const number = isPluralByHead(arrival.inflected, { words: reader, ...arrival }) ? 'plural' : undefined;
    return { entry, start: reader.startOf(arrival.start), end: reader.endOf(arrival.end), number };
  }

  #applies({ first, last, inflected }: Arrival, entry: GlossaryEntry, forms: WordForms | undefined): boolean {
    const written = this.#writtenAt(first);
    const isFunctionWord = () => functionWordsOf(this.#index.language).has(written.toLowerCase());
    // "us" is another word than "US".
    if (capitals.test(entry.term) && !capitals.test(written) && isFunctionWord()) return false;
    if (inflected.length > 0) return isInflectedAs(inflectionOf(entry), inflected, first === last);
    if (forms === undefined || !isOtherWord(written, entry)) return true;
    const readings = forms.readingsOf(written);
    return readings.length === 0 || readings.some(({ partOfSpeech }) => partOfSpeech === entry.partOfSpeech);
  }

  #writtenAt(index: number): string {
    return this.#reader.written[index] ?? '';
  }
}

function push(arrivals: Arrival[], arrival: Arrival): void {
  // The walk visits shorter entries first.
  if (arrivals.at(-arrivalsMax)?.first === arrival.first) arrivals.splice(-arrivalsMax, 1);
  arrivals.push(arrival);
}

/** Whether `written`, in small letters, may be another word than the entry: "essen" and the noun "Essen". */
function isOtherWord(written: string, entry: GlossaryEntry): boolean {
  return /^\p{Ll}/u.test(written) && isCapital(entry);
}

/** Returns the forms that were certain, and those settled since. */
function certainForms({ forms }: KnownWord, settled: readonly WordForm[]): readonly WordForm[] {
  const certain = forms.filter((form) => !isDoubtful(form));
  return [...certain, ...settled.filter(({ word }) => certain.every((other) => other.word !== word))];
}

type Candidate = { readonly entry: GlossaryEntry; readonly arrival: Arrival };

function bestFirst(one: Candidate, other: Candidate): number {
  const inflected = ({ arrival }: Candidate): number => Math.min(arrival.inflected.length, 1);
  return inflected(one) - inflected(other) || (one.entry === other.entry ? 0 : newerFirst(one.entry, other.entry));
}

/** @param inflection of the entry; in an entry of several words, each may be a noun or an adjective */
function isInflectedAs(inflection: number, inflected: readonly InflectedWord[], isOneWord: boolean): boolean {
  const isName = inflection === formKinds.name;
  const allowed = inflection === 0 || isName || isOneWord ? inflection : formKinds.noun | formKinds.adjective;
  return inflected.every(({ form }) => (form.kinds & allowed) !== 0 && !(isName && form.isPlural));
}

const invisible = /^\p{Default_Ignorable_Code_Point}+$/u;

/** Word boundaries in a text without spaces. Source: UAX #29, section 4.1; ICU's dictionaries. */
class UnspacedEnds {
  readonly #text: string;
  readonly #segmenter: Intl.Segmenter;
  #found: FoundWords | undefined;
  /** Cached segmentation of the rest of a word, by offsets: each entry that begins there needs it. */
  readonly #rests = new Map<string, Weight>();

  constructor(text: string, language: LanguageTag) {
    this.#text = text;
    this.#segmenter = segmenterOf(language);
  }

  /** Whether the text is whole words. Dictionaries cut unknown names wrongly: cuts into fewer words count too. */
  areWords(start: number, end: number): boolean {
    this.#found ??= findWords(this.#segmenter.segment(this.#text));
    const { ends, singles } = this.#found;
    const first = lastUpTo(ends, start);
    const upTo = lastUpTo(ends, end);
    const last = ends[upTo] === end ? upTo : upTo + 1;
    const [from = 0, to = end] = [ends[first], ends[last]];
    // ICU begins a word at a Hangul filler, which is invisible.
    if ((from === start || invisible.test(this.#text.slice(from, start))) && to === end) return true;
    // Skips the slow segmentation of the rest where it cannot help, as in a text that repeats one letter.
    const fewest = 1 + Number(from < start) + Number(end < to);
    if (fewest > last - first) return false;
    const asFound = { words: last - first, singles: (singles[last] ?? 0) - (singles[first] ?? 0) };
    const [before, behind] = [this.#rest(from, start), this.#rest(end, to)];
    const words = before.words + 1 + behind.words;
    const alone = before.singles + (end - start === 1 ? 1 : 0) + behind.singles;
    return words < asFound.words || (words === asFound.words && alone < asFound.singles);
  }

  #rest(start: number, end: number): Weight {
    if (start === end) return { words: 0, singles: 0 };
    const key = `${start} ${end}`;
    const known = this.#rests.get(key);
    if (known) return known;
    const { ends, singles } = findWords(this.#segmenter.segment(this.#text.slice(start, end)));
    const weight = { words: ends.length - 1, singles: singles.at(-1) ?? 0 };
    this.#rests.set(key, weight);
    return weight;
  }
}

type Weight = { readonly words: number; readonly singles: number };

/** End offset of each word, and the number of one-character words up to there. Both begin with 0. */
type FoundWords = { readonly ends: readonly number[]; readonly singles: readonly number[] };

function findWords(segments: Iterable<Intl.SegmentData>): FoundWords {
  const ends = [0];
  const singles = [0];
  let alone = 0;
  for (const { index, segment } of segments) {
    if (segment.length === 1) alone++;
    ends.push(index + segment.length);
    singles.push(alone);
  }
  return { ends, singles };
}

/** The index of the last of `ends` that is not above `at`. */
function lastUpTo(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ends[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const segmenters = new Map<string, Intl.Segmenter>();
/** Limit of the cache; the service has about as many languages. */
const segmentersMax = 100;

/** Returns a cached segmenter, because creating one is slow. It has no state. */
function segmenterOf(language: LanguageTag): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  if (segmenters.size >= segmentersMax) segmenters.clear();
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}
