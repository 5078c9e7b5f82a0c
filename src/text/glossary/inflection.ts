import { pluralOf, singularsOf } from '../../../packages/morphology/src/index.ts';
import type { LanguageTag } from '../languages/language.ts';
import { caseFolding } from './case-folding.ts';
import type { Morphology, WordReading } from './morphology.ts';

/** A word of an entry that a word of the text may be a form of. */
export type WordForm = {
  /** The id of the entry's word. */
  readonly word: number;
  readonly isPlural: boolean;
  /** Parts of speech of this form, bits of `formKinds`; 0 while in doubt. */
  readonly kinds: number;
};

/** A form that the letters allow, and no dictionary has confirmed. */
export function doubtfulForm(word: number): WordForm {
  return { word, isPlural: false, kinds: 0 };
}

export function isDoubtful({ kinds }: WordForm): boolean {
  return kinds === 0;
}

/** An inflected word of an entry in a sentence. */
export type InflectedWord = { readonly index: number; readonly form: WordForm };

/** 0 for words that do not match in other forms. */
export const formKinds = { noun: 1, adjective: 2, name: 4, verb: 0, other: 0 } as const;

type Fold = (word: string) => string;

type Language = { readonly language: LanguageTag; readonly fold: Fold };

/** A word of entries, as it was first written. */
type Doubt = { readonly word: number; readonly written: string };

/** Collects possible inflections and checks them all in one dictionary lookup. */
export class InflectionDoubts {
  readonly #language: Language;
  readonly #doubts = new Map<string, Doubt[]>();
  readonly #words = new Set<string>();

  constructor(language: LanguageTag) {
    this.#language = { language, fold: caseFolding(language) };
  }

  /** Adds the doubt whether `inText` is a form of an entry's word. */
  add(inText: string, doubt: Doubt): void {
    const known = this.#doubts.get(inText);
    if (known?.some(({ word }) => word === doubt.word)) return;
    if (known) known.push(doubt);
    else this.#doubts.set(inText, [doubt]);
    this.#words.add(inText).add(doubt.written);
  }

  /** Looks up the parts of speech of `inText`. */
  addWord(inText: string): void {
    this.#words.add(inText);
  }

  /** @param decide receives the dictionary's decision, which is then cached */
  async settle(
    morphology: Pick<Morphology, 'read'>,
    decide: (inText: string, word: number, form: WordForm | undefined) => void,
  ): Promise<WordForms> {
    const settled = new Map<string, readonly WordForm[]>();
    const { language, fold } = this.#language;
    if (this.#words.size === 0) return { formsOf: () => none, readingsOf: () => none };
    const { known, readings } = await morphology.read(language, [...this.#words]);
    const readingsOf = (word: string): readonly WordReading[] => (known ? (readings.get(word) ?? none) : none);
    for (const [inText, doubts] of this.#doubts) {
      const own = readingsOf(inText);
      const singulars = own.length > 0 ? none : foldedSingulars(this.#language, inText);
      const forms = doubts.map((doubt) => {
        if (own.length === 0) return formByEnding(this.#language, { inText, singulars }, doubt);
        return formByReadings(own, doubt, { readings: readingsOf(doubt.written), fold });
      });
      if (known) for (const [index, { word }] of doubts.entries()) decide(inText, word, forms[index]);
      const confirmed = forms.filter((form) => form !== undefined);
      settled.set(inText, confirmed);
    }
    return { formsOf: (word) => settled.get(word) ?? none, readingsOf };
  }
}

const none: readonly never[] = [];

/** The result of a dictionary lookup. */
export type WordForms = {
  /** The confirmed inflections of a word in the text. */
  formsOf(inText: string): readonly WordForm[];
  /** Empty when unknown. */
  readingsOf(inText: string): readonly WordReading[];
};

/** Returns the case-folded singulars of `written`, by its ending. A word in capitals is read as a word of a heading. */
export function foldedSingulars({ language, fold }: Language, written: string): readonly string[] {
  return singularsOf(language, /^\p{Lu}{2,}$/u.test(written) ? fold(written) : written).map((word) => fold(word));
}

/** A short word has no singular by its ending, but may be the plural of the entry's word: "ons" in "add-ons". */
function formByEnding(
  { language, fold }: Language,
  { inText, singulars }: { readonly inText: string; readonly singulars: readonly string[] },
  { word, written }: Doubt,
): WordForm | undefined {
  const isPlural = singulars.includes(fold(written)) || fold(pluralOf(language, written) ?? '') === fold(inText);
  if (!isPlural) return undefined;
  return { word, isPlural: true, kinds: formKinds.noun | formKinds.adjective };
}

/** The likeliest matching reading gives the number; all matching readings give the parts of speech. */
function formByReadings(
  own: readonly WordReading[],
  { word, written }: Doubt,
  { readings, fold }: { readonly readings: readonly WordReading[]; readonly fold: Fold },
): WordForm | undefined {
  const folded = fold(written);
  const fitting = own.filter((reading) => isFormOf(reading, readings, folded === fold(reading.lemma)));
  const [likeliest] = fitting;
  if (likeliest === undefined) return undefined;
  return {
    word,
    isPlural: likeliest.number === 'plural',
    kinds: fitting.reduce((all, one) => all | formKinds[one.partOfSpeech], 0),
  };
}

/**
 * Whether a word with this reading is another number or case of an entry's word with the readings `others`: of the same
 * gender, except an adjective whose entry is the dictionary form (`isLemma`). A plural entry matches only as written.
 */
function isFormOf(reading: WordReading, others: readonly WordReading[], isLemma: boolean): boolean {
  if (formKinds[reading.partOfSpeech] === 0) return false;
  const same = others.filter((other) => other.partOfSpeech === reading.partOfSpeech && other.lemma === reading.lemma);
  if (isLemma && (same.length === 0 || reading.partOfSpeech === 'adjective')) return true;
  return same.some((other) => (isLemma || other.number !== 'plural') && agree(reading.gender, other.gender));
}

function agree(one: WordReading['gender'], other: WordReading['gender']): boolean {
  return one === undefined || other === undefined || one === other || one === 'common' || other === 'common';
}
