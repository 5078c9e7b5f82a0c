import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import { type ExportedFile, joinedPieces } from '../entries/exported-file.ts';
import { BusyAccounts } from '../limits/busy-accounts.ts';
import type { AccountGlossaries } from './account-glossaries.ts';
import type { ImportEntry, ImportProblem } from './import-plan.ts';
import type { EntryContent, StoredEntry } from './stored-entry.ts';

export const glossaryFileFormats = ['csv', 'tsv'] as const;

export type GlossaryFileFormat = (typeof glossaryFileFormats)[number];

export const glossaryFileTypes: Readonly<Record<GlossaryFileFormat, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

export type FileLanguages = {
  readonly source?: EntryLanguage | undefined;
  readonly target?: EntryLanguage | undefined;
};

export type GlossaryFileOptions = {
  /** Undefined: detected from the content, then from the file's extension. */
  readonly format: GlossaryFileFormat | undefined;
  readonly name: string | undefined;
  /** For a file that does not name them; or those to read from a multilingual file. Undefined: as named, all pairs. */
  readonly languages: FileLanguages;
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
  /** Parts of the file that were left out. */
  readonly skipped: readonly ImportProblem[];
};

export type GlossaryFile =
  | ReadGlossaryFile
  /** `line` is undefined for a problem of the whole file. */
  | { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

export type GlossaryFiles = {
  /** Larger files are not read. */
  readonly bytesMax: number;
  /** Reads a file for `planImport`, in steps between which other work runs. */
  readonly read: (bytes: Uint8Array, options: Partial<GlossaryFileOptions>) => Promise<GlossaryFile>;
  /** Yields pieces to write as UTF-8. `read` returns the same entries from them. */
  readonly write: (entries: Iterable<EntryContent>, format: GlossaryFileFormat) => Iterable<string>;
};

type GlossaryExportParts = {
  readonly glossaries: Pick<AccountGlossaries, 'readAll'>;
  readonly openFiles: () => Promise<Pick<GlossaryFiles, 'write'>>;
};

/** The languages are undefined for all. */
export type ExportChoice = FileLanguages & { readonly format: GlossaryFileFormat };

/** Returns the entries of an account as a file. @throws ServiceError `glossary_busy` */
export async function exportGlossary(
  { glossaries, openFiles }: GlossaryExportParts,
  accountId: AccountId,
  { format, ...languages }: ExportChoice,
): Promise<ExportedFile> {
  const files = await openFiles();
  const { entries, version } = await glossaries.readAll(accountId);
  const pieces = joinedPieces(files.write(entriesIn(languages, entries), format));
  return { name: `glossary-v${version}.${format}`, type: `${glossaryFileTypes[format]}; charset=utf-8`, pieces };
}

/** Returns the entries with these languages. */
export function entriesIn({ source, target }: FileLanguages, entries: readonly StoredEntry[]): readonly StoredEntry[] {
  return entries.filter(
    (entry) => (source === undefined || entry.source === source) && (target === undefined || entry.target === target),
  );
}

/** Limits of this node for files of glossaries and memories, by pages and the API together. */
export class GlossaryWork {
  /** Uploads to pages that are arriving, which may take a minute: each takes up to 17 MB until then. */
  readonly uploads: BusyAccounts = new BusyAccounts(16);
  /** Each takes up to 200 MB, for a few seconds. */
  readonly imports: BusyAccounts = new BusyAccounts(2);
  /** Each takes up to 50 MB while it is read. */
  readonly exports: BusyAccounts = new BusyAccounts(4);
}
