import type { Unit, UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { SourceHashes } from '../../text/memory/memory-entry.ts';

export type MemoryEntryId = Unit<string, 'MemoryEntryId'>;

export const memoryOrigins = ['api', 'page', 'command', 'import'] as const;

/** How an entry was approved. */
export type MemoryOrigin = (typeof memoryOrigins)[number];

/** An approved translation. Its languages and the match key of its source identify it. */
export type StoredMemoryEntry = {
  readonly id: MemoryEntryId;
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  readonly source: string;
  readonly target: string;
  /** For users; empty for none. */
  readonly note: string;
  readonly origin: MemoryOrigin;
  /** When its first translation was approved: an entry that replaces another keeps id and time. */
  readonly createdAt: UnixMs;
  /** The author of this translation: `operator`, or the id of an account. */
  readonly createdBy: string;
  readonly updatedAt: UnixMs;
};

/** What an entry is found by. */
export type MemoryKeys = SourceHashes & {
  /** SHA-256 of the match key, in hexadecimal. Of entries of one pair with equal ones, the newest replaces the others. */
  readonly digest: string;
};

/** The fields of an entry beside its id and times, as JSON of the API, the command line and exports. */
export function memoryEntryFields({ sourceLanguage, targetLanguage, source, target, note, origin }: StoredMemoryEntry) {
  return { source_lang: sourceLanguage, target_lang: targetLanguage, source, target, note, origin };
}

/** Limits of one account. `characters`: code points of all sources and targets. */
export const memoryLimits = { entries: 200_000, characters: 40_000_000 } as const;
/** Maximum of code points of a note. */
export const memoryNoteMax = 500;
