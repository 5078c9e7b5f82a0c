/**
 * Files, their units and codes, as callers see them.
 *
 * A *file* has *units*, texts that are translated as one (a paragraph, a JSON value, a subtitle). A *code* is an inline
 * code in a unit. The *skeleton* is the rest of the file. A *filter* reads and writes one format.
 */
import type { TableColumn } from './file-error.ts';
import type { Skeleton, Warning } from './skeleton.ts';

export type { Warning };

export type FormatId =
  | 'android'
  | 'csv'
  | 'docx'
  | 'epub'
  | 'html'
  | 'json'
  | 'markdown'
  | 'mdx'
  | 'odp'
  | 'ods'
  | 'odt'
  | 'po'
  | 'pptx'
  | 'properties'
  | 'srt'
  | 'strings'
  | 'text'
  | 'tsv'
  | 'vtt'
  | 'xcstrings'
  | 'xliff'
  | 'xlsx'
  | 'yaml';

export type Filter = {
  readonly id: FormatId;
  /** With the full stop, in lower case. */
  readonly extensions: readonly string[];
  /** The first is the one of files that the filter writes. */
  readonly mediaTypes: readonly string[];
  /** Tells apart filters of one extension, such as `.xml`, by the first 4,096 bytes. */
  readonly matches?: (start: string) => boolean;
  /** @throws {FileError} if the file is damaged, too large, or not of this format. */
  parse(bytes: Uint8Array, options?: ParseOptions): Promise<ParsedFile>;
  /**
   * Writes a file of this filter with the translations of its units, by their ids. Plural forms that only the target has may
   * have translations too, by the ids that they get when the written file is parsed. Otherwise they are copies of `other`.
   */
  write(file: ParsedFile, translations: ReadonlyMap<string, string>, options: WriteOptions): Promise<WrittenFile>;
};

export type ParseOptions = {
  /** The language of the file, a BCP 47 tag: names the column of a table or the root key of a YAML file. */
  readonly sourceLang?: string | undefined;
  /** The language to come, a BCP 47 tag: which translations a file with several languages already has. */
  readonly targetLang?: string | undefined;
  /** Columns of a table that are translated in place, by their headers. */
  readonly columns?: readonly string[] | undefined;
  /** The column of a table with the texts, by its header. */
  readonly source?: string | undefined;
  /** The column of a table for the translations. It is added if it is missing. */
  readonly target?: string | undefined;
  /** Translations that a bilingual file has are replaced, all or those of units with these ids: they have no `target`. */
  readonly overwrite?: boolean | ReadonlySet<string> | undefined;
  /**
   * The file is a translation of one with the same keys. Texts without letters are units of it too, such as `→` or, in YAML,
   * a number.
   */
  readonly isTranslation?: boolean | undefined;
  /** Keys of front matter that are translated, instead of the usual ones: names, or paths such as `features.*.details`. */
  readonly frontMatter?: readonly string[] | undefined;
  /**
   * Keys whose values stay, in formats with keys, with everything below them: `icon` at any place, or a part of a path such as
   * `menu.*.icon`, where `*` is any key.
   */
  readonly excludeKeys?: readonly string[] | undefined;
  /** Translations in PO files get the flag `fuzzy`, for a review. Those that have it stay. */
  readonly fuzzy?: boolean | undefined;
  /** Bytes of an unpacked ZIP archive, if less than 200 MB. */
  readonly unpackedBytesMax?: number | undefined;
};

export type WriteOptions = {
  readonly target: string;
  /**
   * Ids of translations by people: they may lack codes and have fewer lines than their sources, and more lines where the
   * format has escapes for line breaks. Not in office files, which a lost code may damage.
   */
  readonly byHand?: ReadonlySet<string> | undefined;
};

export type ParsedFile = {
  readonly format: FormatId;
  /** The language that the file names as its own, a BCP 47 tag. */
  readonly source?: string;
  /** Whether the file has translations beside its sources: PO, XLIFF, string catalogues, tables with a target column. */
  readonly isBilingual: boolean;
  /** The language that a bilingual file names for its translations, a BCP 47 tag. */
  readonly target?: string;
  /** Of CSV and TSV. */
  readonly columns?: readonly TableColumn[];
  readonly units: readonly Unit[];
  readonly skeleton: Skeleton;
};

export type Unit = {
  /**
   * In formats with keys the path of the key, without a root key that names the language: `home.title`. A repeated one is
   * numbered: `dup`, `dup#2`. Otherwise the part of the file, if it has several, and an ordinal from 1: `#3`,
   * `word/header1.xml#3`.
   */
  readonly id: string;
  /** Plain text with codes, without white space at its ends. */
  readonly text: string;
  readonly codes: readonly Code[];
  /** A translation that the file already has. It does not change. */
  readonly target?: string;
  /** A comment for translators. It is never translated. */
  readonly context?: string;
  /** Code points that the translation may have. */
  readonly maxLength?: number;
  /** Line of the source, from 1. */
  readonly line?: number;
};

/**
 * An inline code of a unit, with its number in the text: `<0>…</0>` for a pair, `<1/>` for a point such as an image, `{2}`
 * for a code that stands for a word, such as a formula.
 */
export type Code = {
  readonly number: number;
  readonly kind: 'pair' | 'point' | 'word';
  /** What the file has in its place, without texts in it that are units of their own. */
  readonly open: string;
  readonly close?: string;
};

export type WrittenFile = {
  readonly bytes: Uint8Array;
  /** Ids of units that keep their source text, as they have no translation or one that lost codes. */
  readonly untranslated: readonly string[];
  readonly warnings: readonly Warning[];
};
