import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import {
  type FileProblem,
  type MemoryFile,
  type MemoryFileOptions,
  type MemoryUnit,
  memoryFileFormats,
} from '../../shop/memory/memory-files.ts';
import { DelimitedFile, entriesMax, type ReadRow } from './delimited-file.ts';
import { readEntryFile } from './entry-file.ts';
import { UnreadableFile } from './file-text.ts';
import { checkedUnit, type FoundUnit, unitOfRow } from './memory-units.ts';
import { NamedLanguages } from './named-languages.ts';
import { TmxUnits } from './tmx-units.ts';
import { XliffUnits } from './xliff-units.ts';
import { XmlUnits } from './xml-units.ts';

/** Maximum of problems of a kind in the list. All are counted. */
const problemsMax = 1_000;
/** Maximum of units of a file, including those with problems: as many as rows of CSV. */
const unitsMax = 1_000_000;

export async function readMemoryFile(bytes: Uint8Array, options: Partial<MemoryFileOptions> = {}): Promise<MemoryFile> {
  const units: MemoryUnit[] = [];
  const problems: Record<FileProblem['kind'], FileProblem[]> = { invalid: [], skipped: [] };
  let [count, unlisted] = [0, 0];
  const languages = new NamedLanguages(options);
  const read = await readEntryFile<FoundUnit | ReadRow, ReturnType<typeof openFile>>(bytes, {
    open: (start) => openFile(start, languages, options),
    take: (row) => {
      const found = row.kind === 'raw' || row.kind === 'problem' ? unitOfRow(row, languages) : row;
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
/** Source and target of 10,000 code points, with quotation marks that are doubled. */
const rowBytesMax = 256 * 1024;

function openFile(start: string, languages: NamedLanguages, options: Partial<MemoryFileOptions>) {
  const format = options.format ?? formatOfName(options.name ?? '', memoryFileFormats);
  if (options.format === 'tmx' || options.format === 'xliff' || xmlStart.test(start)) {
    return new XmlUnits((root) => {
      if (root.name === 'tmx') return new TmxUnits(languages);
      if (root.name === 'xliff') return new XliffUnits(languages, root);
      throw new UnreadableFile(root.line, 'The file is neither TMX nor XLIFF.');
    });
  }
  const known = format === 'csv' || format === 'tsv' ? format : undefined;
  return new DelimitedFile(start, { format: known, languages: languages.asked, rowBytesMax, isLastWhole: true });
}
