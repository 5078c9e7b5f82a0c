import type { UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { StoredMemoryEntry } from './memory-entry.ts';

/** Formats of exports. Imports read XLIFF too. */
export const memoryFileFormats = ['tmx', 'csv', 'tsv'] as const;

export type MemoryFileFormat = (typeof memoryFileFormats)[number];

export const memoryFileTypes: Readonly<Record<MemoryFileFormat, string>> = {
  tmx: 'application/x-tmx+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

/** Maximum of languages of one unit of TMX. */
export const unitLanguagesMax = 50;

export type MemoryFileOptions = {
  /** Undefined: detected from the content, then from the file's extension. */
  readonly format: MemoryFileFormat | 'xliff' | undefined;
  readonly name: string | undefined;
  /** For a file that does not name them; or those to read from a file with several. */
  readonly languages: { readonly source?: LanguageTag | undefined; readonly target?: LanguageTag | undefined };
  /** All languages of the service. A file's language without its region is used if only that is one. Undefined: any. */
  readonly served: ReadonlySet<LanguageTag> | undefined;
  /** Called every 8 KB. */
  readonly onProgress: (progress: { readonly bytesDone: number; readonly bytesTotal: number }) => void;
};

/** A translation of a file, trimmed and in NFC, with its codes as a text has them. */
export type MemoryUnit = {
  /** Line number as in an editor, from 1. */
  readonly line: number;
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  readonly source: string;
  readonly target: string;
  readonly note: string;
  /** Whether it is only for one place: a file, an id, or neighbours. */
  readonly hasContext: boolean;
  /** The last change that the file names. */
  readonly changedAt: UnixMs | undefined;
  readonly createdAt: UnixMs | undefined;
};

/** `invalid` refuses the import unless the caller skips problems. `skipped` is left out and listed. */
export type FileProblem = {
  readonly line: number;
  readonly kind: 'invalid' | 'skipped';
  /** Contains no text of the file except an unknown language or a code. */
  readonly message: string;
};

export type MemoryFile =
  | {
      readonly kind: 'read';
      readonly format: MemoryFileFormat | 'xliff';
      readonly units: readonly MemoryUnit[];
      readonly problems: readonly FileProblem[];
      /** Number of problems left out of `problems`, which has at most 1,000 of each kind. */
      readonly unlisted: number;
    }
  /** `line` is undefined for a problem of the whole file. */
  | { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

/** What an export has of an entry. */
export type WrittenEntry = Pick<
  StoredMemoryEntry,
  'sourceLanguage' | 'targetLanguage' | 'source' | 'target' | 'note' | 'createdAt' | 'updatedAt'
>;

/** A unit of a document with its translation; undefined if it has none. */
export type ReviewUnit = {
  readonly id: string;
  readonly source: string;
  readonly target: string | undefined;
  readonly isApproved: boolean;
};

export type ReviewFormat = 'xliff' | 'csv';

export type Review = {
  /** Of the document. */
  readonly name: string;
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  readonly pages: Iterable<readonly ReviewUnit[]> | AsyncIterable<readonly ReviewUnit[]>;
};

export type MemoryFiles = {
  /** Larger files are not read. */
  readonly bytesMax: number;
  /** Reads a file in steps between which other work runs. */
  readonly read: (bytes: Uint8Array, options: Partial<MemoryFileOptions>) => Promise<MemoryFile>;
  /** Yields pieces to write as UTF-8. `read` returns the same entries from them. */
  readonly write: (
    pages: Iterable<readonly WrittenEntry[]> | AsyncIterable<readonly WrittenEntry[]>,
    format: MemoryFileFormat,
  ) => AsyncIterable<string>;
  /** Yields pieces of XLIFF 1.2, whose approved units `read` returns, or of CSV for spreadsheets. */
  readonly writeReview: (review: Review, format: ReviewFormat) => AsyncIterable<string>;
};
