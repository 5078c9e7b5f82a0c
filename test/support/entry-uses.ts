import type { CaseRule, EntryId, EntryUse, PartOfSpeech } from '../../src/text/glossary/glossary-entry.ts';
import { plainWords } from '../../src/text/glossary/target-form.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';

export type WantedEntry = {
  readonly start: number;
  readonly end: number;
  /** Undefined for a do-not-translate entry. */
  readonly translation: string | undefined;
  readonly source?: string;
  readonly target?: string;
  readonly caseRule?: CaseRule;
  readonly partOfSpeech?: PartOfSpeech;
  readonly number?: EntryUse['number'];
  /** Other forms of the translation. */
  readonly others?: readonly string[];
};

/** Returns the use of a term between two offsets of `sentence`, as matching would find it. */
export function entryUse(sentence: string, wanted: WantedEntry): EntryUse {
  const { start, end, translation, source = 'es', target = 'en', caseRule = 'follow', others = [] } = wanted;
  const { partOfSpeech, number } = wanted;
  const words = plainWords(sentence.slice(start, end));
  const entry = {
    id: `${words}>${translation}` as EntryId,
    source: source as LanguageTag,
    target: target as LanguageTag,
    term: caseRule === 'follow' ? words.toLowerCase() : words,
    translation,
    caseRule,
    partOfSpeech,
    addedIn: 1,
  };
  const form = translation ?? words;
  return { entry, start, end, number, words, wanted: form, accepted: [form, ...others] };
}

/** Returns the uses of terms in a sentence, in order, at every occurrence of their words. */
export function usesIn(
  sentence: string,
  entries: Readonly<Record<string, string | undefined>>,
  options: Partial<WantedEntry> = {},
): readonly EntryUse[] {
  return Object.entries(entries)
    .flatMap(([words, translation]) => {
      return Array.from(sentence.matchAll(inAnyMarkup(words)), ({ 0: found, index }) => {
        return entryUse(sentence, { ...options, start: index, end: index + found.length, translation });
      });
    })
    .toSorted((one, other) => one.start - other.start);
}

/** Matches the words of a term in a sentence, with tokens and white space between them. */
function inAnyMarkup(words: string): RegExp {
  const parts = words.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${parts.join('(?:\\s|[\uFDD1-\uFDD4][\uE000-\uEF9F])+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
}
