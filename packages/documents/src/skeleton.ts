import type { Encoding } from './encoding.ts';

/** What `parse` keeps for `write`. Callers pass it on and do not read it. */
export type Skeleton =
  | ({ readonly kind: 'text'; readonly bytes: Uint8Array; readonly encoding: Encoding } & Part)
  | {
      readonly kind: 'zip';
      readonly entries: readonly ZipEntry[];
      readonly parts: ReadonlyMap<string, Part & { readonly encoding: Encoding }>;
      /** What is reported whenever the file is written. */
      readonly warnings: readonly Warning[];
      readonly distinct: readonly DistinctTexts[];
    };

/** A text with slots, the places that writing may replace. */
export type Part = { readonly text: string; readonly slots: readonly Slot[] };

/** Offsets in UTF-16 units. */
export type Place = { readonly start: number; readonly end: number };

export type Warning = { readonly code: 'name_in_use' | 'too_long'; readonly unit: string; readonly message: string };

/** Texts whose translations must differ, such as the columns of a table. One without a unit stays. */
export type DistinctTexts = readonly { readonly text: string; readonly unit?: string | undefined }[];

export type ZipEntry = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isStored: boolean;
  readonly modified: Date;
};

/**
 * A place in the original text. Writing copies the original and replaces slots. Slots do not cross. If one inside another is
 * in a code, it is written with the code (the text of an image in a paragraph), otherwise only if the outer one stays.
 */
export type Slot = {
  /** Offsets in UTF-16 units. Equal ones insert. */
  readonly start: number;
  readonly end: number;
  /** The unit whose translation goes here. Slots without a unit are written in any case. */
  readonly unit?: string;
  /** Other units that must have a translation too. */
  readonly requires?: readonly string[];
  /**
   * For translations beside their source: written also if the translation equals the source text, and without a unit only
   * if the file gets any translation.
   */
  readonly isTarget?: boolean;
  /** What is written here; `undefined` leaves the original. `translation` is the source text if a unit has no valid one. */
  readonly write: (translation: string, target: string, context: WriteContext) => string | undefined;
};

export type WriteContext = {
  /** What is written for a place of the file: for codes that contain units of their own (the text of an image). */
  readonly written: (place: Place) => string;
  /** The valid translations of all units, for places that several units share. */
  readonly translations: ReadonlyMap<string, string>;
  /**
   * The translation of a plural form that the file lacks, by its category, if there is one with the codes of the slot's
   * unit. That unit is the form `other`, and their ids differ in the category only.
   */
  readonly form: (category: string) => string | undefined;
};
