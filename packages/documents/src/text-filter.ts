import { decode, encode, type OtherEncoding } from './encoding.ts';
import type { Filter, ParseOptions } from './file.ts';
import { FileError } from './file-error.ts';
import { excludes, keyedFormats } from './key-path.ts';
import { PartReader } from './part-reader.ts';
import { Writing } from './writing.ts';

export type TextFormat = Omit<Filter, 'parse' | 'write'> & {
  /** For files that are not valid UTF-8. */
  readonly otherEncoding?: OtherEncoding;
  /** Adds the units and slots of a file, in the order of the text. */
  readonly read: (file: PartReader, options: ParseOptions) => void;
};

/** Bytes that a file may have. */
const fileBytesMax = 20_000_000;

/** The filter of a format whose files are one text. */
export function textFilter({ otherEncoding, read, ...filter }: TextFormat): Filter {
  return {
    ...filter,
    async parse(bytes, options = {}) {
      checkSize(bytes);
      const { text, encoding } = decode(bytes, otherEncoding, options.sourceLang);
      const file = new PartReader(text, encoding);
      file.overwrite = options.overwrite ?? false;
      file.needsLetters = options.isTranslation !== true;
      read(file, options);
      const skeleton = { kind: 'text', bytes, encoding, ...file.part } as const;
      const { source, target, isBilingual, columns } = file;
      const isExcluded = excludes((keyedFormats.has(filter.id) && options.excludeKeys) || []);
      // A slot of no unit does not change.
      const units = file.units.filter(({ id }) => !isExcluded(id));
      const languages = { ...(source && { source: tagOf(source) }), ...(target && { target: tagOf(target) }) };
      return { format: filter.id, ...languages, isBilingual, ...(columns && { columns }), units, skeleton };
    },
    async write(file, translations, options) {
      const { skeleton } = file;
      if (skeleton.kind !== 'text') throw new TypeError('the file is of another filter');
      const writing = new Writing(file, translations, options);
      const text = writing.write(skeleton);
      const bytes = text === skeleton.text ? skeleton.bytes : encode(text, skeleton.encoding);
      return { bytes, untranslated: writing.untranslated, warnings: writing.warnings };
    },
  };
}

const tagOf = (name: string): string => name.replaceAll('_', '-');

export function checkSize({ length }: Uint8Array): void {
  if (length === 0) throw new FileError('empty', 'the file is empty');
  if (length > fileBytesMax) throw new FileError('too_large', `the file is larger than ${fileBytesMax / 1e6} MB`);
}
