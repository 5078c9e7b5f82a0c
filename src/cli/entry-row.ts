import { entryWords, type StoredEntry } from '../shop/glossaries/stored-entry.ts';
import { tableOf } from './table.ts';
import { utcTime } from './utc-time.ts';

export type EntryRow = ReturnType<typeof describeEntry>;

/** A glossary entry under `--json`. */
export function describeEntry(entry: StoredEntry) {
  return {
    id: entry.id,
    source: entry.source,
    target: entry.target,
    /** The translation is null for a do-not-translate entry. */
    ...entryWords(entry),
    created_at: utcTime(entry.createdAt),
    created_by: entry.createdBy,
  };
}

export const entryTable = tableOf<EntryRow>({
  ID: 'id',
  SOURCE: 'source',
  TARGET: 'target',
  TERM: 'term',
  TRANSLATION: ({ translation }) => translation ?? '(kept)',
  CASE: 'case',
  PART: 'part_of_speech',
  CREATED: 'created_at',
  NOTE: ({ note }) => (note === '' ? undefined : note),
});

/** Entries, or their number, under `--json`. The key `terms` is deprecated, and stays for one release. */
export function entriesAndTerms(entries: unknown) {
  return { entries, terms: entries };
}
