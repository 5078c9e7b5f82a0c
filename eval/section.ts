import type { Picture } from './picture.ts';

/** A part of the page: a table, and the picture of it. */
export type Section = {
  readonly heading: string;
  /** Paragraphs of Markdown before the table. */
  readonly text: readonly string[];
  readonly table?: Table;
  /** File name without ending, and what is drawn. */
  readonly picture?: readonly [name: string, picture: Picture];
};

export type Table = {
  readonly columns: readonly string[];
  /** The first `texts` columns hold words, the others figures. */
  readonly texts: number;
  readonly rows: readonly (readonly (string | number)[])[];
};
