import { alignmentOf } from '../document/render.ts';
import type { Span } from '../document/span.ts';
import type { EntryId } from '../glossary/glossary-entry.ts';
import type { EntryOutcome } from './glossary-variants.ts';
import type { TranslatedDocument } from './translate-text.ts';

/** A glossary entry in a text, as in the reply to a request. */
export type ReportedEntry = {
  readonly id: EntryId;
  /** In the text, without tokens. */
  readonly words: string;
  /** The translation that the glossary requires. */
  readonly wanted: string;
  /** Whether it is a do-not-translate entry. */
  readonly isKept: boolean;
  readonly outcome: EntryOutcome;
  /** UTF-16 offsets in the text. Missing only in replies that an earlier version stored. */
  readonly inText?: Span;
  /** The same in the translated text. */
  readonly inTranslation?: Span;
};

/** Limits the size of stored replies. */
const reportedMax = 1_000;

/** Returns the outcomes of the first `reportedMax` entries in a text, in its order. */
export function reportEntries({
  document,
  applied,
  map,
}: Pick<TranslatedDocument, 'document' | 'applied' | 'map'>): readonly ReportedEntry[] {
  const found = document.segments.flatMap((segment, index) => {
    const [entries, target] = [applied.get(segment.text), map[index]];
    if (entries === undefined || target === undefined) return [];
    const source = alignmentOf(segment);
    return entries.map(({ use, outcome, ...span }) => {
      const { entry, words, wanted } = use;
      const places = { inText: source.locate(use), inTranslation: target.locate(span) };
      return { id: entry.id, words, wanted, isKept: entry.translation === undefined, outcome, ...places };
    });
  });
  return found.toSorted((one, other) => one.inText.start - other.inText.start).slice(0, reportedMax);
}
