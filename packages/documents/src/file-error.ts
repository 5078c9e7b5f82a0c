/** A column of a table: its header, and its first values, shortened. */
export type TableColumn = { readonly name: string; readonly samples: readonly string[] };

export type FileErrorCode =
  /** The file breaks the rules of its format, or is cut. */
  | 'damaged'
  | 'empty'
  | 'encrypted'
  /** The columns to translate are not known, or not there. */
  | 'no_column'
  | 'too_deep'
  | 'too_large'
  | 'unknown_encoding'
  | 'unknown_format'
  /** The content is of another format than the name says. */
  | 'wrong_format';

/**
 * Why a file cannot be read. `message` is a plain sentence without any text of the file. `cause` is an error that no filter
 * expected, whose message may have such text.
 */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;
  /** The part of a file that is made of several, such as `word/document.xml`. */
  readonly part?: string;
  /** From 1. */
  readonly line?: number;
  /** In UTF-16 units, from 1. */
  readonly column?: number;
  /** Of a table whose columns to translate are not known. */
  readonly columns?: readonly TableColumn[];

  constructor(
    code: FileErrorCode,
    message: string,
    { cause, ...place }: FilePlace & Pick<FileError, 'columns'> & { readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.assign(this, place);
  }
}

export type FilePlace = { readonly part?: string; readonly line?: number; readonly column?: number };
