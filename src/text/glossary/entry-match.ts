import { anyLanguage, type GlossaryEntry } from './glossary-entry.ts';

/** A glossary entry and its place in a sentence. */
export type EntryMatch = {
  readonly entry: GlossaryEntry;
  /** UTF-16 offsets in the sentence, end exclusive, from the first word of the entry to its last; may include tokens. */
  readonly start: number;
  readonly end: number;
  /** Set if the words are the plural of those in the entry. */
  readonly number: 'plural' | undefined;
};

/** A matched entry with its form in the translation. */
export type EntryUse = EntryMatch & {
  /** The words in the sentence without tokens, with one space for white space. */
  readonly words: string;
  /** The translation in the right number, with the entry's capitals. */
  readonly wanted: string;
  /** Accepted forms, in other numbers or cases; `wanted` is the first. */
  readonly accepted: readonly string[];
};

/**
 * Sorts entries with the same words: the newest first. Among entries added together, exact matches come first, then
 * entries of a fixed language, then higher ids.
 */
export function newerFirst(one: GlossaryEntry, other: GlossaryEntry): number {
  return other.addedIn - one.addedIn || certainty(other) - certainty(one) || (one.id > other.id ? -1 : 1);
}

function certainty({ caseRule, source, target }: GlossaryEntry): number {
  return (caseRule === 'exact' ? 4 : 0) + (source === anyLanguage ? 0 : 2) + (target === anyLanguage ? 0 : 1);
}
