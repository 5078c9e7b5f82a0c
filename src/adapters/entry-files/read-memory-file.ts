import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import {
  type FileProblem,
  type MemoryFile,
  type MemoryFileOptions,
  type MemoryUnit,
  memoryFileFormats,
} from '../../shop/memory/memory-files.ts';
import { DelimitedFile, entriesMax } from './delimited-file.ts';
import { type EntryFile, readEntryFile } from './entry-file.ts';
import { UnreadableFile } from './file-text.ts';
import { checkedUnit, type FoundUnit, skippedAt, unitOfRow } from './memory-units.ts';
import { NamedLanguages } from './named-languages.ts';
import { delimiters } from './read-glossary-file.ts';
import { TmxUnits } from './tmx-units.ts';
import { XliffUnits } from './xliff-units.ts';
import { type XmlElement, XmlUnits } from './xml-units.ts';

type Format = MemoryFileOptions['format'];
type MemoryEntryFile = EntryFile<FoundUnit> & { readonly format: NonNullable<Format> };

/** Maximum of problems of a kind in the list. All are counted. */
const problemsMax = 1_000;
/** Maximum of units of a file, including those with problems: as many as rows of CSV. */
const unitsMax = 1_000_000;

export async function readMemoryFile(bytes: Uint8Array, options: Partial<MemoryFileOptions> = {}): Promise<MemoryFile> {
  const units: MemoryUnit[] = [];
  const problems: Record<FileProblem['kind'], FileProblem[]> = { invalid: [], skipped: [] };
  let [count, unlisted] = [0, 0];
  const read = await readEntryFile<FoundUnit, MemoryEntryFile>(bytes, {
    open: (start) => openFile(start, options),
    take: (found) => {
      if (++count > unitsMax) throw new UnreadableFile(found.line, `The file has more than ${unitsMax} units.`);
      const unit = checkedUnit(found);
      if (!('kind' in unit)) {
        if (units.push(unit) > entriesMax) {
          throw new UnreadableFile(unit.line, `The file has more than ${entriesMax} translations.`);
        }
      } else if (problems[unit.kind].length < problemsMax) problems[unit.kind].push(unit);
      else unlisted++;
    },
    onProgress: options.onProgress,
  });
  if (read.kind === 'unreadable') return read;
  const listed = [...problems.invalid, ...problems.skipped].toSorted((one, other) => one.line - other.line);
  return { kind: 'read', format: read.file.format, units, problems: listed, unlisted };
}

const xmlStart = /^\s*<(?:\?xml|!--|!doctype|tmx|(?:\w+:)?xliff)/i;

function openFile(start: string, options: Partial<MemoryFileOptions>): MemoryEntryFile {
  const languages = new NamedLanguages(options);
  const format = options.format ?? formatOfName(options.name ?? '', memoryFileFormats);
  const isXml = options.format === 'tmx' || options.format === 'xliff' || xmlStart.test(start);
  return isXml
    ? new XmlMemoryFile(languages)
    : new DelimitedMemoryFile(start, languages, format === 'csv' || format === 'tsv' ? format : undefined);
}

class XmlMemoryFile extends XmlUnits<FoundUnit> {
  format: 'tmx' | 'xliff' = 'tmx';

  constructor(languages: NamedLanguages) {
    super((root: XmlElement) => {
      if (root.name === 'tmx') return new TmxUnits(languages);
      if (root.name !== 'xliff') throw new UnreadableFile(root.line, 'The file is neither TMX nor XLIFF.');
      this.format = 'xliff';
      return new XliffUnits(languages, root);
    });
  }
}

/** Source and target of 10,000 code points, with quotation marks that are doubled. */
const rowBytesMax = 256 * 1024;

class DelimitedMemoryFile implements MemoryEntryFile {
  readonly #file: DelimitedFile;
  readonly #languages: NamedLanguages;

  constructor(start: string, languages: NamedLanguages, format: 'csv' | 'tsv' | undefined) {
    this.#languages = languages;
    this.#file = new DelimitedFile(start, {
      candidates: delimiters(format),
      languages: languages.asked,
      hasHeader: undefined,
      rowBytesMax,
      isLastWhole: true,
    });
  }

  get format(): 'csv' | 'tsv' {
    return this.#file.delimiter === '\t' ? 'tsv' : 'csv';
  }

  get line(): number {
    return this.#file.line;
  }

  async write(text: string): Promise<readonly FoundUnit[]> {
    return (await this.#file.write(text)).map((row) => unitOfRow(row, this.#languages));
  }

  async end(): Promise<readonly FoundUnit[]> {
    const rows = await this.#file.end();
    return [
      ...this.#file.skipped.map(({ line, message }) => skippedAt(line, message)),
      ...rows.map((row) => unitOfRow(row, this.#languages)),
    ];
  }
}
