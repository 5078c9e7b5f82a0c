import type { Unit, UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';

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
export type MemoryKeys = {
  /** SHA-256 of the match key, in hexadecimal. Equal ones replace each other. */
  readonly digest: string;
  /** The hash by which texts look an entry up, of 53 bits. */
  readonly look: number;
  /** The same of an entry with tags, for texts without any. */
  readonly lookUntagged: number | undefined;
};

/** Limits of one account. `characters`: code points of all sources and targets. */
export const memoryLimits = { entries: 200_000, characters: 40_000_000 } as const;
/** Maximum of code points of a note. */
export const memoryNoteMax = 500;
