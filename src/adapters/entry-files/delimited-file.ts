import { Parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { assert } from '../../ground/assert.ts';
import { withoutGuard } from '../../ops/csv-cell.ts';
import type { RawEntry } from '../../shop/glossaries/entry-content.ts';
import type { FileLanguages, FirstRow } from '../../shop/glossaries/glossary-files.ts';
import type { ImportEntry } from '../../shop/glossaries/import-plan.ts';
import { type Columns, looksLikeTitles, readColumns, trimmedLength } from './columns.ts';
import type { EntryFile } from './entry-file.ts';
import { lineBreaksIn, UnreadableFile } from './file-text.ts';

type DelimitedFormat = 'csv' | 'tsv';
type Delimiter = ',' | ';' | '\t';

const delimiters: Readonly<Record<DelimitedFormat | 'any', readonly Delimiter[]>> = {
  csv: [',', ';'],
  tsv: ['\t'],
  any: ['\t', ',', ';'],
};

/** Maximum of bytes in a row of a glossary. Detects an unclosed quote. */
const glossaryRowBytesMax = 64 * 1024;
/** Includes empty rows. */
const rowsMax = 1_000_000;
/** Maximum of entries of one file, including those with problems. */
export const entriesMax = 200_000;

const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
};

/** An entry of a row that is not yet parsed, the problem of the row, or a valid part of the file that is left out. */
export type ReadRow =
  | Extract<ImportEntry, { kind: 'problem' }>
  | { readonly kind: 'raw'; readonly line: number; readonly raw: RawEntry }
  | { readonly kind: 'skipped'; readonly line: number; readonly message: string };

/** Reads CSV or TSV in pieces. Source: RFC 4180, and files of spreadsheet programs. */
export class DelimitedFile implements EntryFile<ReadRow> {
  readonly #delimiter: Delimiter;
  readonly #languages: FileLanguages;
  readonly #hasHeader: boolean | undefined;
  readonly #rowBytesMax: number;
  /** Whether a last row without a line break must have all columns, so that it was not cut off. */
  readonly #isLastWhole: boolean;
  /** Set at the end of the file, unless a line break is before it. */
  #isCut = false;
  #endsInBreak = true;
  readonly #parser: Parser;
  readonly #rows: { readonly cells: readonly string[]; readonly line: number }[] = [];
  #columns: Columns | undefined;
  #firstRow: FirstRow | undefined;
  /** Those of the last piece; one row may add thousands. */
  #read: ReadRow[] = [];
  #entryCount = 0;
  /** The line of the next row. */
  #line = 1;
  #rowCount = 0;
  #bytesWritten = 0;
  #bytesInRows = 0;

  constructor(
    start: string,
    options: {
      format: DelimitedFormat | undefined;
      languages: FileLanguages;
      hasHeader?: boolean | undefined;
      rowBytesMax?: number;
      isLastWhole?: boolean;
    },
  ) {
    this.#rowBytesMax = options.rowBytesMax ?? glossaryRowBytesMax;
    this.#isLastWhole = options.isLastWhole ?? false;
    this.#delimiter = saidDelimiter(start) ?? likelyDelimiter(start, options);
    this.#languages = options.languages;
    this.#hasHeader = options.hasHeader;
    this.#parser = new Parser({
      ...parserOptions,
      max_record_size: this.#rowBytesMax,
      delimiter: this.#delimiter,
      // Collects rows here, because the stream would drop the rows before an error.
      on_record: (cells: string[], { bytes }) => {
        this.#rows.push({ cells, line: this.#line });
        // The parser itself counts CR LF inside quotes as two line breaks.
        this.#line += cells.reduce((lines, cell) => lines + lineBreaksIn(cell), 1);
        this.#bytesInRows = bytes;
        // Resets the count, because the parser creates a slow error with stack for each row of another length.
        Object.assign(this.#parser.info, { records: 0 });
        return null;
      },
    });
    // The callbacks of `write` and `end` also receive the error.
    this.#parser.on('error', () => undefined);
    this.#parser.resume();
  }

  get format(): DelimitedFormat {
    return this.#delimiter === '\t' ? 'tsv' : 'csv';
  }

  /** Undefined if its names of columns are known. */
  get firstRow(): FirstRow | undefined {
    return this.#firstRow;
  }

  get line(): number {
    return this.#line;
  }

  /** Returns the entries of the rows that end in `text`. */
  async write(text: string): Promise<readonly ReadRow[]> {
    this.#bytesWritten += Buffer.byteLength(text);
    this.#endsInBreak = /[\r\n]$/.test(text);
    const read = await this.#feed((told) => this.#parser.write(text, told));
    // The parser's own limit does not count delimiters.
    if (this.#bytesWritten - this.#bytesInRows > this.#rowBytesMax) throw this.#openRow();
    return read;
  }

  end(): Promise<readonly ReadRow[]> {
    this.#isCut = this.#isLastWhole && !this.#endsInBreak;
    return this.#feed((told) => this.#parser.end(told));
  }

  async #feed(send: (told: (error?: Error | null) => void) => void): Promise<readonly ReadRow[]> {
    this.#read = [];
    const fault = await new Promise<Error | null | undefined>((resolve) => {
      send(resolve);
    });
    for (const { cells, line } of this.#rows) this.#readRow(cells, line);
    this.#rows.length = 0;
    if (fault) throw this.#unreadable(fault);
    return this.#read;
  }

  #unreadable(fault: Error): UnreadableFile {
    const isOpen = 'code' in fault && ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(String(fault.code));
    return isOpen ? this.#openRow() : new UnreadableFile(this.#line, 'The row that begins here cannot be read.');
  }

  #openRow(): UnreadableFile {
    const limit = `${this.#rowBytesMax / 1024} KB`;
    const message = `The row that begins here has no end within ${limit}. Check for a missing closing quotation mark.`;
    return new UnreadableFile(this.#line, message);
  }

  #readRow(written: readonly string[], line: number): void {
    if (++this.#rowCount > rowsMax) throw new UnreadableFile(line, `The file has more than ${rowsMax} rows.`);
    const width = trimmedLength(written);
    if (width === 0 || (line === 1 && saidBy(written.join(this.#delimiter)) !== undefined)) return;
    const cells = written.slice(0, width).map(withoutGuard);
    if (this.#columns === undefined) {
      this.#columns = this.#readFirst(cells, line);
      if (this.#columns.hasHeader) return;
    }
    if (this.#isCut && written.length < this.#columns.count) {
      throw new UnreadableFile(line, 'The file ends inside this row. If the row is whole, add a line break after it.');
    }
    if (width > this.#columns.count) {
      const message = `The row has ${width} columns instead of ${this.#columns.count}.`;
      this.#add({ kind: 'problem', line, problem: 'invalid', message });
      return;
    }
    for (const raw of this.#columns.readRow(cells)) this.#add({ kind: 'raw', line, raw });
  }

  #add(row: ReadRow): void {
    if (++this.#entryCount > entriesMax) {
      throw new UnreadableFile(row.line, `The file has more than ${entriesMax} entries.`);
    }
    this.#read.push(row);
  }

  #skip(line: number, message: string): void {
    this.#read.push({ kind: 'skipped', line, message });
  }

  #readFirst(cells: readonly string[], line: number): Columns {
    const columns = readColumns(cells, this.#languages);
    if ('message' in columns) throw new UnreadableFile(line, columns.message);
    for (const column of columns.unknown) {
      this.#skip(line, `Column ${column} has an unknown name and is ignored.`);
    }
    if (columns.hasHeader) return columns;
    const isHeader = this.#hasHeader ?? looksLikeTitles(cells);
    this.#firstRow = { cells, isHeader };
    if (isHeader) this.#skip(line, 'The first row has titles of columns, and is not an entry.');
    return { ...columns, hasHeader: isHeader };
  }
}

/** Returns the delimiter of a first line as spreadsheet programs write it: `sep=;`. */
function saidDelimiter(start: string): Delimiter | undefined {
  return saidBy(/^[^\r\n]*/.exec(start)?.[0] ?? '');
}

function saidBy(line: string): Delimiter | undefined {
  const said = /^"?sep=([,;\t])"?$/i.exec(line)?.[1];
  return said === ',' || said === ';' || said === '\t' ? said : undefined;
}

/** Returns the delimiter that gives readable columns in the first row, preferably named ones. */
function likelyDelimiter(
  start: string,
  { format, languages }: { format: DelimitedFormat | undefined; languages: FileLanguages },
): Delimiter {
  const read = delimiters[format ?? 'any'].map((delimiter) => {
    const row = firstRow(start, delimiter);
    return { delimiter, row, columns: readColumns(row, languages) };
  });
  const named = read.find(({ columns }) => 'hasHeader' in columns && columns.hasHeader);
  const sensible =
    read.find(({ columns }) => 'hasHeader' in columns && columns.count !== 3) ??
    read.find(({ columns }) => 'hasHeader' in columns);
  const split = read.find(({ row }) => row.length > 1);
  const chosen = named ?? sensible ?? split ?? read[0];
  assert(chosen, 'no delimiter to choose from');
  return chosen.delimiter;
}

function firstRow(start: string, delimiter: Delimiter): readonly string[] {
  try {
    const [row = []] = parse(start, { ...parserOptions, delimiter, skip_empty_lines: true, to: 1 });
    return row.slice(0, trimmedLength(row)).map(withoutGuard);
  } catch {
    return [];
  }
}
