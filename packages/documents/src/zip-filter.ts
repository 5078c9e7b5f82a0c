import { decode, type Encoding, encode, htmlEncoding } from './encoding.ts';
import type { Filter, ParseOptions, Unit, Warning } from './file.ts';
import { FileError } from './file-error.ts';
import { PartReader } from './part-reader.ts';
import type { DistinctTexts, Part, Skeleton, ZipEntry } from './skeleton.ts';
import { checkSize } from './text-filter.ts';
import { Writing } from './writing.ts';
import { readZip, writeZip } from './zip.ts';

export type ZipFormat = Omit<Filter, 'parse' | 'write'> & {
  /** Opens parts and adds their units and slots. */
  readonly read: (archive: ZipReader, options: ParseOptions) => void;
};

/** The entries of an archive, and those of them that have units. */
export class ZipReader {
  readonly names: readonly string[];
  readonly warnings: Warning[] = [];
  readonly distinct: DistinctTexts[] = [];
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #parts = new Map<string, PartReader>();

  constructor(entries: readonly ZipEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.names = [...this.#entries.keys()];
  }

  /** Opens a part. Units of parts are in the order of their first opening. */
  part(name: string): PartReader | undefined {
    const opened = this.#parts.get(name);
    const entry = this.#entries.get(name);
    if (opened !== undefined || entry === undefined) return opened;
    const { text, encoding } = decodePart(entry);
    const part = new PartReader(text, encoding, name);
    this.#parts.set(name, part);
    return part;
  }

  get units(): readonly Unit[] {
    return Array.from(this.#parts.values(), ({ units }) => units).flat();
  }

  /** The language that the first part with one names. */
  get source(): string | undefined {
    return Array.from(this.#parts.values(), ({ source }) => source).find((source) => source !== undefined);
  }

  get parts(): ReadonlyMap<string, Part & { readonly encoding: Encoding }> {
    const used = [...this.#parts].filter(([, { slots }]) => slots.length > 0);
    return new Map(used.map(([name, { part, encoding }]) => [name, { ...part, encoding }]));
  }
}

function decodePart({ name, bytes }: ZipEntry): ReturnType<typeof decode> {
  try {
    return decode(bytes, htmlEncoding);
  } catch (error) {
    throw error instanceof FileError ? new FileError(error.code, error.message, { part: name }) : error;
  }
}

/** The filter of a format whose files are ZIP archives of texts. Parts without a translated unit are copied. */
export function zipFilter({ read, ...filter }: ZipFormat): Filter {
  return {
    ...filter,
    async parse(bytes, options = {}) {
      checkSize(bytes);
      const entries = await readZip(bytes, options.unpackedBytesMax);
      const archive = new ZipReader(entries);
      read(archive, options);
      const { source, units, parts, warnings, distinct } = archive;
      const skeleton = { kind: 'zip', entries, parts, warnings, distinct } as const;
      return { format: filter.id, ...(source !== undefined && { source }), isBilingual: false, units, skeleton };
    },
    async write(file, translations, { target }) {
      const { skeleton } = file;
      if (skeleton.kind !== 'zip') throw new TypeError('the file is of another filter');
      const writing = new Writing(file, withoutEqual(skeleton.distinct, translations), { target });
      const bytes = await writeZip(skeleton.entries.map((entry) => writtenEntry(entry, skeleton, writing)));
      return { bytes, untranslated: writing.untranslated, warnings: [...skeleton.warnings, ...writing.warnings] };
    },
  };
}

function writtenEntry(entry: ZipEntry, { parts }: Extract<Skeleton, { kind: 'zip' }>, writing: Writing): ZipEntry {
  const part = parts.get(entry.name);
  const text = part && writing.write(part);
  return part === undefined || text === undefined || text === part.text
    ? entry
    : { ...entry, bytes: encode(text, part.encoding) };
}

/** Leaves out the translations of a group with two equal ones. */
function withoutEqual(
  groups: readonly DistinctTexts[],
  translations: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const kept = new Map(translations);
  for (const group of groups) {
    const written = group.map(({ text, unit = '' }) => (translations.get(unit)?.trim() || text).toLowerCase());
    if (new Set(written).size < group.length) for (const { unit = '' } of group) kept.delete(unit);
  }
  return kept;
}
