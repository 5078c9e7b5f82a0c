import { countCharacters } from '../../ground/units.ts';
import { termCharactersMax } from './stored-entry.ts';

/** A sentence of a document, with tokens in place of protected spans. */
export type CandidateSentence = {
  readonly text: string;
  /** Index of the document, and of the sentence in it, from 0. */
  readonly document: number;
  readonly index: number;
};

export type CandidatePlace = {
  readonly sentence: CandidateSentence;
  /** UTF-16 offsets in its text, end exclusive. */
  readonly start: number;
  readonly end: number;
};

export type EntryCandidate = {
  /** The most frequent spelling, in the singular if that occurs. */
  readonly words: string;
  readonly kind: 'name' | 'phrase';
  readonly count: number;
  /** A higher score means a more likely term. */
  readonly score: number;
  /** The first occurrences, in different sentences. */
  readonly places: readonly CandidatePlace[];
};

/** A phrase in a sentence. `key` is the same for all its forms. */
export type FoundPhrase = {
  readonly key: string;
  readonly kind: 'name' | 'phrase';
  readonly words: string;
  readonly length: number;
  /** Whether this occurrence alone makes the phrase a candidate. */
  readonly isEvidence: boolean;
  readonly isSingular: boolean;
  readonly start: number;
  readonly end: number;
};

/** Sentences per candidate that are translated to find its translation. */
export const placesMax = 5;

/** Maximum of counted phrases. When it is reached, phrases with one occurrence are dropped. */
const phrasesMax = 300_000;

type Counted = {
  readonly key: string;
  readonly kind: 'name' | 'phrase';
  readonly length: number;
  count: number;
  isEvident: boolean;
  readonly forms: Map<string, { count: number; readonly isSingular: boolean }>;
  readonly places: CandidatePlace[];
};

/** Counts candidates and keeps a limited number of them. */
export class CandidateTally {
  readonly #counted = new Map<string, Counted>();

  add({ key, kind, words, length, isEvidence, isSingular }: FoundPhrase, place: CandidatePlace): void {
    if (countCharacters(words) > termCharactersMax) return;
    const id = `${kind} ${key}`;
    const counted: Counted = this.#counted.get(id) ?? {
      ...{ key, kind, length, count: 0, isEvident: false },
      ...{ forms: new Map(), places: [] },
    };
    counted.count++;
    counted.isEvident ||= isEvidence;
    const form = counted.forms.get(words) ?? { count: 0, isSingular };
    form.count++;
    counted.forms.set(words, form);
    if (counted.places.length < placesMax && counted.places.at(-1)?.sentence !== place.sentence) {
      counted.places.push(place);
    }
    this.#counted.set(id, counted);
    if (this.#counted.size > phrasesMax) this.#makeRoom();
  }

  /** Returns candidates with at least `countMin` occurrences, likeliest first. */
  ranked(countMin: number): readonly EntryCandidate[] {
    const all = [...this.#counted.values()].filter(({ count, isEvident }) => isEvident && count >= countMin);
    const names = new Set(all.filter(({ kind }) => kind === 'name').map(({ key }) => key));
    // The same words are often both a name and a phrase.
    return ranked(all.filter(({ kind, key }) => kind === 'name' || !names.has(key)));
  }

  #makeRoom(): void {
    for (const [id, { count }] of this.#counted) if (count === 1) this.#counted.delete(id);
    // Only generated text has so many repeated phrases.
    if (this.#counted.size > phrasesMax / 2) this.#counted.clear();
  }
}

function ranked(counted: readonly Counted[]): readonly EntryCandidate[] {
  const around = longerOnes(counted);
  return counted
    .map((one) => ({ one, score: scoreOf(one, around.get(one.key)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.one.key < b.one.key ? -1 : 1))
    .map(({ one: { kind, count, forms, places }, score }) => {
      return { words: commonest(forms), kind, count, score: Math.round(score * 100) / 100, places };
    });
}

type Around = { phrases: number; count: number };

/** By key, the number of longer candidates that contain it, and their occurrences. */
function longerOnes(counted: readonly Counted[]): ReadonlyMap<string, Around> {
  const around = new Map<string, Around>();
  for (const { key, length, count } of counted) {
    const words = key.split(' ');
    if (length < 2 || words.length !== length) continue;
    const inner = new Set<string>();
    for (let from = 0; from < length; from++) {
      for (let to = from + 1; to <= length; to++) if (to - from < length) inner.add(words.slice(from, to).join(' '));
    }
    for (const each of inner) {
      const sum = around.get(each) ?? { phrases: 0, count: 0 };
      around.set(each, { phrases: sum.phrases + 1, count: sum.count + count });
    }
  }
  return around;
}

function scoreOf({ length, count }: Counted, around: Around | undefined): number {
  return Math.log2(length + 1) * (count - (around === undefined ? 0 : around.count / around.phrases));
}

/** Returns the singular if it occurs, because an entry also matches its plural; otherwise the most frequent form. */
function commonest(forms: Counted['forms']): string {
  const all = [...forms];
  const singular = all.filter(([, { isSingular }]) => isSingular);
  const [first] = (singular.length > 0 ? singular : all).toSorted(([, a], [, b]) => b.count - a.count);
  return first?.[0] ?? '';
}
