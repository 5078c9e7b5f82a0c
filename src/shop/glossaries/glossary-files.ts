import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { ImportEntry, ImportProblem } from './import-plan.ts';
import type { EntryContent } from './stored-entry.ts';

/** The endings of each format's file names. */
const endings = { csv: ['csv'], tsv: ['tsv', 'tab'] } as const;

export type GlossaryFileFormat = keyof typeof endings;

export const glossaryFileFormats = Object.keys(endings) as readonly GlossaryFileFormat[];

/** The media types of exported files. */
export const glossaryFileTypes: Readonly<Record<GlossaryFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
};

/** Bytes of a file from a user: about as much as a full glossary has. */
export const importBytesMax = 16 * 1024 * 1024;

/** The endings of all formats: `.csv`, `.tsv` and so on. */
export const glossaryFileEndings = Object.values(endings).flatMap((each) => each.map((ending) => `.${ending}`));

/** Returns the format by the ending of a file's name, in upper or lower case. */
export function formatOfName(name: string): GlossaryFileFormat | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return glossaryFileFormats.find((format) => endings[format].some((each) => each === ending));
}

export type GlossaryFileOptions = {
  /** Undefined: detected from the content, then from the file's extension. */
  readonly format: GlossaryFileFormat | undefined;
  readonly name: string | undefined;
  /**
   * Languages of a file that does not name them, or the languages to read from a multilingual file. Undefined: as named
   * in the file, and all pairs of a multilingual file.
   */
  readonly languages: { readonly source?: EntryLanguage | undefined; readonly target?: EntryLanguage | undefined };
  /** Whether the first row of a CSV or TSV file is a header, if its titles are not known names. Undefined: guessed. */
  readonly hasHeader: boolean | undefined;
  /** Called every 8 KB. */
  readonly onProgress: (progress: { readonly bytesDone: number; readonly bytesTotal: number }) => void;
};

/** A first row without known names of columns, and whether it was read as titles of columns. */
export type FirstRow = { readonly cells: readonly string[]; readonly isHeader: boolean };

export type ReadGlossaryFile = {
  readonly kind: 'read';
  readonly format: GlossaryFileFormat;
  readonly firstRow: FirstRow | undefined;
  /** Valid entries, and problems of others, each with its line. */
  readonly entries: readonly ImportEntry[];
  /** Valid entries that were left out. All are counted, the first ones are reported. */
  readonly skipped: { readonly count: number; readonly problems: readonly ImportProblem[] };
};

export type GlossaryFile =
  | ReadGlossaryFile
  /** `line` is undefined for a problem of the whole file. */
  | { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

/** Glossary files, in the exchange formats. */
export type GlossaryFiles = {
  /** Larger files are not read. */
  readonly bytesMax: number;
  /** Reads a file for `planImport`, in steps between which other work runs. */
  readonly read: (bytes: Uint8Array, options: Partial<GlossaryFileOptions>) => Promise<GlossaryFile>;
  /** Yields pieces to write as UTF-8. `read` returns the same entries from them. */
  readonly write: (entries: Iterable<EntryContent>, format: GlossaryFileFormat) => Iterable<string>;
};
