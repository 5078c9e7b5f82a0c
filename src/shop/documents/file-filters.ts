import type { AccountId } from '../accounts/account.ts';

export type SentFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The name of its format; undefined to choose by the file's name. */
  readonly format: string | undefined;
  readonly options: FileOptions;
  /** A BCP 47 tag; undefined if it is not known. */
  readonly source: string | undefined;
  readonly target: string;
};

/** Choices for some formats, such as the columns of a table. */
export type FileOptions = Readonly<Record<string, string | boolean | readonly string[]>>;

export type FileUnit = {
  /** Unique in the file. */
  readonly id: string;
  readonly text: string;
  readonly line: number | undefined;
};

/** A column of a table, with its first values. */
export type FileColumn = { readonly name: string; readonly samples: readonly string[] };

export type ReadFile = {
  readonly format: string;
  /** Of a table that is a text; undefined for other formats. */
  readonly columns?: readonly FileColumn[] | undefined;
  /** The language that the file names as its own, a BCP 47 tag. */
  readonly source: string | undefined;
  /** Texts to translate: those without a translation in the file. */
  readonly units: readonly FileUnit[];
};

export type WrittenFile = {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Units that keep their source text. */
  readonly untranslated: readonly Pick<FileUnit, 'id' | 'line'>[];
};

export type FileCaller = { readonly accountId: AccountId; readonly signal: AbortSignal };

/** Reads and writes files in other threads. Accounts take turns, and small files do not wait for large ones. */
export type FileFilters = {
  /** @throws ServiceError `unusable_file` */
  read(file: SentFile, work: FileCaller): Promise<ReadFile>;
  /** Writes a file with the translations of its units, by their ids. */
  write(file: SentFile, translations: ReadonlyMap<string, string>, work: FileCaller): Promise<WrittenFile>;
};
