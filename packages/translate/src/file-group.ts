import type { FormatId, ParseOptions } from '../../documents/src/index.ts';

/** Files that have their outputs, format and options in common. Paths and patterns are relative to the current folder. */
export type FileGroup = {
  /** Files, folders and glob patterns. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The pattern of `--out`. */
  readonly out?: string;
  readonly format?: FormatId;
  readonly options?: FileOptions;
};

export type FileOptions = Pick<ParseOptions, 'columns' | 'source' | 'target' | 'frontMatter' | 'excludeKeys' | 'fuzzy'>;
