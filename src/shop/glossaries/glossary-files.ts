import type { TermLanguage } from '../../text/glossary/glossary-entry.ts';
import type { ImportEntry, ImportProblem } from './import-plan.ts';
import type { TermContent } from './stored-entry.ts';

/** The endings of each format's file names. */
const endings = { csv: ['csv'], tsv: ['tsv', 'tab'], tbx: ['tbx', 'xml'] } as const;

export type TermFileFormat = keyof typeof endings;

export const termFileFormats = Object.keys(endings) as readonly TermFileFormat[];

/** The endings of all formats: `.csv`, `.tsv` and so on. */
export const termFileEndings = Object.values(endings).flatMap((each) => each.map((ending) => `.${ending}`));

/** Returns the format by the ending of a file's name, in upper or lower case. */
export function formatOfName(name: string): TermFileFormat | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return termFileFormats.find((format) => endings[format].some((each) => each === ending));
}

export type TermFileOptions = {
  /** Undefined: detected from the content, then from the file's extension. */
  readonly format: TermFileFormat | undefined;
  readonly name: string | undefined;
  /**
   * Languages of a file that does not name them, or the languages to read from a multilingual file. Undefined: as named
   * in the file, and all pairs of a multilingual file.
   */
  readonly languages: { readonly source?: TermLanguage | undefined; readonly target?: TermLanguage | undefined };
  /** Called every 8 KB. */
  readonly onProgress: (progress: { readonly bytesDone: number; readonly bytesTotal: number }) => void;
};

export type ReadTermFile = {
  readonly kind: 'read';
  readonly format: TermFileFormat;
  /** Valid entries, and problems of others, each with its line. */
  readonly entries: readonly ImportEntry[];
  /** Valid entries that were left out. All are counted, the first ones are reported. */
  readonly skipped: { readonly count: number; readonly problems: readonly ImportProblem[] };
};

export type TermFile =
  | ReadTermFile
  /** `line` is undefined for a problem of the whole file. */
  | { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

/** Glossary files, in the exchange formats. */
export type TermFiles = {
  /** Larger files are not read. */
  readonly bytesMax: number;
  /** Reads a file for `planImport`, in steps between which other work runs. */
  readonly read: (bytes: Uint8Array, options: Partial<TermFileOptions>) => Promise<TermFile>;
  /** Yields pieces to write as UTF-8. `read` returns the same entries from them. */
  readonly write: (terms: Iterable<TermContent>, format: TermFileFormat) => Iterable<string>;
};
